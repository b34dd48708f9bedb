/*
 * import.c - anvil's calls as the hub's ops: dimensions are counted from 1
 * there, and a slice's limit is the last index that is in it.
 */
#include "dialects/nvl/translate.h"

#include "dialects/nvl/nvl.h"
#include "dialects/nvl/translate_rows.h"

/* The number's bytes in the result's type. */
static grn_status import_fill(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_attr *a = grn_op_attr(op, "value");
    unsigned char bytes[16] = {0};
    grn_scalar s = {.dtype = t->element->dtype};
    if (a->kind == GRN_ATTR_FLOAT)
        s.f = a->real;
    else
        s.i = a->kind == GRN_ATTR_BOOL ? a->boolean : a->integer; /* u has the same bits */
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, bytes));
}

/* Counted in 64 bits, so that what is rounded or wrapped is so once. */
static grn_status import_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    int64_t dim = grn_op_integer(op, "dim", 1) - 1, start = grn_op_integer(op, "start", 1);
    if (start == 0)
        return grn_replace(w, grn_build_iota(w, t->element, t->rank, t->shape, dim));
    grn_value *from = grn_build_integers(w, i64, t->rank, t->shape, 1, &start);
    grn_value *count = grn_build_binary(w, "stablehlo.add", grn_build_iota(w, i64, t->rank, t->shape, dim), from);
    return grn_replace(w, grn_build_convert(w, count, t->element));
}

/* A terminator has no results to replace: only its name changes. */
static grn_status rename(grn_rewrite *w, const char *name)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    if (def) {
        w->at->def = def;
        w->at->name = (grn_str){def->name, strlen(def->name)};
    }
    return GRN_OK;
}

static grn_status import_return(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    return rename(w, "stablehlo.return");
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define CALL(nvl, hub, ...)                                                                                           \
    {                                                                                                                 \
        .op = "nvl." nvl, .as = "stablehlo." hub, .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, -1}, __VA_ARGS__) \
    }
#define LIST(name)                      \
    {                                   \
        name, GRN_PART_NUMBERS, name, 0 \
    }
#define DIMS(name)                       \
    {                                    \
        name, GRN_PART_NUMBERS, name, -1 \
    }
#define ALIKE(nvl, hub) {.op = "nvl." nvl, .as = "stablehlo." #hub},
#define COMPARISON(nvl, way) {.op = "nvl." nvl, .direction = way},

const grn_import_pattern grn_nvl_import_patterns[] = {
    {.op = "nvl.gather", .import = grn_nvl_import_gather},
    {.op = "nvl.scatter", .import = grn_nvl_import_scatter},
    {.op = "nvl.constant", .import = grn_import_constant},
    {.op = "nvl.fill", .import = import_fill},
    {.op = "nvl.iota", .import = import_iota},
    {.op = "nvl.reshape", .import = grn_import_reshape},
    {.op = "nvl.transpose", .import = grn_import_transpose, .list = "permutation", .base = 1},
    {.op = "nvl.concatenate", .import = grn_import_concatenate, .list = "dimension", .base = 1},
    CALL("broadcast_in_dim", "broadcast_in_dim", DIMS("broadcast_dimensions")),
    CALL("static_slice", "slice", DIMS("start_indices"), LIST("limit_indices"), LIST("strides")),
    CALL("pad", "pad", LIST("edge_padding_low"), LIST("edge_padding_high"), LIST("interior_padding")),
    GRN_NVL_ALIKE(ALIKE) GRN_NVL_COMPARISONS(COMPARISON){.op = "nvl.return", .import = import_return},
    {.op = NULL},
};
