/*
 * import_bag.c - torch's bags, segments and masks as ops of the hub: rows are gathered, and
 * scattered into their bag or segment, so that a sum has the order that a run has.
 *
 * A maximum is where it is first reached, as torch says it: the entry is found, and its row
 * gathered, so that NaN, zeros of both signs and the gradient are torch's.
 */
#include <math.h>
#include <stdio.h>

#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

enum { WEIGHT, INDICES, OFFSETS, MODE = 4, WEIGHTS = 6, INCLUDE_LAST, PADDING };

/* ---- numbers --------------------------------------------------------------------------------- */

static const grn_type *i64_of(grn_rewrite *w) { return grn_type_integer(w->ir, 64, GRN_SIGNLESS); }

static grn_value *all(grn_rewrite *w, int64_t v, int32_t rank, const int64_t *shape)
{
    return grn_build_integers(w, i64_of(w), rank, shape, 1, &v);
}

static grn_value *identity(grn_rewrite *w, grn_torch_identity i, const grn_type *element, int32_t rank,
                           const int64_t *shape)
{
    unsigned char bytes[16] = {0};
    grn_torch_store_identity(i, element->dtype, bytes);
    return grn_build_splat(w, element, rank, shape, bytes);
}

/* A value for each row of [n, D]. */
static grn_value *along_rows(grn_rewrite *w, grn_value *v, const int64_t *shape)
{
    static const int64_t rows = 0;
    return v ? grn_build_broadcast(w, v, &rows, 2, shape) : NULL;
}

static grn_value *binary(grn_rewrite *w, const char *op, grn_value *a, grn_value *b)
{
    return a && b ? grn_build_binary(w, op, a, b) : NULL;
}

static grn_value *compare(grn_rewrite *w, const char *direction, grn_value *a, grn_value *b)
{
    return a && b ? grn_build_compare(w, direction, a, b) : NULL;
}

static grn_value *select(grn_rewrite *w, grn_value *by, grn_value *yes, grn_value *no)
{
    return by && yes && no ? grn_build_select(w, by, yes, no) : NULL;
}

/* Running sums of [n], each with its own element, in as many steps as n has bits. */
static grn_value *running_sums(grn_rewrite *w, grn_value *v)
{
    for (int64_t by = 1; v && by < v->type->shape[0]; by *= 2)
        v = binary(w, "stablehlo.add", v, grn_build_pad(w, v, &by, &(int64_t){-by}));
    return v;
}

/* ---- accesses of rows ------------------------------------------------------------------------ */

static const grn_index_rule in_range = {.bounds = GRN_BOUNDS_ERROR};

/* The dimension numbers of rows of [n] or [n, D], by an index for each. */
static grn_dimension_numbers rows_of(int32_t rank, int32_t indices_rank)
{
    grn_dimension_numbers dims = {.index_vector_dim = indices_rank};
    grn_dims_push(&dims.collapsed_slice_dims, 0);
    grn_dims_push(&dims.start_index_map, 0);
    if (rank == 2)
        grn_dims_push(&dims.offset_dims, indices_rank);
    return dims;
}

/* What is at the indices along the first dim of v; none of v's extents is 0. */
static grn_value *gathered(grn_rewrite *w, grn_value *v, grn_value *indices)
{
    grn_dims shape = {.count = 0}, slice = {.count = 0};
    if (!v || !indices)
        return NULL;
    shape = grn_extents(indices->type);
    for (int32_t d = 0; d < v->type->rank; d++)
        grn_dims_push(&slice, d == 0 ? 1 : v->type->shape[d]);
    if (v->type->rank == 2)
        grn_dims_push(&shape, v->type->shape[1]);
    const grn_hub hub = {.dims = rows_of(v->type->rank, indices->type->rank),
                         .slice_sizes = slice,
                         .rule = in_range,
                         .ninputs = 1,
                         .operands = &v,
                         .indices = indices,
                         .result = grn_tensor_like(w, v->type->element, shape.count, shape.v)};
    grn_op *made = hub.result ? grn_hub_make(w, &hub) : NULL;
    return made ? &made->results[0] : NULL;
}

