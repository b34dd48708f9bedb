/*
 * scatter.c - ids in any order by a scatter: the result is filled with what segments begin with, and
 * entries are combined where their ids say, in ascending order. It reads data as it lies, where
 * lists read rows by their numbers; which is faster depends on how much of the result is near.
 */
#include "segments/plan.h"

static const grn_combiner combiners[GRN_SEGMENT_OP_COUNT] = {
    [GRN_SEGMENT_SUM] = GRN_COMBINE_ADD, [GRN_SEGMENT_MEAN] = GRN_COMBINE_ADD, [GRN_SEGMENT_PRODUCT] = GRN_COMBINE_MUL,
    [GRN_SEGMENT_MIN] = GRN_COMBINE_MIN, [GRN_SEGMENT_MAX] = GRN_COMBINE_MAX,
};

/* Whether a scatter gives the same bits. f16 and bf16 are rounded by it at each step. */
static bool gives_same_bits(const grn_segment_problem *p)
{
    const grn_segment_spec *spec = &p->spec;
    const bool is_float = grn_dtype_class_of(p->data.dtype) == GRN_CLASS_FLOAT;
    const bool extreme = spec->op == GRN_SEGMENT_MIN || spec->op == GRN_SEGMENT_MAX;
    return grn_segment_is_ids(spec->form) && !p->by_position && !p->has_weights && !p->has_arg &&
           !grn_segment_is_fused(spec->op) && spec->divisor == GRN_SEGMENT_BY_COUNT &&
           (!is_float || extreme || grn_segment_inside(p->data.dtype) == p->data.dtype) &&
           (!is_float || !extreme || spec->nan == GRN_SEGMENT_NAN_PROPAGATES) &&
           (spec->empty != GRN_SEGMENT_EMPTY_KEEP || spec->start == GRN_SEGMENT_START_RESULT) &&
           !(spec->empty == GRN_SEGMENT_EMPTY_START && spec->start == GRN_SEGMENT_START_INITIAL && is_float);
}

/* Rows of at least so many bytes are read by segment as fast as they are combined where they lie. */
#define LONG_ROW_BYTES 512

/* Sorted segments of most dtypes have kernels of many segments. Of others, rows that are not long are combined
 * sooner than their ids are sorted, and so are those of a result that stays in the last cache. */
static bool is_faster(const grn_segment_problem *p)
{
    grn_machine machine = {.size_bytes = sizeof machine};
    const int64_t rows = p->nsegments > 0 ? p->nsegments : 1;
    const size_t bytes = grn_tensor_bytes(&p->result);
    if (p->spec.form == GRN_SEGMENT_SORTED_IDS &&
        grn_segment_batch_named(grn_kernels_here()->name, p->data.dtype) != NULL)
        return false;
    if (bytes / (size_t)rows < (p->spec.form == GRN_SEGMENT_IDS ? LONG_ROW_BYTES : GRN_LINE_BYTES))
        return true;
    grn_machine_here(&machine);
    return p->spec.form == GRN_SEGMENT_IDS && (double)bytes <= machine.last_bytes / 4;
}

bool grn_segment_scatters(const grn_segment_problem *p)
{
    return gives_same_bits(p) && grn_tensor_elements(&p->result) > 0 && is_faster(p);
}

/* Ids that are an error have been found before. */
void grn_segment_scatter_spec(const grn_segment_problem *p, grn_scatter_spec *out)
{
    *out = (grn_scatter_spec){.combiner = combiners[p->spec.op]};
    out->index.bounds = p->spec.ids == GRN_SEGMENT_IDS_CLIP ? GRN_BOUNDS_CLAMP : GRN_BOUNDS_SKIP;
    out->index.grain = GRN_GRAIN_WINDOW;
    out->index.indices_are_sorted = p->spec.form == GRN_SEGMENT_SORTED_IDS;
    const int32_t before = p->by_position ? p->spec.axis : 0;
    out->dims.index_vector_dim = before + 1;
    out->dims.start_index_map = out->dims.collapsed_slice_dims = (grn_dims){1, {p->spec.axis}};
    for (int32_t d = 0; d < p->data.rank; d++) {
        grn_dims *list = d < before ? &out->dims.operand_batching_dims : &out->dims.offset_dims;
        if (d != p->spec.axis)
            list->v[list->count++] = d;
    }
    out->dims.start_indices_batching_dims = out->dims.operand_batching_dims;
}

