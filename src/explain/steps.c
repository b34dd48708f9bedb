/* steps.c - the steps of one element, and the updates that reach one. */
#include <inttypes.h>
#include <string.h>

#include "explain/explain.h"

const char *grn_explain_end_text(grn_explain_end end)
{
    static const char *const text[] = {
#define END_TEXT(name, spelled) [GRN_EXPLAIN_##name] = spelled,
        GRN_EXPLAIN_ENDS(END_TEXT)
#undef END_TEXT
    };
    return (unsigned)end < GRN_COUNT(text) ? text[end] : "unknown";
}

/* ---- one element ----------------------------------------------------------------------------- */

static void starts(const grn_meaning *m, grn_explained *e)
{
    e->components = m->dims->start_index_map.count;
    grn_raw_start_index(m, e->batch_index, e->raw_start_index);
    grn_full_start_index(m, e->batch_index, e->full_start_index);
    for (int32_t d = 0; d < m->operand->rank; d++)
        e->wanted_start_index[d] = 0;
    for (int32_t k = 0; k < e->components; k++) {
        int64_t d = m->dims->start_index_map.v[k], dim = m->operand->shape[d];
        grn_index_rule unwrapped = m->rule;
        unwrapped.wrap_negative = false;
        e->start_index[k] = grn_start_of_index(&m->rule, dim, e->raw_start_index[k]);
        e->wrapped[k] = grn_start_of_index(&unwrapped, dim, e->raw_start_index[k]) != e->start_index[k];
        e->outside[k] = e->start_index[k] < 0 || e->start_index[k] > dim - m->window[d];
        e->wanted_start_index[d] = e->start_index[k];
    }
    for (int32_t d = 0; d < m->operand->rank; d++)
        e->clamped[d] = e->full_start_index[d] != e->wanted_start_index[d];
}

static bool any(const bool *flags, int32_t n)
{
    bool found = false;
    for (int32_t i = 0; i < n; i++)
        found |= flags[i];
    return found;
}

static grn_explain_end end_of(const grn_meaning *m, const grn_explained *e, bool reaches)
{
    if (m->rule.bounds == GRN_BOUNDS_ERROR && any(e->outside, e->components))
        return GRN_EXPLAIN_OUT_OF_RANGE;
    if (!reaches)
        return e->is_scatter ? GRN_EXPLAIN_DROPPED : GRN_EXPLAIN_FILLED;
    return any(e->clamped, e->operand_rank) ? GRN_EXPLAIN_CLAMPED : GRN_EXPLAIN_REACHED;
}

void grn_explain_steps(const grn_meaning *m, bool is_scatter, int32_t dense_rank, const int64_t *dense_index,
                       grn_explained *e)
{
    *e = (grn_explained){.is_scatter = is_scatter, .dense_rank = dense_rank, .operand_rank = m->operand->rank};
    e->offset_rank = m->dims->offset_dims.count;
    e->batch_rank = dense_rank - e->offset_rank;
    memcpy(e->dense_index, dense_index, (size_t)dense_rank * sizeof *dense_index);
    grn_split_index(m->dims, dense_rank, dense_index, e->batch_index, e->offset_index);
    starts(m, e);
    grn_full_batching_index(m, e->batch_index, e->full_batching_index);
    grn_full_offset_index(m, e->offset_index, e->full_offset_index);
    e->end = end_of(m, e, grn_operand_index(m, e->batch_index, e->offset_index, e->operand_index));
}

/* ---- arguments from outside ------------------------------------------------------------------ */

static grn_status outside(grn_place place, const char *name, const grn_tensor *t, const int64_t *at,
                          const grn_diag *diag)
{
    char seen[GRN_LIST_BYTES], shape[GRN_LIST_BYTES];
    return grn_fail(diag, place, GRN_E_ARGUMENT, "there is no element %s of %s, its shape is %s",
                    grn_list_text(at, t->rank, seen), name, grn_list_text(t->shape, t->rank, shape));
}

/* `at` has as many entries as the tensor has dimensions. */
static grn_status check_inside(grn_place place, const char *name, const grn_tensor *t, const int64_t *at,
                               const grn_diag *diag)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (at[d] < 0 || at[d] >= t->shape[d])
            return outside(place, name, t, at, diag);
    return grn_tensor_elements(t) == 0 ? outside(place, name, t, at, diag) : GRN_OK;
}

