/*
 * import_bag.c - torch's bags as ops of the hub: rows are gathered, and scattered into their bag, so
 * that a sum has the order that a run has.
 *
 * A maximum is where it is first reached, as torch says it: the entry is found, and its row
 * gathered, so that NaN, zeros of both signs and the gradient are torch's.
 */
#include <stdio.h>

#include "dialects/torch/import_rows.h"

enum { WEIGHT, INDICES, OFFSETS, MODE = 4, WEIGHTS = 6, INCLUDE_LAST, PADDING };

/* ---- a call ---------------------------------------------------------------------------------- */

typedef struct bag {
    grn_rewrite *w;
    const grn_op *op;
    int64_t mode, padding; /* padding: the row, -1: there is none */
    bool include_last;
    int64_t n, bags, rows[2], result[2]; /* rows: [n, D]; result: [bags, D] */
    int64_t length;                      /* of every bag, where offsets are constants and say so; else -1 */
    grn_value *ids;                      /* the bag of each entry, ascending */
    grn_value *indices, *gathered;       /* i64 [n]; the rows */
    grn_value *counted;                  /* i1 [n]: whether an entry is no padding; NULL: all are */
} bag;

/* Numbers and shapes are known. False: some are not. */
static bool find_numbers(bag *b)
{
    const grn_op *op = b->op;
    int64_t rows = grn_operand_type(op, WEIGHT)->shape[0];
    for (size_t i = 0; i < op->noperands + op->nresults; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, i - op->noperands);
        if (grn_type_is_tensor(t) && !grn_type_has_static_shape(t))
            return false;
    }
    b->padding = -1;
    if (!grn_constant_operand(op, MODE, &b->mode) || !grn_torch_constant_flag(op, INCLUDE_LAST, &b->include_last) ||
        (!grn_torch_is_none(op, PADDING) && !grn_constant_operand(op, PADDING, &b->padding)))
        return false;
    if (grn_str_is(op->name, "torch.aten.embedding_bag.padding_idx") && !grn_torch_is_none(op, PADDING))
        b->padding += b->padding < 0 ? rows : 0;
    if (b->padding >= rows)
        b->padding = -1;
    b->n = grn_operand_type(op, INDICES)->shape[0];
    b->bags = grn_operand_type(op, OFFSETS)->shape[0] - b->include_last;
    b->rows[0] = b->n;
    b->result[0] = b->bags;
    b->rows[1] = b->result[1] = grn_operand_type(op, WEIGHT)->shape[1];
    return rows > 0 || b->n == 0;
}

static int64_t at(const grn_tensor *t, int64_t i)
{
    return grn_index_load(t->dtype, grn_tensor_at(t, i * t->stride[0]));
}

/* Where bag `i` ends. */
static int64_t end_of(const bag *b, const grn_tensor *offsets, int64_t i)
{
    return i + 1 < offsets->shape[0] ? at(offsets, i + 1) : b->n;
}

/* Offsets that are constants and pass PT-18 as a constant; NULL with *status GRN_OK: they are not. */
static grn_value *constant_ids(bag *b, grn_status *status)
{
    grn_tensor offsets;
    int64_t scalar = 0;
    *status = GRN_OK;
    if (!grn_constant_tensor(b->op->operands[OFFSETS], &scalar, &offsets) || b->n > GRN_MOST_EVALUATED ||
        b->bags == 0 || at(&offsets, 0) != 0 || end_of(b, &offsets, b->bags - 1) != b->n)
        return NULL;
    int64_t *ids = grn_arena_array(&b->w->ir->arena, sizeof *ids, b->n > 0 ? (size_t)b->n : 1);
    if (!ids)
        return *status = grn_no_memory(b->w), NULL;
    b->length = end_of(b, &offsets, 0);
    for (int64_t i = 0, from = 0, to; i < b->bags; i++, from = to) {
        to = end_of(b, &offsets, i);
        if (to < from || to > b->n)
            return b->length = -1, NULL;
        if (to - from != b->length)
            b->length = -1;
        for (int64_t e = from; e < to; e++)
            ids[e] = i;
    }
    /* one element would be a splat, and none no value */
    grn_value *v = grn_build_integers(b->w, grn_torch_i64(b->w), 1, &b->n, b->n > 0 ? (size_t)b->n : 1, ids);
    return v ? v : (*status = grn_no_memory(b->w), NULL);
}

/* A one where each bag begins; the bag of an entry is the running sum of them, less one. The bag
 * that begins at the end of the list is beyond the last entry. */
static grn_value *computed_ids(bag *b)
{
    static const int64_t zero = 0;
    const int64_t places = b->n + 1;
    grn_value *starts = grn_build_slice(b->w, b->op->operands[OFFSETS], &zero, &b->bags);
    grn_value *begins = grn_torch_scatter_rows(b->w, GRN_COMBINE_ADD, grn_torch_everywhere(b->w, 0, 1, &places),
                                               starts ? grn_build_convert(b->w, starts, grn_torch_i64(b->w)) : NULL,
                                               false, grn_torch_everywhere(b->w, 1, 1, &b->bags));
    grn_value *sums = begins ? grn_torch_running_sums(b->w, grn_build_slice(b->w, begins, &zero, &b->n)) : NULL;
    return grn_build_binary(b->w, "stablehlo.subtract", sums, grn_torch_everywhere(b->w, 1, 1, &b->n));
}