void grn_segment_begin_scatter(const grn_segment_problem *p)
{
    unsigned char element[16];
    if (p->spec.start == GRN_SEGMENT_START_RESULT)
        return;
    grn_segment_identity(p->spec.op, p->data.dtype, element);
    grn_tensor_fill(&p->result, p->spec.start == GRN_SEGMENT_START_INITIAL ? p->spec.initial : element);
}

static void count(const grn_segment_problem *p, int64_t *counts)
{
    int64_t id[GRN_BLOCK];
    for (int64_t s = 0; s < p->nsegments; s++)
        counts[s] = 0;
    for (int64_t first = 0; first < p->nentries; first += GRN_BLOCK) {
        const int64_t n = p->nentries - first < GRN_BLOCK ? p->nentries - first : GRN_BLOCK;
        grn_segment_read_block(p, 0, first, n, id);
        for (int64_t i = 0; i < n; i++) {
            const int64_t s = grn_segment_of_id(p, id[i]);
            if (s >= 0)
                counts[s]++;
        }
    }
}

/* What of segment s is at `to`, `columns` elements `step` apart. */
static void finish(const grn_segment_plan *plan, const grn_segment_problem *p, int64_t entries, char *to)
{
    const int64_t n = plan->columns.extent, step = plan->columns.stride[GRN_SEG_RESULT];
    const int64_t bytes = step * (int64_t)grn_dtype_bytes(p->result.dtype);
    const double divisor = grn_dtype_class_of(p->data.dtype) == GRN_CLASS_FLOAT
                               ? grn_segment_rounded(p->data.dtype, (double)entries)
                               : (double)entries;
    double acc[GRN_SEGMENT_COLUMNS];
    for (int64_t k = 0; entries == 0 && k < n; k++)
        grn_segment_store_empty(p, to + k * bytes);
    for (int64_t k = 0, some; entries > 0 && k < n; k += some) {
        some = n - k < GRN_SEGMENT_COLUMNS ? n - k : GRN_SEGMENT_COLUMNS;
        plan->kernels->load(to + k * bytes, step, some, acc);
        plan->kernels->divide(acc, some, &divisor, 0, false);
        plan->kernels->store(acc, some, to + k * bytes, step);
    }
}

/* An empty segment has what the scatter was begun with. */
static bool is_finished(const grn_segment_problem *p)
{
    return p->spec.op != GRN_SEGMENT_MEAN &&
           (p->spec.empty == GRN_SEGMENT_EMPTY_START || p->spec.empty == GRN_SEGMENT_EMPTY_KEEP ||
            (p->spec.empty == GRN_SEGMENT_EMPTY_ZERO && p->spec.op == GRN_SEGMENT_SUM &&
             p->spec.start == GRN_SEGMENT_START_IDENTITY));
}

void grn_segment_finish_scatter(const grn_segment_plan *plan, const grn_segment_problem *p, int64_t *counts)
{
    if (is_finished(p))
        return;
    count(p, counts);
    for (int64_t line = 0; line < plan->positions * plan->lines; line++) {
        int64_t at[GRN_SEG_TENSORS], segments;
        grn_segment_begin_of(plan, p, line, at, &segments);
        for (int64_t s = 0; s < p->nsegments; s++)
            if (counts[s] == 0 || p->spec.op == GRN_SEGMENT_MEAN)
                finish(plan, p, counts[s],
                       grn_tensor_at(&p->result, at[GRN_SEG_RESULT] + s * plan->entries.stride[GRN_SEG_RESULT]));
    }
}
