/*
 * torch.h - what torch-mlir's ops share.
 *
 * A value tensor's shape and dtype are in its type's text: `!torch.vtensor
 * <[2,?],f32>` stands for tensor<2x?xf32>; si64 for the signless i64. Meaning
 * and messages are PyTorch's.
 *
 *   PT-1  dim is in [-r, r-1], where a tensor of rank 0 counts as [1]
 *   PT-2  gather, scatter: self, index and src have one rank
 *   PT-3  index is at most as long as self beside dim; scatter: and as src everywhere
 *   PT-4  index_select, index_add, index_copy: index has rank 0 or 1
 *   PT-5  an index is in [0, s): a negative one is an error
 *   PT-6  of several scattered to one place the last in row-major order stays, or all are reduced in that order
 *   PT-7  the result is typed as what the operands give
 *   PT-8  an empty index gives an empty result, or self as it is; nothing else about it is checked
 *   PT-9  index.Tensor, index_put: an index is in [-s, s)
 *   PT-10 index.Tensor, index_put: a list of index tensors for the leading dims, one at least, broadcast together
 *   PT-11 operands of an element-wise op are broadcast, and have one dtype (PyTorch would promote them)
 *   PT-12 a list is a torch.prim.ListConstruct
 *   PT-13 index_add, index_copy: source has self's shape, with index's length along dim
 *
 * Must not know: any single op.
 */
#ifndef GRN_TORCH_H
#define GRN_TORCH_H

#include "dialects/common/index_forms.h"

extern const grn_op_def grn_torch_gather_ops[];   /* gather, index_select, embedding, take_along_dim */
extern const grn_op_def grn_torch_scatter_ops[];  /* scatter.src, scatter.value, scatter_add */
extern const grn_op_def grn_torch_reduce_ops[];   /* scatter_reduce.two, index_add, index_copy */
extern const grn_op_def grn_torch_index_ops[];    /* index.Tensor, index_put, and their hacked twins */
extern const grn_op_def grn_torch_shape_ops[];    /* view, reshape, permute, expand, slice.Tensor, cat */
extern const grn_op_def grn_torch_element_ops[];  /* add.Tensor, ..., where.self, clamp, to.dtype */
extern const grn_op_def grn_torch_size_ops[];     /* size.int, prim.NumToTensor.Scalar */
extern const grn_op_def grn_torch_constant_ops[]; /* constants, prim.ListConstruct, vtensor.literal */
extern const grn_op_def grn_torch_c_ops[];

/* ---- types (types.c) ------------------------------------------------------------------------------------------- */

extern const grn_type_class grn_torch_tensor; /* of known rank and dtype */
extern const grn_type_class grn_torch_index_tensor;  /* the same, si64 or si32 */
extern const grn_type_class grn_torch_mask;   /* the same, i1 */
extern const grn_type_class grn_torch_int, grn_torch_float, grn_torch_bool, grn_torch_str, grn_torch_none;
extern const grn_type_class grn_torch_scalar;      /* !torch.int, !torch.float, !torch.bool, !torch.number */
extern const grn_type_class grn_torch_maybe_int;   /* !torch.int or !torch.none */
extern const grn_type_class grn_torch_maybe_scalar;
extern const grn_type_class grn_torch_list;
extern const grn_type_class grn_torch_any;

/* The ranked tensor of a vtensor's text; NULL: it is no such text. */
const grn_type *grn_torch_tensor_type(grn_ir *ir, grn_str text);
/* The vtensor that stands for a ranked tensor; NULL: its dtype has none, or memory was refused. */
const grn_type *grn_torch_own_type(grn_ir *ir, const grn_type *tensor);
/* PyTorch's number of a dtype and back; -1, GRN_NO_DTYPE: there is none. */
int64_t grn_torch_dtype_code(grn_dtype dtype);
grn_dtype grn_torch_dtype_of_code(int64_t code);

/* ---- rules (support.c) ----------------------------------------------------------------------------------------------- */

/* What operand `i` is in a run. */
static inline const grn_type *grn_torch_at(const grn_op *op, size_t i) { return grn_operand_type(op, i)->stands_for; }
/* A tensor of rank 0 as [1]; NULL: memory refused. */
const grn_type *grn_torch_at_least_1d(const grn_check *check, const grn_type *tensor);
/* Some extent is 0. */
bool grn_torch_is_empty(const grn_type *tensor);
/* PT-1: *axis counted from the front. `rank` 0 counts as 1. */
grn_status grn_torch_check_dim(const grn_op *op, const grn_check *check, int32_t rank, int64_t dim, int64_t *axis);
/* PT-7 */
grn_status grn_torch_result_is(const grn_op *op, const grn_check *check, const grn_type *type);
grn_status grn_torch_result_shape(const grn_op *op, const grn_check *check, const grn_type *element, int32_t rank,
                                  const int64_t *shape);
/* PT-11: shapes aligned at their ends, the common one into rank and shape. False: they do not go together. */
bool grn_torch_broadcast(int32_t *rank, int64_t *shape, int32_t by_rank, const int64_t *by);

/* ---- lists ------------------------------------------------------------------------------------------------------------------ */

/* The op that makes the list operand `i` is; NULL: it comes from elsewhere. */
const grn_op *grn_torch_list_of(const grn_op *op, size_t i);
/* PT-12 */
grn_status grn_torch_check_list(const grn_op *op, const grn_check *check, size_t i);
/* A list of ints, GRN_DYNAMIC for one that is no constant; false: longer than GRN_MAX_RANK. The list passed PT-12. */
bool grn_torch_list_ints(const grn_op *op, size_t i, int32_t *count, int64_t *v);

/* ---- running ------------------------------------------------------------------------------------------------------------------ */