/* v [n, D] at [at[b, d], d]. */
static grn_value *gathered_elements(grn_rewrite *w, grn_value *v, grn_value *at)
{
    if (!v || !at)
        return NULL;
    const grn_hub hub = {.dims = {.collapsed_slice_dims = {1, {0}},
                                  .start_index_map = {1, {0}},
                                  .operand_batching_dims = {1, {1}},
                                  .start_indices_batching_dims = {1, {1}},
                                  .index_vector_dim = 2},
                         .slice_sizes = {2, {1, 1}},
                         .rule = in_range,
                         .ninputs = 1,
                         .operands = &v,
                         .indices = at,
                         .result = grn_tensor_like(w, v->type->element, 2, at->type->shape)};
    grn_op *made = hub.result ? grn_hub_make(w, &hub) : NULL;
    return made ? &made->results[0] : NULL;
}

/* Values [n] or [n, D] combined with those of `full` that the ids name. */
static grn_value *scattered(grn_rewrite *w, grn_combiner combiner, grn_value *full, grn_value *ids, bool sorted,
                            grn_value *values)
{
    if (!full || !ids || !values)
        return NULL;
    const grn_hub hub = {.is_scatter = true,
                         .dims = rows_of(full->type->rank, 1),
                         .rule = {.bounds = GRN_BOUNDS_ERROR, .indices_are_sorted = sorted},
                         .combiner = combiner,
                         .ninputs = 1,
                         .operands = &full,
                         .indices = ids,
                         .updates = &values};
    grn_op *made = grn_hub_make(w, &hub);
    return made ? &made->results[0] : NULL;
}

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
    grn_value *v = grn_build_integers(b->w, i64_of(b->w), 1, &b->n, b->n > 0 ? (size_t)b->n : 1, ids);
    return v ? v : (*status = grn_no_memory(b->w), NULL);
}

/* A one where each bag begins; the bag of an entry is the running sum of them, less one. The bag
 * that begins at the end of the list is beyond the last entry. */
static grn_value *computed_ids(bag *b)
{
    static const int64_t zero = 0;
    const int64_t places = b->n + 1;
    grn_value *starts = grn_build_slice(b->w, b->op->operands[OFFSETS], &zero, &b->bags);
    grn_value *begins =
        scattered(b->w, GRN_COMBINE_ADD, all(b->w, 0, 1, &places),
                  starts ? grn_build_convert(b->w, starts, i64_of(b->w)) : NULL, false, all(b->w, 1, 1, &b->bags));
    grn_value *sums = begins ? running_sums(b->w, grn_build_slice(b->w, begins, &zero, &b->n)) : NULL;
    return binary(b->w, "stablehlo.subtract", sums, all(b->w, 1, 1, &b->n));
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
    b->indices = grn_build_convert(b->w, b->op->operands[INDICES], i64_of(b->w));
    b->gathered = gathered(b->w, b->op->operands[WEIGHT], b->indices);
    if (b->padding >= 0)
        b->counted = compare(b->w, "NE", b->indices, all(b->w, b->padding, 1, &b->n));
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
        return grn_build_fold(b->w, "stablehlo.add", identity(b->w, GRN_TORCH_ZERO, element, 0, NULL),
                              grn_build_reshape(b->w, v, 3, apart), 1 << 1);
    return scattered(b->w, GRN_COMBINE_ADD, identity(b->w, GRN_TORCH_ZERO, element, 2, b->result), b->ids, true, v);
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
        v = binary(w, "stablehlo.multiply", v,
                   along_rows(w, grn_build_convert(w, b->op->operands[WEIGHTS], wide), b->rows));
    if (v && b->counted)
        v = select(w, along_rows(w, b->counted, b->rows), v, identity(w, GRN_TORCH_ZERO, wide, 2, b->rows));
    v = sums_of(b, v);
    return v ? grn_build_convert(w, v, own) : NULL;
}