static grn_status begin(bag *b)
{
    grn_status status;
    b->length = -1;
    b->ids = constant_ids(b, &status);
    if (status != GRN_OK)
        return status;
    if (!b->ids)
        b->ids = computed_ids(b);
    b->indices = grn_build_convert(b->w, b->op->operands[INDICES], grn_torch_i64(b->w));
    b->gathered = grn_torch_gather_rows(b->w, b->op->operands[WEIGHT], b->indices);
    if (b->padding >= 0)
        b->counted = grn_build_compare(b->w, "NE", b->indices, grn_torch_everywhere(b->w, b->padding, 1, &b->n));
    return b->ids && b->gathered && (b->padding < 0 || b->counted) ? GRN_OK : grn_no_memory(b->w);
}

/* ---- sums and means -------------------------------------------------------------------------- */

/* Values [n, D] added up for each bag. */
static grn_value *sums_of(const bag *b, grn_value *v)
{
    const int64_t apart[] = {b->bags, b->length, b->result[1]};
    if (!v)
        return NULL;
    const grn_type *element = v->type->element;
    if (b->length > 0)
        return grn_build_fold(b->w, "stablehlo.add", grn_torch_identity_like(b->w, GRN_TORCH_ZERO, element, 0, NULL),
                              grn_build_reshape(b->w, v, 3, apart), 1 << 1);
    return grn_torch_scatter_rows(
        b->w, GRN_COMBINE_ADD, grn_torch_identity_like(b->w, GRN_TORCH_ZERO, element, 2, b->result), b->ids, true, v);
}

/* A product of f16 or bf16 is exact in f32, and f64's is rounded in a run, too. */
static void tell_rounding(const bag *b, const grn_type *element)
{
    char text[GRN_MESSAGE_BYTES];
    if (element->dtype != GRN_F32 || b->padding >= 0)
        return;
    snprintf(text, sizeof text,
             "'%.*s' adds a row times its weight with one rounding; here the product is rounded, too",
             (int)b->op->name.n, b->op->name.text);
    grn_emit(b->w->diag, GRN_SEVERITY_REMARK, b->op->place, text);
}

static grn_value *sum(const bag *b)
{
    grn_rewrite *w = b->w;
    const grn_type *own = b->gathered->type->element;
    const grn_type *wide = grn_type_of_dtype(w->ir, own->dtype == GRN_F64 ? GRN_F64 : GRN_F32);
    grn_value *v = wide ? grn_build_convert(w, b->gathered, wide) : NULL;
    const bool weighs = !grn_torch_is_none(b->op, WEIGHTS);
    if (weighs)
        tell_rounding(b, own);
    if (v && weighs)
        v = grn_build_binary(w, "stablehlo.multiply", v,
                             grn_torch_along_rows(w, grn_build_convert(w, b->op->operands[WEIGHTS], wide), b->rows));
    if (v && b->counted)
        v = grn_build_select(w, grn_torch_along_rows(w, b->counted, b->rows), v,
                             grn_torch_identity_like(w, GRN_TORCH_ZERO, wide, 2, b->rows));
    v = sums_of(b, v);
    return v ? grn_build_convert(w, v, own) : NULL;
}

/* i64 [bags]: how many entries of each count. */
static grn_value *sizes(const bag *b)
{
    grn_value *ones =
        b->counted ? grn_build_convert(b->w, b->counted, grn_torch_i64(b->w)) : grn_torch_everywhere(b->w, 1, 1, &b->n);
    if (b->length >= 0 && !b->counted)
        return grn_torch_everywhere(b->w, b->length, 1, &b->bags);
    return grn_torch_scatter_rows(b->w, GRN_COMBINE_ADD, grn_torch_everywhere(b->w, 0, 1, &b->bags), b->ids, true,
                                  ones);
}

/* The sum, rounded to the dtype, over the size in the dtype. */
static grn_value *mean(const bag *b, grn_value *total, grn_value *counts)
{
    grn_value *divisor =
        grn_build_binary(b->w, "stablehlo.maximum", counts, grn_torch_everywhere(b->w, 1, 1, &b->bags));
    if (!total || !divisor)
        return NULL;
    divisor = grn_build_convert(b->w, divisor, total->type->element);
    return grn_build_binary(b->w, "stablehlo.divide", total, grn_torch_along_rows(b->w, divisor, b->result));
}

/* ---- maxima ---------------------------------------------------------------------------------- */

/* Rows whose order is torch's of maxima: a NaN that comes first in its bag is above all, another
 * below. */