grn_status grn_check_at(grn_place place, const char *name, const grn_tensor *t, size_t nat, const int64_t *at,
                        const grn_diag *diag)
{
    char shape[GRN_LIST_BYTES];
    if (nat != (size_t)t->rank)
        return grn_fail(diag, place, GRN_E_ARGUMENT,
                        "an element of %s is named by %" PRId32 " numbers, not by %zu: its shape is %s", name, t->rank,
                        nat, grn_list_text(t->shape, t->rank, shape));
    return check_inside(place, name, t, at, diag);
}

grn_status grn_explain_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                              const int64_t *result_index, const grn_diag *diag, grn_explained *out)
{
    grn_tensor result = {.data = NULL};
    grn_meaning m;
    if (!spec || !result_index || !out)
        return grn_fail_null(!spec ? "spec" : !result_index ? "result_index" : "out", diag);
    grn_status status = grn_gather_shape(spec, operand, indices, diag, &result.rank, result.shape);
    if (status == GRN_OK)
        status = grn_check_data(indices, "indices", diag);
    if (status == GRN_OK)
        status = check_inside(grn_no_place, "result", &result, result_index, diag);
    if (status != GRN_OK)
        return status;
    grn_gather_meaning(spec, operand, indices, &m);
    grn_explain_steps(&m, false, result.rank, result_index, out);
    return GRN_OK;
}

/* The caller's region is not called here. Where the combiner is missing, a default one stands
 * in. */
static grn_status no_region(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_OK;
}

grn_status grn_explain_update(const grn_scatter_spec *spec, const grn_tensor *input, const grn_tensor *indices,
                              const grn_tensor *updates, const int64_t *update_index, const grn_diag *diag,
                              grn_explained *out)
{
    grn_meaning m;
    if (!spec || !update_index || !out)
        return grn_fail_null(!spec ? "spec" : !update_index ? "update_index" : "out", diag);
    grn_scatter_spec own = *spec;
    if (own.region == NULL)
        own.region = no_region;
    grn_status status = grn_scatter_check(&own, 1, input, indices, updates, diag);
    if (status == GRN_OK)
        status = grn_check_data(indices, "indices", diag);
    if (status == GRN_OK)
        status = check_inside(grn_no_place, "updates", updates, update_index, diag);
    if (status != GRN_OK)
        return status;
    grn_scatter_meaning(&own, input, indices, updates, &m);
    grn_explain_steps(&m, true, updates->rank, update_index, out);
    return GRN_OK;
}

/* ---- all updates of an element --------------------------------------------------------------- */

typedef union element {
    unsigned char bytes[16];
    double alignment;
    int64_t alignment_too;
} element;

typedef struct search {
    const grn_scatter_spec *spec;
    size_t ninputs;
    const grn_tensor *updates;
    const int64_t *result_index;
    const grn_update_visitor *visitor;
    grn_meaning meaning;
    uint64_t found;
    element before[GRN_MAX_INPUTS], after[GRN_MAX_INPUTS];
    const void *before_of[GRN_MAX_INPUTS], *update_of[GRN_MAX_INPUTS], *after_of[GRN_MAX_INPUTS];
    void *current_of[GRN_MAX_INPUTS];
} search;

static grn_status combine(search *s)
{
    if (s->spec->combiner == GRN_COMBINE_REGION)
        return s->spec->region(s->spec->region_user, 1, s->current_of, s->update_of);
    for (size_t i = 0; i < s->ninputs; i++)
        grn_combine_element(s->spec->combiner, s->updates[i].dtype, s->current_of[i], s->update_of[i]);
    return GRN_OK;
}

/* The update at update_index reaches the element: the running value goes on. */
static grn_status apply(search *s, const int64_t *update_index)
{
    grn_explained steps;
    grn_explain_steps(&s->meaning, true, s->updates->rank, update_index, &steps);
    for (size_t i = 0; i < s->ninputs; i++) {
        s->before[i] = s->after[i];
        s->update_of[i] = grn_tensor_at(&s->updates[i], grn_offset_in(&s->updates[i], update_index));
    }
    grn_status status = combine(s);
    if (status != GRN_OK)
        return status;
    const grn_explained_update update = {&steps, s->found++, s->ninputs, s->before_of, s->update_of, s->after_of};
    return s->visitor->visit(s->visitor->user, &update);
}