/* i64 [bags]: how many entries of each count. */
static grn_value *sizes(const bag *b)
{
    grn_value *ones = b->counted ? grn_build_convert(b->w, b->counted, i64_of(b->w)) : all(b->w, 1, 1, &b->n);
    if (b->length >= 0 && !b->counted)
        return all(b->w, b->length, 1, &b->bags);
    return scattered(b->w, GRN_COMBINE_ADD, all(b->w, 0, 1, &b->bags), b->ids, true, ones);
}

/* The sum, rounded to the dtype, over the size in the dtype. */
static grn_value *mean(const bag *b, grn_value *total, grn_value *counts)
{
    grn_value *divisor = binary(b->w, "stablehlo.maximum", counts, all(b->w, 1, 1, &b->bags));
    if (!total || !divisor)
        return NULL;
    divisor = grn_build_convert(b->w, divisor, total->type->element);
    return binary(b->w, "stablehlo.divide", total, along_rows(b->w, divisor, b->result));
}

/* ---- maxima ---------------------------------------------------------------------------------- */

/* Rows whose order is torch's of maxima: a NaN that comes first in its bag is above all, another
 * below. */
static grn_value *ordered_rows(const bag *b)
{
    grn_rewrite *w = b->w;
    const grn_type *element = b->gathered->type->element;
    grn_value *positions = grn_build_iota(w, i64_of(w), 1, &b->n, 0), *none = all(w, b->n, 1, &b->n);
    grn_value *candidates = b->counted ? select(w, b->counted, positions, none) : positions;
    grn_value *first = scattered(w, GRN_COMBINE_MIN, all(w, b->n, 1, &b->bags), b->ids, true, candidates);
    grn_value *is_first = compare(w, "EQ", positions, gathered(w, first, b->ids));
    grn_value *least = identity(w, GRN_TORCH_LEAST, element, 2, b->rows);
    grn_value *of_nan =
        select(w, along_rows(w, is_first, b->rows), identity(w, GRN_TORCH_GREATEST, element, 2, b->rows), least);
    grn_value *v = select(w, compare(w, "NE", b->gathered, b->gathered), of_nan, b->gathered);
    return b->counted ? select(w, along_rows(w, b->counted, b->rows), v, least) : v;
}

/* The first entry that reaches the maximum, n where a bag has none: [bags, D]. */
static grn_value *first_entries(const bag *b)
{
    grn_rewrite *w = b->w;
    grn_value *rows = ordered_rows(b);
    grn_value *most =
        !rows ? NULL
              : scattered(w, GRN_COMBINE_MAX, identity(w, GRN_TORCH_LEAST, rows->type->element, 2, b->result), b->ids,
                          true, rows);
    grn_value *reaches = compare(w, "EQ", rows, gathered(w, most, b->ids));
    if (b->counted)
        reaches = binary(w, "stablehlo.and", reaches, along_rows(w, b->counted, b->rows));
    grn_value *positions = grn_build_iota(w, i64_of(w), 2, b->rows, 0);
    return scattered(w, GRN_COMBINE_MIN, all(w, b->n, 2, b->result), b->ids, true,
                     select(w, reaches, positions, all(w, b->n, 2, b->rows)));
}

static void maximum(const bag *b, grn_value **values, grn_value **rows)
{
    grn_rewrite *w = b->w;
    const grn_type *element = b->gathered->type->element;
    grn_value *zero = identity(w, GRN_TORCH_ZERO, element, 2, b->result), *none = all(w, 0, 2, b->result);
    *values = zero;
    *rows = none;
    if (b->n == 0 || b->bags == 0 || b->result[1] == 0)
        return;
    grn_value *entries = first_entries(b);
    grn_value *there = compare(w, "LT", entries, all(w, b->n, 2, b->result));
    grn_value *safe = binary(w, "stablehlo.minimum", entries, all(w, b->n - 1, 2, b->result));
    *values = select(w, there, gathered_elements(w, b->gathered, safe), zero);
    *rows = select(w, there, gathered(w, b->indices, safe), none);
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
    grn_value *counts = b.mode == GRN_TORCH_BAG_SUM ? all(w, 0, 1, &b.bags) : sizes(&b);
    if (b.mode == GRN_TORCH_BAG_MAX)
        maximum(&b, &result, &rows);
    else
        result = b.mode == GRN_TORCH_BAG_MEAN ? mean(&b, sum(&b), counts) : sum(&b);
    grn_value *const by[] = {result, as_result(&b, 1, b.ids), as_result(&b, 2, counts),
                             as_result(&b, 3, rows ? rows : counts)};
    return grn_replace_all(w, by);
}