/* A number comes from a constant alone and cannot be given to a run; a value of another dtype is reported all the same. */
grn_status grn_torch_read_int(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag, int64_t *out);
grn_status grn_torch_run_int(const grn_exec *x, const grn_op *op, size_t i, int64_t *out);
grn_status grn_torch_run_flag(const grn_exec *x, const grn_op *op, size_t i, bool *out);
/* A list of ints, at most GRN_MAX_RANK. */
grn_status grn_torch_run_ints(const grn_exec *x, const grn_op *op, size_t i, int32_t *count, int64_t *v);
/* Number operand `i` as one element of `dtype`. */
grn_status grn_torch_run_scalar(grn_exec *x, const grn_op *op, size_t i, grn_dtype dtype, void *element);
static inline bool grn_torch_is_none(const grn_op *op, size_t i) { return grn_torch_none.matches(grn_operand_type(op, i)); }
/* One element broadcast to this shape. */
void grn_torch_splat(const void *element, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *out);
/* Result 0: self's values, in self's own buffer where it may be donated. */
grn_status grn_torch_own_self(grn_exec *x, const grn_op *op);
/* Result 0: operand 0 under another shape of as many elements. */
grn_status grn_torch_reshape(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape);
/* `in` broadcast to a shape that it goes with. False: it does not. */
bool grn_torch_view_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out);

/* ---- indexing along a dim (forms.c) ---------------------------------------------------------------------------------------- */

/* PT-5 */
grn_index_form grn_torch_form(grn_form_kind kind, size_t indices, int64_t axis);
/* PT-1 to PT-3, PT-8 of self, index (operand 2) and dim (operand 1) where it is constant. */
grn_status grn_torch_check_along(const grn_op *op, const grn_check *check);
/* PT-1 in a run: dim is operand `i`. */
grn_status grn_torch_axis(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag, int64_t *axis);
/* Along a self of rank 0, which counts as [1], every index is 0: operand `i` is, or GRN_E_INDEX, reported. */
grn_status grn_torch_all_zero(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag);
/* Index vectors of no component, one for each element of a tensor of this shape. GRN_E_LIMIT, reported. */
grn_status grn_torch_vectors_of_none(const grn_op *op, int32_t rank, const int64_t *shape, const grn_diag *diag,
                                     grn_dimension_numbers *dims, grn_tensor *out);
/* `in` of rank 0 as [1]. */
void grn_torch_tensor_1d(grn_tensor *in);

/* ---- scatters (scatter.c) --------------------------------------------------------------------------------------------------- */

/* PT-2, PT-3 of src, operand 3, and its dtype. */
grn_status grn_torch_check_src(const grn_op *op, const grn_check *check);
/* PT-6, PT-8: updates are operand 3; ELEMENTS: cut to index; SLICES: index_add, index_copy. */
grn_status grn_torch_to_scatter(grn_form_kind kind, grn_combiner combiner, const grn_op *op, const grn_tensor *operands,
                                const grn_diag *diag, grn_access *out);
/* The same into `full`, which has self's shape. */
grn_status grn_torch_scatter_into(grn_exec *x, const grn_op *op, grn_form_kind kind, grn_combiner combiner,
                                  const grn_tensor *full, const grn_tensor *updates);

/* ---- reductions (reduce.c) --------------------------------------------------------------------------------------------------- */

typedef enum grn_torch_identity { GRN_TORCH_ZERO, GRN_TORCH_ONE, GRN_TORCH_LEAST, GRN_TORCH_GREATEST } grn_torch_identity;
typedef struct grn_torch_reduction {
    const char *name;
    grn_combiner combiner;
    grn_torch_identity identity;
    bool divides;
} grn_torch_reduction;
/* What operand 4 of scatter_reduce names; NULL: it is no constant, or names none. */
const grn_torch_reduction *grn_torch_reduction_of(const grn_op *op);
/* Of floats the infinities are least and greatest. */
void grn_torch_store_identity(grn_torch_identity i, grn_dtype dtype, void *element);

/* ---- lists of index tensors (index.c) ------------------------------------------------------------------------------------------ */

typedef struct grn_torch_chosen {
    grn_dims dims; /* of self */
    int32_t rank;  /* of the index tensors, broadcast together */
    int64_t shape[GRN_MAX_RANK];
} grn_torch_chosen;
/* One more: for dim `dim` of self. False: it cannot be broadcast with the others. */
bool grn_torch_choose(grn_torch_chosen *c, int64_t dim, int32_t rank, const int64_t *shape);
/* Dimension numbers, the coordinates stacked along a new last dim, and the shape of self[indices]. False: too many dims. */
bool grn_torch_place(const grn_torch_chosen *c, int32_t self_rank, const int64_t *self, grn_dimension_numbers *n, int32_t *rank,
                     int64_t *shape);

/* ---- parts of rows ------------------------------------------------------------------------------------------------------------------ */

#define GRN_TORCH_SELF {"self", &grn_torch_tensor, GRN_ONE}
#define GRN_TORCH_DIM {"dim", &grn_torch_int, GRN_ONE}
#define GRN_TORCH_INDEX {"index", &grn_torch_index_tensor, GRN_ONE}
extern const grn_port grn_torch_one_tensor[]; /* a result */
#define GRN_TORCH_ATEN(op, rules, ports, ...)                                                                         \
    {.name = "torch.aten." op, .source = "PyTorch operators, " op ", " rules, .operands = ports,                       \
     .results = grn_torch_one_tensor, .traits = GRN_TRAIT_PURE, .parse = grn_plain_parse, .print = grn_plain_print, __VA_ARGS__}

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_torch_translation, grn_torch_c_translation;

#endif
