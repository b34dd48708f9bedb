/*
 * slices.c - dynamic slices and updates that are cut across, as gathers and scatters of one index
 * vector, whose windows have positions with owners (windows.c).
 */
#include "shard/starts.h"

int64_t grn_part_type_bytes(const grn_type *t)
{
    int64_t bytes = t->element->dtype ? (int64_t)grn_dtype_bytes(t->element->dtype) : 0;
    for (int32_t d = 0; d < t->rank; d++)
        bytes = grn_mul_i64(bytes, t->shape[d], &bytes) ? bytes : INT64_MAX;
    return bytes;
}

/* The dimensions of which a slice has less than all. */
static bool is_cut_across(const grn_sharder *s, const grn_value *operand, const grn_type *slice)
{
    const grn_division *d = grn_part_of(s, operand);
    bool across = false;
    for (int32_t i = 0; i < d->rank; i++)
        across |= d->dims[i].axes.count && slice->shape[i] < operand->type->shape[i];
    return across;
}

/* A vector of where a slice begins, moved to where it fits, along the dimensions of which it has
 * less than all: *map. */
static grn_value *slice_starts(grn_sharder *s, const grn_op *op, size_t first, const grn_type *slice, grn_dims *map)
{
    const grn_type *whole = grn_operand_type(op, 0), *i64 = grn_type_integer(s->w.ir, 64, GRN_SIGNLESS);
    const int64_t one = 1;
    grn_value *parts[GRN_MAX_RANK];
    for (int32_t d = 0; d < whole->rank; d++) {
        if (slice->shape[d] == whole->shape[d])
            continue;
        grn_value *v = grn_part_widen(s, op->operands[first + (size_t)d], i64);
        v = grn_part_clamp(s, v, whole->shape[d] - slice->shape[d]);
        parts[map->count] = v ? grn_build_reshape(&s->w, v, 1, &one) : NULL;
        if (!parts[map->count])
            return NULL;
        map->v[map->count++] = d;
    }
    return map->count == 1 ? parts[0] : grn_build_concatenate(&s->w, (size_t)map->count, parts, 0);
}

/* A gather from, or scatter into, operand 0 by one vector, windows of all dimensions. */
static grn_op *slice_as_access(grn_sharder *s, grn_op *op, size_t first, const grn_type *slice)
{
    const bool is_scatter = first > 1;
    grn_hub hub = {.is_scatter = is_scatter,
                   .combiner = GRN_COMBINE_REPLACE,
                   .ninputs = 1,
                   .operands = &op->operands[0],
                   .updates = is_scatter ? &op->operands[1] : NULL,
                   .result = op->results[0].type,
                   .rule = {.bounds = is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP}};
    for (int32_t d = 0; d < slice->rank; d++) {
        hub.dims.offset_dims.v[hub.dims.offset_dims.count++] = d;
        hub.slice_sizes.v[hub.slice_sizes.count++] = slice->shape[d];
    }
    hub.indices = slice_starts(s, op, first, slice, &hub.dims.start_index_map);
    return hub.indices ? grn_part_make_access(s, &hub) : NULL;
}

typedef struct slice_row {
    const char *op;
    size_t first; /* operand from which on starts are */
} slice_row;

static const slice_row *slice_row_of(const grn_op *op)
{
    static const slice_row rows[] = {{"stablehlo.dynamic_slice", 1}, {"stablehlo.dynamic_update_slice", 2}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_str_is(op->name, rows[i].op))
            return &rows[i];
    return NULL;
}

grn_status grn_part_slice_access(grn_sharder *s, grn_op *op, grn_op **made)
{
    const slice_row *row = slice_row_of(op);
    *made = NULL;
    if (!row || op->operands[0]->type->rank == 0)
        return GRN_OK;
    const grn_type *slice = row->first == 1 ? op->results[0].type : op->operands[1]->type;
    /* a larger part of the whole would not be worth it */
    if (!is_cut_across(s, op->operands[0], slice) ||
        grn_part_type_bytes(slice) > grn_part_type_bytes(op->operands[0]->type) / 4)
        return GRN_OK;
    *made = slice_as_access(s, op, row->first, slice);
    return *made ? GRN_OK : grn_no_memory(&s->w);
}