/* ---- segments -------------------------------------------------------------------------------- */

enum { DATA, REDUCE, LENGTHS, ENDS = 4, AXIS, INITIAL = 7 };

/*
 * Data as rows [entries, inner], and the marks where segments end, of lengths, or begin, of offsets:
 * an entry's slot is how many marks are not behind it. Slots are the segments of all positions before
 * the axis; of offsets one in front of them, and one behind those of each position, are dropped.
 */
typedef struct segments {
    grn_rewrite *w;
    const grn_op *op;
    const grn_torch_reduction *r;
    grn_value *marks_by; /* lengths or offsets */
    bool by_offsets, starts;
    unsigned char start[16];
    int64_t outer, length, entries, inner; /* length: along the axis; entries: outer * length */
    int64_t nmarks, slots;
    grn_value *slot; /* of each entry */
} segments;

/* False: a shape, a number or a word is not known, or is too large. */
static bool find_segments(segments *s)
{
    const grn_op *op = s->op;
    const grn_type *data = grn_operand_type(op, DATA), *by;
    const grn_str word = grn_torch_constant_name(op, REDUCE);
    s->by_offsets = !grn_torch_is_none(op, ENDS);
    s->marks_by = op->operands[s->by_offsets ? ENDS : LENGTHS];
    s->starts = !grn_torch_is_none(op, INITIAL);
    by = s->marks_by->type;
    if (!grn_type_has_static_shape(data) || !grn_type_has_static_shape(by) ||
        !grn_type_has_static_shape(grn_result_type(op, 0)) ||
        !(s->r = grn_torch_segment_reduction_named(word.text, word.n)) ||
        (s->starts && !grn_with_torch_scalar(op, INITIAL, data->element->dtype, s->start)))
        return false;
    const int32_t axis = by->rank - 1;
    s->length = data->shape[axis];
    if (!s->starts)
        grn_torch_store_identity(s->r->identity, data->element->dtype, s->start);
    if (!grn_shape_elements(axis, data->shape, &s->outer) || !grn_shape_elements(axis + 1, data->shape, &s->entries) ||
        !grn_shape_elements(data->rank - axis - 1, data->shape + axis + 1, &s->inner) ||
        !grn_shape_elements(by->rank, by->shape, &s->nmarks))
        return false;
    s->slots = s->nmarks + s->by_offsets;
    return true;
}

/* Marks in ascending order. False: they are not what PT-20 asks. */
static bool read_marks(const segments *s, const grn_tensor *by, int64_t *marks)
{
    const int64_t of_each = by->shape[by->rank - 1];
    int64_t last = 0;
    grn_walk walk;
    grn_walk_init(&walk, by->rank, by->shape, 1, (const int64_t *[]){by->stride});
    for (int64_t i = 0; walk.more; grn_walk_next(&walk), i++) {
        const int64_t v = grn_index_load(by->dtype, grn_tensor_at(by, walk.offset[0])), begin = i / of_each * s->length;
        const bool ends = i % of_each == of_each - 1;
        if (v < 0 || v > s->length)
            return false;
        marks[i] = s->by_offsets ? begin + v : last + v;
        if (marks[i] < last || marks[i] > begin + s->length ||
            (ends && !s->by_offsets && marks[i] != begin + s->length))
            return false;
        last = marks[i];
    }
    return true;
}

