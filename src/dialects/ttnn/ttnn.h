/*
 * ttnn.h - what the files of the ttnn dialect share: its tables, its sets of
 * attributes, and an op's arguments as those of the tile layer's calls.
 *
 * Ops and attributes are spelled as tt-mlir spells them. What a gather or a
 * scatter means and costs is in garner/ttnn.h; this only reads text.
 */
#ifndef GRN_TTNN_DIALECT_H
#define GRN_TTNN_DIALECT_H

#include "dialects/common/index_forms.h"
#include "rules/ttnn.h"

extern const grn_op_def grn_ttnn_gather_ops[]; /* gather, scatter */
extern const grn_op_def grn_ttnn_embedding_ops[];
extern const grn_op_def grn_ttnn_element_ops[]; /* add, lt, where, typecast, ... */
extern const grn_op_def grn_ttnn_make_ops[];    /* constant, full, arange */
extern const grn_op_def grn_ttnn_shape_ops[];   /* reshape, permute, ... */
extern const grn_op_def grn_ttnn_place_ops[];   /* get_device, to_layout, ... */

extern const grn_type_class grn_ttnn_device; /* !ttnn.device */

/* #ttcore.reduce_type<sum> */
extern const grn_enum_def grn_ttnn_reduce_type;
enum {
    GRN_REDUCE_SUM,
    GRN_REDUCE_MEAN,
    GRN_REDUCE_MAX,
    GRN_REDUCE_MIN,
    GRN_REDUCE_STD,
    GRN_REDUCE_VAR,
    GRN_REDUCE_PROD,
    GRN_REDUCE_INVALID /* none */
};

extern const grn_attr_class grn_ttnn_is_dim;    /* i32, or si32 as some ops have it */
extern const grn_attr_class grn_ttnn_is_i32s;   /* [1 : i32, 2 : i32] or array<i32: 1, 2> */
extern const grn_attr_class grn_ttnn_is_shape;  /* #ttnn.shape<2x3> */
extern const grn_attr_class grn_ttnn_is_dtype;  /* #ttcore.supportedDataTypes<bf16> */
extern const grn_attr_class grn_ttnn_is_number; /* an integer or a float */
extern const grn_attr_class grn_ttnn_is_memory_config, grn_ttnn_is_cores, grn_ttnn_is_reduce_type;

/* clang-format off */
/* Attributes every op may have, about the memory of a tensor and not its value. */
#define GRN_TTNN_PLACE_ATTRS                                                                                            \
    GRN_MAY_HAVE("dtype", grn_ttnn_is_dtype), GRN_MAY_HAVE("layout", grn_attr_is_any),                      \
        GRN_MAY_HAVE("memory_config", grn_attr_is_any)
/* clang-format on */

/* Rows of a table: op's attributes as op##_attrs, the ports of one result as `results`. */
#define GRN_TTNN_ATTRS(op, ...) \
    static const grn_attr_def op##_attrs[] = {__VA_ARGS__, GRN_TTNN_PLACE_ATTRS, GRN_ATTRS_END}
#define GRN_TTNN_ROW(op, does, ports, ...)                                                               \
    {                                                                                                    \
        .name = "ttnn." #op, .summary = does, .source = "tt-mlir TTNN dialect, " #op, .operands = ports, \
        .results = results, .attrs = op##_attrs, .traits = GRN_TRAIT_PURE, __VA_ARGS__                   \
    }

/* The written shape of a result that has to have one. */
grn_status grn_ttnn_static_result(grn_exec *x, const grn_op *op);

/* The numbers of a #ttnn.shape. False: not one, a number too large, or more than GRN_MAX_RANK of
 * them. */
bool grn_ttnn_shape_of(const grn_attr *attr, int32_t *rank, int64_t *shape);
/* A dtype of TTNN's by its name in supportedDataTypes ("si32"), GRN_NO_DTYPE for one that tensors
 * here cannot have; and back, NULL: TTNN has none such. */
grn_dtype grn_ttnn_dtype_of(const grn_attr *attr);
const char *grn_ttnn_dtype_name(grn_dtype dtype);

/* An integer or float attribute as one element of `dtype` (at most 16 bytes); NULL is 0. */
void grn_ttnn_number(const grn_attr *number, grn_dtype dtype, unsigned char *out);

/* The arguments of the call, from an op's attributes and its operands' layouts
 * (grn_dialect.tile_arguments). */
void grn_ttnn_arguments_of(const grn_op *op, grn_tile_arguments *out);
/* TT-13: max and min are in the op's enumeration, as in the device's, and are no words of the
 * call's `reduce`. A scatter of one of these is checked as a call without `reduce`: this is its
 * combiner. False: it is of neither. */
bool grn_ttnn_is_ordered(const grn_op *op, grn_combiner *out);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_ttnn_translation;

#endif