static grn_status try_update(search *s, const int64_t *update_index)
{
    int64_t batch_index[GRN_MAX_RANK], offset_index[GRN_MAX_RANK], at[GRN_MAX_RANK];
    grn_split_index(s->meaning.dims, s->updates->rank, update_index, batch_index, offset_index);
    if (!grn_operand_index(&s->meaning, batch_index, offset_index, at) ||
        memcmp(at, s->result_index, (size_t)s->meaning.operand->rank * sizeof *at) != 0)
        return GRN_OK;
    return apply(s, update_index);
}

/* The one position in the window of the index vector at batch_index that could be the element;
 * false: none is. */
static bool offset_of(const search *s, const int64_t *batch_index, int64_t *offset_index)
{
    const grn_meaning *m = &s->meaning;
    int64_t start[GRN_MAX_RANK], batching[GRN_MAX_RANK];
    int32_t n = 0;
    grn_full_start_index(m, batch_index, start);
    grn_full_batching_index(m, batch_index, batching);
    for (int32_t d = 0; d < m->operand->rank; d++) {
        int64_t from = s->result_index[d] - batching[d];
        if (start[d] > from || start[d] <= from - m->window[d])
            return false;
        if (!grn_dim_is_dropped(m->dims, d))
            offset_index[n++] = from - start[d];
    }
    return true;
}

static bool window_dims_are_last(const search *s)
{
    const grn_dims *offset_dims = &s->spec->dims.offset_dims;
    for (int32_t i = 0; i < offset_dims->count; i++)
        if (offset_dims->v[i] != s->updates->rank - offset_dims->count + i)
            return false;
    return true;
}

/* Index vector by index vector: where the window's dims are the last, that is the order of the
 * updates. */
static grn_status search_by_vector(search *s)
{
    int64_t shape[GRN_MAX_RANK], update_index[GRN_MAX_RANK];
    int32_t rank = grn_batch_shape(&s->meaning, shape);
    grn_status status = GRN_OK;
    grn_walk w;
    for (grn_walk_init(&w, rank, shape, 0, NULL); status == GRN_OK && w.more; grn_walk_next(&w)) {
        memcpy(update_index, w.index, (size_t)rank * sizeof *update_index);
        if (offset_of(s, w.index, update_index + rank))
            status = try_update(s, update_index);
    }
    return status;
}

static grn_status search_by_update(search *s)
{
    grn_status status = GRN_OK;
    grn_walk w;
    for (grn_walk_init(&w, s->updates->rank, s->updates->shape, 0, NULL); status == GRN_OK && w.more; grn_walk_next(&w))
        status = try_update(s, w.index);
    return status;
}

static void begin_search(search *s, const grn_tensor *inputs, const grn_tensor *indices)
{
    grn_scatter_meaning(s->spec, inputs, indices, s->updates, &s->meaning);
    for (size_t i = 0; i < s->ninputs; i++) {
        const void *value = grn_tensor_at(&inputs[i], grn_offset_in(&inputs[i], s->result_index));
        memcpy(&s->after[i], value, grn_dtype_bytes(inputs[i].dtype));
        s->before_of[i] = &s->before[i];
        s->after_of[i] = s->current_of[i] = &s->after[i];
    }
}

static grn_status check_values(size_t ninputs, const grn_tensor *inputs, const grn_tensor *indices,
                               const grn_tensor *updates, const grn_diag *diag)
{
    grn_status status = grn_check_data(indices, "indices", diag);
    for (size_t i = 0; status == GRN_OK && i < ninputs; i++) {
        status = grn_check_data(&inputs[i], "inputs", diag);
        if (status == GRN_OK)
            status = grn_check_data(&updates[i], "updates", diag);
    }
    return status;
}

grn_status grn_explain_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *inputs,
                               const grn_tensor *indices, const grn_tensor *updates, const int64_t *result_index,
                               const grn_update_visitor *visitor, const grn_diag *diag)
{
    if (!result_index || !visitor || !visitor->visit)
        return grn_fail_null(!result_index ? "result_index" : !visitor ? "visitor" : "visit", diag);
    grn_status status = grn_scatter_check(spec, ninputs, inputs, indices, updates, diag);
    if (status == GRN_OK)
        status = check_values(ninputs, inputs, indices, updates, diag);
    if (status == GRN_OK)
        status = check_inside(grn_no_place, "result", inputs, result_index, diag);
    if (status != GRN_OK)
        return status;
    search s = {.spec = spec, .ninputs = ninputs, .updates = updates, .result_index = result_index, .visitor = visitor};
    begin_search(&s, inputs, indices);
    return window_dims_are_last(&s) ? search_by_vector(&s) : search_by_update(&s);
}