/* Of marks that are constants and pass PT-20; NULL with *status GRN_OK: they are not. */
static grn_value *constant_slots(const segments *s, grn_status *status)
{
    grn_tensor by;
    int64_t scalar = 0;
    *status = GRN_OK;
    if (!grn_constant_tensor(s->marks_by, &scalar, &by) || s->entries > GRN_MOST_EVALUATED ||
        s->nmarks > GRN_MOST_EVALUATED)
        return NULL;
    grn_arena *arena = &s->w->ir->arena;
    int64_t *marks = grn_arena_array(arena, sizeof *marks, s->nmarks > 0 ? (size_t)s->nmarks : 1),
            *slot = grn_arena_array(arena, sizeof *slot, s->entries > 0 ? (size_t)s->entries : 1);
    if (!marks || !slot)
        return *status = grn_no_memory(s->w), NULL;
    if (!read_marks(s, &by, marks))
        return NULL;
    for (int64_t e = 0, k = 0; e < s->entries; e++) {
        while (k < s->nmarks && marks[k] <= e)
            k++;
        slot[e] = k;
    }
    grn_value *v =
        grn_build_integers(s->w, i64_of(s->w), 1, &s->entries, s->entries > 0 ? (size_t)s->entries : 1, slot);
    return v ? v : (*status = grn_no_memory(s->w), NULL);
}

/* Where the data of each offset begins: [outer, offsets]. */
static grn_value *begins_of(const segments *s)
{
    const int64_t shape[] = {s->outer, s->outer > 0 ? s->nmarks / s->outer : 0};
    grn_value *v = binary(s->w, "stablehlo.multiply", grn_build_iota(s->w, i64_of(s->w), 2, shape, 0),
                          all(s->w, s->length, 2, shape));
    return v ? grn_build_reshape(s->w, v, 1, &s->nmarks) : NULL;
}

/* A one at each mark; a slot is the running sum of them. */
static grn_value *computed_slots(const segments *s)
{
    static const int64_t zero = 0;
    const int64_t places = s->entries + 1;
    grn_rewrite *w = s->w;
    grn_value *flat = grn_build_reshape(w, s->marks_by, 1, &s->nmarks);
    grn_value *marks = flat ? grn_build_convert(w, flat, i64_of(w)) : NULL;
    if (!s->by_offsets)
        marks = running_sums(w, marks);
    else if (s->outer != 1)
        marks = binary(w, "stablehlo.add", marks, begins_of(s));
    grn_value *ones = scattered(w, GRN_COMBINE_ADD, all(w, 0, 1, &places), marks, false, all(w, 1, 1, &s->nmarks));
    return ones ? running_sums(w, grn_build_slice(w, ones, &zero, &s->entries)) : NULL;
}

/* By how many entries a slot has, in the dtype; of none NaN, or what it starts with. */
static grn_value *segment_means(const segments *s, grn_value *sum)
{
    grn_rewrite *w = s->w;
    if (!sum)
        return NULL;
    const grn_type *t = sum->type;
    grn_value *counts =
        scattered(w, GRN_COMBINE_ADD, all(w, 0, 1, &s->slots), s->slot, true, all(w, 1, 1, &s->entries));
    grn_value *divisor = binary(w, "stablehlo.maximum", counts, all(w, 1, 1, &s->slots));
    divisor = divisor ? along_rows(w, grn_build_convert(w, divisor, t->element), t->shape) : NULL;
    grn_value *quotient = binary(w, "stablehlo.divide", sum, divisor);
    unsigned char nan[16];
    if (s->starts || !quotient)
        return quotient;
    grn_scalar_store(&(grn_scalar){.dtype = t->element->dtype, .f = NAN}, t->element->dtype, nan);
    grn_value *empty = compare(w, "EQ", counts, all(w, 0, 1, &s->slots));
    return select(w, along_rows(w, empty, t->shape), grn_build_splat(w, t->element, 2, t->shape, nan), quotient);
}

