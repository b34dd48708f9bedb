/*
 * torch.h - what torch-mlir's ops share.
 *
 * A value tensor's shape and dtype are in its type's text: `!torch.vtensor
 * <[2,?],f32>` stands for tensor<2x?xf32>; si64 for the signless i64. Meaning
 * and messages are PyTorch's.
 * The rules PT-1 to PT-20 are src/rules/torch.h.
 *
 * Must not know: any single op.
 */
#ifndef GRN_TORCH_H
#define GRN_TORCH_H

#include "dialects/common/index_forms.h"
#include "dialects/common/rule_report.h"
#include "rules/torch.h"

extern const grn_op_def grn_torch_foreign_ops[];  /* read, not run */
extern const grn_op_def grn_torch_gather_ops[];   /* gather, index_select, embedding, take_along_dim */
extern const grn_op_def grn_torch_scatter_ops[];  /* scatter.src, scatter.value, scatter_add */
extern const grn_op_def grn_torch_reduce_ops[];   /* scatter_reduce.two, index_reduce, index_add, index_copy */
extern const grn_op_def grn_torch_group_ops[];    /* masked_select, masked_scatter, bincount, histc */
extern const grn_op_def grn_torch_bag_ops[];      /* embedding_bag.padding_idx, _embedding_bag */
extern const grn_op_def grn_torch_segment_ops[];  /* segment_reduce */
extern const grn_op_def grn_torch_index_ops[];    /* index.Tensor, index_put, and their hacked twins */
extern const grn_op_def grn_torch_shape_ops[];    /* view, reshape, permute, expand, slice.Tensor, cat */
extern const grn_op_def grn_torch_element_ops[];  /* add.Tensor, ..., where.self, clamp, to.dtype */
extern const grn_op_def grn_torch_size_ops[];     /* size.int, prim.NumToTensor.Scalar */
extern const grn_op_def grn_torch_constant_ops[]; /* constants, prim.ListConstruct, vtensor.literal */
extern const grn_op_def grn_torch_c_ops[];

/* ---- types (types.c) ------------------------------------------------------------------------- */

extern const grn_type_class grn_torch_tensor;       /* of known rank and dtype */
extern const grn_type_class grn_torch_index_tensor; /* the same, si64 or si32 */
extern const grn_type_class grn_torch_mask;         /* the same, i1 */
extern const grn_type_class grn_torch_maybe_tensor; /* of known rank and dtype, or !torch.none */
extern const grn_type_class grn_torch_int, grn_torch_float, grn_torch_bool, grn_torch_str, grn_torch_none;
extern const grn_type_class grn_torch_scalar;    /* !torch.int, !torch.float, !torch.bool, !torch.number */
extern const grn_type_class grn_torch_maybe_int; /* !torch.int or !torch.none */
extern const grn_type_class grn_torch_maybe_scalar;
extern const grn_type_class grn_torch_list;
extern const grn_type_class grn_torch_any;

/* Types are compared by their text, so white space is as torch-mlir prints it: none, but one space
 * behind the commas of tuple, dict and union. An attribute in it, which begins with '#', and a
 * string stay as they are written. For grn_dialect.type_text. */
bool grn_torch_type_text(grn_str text, grn_vec *out);
/* The ranked tensor of a vtensor's text; NULL: it is no such text. */
const grn_type *grn_torch_tensor_type(grn_ir *ir, grn_str text);
/* The vtensor that stands for a ranked tensor; NULL: its dtype has none, or memory was refused. */
const grn_type *grn_torch_own_type(grn_ir *ir, const grn_type *tensor);
/* PyTorch's number of a dtype and back; -1, GRN_NO_DTYPE: there is none. */
int64_t grn_torch_dtype_code(grn_dtype dtype);
grn_dtype grn_torch_dtype_of_code(int64_t code);

/* ---- rules (support.c) ----------------------------------------------------------------------- */

/* What operand `i` is in a run. */
static inline const grn_type *grn_torch_at(const grn_op *op, size_t i) { return grn_operand_type(op, i)->stands_for; }
/* Which of src/rules/torch.h an op keeps, and the numbers of its operands; 0: it has none. self is
 * operand 0. */
typedef struct grn_torch_call {
    grn_torch_rule *rule;
    size_t index, dim, source;
} grn_torch_call;
/* Of the types, and PT-7. A dim that is no constant is checked in the run. */
grn_status grn_torch_verify(const grn_op *op, const grn_check *check, const grn_torch_call *call);
/* Of the tensors of a run. */
grn_status grn_torch_ask(const grn_op *op, const grn_torch_call *call, const grn_tensor *operands, const grn_diag *diag,
                         grn_torch_found *out);
void grn_torch_check_report(grn_op_report *r, const grn_op *op, const grn_check *check);
void grn_torch_run_report(grn_op_report *r, const grn_op *op, const grn_diag *diag);
/* PT-1: *axis counted from the front. `rank` 0 counts as 1. */
grn_status grn_torch_check_dim(const grn_op *op, const grn_check *check, int32_t rank, int64_t dim, int64_t *axis);
/* PT-7 */
grn_status grn_torch_result_is(const grn_op *op, const grn_check *check, const grn_type *type);
grn_status grn_torch_result_shape(const grn_op *op, const grn_check *check, const grn_type *element, int32_t rank,
                                  const int64_t *shape);

