/* import_segment.c - torch's segment_reduce as ops of the hub: rows are scattered into their segment. */
#include <math.h>

#include "dialects/torch/import_rows.h"

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
        grn_build_integers(s->w, grn_torch_i64(s->w), 1, &s->entries, s->entries > 0 ? (size_t)s->entries : 1, slot);
    return v ? v : (*status = grn_no_memory(s->w), NULL);
}

/* Where the data of each offset begins: [outer, offsets]. */
static grn_value *begins_of(const segments *s)
{
    const int64_t shape[] = {s->outer, s->outer > 0 ? s->nmarks / s->outer : 0};
    grn_value *v = grn_build_binary(s->w, "stablehlo.multiply", grn_build_iota(s->w, grn_torch_i64(s->w), 2, shape, 0),
                                    grn_torch_everywhere(s->w, s->length, 2, shape));
    return v ? grn_build_reshape(s->w, v, 1, &s->nmarks) : NULL;
}

/* A one at each mark; a slot is the running sum of them. */
static grn_value *computed_slots(const segments *s)
{
    static const int64_t zero = 0;
    const int64_t places = s->entries + 1;
    grn_rewrite *w = s->w;
    grn_value *flat = grn_build_reshape(w, s->marks_by, 1, &s->nmarks);
    grn_value *marks = flat ? grn_build_convert(w, flat, grn_torch_i64(w)) : NULL;
    if (!s->by_offsets)
        marks = grn_torch_running_sums(w, marks);
    else if (s->outer != 1)
        marks = grn_build_binary(w, "stablehlo.add", marks, begins_of(s));
    grn_value *ones = grn_torch_scatter_rows(w, GRN_COMBINE_ADD, grn_torch_everywhere(w, 0, 1, &places), marks, false,
                                             grn_torch_everywhere(w, 1, 1, &s->nmarks));
    return ones ? grn_torch_running_sums(w, grn_build_slice(w, ones, &zero, &s->entries)) : NULL;
}

/* By how many entries a slot has, in the dtype; of none NaN, or what it starts with. */
static grn_value *segment_means(const segments *s, grn_value *sum)
{
    grn_rewrite *w = s->w;
    if (!sum)
        return NULL;
    const grn_type *t = sum->type;
    grn_value *counts = grn_torch_scatter_rows(w, GRN_COMBINE_ADD, grn_torch_everywhere(w, 0, 1, &s->slots), s->slot,
                                               true, grn_torch_everywhere(w, 1, 1, &s->entries));
    grn_value *divisor = grn_build_binary(w, "stablehlo.maximum", counts, grn_torch_everywhere(w, 1, 1, &s->slots));
    divisor = divisor ? grn_torch_along_rows(w, grn_build_convert(w, divisor, t->element), t->shape) : NULL;
    grn_value *quotient = grn_build_binary(w, "stablehlo.divide", sum, divisor);
    unsigned char nan[16];
    if (s->starts || !quotient)
        return quotient;
    grn_scalar_store(&(grn_scalar){.dtype = t->element->dtype, .f = NAN}, t->element->dtype, nan);
    grn_value *empty = grn_build_compare(w, "EQ", counts, grn_torch_everywhere(w, 0, 1, &s->slots));
    return grn_build_select(w, grn_torch_along_rows(w, empty, t->shape),
                            grn_build_splat(w, t->element, 2, t->shape, nan), quotient);
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
    grn_value *v = grn_torch_scatter_rows(w, s.r->combiner, grn_build_splat(w, element, 2, full, s.start), s.slot, true,
                                          grn_build_reshape(w, op->operands[DATA], 2, rows));
    return grn_replace(w, without_dropped(&s, s.r->divides ? segment_means(&s, v) : v));
}