/* The segments of [slots, inner], as the result's type has them. */
static grn_value *without_dropped(const segments *s, grn_value *v)
{
    const grn_type *out = grn_result_type(s->op, 0);
    const int64_t of_each = s->outer > 0 ? s->nmarks / s->outer : 0;
    static const int64_t none[3] = {0}, first[] = {1, 0};
    if (v && s->by_offsets) {
        const int64_t all_of[] = {s->slots, s->inner}, shape[] = {s->outer, of_each, s->inner},
                      kept[] = {s->outer, of_each > 0 ? of_each - 1 : 0, s->inner};
        v = grn_build_slice(s->w, v, first, all_of);
        v = v ? grn_build_reshape(s->w, v, 3, shape) : NULL;
        v = v ? grn_build_slice(s->w, v, none, kept) : NULL;
    }
    return v ? grn_build_reshape(s->w, v, out->rank, out->shape) : NULL;
}

grn_status grn_with_torch_import_segment_reduce(grn_rewrite *w, const grn_op *op)
{
    segments s = {.w = w, .op = op};
    grn_status status;
    if (!find_segments(&s))
        return grn_not_imported(w, "has a shape or a number that is not known");
    s.slot = constant_slots(&s, &status);
    if (status != GRN_OK)
        return status;
    if (!s.slot)
        s.slot = computed_slots(&s);
    const int64_t rows[] = {s.entries, s.inner}, full[] = {s.slots, s.inner};
    const grn_type *element = grn_operand_type(op, DATA)->element;
    grn_value *v = scattered(w, s.r->combiner, grn_build_splat(w, element, 2, full, s.start), s.slot, true,
                             grn_build_reshape(w, op->operands[DATA], 2, rows));
    return grn_replace(w, without_dropped(&s, s.r->divides ? segment_means(&s, v) : v));
}

/* ---- masks and counts ------------------------------------------------------------------------ */

/* How many places before an element, itself among them, are true, less one: of what is flat. */
static grn_value *ranks(grn_rewrite *w, grn_value *mask)
{
    grn_value *sums = mask ? running_sums(w, grn_build_convert(w, mask, i64_of(w))) : NULL;
    return sums ? binary(w, "stablehlo.subtract", sums, all(w, 1, 1, sums->type->shape)) : NULL;
}

static bool is_static(const grn_op *op)
{
    bool known = true;
    for (size_t i = 0; i < op->noperands; i++)
        known = known &&
                (!grn_type_is_tensor(grn_operand_type(op, i)) || grn_type_has_static_shape(grn_operand_type(op, i)));
    return known && grn_type_has_static_shape(grn_result_type(op, 0));
}

/* A true place has the element of source whose number is that of the true places before it. */
grn_status grn_with_torch_import_masked_scatter(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *source = grn_operand_type(op, 2);
    int64_t n, from;
    if (!is_static(op) || !grn_shape_elements(t->rank, t->shape, &n) ||
        !grn_shape_elements(source->rank, source->shape, &from) || (n > 0 && from == 0))
        return grn_not_imported(w, "has a shape that is not known, or nothing in source");
    grn_value *self = grn_spread(w, op->operands[0], t->rank, t->shape),
              *mask = grn_spread(w, op->operands[1], t->rank, t->shape);
    grn_value *flat = mask ? grn_build_reshape(w, mask, 1, &n) : NULL;
    grn_value *places = select(w, flat, ranks(w, flat), all(w, 0, 1, &n));
    grn_value *values = gathered(w, grn_build_reshape(w, op->operands[2], 1, &from), places);
    return grn_replace(w, select(w, mask, values ? grn_build_reshape(w, values, t->rank, t->shape) : NULL, self));
}

/* The length that the type says is the result's: a value beyond is out of range. */
grn_status grn_with_torch_import_bincount(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *input = grn_operand_type(op, 0);
    const bool weighs = !grn_torch_is_none(op, 1);
    if (!is_static(op))
        return grn_not_imported(w, "goes by how many values there are of a kind, which has no counterpart");
    grn_value *added = weighs ? grn_build_convert(w, op->operands[1], t->element) : all(w, 1, 1, input->shape);
    grn_value *bins = identity(w, GRN_TORCH_ZERO, t->element, 1, t->shape);
    return grn_replace(
        w, scattered(w, GRN_COMBINE_ADD, bins, grn_build_convert(w, op->operands[0], i64_of(w)), false, added));
}