/* A string that is a constant; "?": it is none. */
grn_str grn_torch_constant_name(const grn_op *op, size_t i);

/* ---- lists ----------------------------------------------------------------------------------- */

/* The op that makes the list operand `i` is; NULL: it comes from elsewhere. */
const grn_op *grn_torch_list_of(const grn_op *op, size_t i);
/* PT-12 */
grn_status grn_torch_check_list(const grn_op *op, const grn_check *check, size_t i);
/* A list of ints, GRN_DYNAMIC for one that is no constant; false: longer than GRN_MAX_RANK. The
 * list passed PT-12. */
bool grn_torch_list_ints(const grn_op *op, size_t i, int32_t *count, int64_t *v);

/* ---- running --------------------------------------------------------------------------------- */

/* A number comes from a constant alone and cannot be given to a run; a value of another dtype is
 * reported all the same. */
grn_status grn_torch_read_int(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag,
                              int64_t *out);
grn_status grn_torch_run_int(const grn_exec *x, const grn_op *op, size_t i, int64_t *out);
grn_status grn_torch_run_flag(const grn_exec *x, const grn_op *op, size_t i, bool *out);
/* A bool that is a constant; false: it is none. */
bool grn_torch_constant_flag(const grn_op *op, size_t i, bool *out);
/* A list of ints, at most GRN_MAX_RANK. */
grn_status grn_torch_run_ints(const grn_exec *x, const grn_op *op, size_t i, int32_t *count, int64_t *v);
/* Number operand `i` as one element of `dtype`. */
grn_status grn_torch_run_scalar(grn_exec *x, const grn_op *op, size_t i, grn_dtype dtype, void *element);
static inline bool grn_torch_is_none(const grn_op *op, size_t i)
{
    return grn_torch_none.matches(grn_operand_type(op, i));
}
/* One element broadcast to this shape. */
void grn_torch_splat(const void *element, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *out);
/* Result 0: self's values, in self's own buffer where it may be donated. */
grn_status grn_torch_own_self(grn_exec *x, const grn_op *op);
/* Result 0: operand 0 under another shape of as many elements. */
grn_status grn_torch_reshape(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape);
/* `in` broadcast to a shape that it goes with. False: it does not. */
bool grn_torch_view_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out);

/* ---- indexing along a dim (forms.c) ---------------------------------------------------------- */

/* PT-5 */
grn_index_form grn_torch_form(grn_form_kind kind, size_t indices, int64_t axis);
/* Along a self of rank 0, which counts as [1], every index is 0: operand `i` is, or GRN_E_INDEX,
 * reported. */
grn_status grn_torch_all_zero(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag);
/* Index vectors of no component, one for each element of a tensor of this shape. GRN_E_LIMIT,
 * reported. */
grn_status grn_torch_vectors_of_none(const grn_op *op, int32_t rank, const int64_t *shape, const grn_diag *diag,
                                     grn_dimension_numbers *dims, grn_tensor *out);
/* `in` of rank 0 as [1]. */
void grn_torch_tensor_1d(grn_tensor *in);

/* ---- scatters (scatter.c) -------------------------------------------------------------------- */

extern const grn_torch_call grn_torch_scatter_call, grn_torch_index_reduce_call;
grn_status grn_torch_index_add_verify(const grn_op *op, grn_check *check);
grn_status grn_torch_index_copy_verify(const grn_op *op, grn_check *check);
/* PT-6, PT-8: updates are operand 3; ELEMENTS: cut to index; SLICES: index_add, index_copy,
 * index_reduce. */
grn_status grn_torch_to_scatter(grn_form_kind kind, grn_combiner combiner, const grn_op *op, const grn_tensor *operands,
                                const grn_diag *diag, grn_access *out);
/* The same into `full`, which has self's shape. */
grn_status grn_torch_scatter_into(grn_exec *x, const grn_op *op, grn_form_kind kind, grn_combiner combiner,
                                  const grn_tensor *full, const grn_tensor *updates);

/* ---- reductions (reduce.c) ------------------------------------------------------------------- */

/* What operand 4 of scatter_reduce or index_reduce names; NULL: it is no constant, or names none. */
const grn_torch_reduction *grn_torch_reduction_of(const grn_op *op);

/* ---- parts of rows --------------------------------------------------------------------------- */

#define GRN_TORCH_SELF GRN_PORT("self", grn_torch_tensor)
#define GRN_TORCH_DIM GRN_PORT("dim", grn_torch_int)
#define GRN_TORCH_INDEX GRN_PORT("index", grn_torch_index_tensor)
extern const grn_port grn_torch_one_tensor[]; /* a result */
#define GRN_TORCH_ATEN(op, does, rules, ports, ...)                                                                    \
    {                                                                                                                  \
        .name = "torch.aten." op, .summary = does, .source = "PyTorch operators, " op ", " rules, .operands = ports,   \
        .results = grn_torch_one_tensor, .traits = GRN_TRAIT_PURE, .parse = grn_plain_parse, .print = grn_plain_print, \
        __VA_ARGS__                                                                                                    \
    }

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_torch_translation, grn_torch_c_translation;

#endif
