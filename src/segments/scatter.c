/*
 * scatter.c - ids by a scatter: the result is filled with what segments begin with, and entries are
 * combined where their ids say, in ascending order. It reads data as it lies, where lists read rows by
 * their numbers.
 */
#include "segments/plan.h"

static const grn_combiner combiners[GRN_SEGMENT_OP_COUNT] = {
    [GRN_SEGMENT_SUM] = GRN_COMBINE_ADD, [GRN_SEGMENT_MEAN] = GRN_COMBINE_ADD, [GRN_SEGMENT_PRODUCT] = GRN_COMBINE_MUL,
    [GRN_SEGMENT_MIN] = GRN_COMBINE_MIN, [GRN_SEGMENT_MAX] = GRN_COMBINE_MAX,
};

/* f16 and bf16 are rounded at each step where they are combined in place. */
const char *grn_segment_combiner_obstacle(const grn_segment_problem *p)
{
    const grn_segment_spec *spec = &p->spec;
    const bool is_float = grn_dtype_class_of(p->data.dtype) == GRN_CLASS_FLOAT;
    const bool extreme = spec->op == GRN_SEGMENT_MIN || spec->op == GRN_SEGMENT_MAX;
    if (grn_segment_is_fused(spec->op) || p->has_weights || p->has_arg || spec->divisor != GRN_SEGMENT_BY_COUNT)
        return "more is computed than a combiner does";
    if (is_float &&
        (extreme ? spec->nan != GRN_SEGMENT_NAN_PROPAGATES : grn_segment_inside(p->data.dtype) != p->data.dtype))
        return "a combiner gives other bits";
    return NULL;
}

const char *grn_segment_scatter_obstacle(const grn_segment_plan *plan)
{
    const grn_segment_spec *spec = &plan->p.spec;
    const bool is_float = grn_dtype_class_of(plan->p.data.dtype) == GRN_CLASS_FLOAT;
    if (!grn_segment_is_ids(spec->form) || plan->p.by_position)
        return "entries have no ids that hold for all positions";
    if ((spec->empty == GRN_SEGMENT_EMPTY_KEEP && spec->start != GRN_SEGMENT_START_RESULT) ||
        (spec->empty == GRN_SEGMENT_EMPTY_START && spec->start == GRN_SEGMENT_START_INITIAL && is_float))
        return "empty segments keep bits that combining begins without";
    return grn_segment_combiner_obstacle(&plan->p);
}

grn_combiner grn_segment_combiner(grn_segment_op op) { return combiners[op]; }

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
    const double divisor = grn_segment_count_as_divisor(p->data.dtype, entries);
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

/* Else an empty segment has what it was begun with. */
static bool needs_counts(const grn_segment_problem *p)
{
    return p->spec.op == GRN_SEGMENT_MEAN ||
           !(p->spec.empty == GRN_SEGMENT_EMPTY_START || p->spec.empty == GRN_SEGMENT_EMPTY_KEEP ||
             (p->spec.empty == GRN_SEGMENT_EMPTY_ZERO && p->spec.op == GRN_SEGMENT_SUM &&
              p->spec.start == GRN_SEGMENT_START_IDENTITY));
}

static void finish_counted(const grn_segment_plan *plan, const grn_segment_problem *p, const int64_t *counts)
{
    for (int64_t line = 0; line < plan->positions * plan->lines; line++) {
        int64_t at[GRN_SEG_TENSORS], segments;
        grn_segment_begin_of(plan, p, line, at, &segments);
        for (int64_t s = 0; s < p->nsegments; s++)
            if (counts[s] == 0 || p->spec.op == GRN_SEGMENT_MEAN)
                finish(plan, p, counts[s],
                       grn_tensor_at(&p->result, at[GRN_SEG_RESULT] + s * plan->entries.stride[GRN_SEG_RESULT]));
    }
}

/* ---- as a way -------------------------------------------------------------------------------- */

static size_t count_bytes(const grn_segment_plan *plan)
{
    const size_t bytes = needs_counts(&plan->p) ? (size_t)plan->p.nsegments * sizeof(int64_t) : 0;
    return (bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES;
}

/* The scratch of a plan that is kept lies behind the counts. */
size_t grn_segment_scatter_bytes(const grn_segment_plan *plan)
{
    return count_bytes(plan) + grn_plan_scratch_bytes(plan->scatter);
}

grn_status grn_segment_run_scatter(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                   const grn_diag *diag)
{
    void *results = p->result.data;
    const void *updates = p->data.data;
    grn_scatter_spec spec;
    grn_status status = grn_segment_check_entries(p, diag);
    if (status != GRN_OK)
        return status;
    grn_segment_begin_scatter(p);
    grn_segment_scatter_spec(p, &spec);
    if (plan->scatter == NULL)
        status = grn_scatter(&spec, 1, &p->result, &p->segments, &p->data, diag);
    else
        status = grn_plan_run_scatter(
            plan->scatter, &results, p->segments.data, &updates,
            grn_plan_scratch_bytes(plan->scatter) > 0 ? (char *)scratch + count_bytes(plan) : NULL, diag);
    if (status == GRN_OK && needs_counts(p)) {
        count(p, scratch);
        finish_counted(plan, p, scratch);
    }
    return status;
}