static grn_value *ordered_rows(const bag *b)
{
    grn_rewrite *w = b->w;
    const grn_type *element = b->gathered->type->element;
    grn_value *positions = grn_build_iota(w, grn_torch_i64(w), 1, &b->n, 0),
              *none = grn_torch_everywhere(w, b->n, 1, &b->n);
    grn_value *candidates = b->counted ? grn_build_select(w, b->counted, positions, none) : positions;
    grn_value *first = grn_torch_scatter_rows(w, GRN_COMBINE_MIN, grn_torch_everywhere(w, b->n, 1, &b->bags), b->ids,
                                              true, candidates);
    grn_value *is_first = grn_build_compare(w, "EQ", positions, grn_torch_gather_rows(w, first, b->ids));
    grn_value *least = grn_torch_identity_like(w, GRN_TORCH_LEAST, element, 2, b->rows);
    grn_value *of_nan = grn_build_select(w, grn_torch_along_rows(w, is_first, b->rows),
                                         grn_torch_identity_like(w, GRN_TORCH_GREATEST, element, 2, b->rows), least);
    grn_value *v = grn_build_select(w, grn_build_compare(w, "NE", b->gathered, b->gathered), of_nan, b->gathered);
    return b->counted ? grn_build_select(w, grn_torch_along_rows(w, b->counted, b->rows), v, least) : v;
}

/* The first entry that reaches the maximum, n where a bag has none: [bags, D]. */
static grn_value *first_entries(const bag *b)
{
    grn_rewrite *w = b->w;
    grn_value *rows = ordered_rows(b);
    grn_value *most =
        !rows ? NULL
              : grn_torch_scatter_rows(w, GRN_COMBINE_MAX,
                                       grn_torch_identity_like(w, GRN_TORCH_LEAST, rows->type->element, 2, b->result),
                                       b->ids, true, rows);
    grn_value *reaches = grn_build_compare(w, "EQ", rows, grn_torch_gather_rows(w, most, b->ids));
    if (b->counted)
        reaches = grn_build_binary(w, "stablehlo.and", reaches, grn_torch_along_rows(w, b->counted, b->rows));
    grn_value *positions = grn_build_iota(w, grn_torch_i64(w), 2, b->rows, 0);
    return grn_torch_scatter_rows(w, GRN_COMBINE_MIN, grn_torch_everywhere(w, b->n, 2, b->result), b->ids, true,
                                  grn_build_select(w, reaches, positions, grn_torch_everywhere(w, b->n, 2, b->rows)));
}

static void maximum(const bag *b, grn_value **values, grn_value **rows)
{
    grn_rewrite *w = b->w;
    const grn_type *element = b->gathered->type->element;
    grn_value *zero = grn_torch_identity_like(w, GRN_TORCH_ZERO, element, 2, b->result),
              *none = grn_torch_everywhere(w, 0, 2, b->result);
    *values = zero;
    *rows = none;
    if (b->n == 0 || b->bags == 0 || b->result[1] == 0)
        return;
    grn_value *entries = first_entries(b);
    grn_value *there = grn_build_compare(w, "LT", entries, grn_torch_everywhere(w, b->n, 2, b->result));
    grn_value *safe =
        grn_build_binary(w, "stablehlo.minimum", entries, grn_torch_everywhere(w, b->n - 1, 2, b->result));
    *values = grn_build_select(w, there, grn_torch_gather_elements(w, b->gathered, safe), zero);
    *rows = grn_build_select(w, there, grn_torch_gather_rows(w, b->indices, safe), none);
}

/* ---- all results ----------------------------------------------------------------------------- */

/* v of i64 as result i: of its integers, and as long, or empty, as its type says. */
static grn_value *as_result(const bag *b, size_t i, grn_value *v)
{
    const grn_type *t = grn_result_type(b->op, i);
    if (v && t->rank == 1 && t->shape[0] != v->type->shape[0])
        v = grn_build_pad(b->w, v, &(int64_t){0}, &(int64_t){t->shape[0] - v->type->shape[0]});
    return v ? grn_build_convert(b->w, v, t->element) : NULL;
}

grn_status grn_with_torch_import_bag(grn_rewrite *w, const grn_op *op)
{
    bag b = {.w = w, .op = op};
    grn_value *result, *rows = NULL;
    if (!find_numbers(&b))
        return grn_not_imported(w, "has a shape or a number that is not known, or a table without rows");
    grn_status status = begin(&b);
    if (status != GRN_OK)
        return status;
    grn_value *counts = b.mode == GRN_TORCH_BAG_SUM ? grn_torch_everywhere(w, 0, 1, &b.bags) : sizes(&b);
    if (b.mode == GRN_TORCH_BAG_MAX)
        maximum(&b, &result, &rows);
    else
        result = b.mode == GRN_TORCH_BAG_MEAN ? mean(&b, sum(&b), counts) : sum(&b);
    grn_value *const by[] = {result, as_result(&b, 1, b.ids), as_result(&b, 2, counts),
                             as_result(&b, 3, rows ? rows : counts)};
    return grn_replace_all(w, by);
}
