/* census.c - index vectors one by one, in row-major order of the indices. */
#include "access/meaning.h"
#include "survey/census.h"
#include "survey/survey.h"

typedef struct counting {
    grn_meaning m;
    grn_lint_counts *to;
    int32_t batch_rank;
    int64_t batch_shape[GRN_MAX_RANK];
    uint64_t *seen; /* where windows began, plus one: a hash table */
    size_t room;    /* a power of two */
    int64_t before[GRN_MAX_RANK];
    bool has_before;
} counting;

static void begin(const grn_problem *x, grn_lint_counts *to, counting *c)
{
    *c = (counting){.to = to};
    if (x->gather)
        grn_gather_meaning(x->gather, x->operand, x->indices, &c->m);
    else
        grn_scatter_meaning(x->scatter, x->operand, x->indices, x->dense, &c->m);
    c->batch_rank = grn_batch_shape(&c->m, c->batch_shape);
}

static uint64_t count_vectors(const counting *c)
{
    uint64_t n = 1;
    for (int32_t d = 0; d < c->batch_rank; d++)
        n = grn_steps_times(n, (uint64_t)c->batch_shape[d]);
    return n;
}

uint64_t grn_census_vectors(const grn_problem *x)
{
    counting c;
    begin(x, NULL, &c);
    return count_vectors(&c);
}

/* ---- one component --------------------------------------------------------------------------- */

int64_t grn_add_saturating(int64_t a, int64_t b)
{
    int64_t sum;
    return grn_add_signed_i64(a, b, &sum) ? sum : b > 0 ? INT64_MAX : INT64_MIN;
}

static void bounds_of(const grn_meaning *m, int32_t k, int64_t *low, int64_t *high)
{
    const int64_t d = m->dims->start_index_map.v[k];
    *low = m->rule.base;
    *high = grn_add_saturating(m->operand->shape[d] - m->window[d], m->rule.base);
}

void grn_census_bounds(const grn_problem *x, int32_t k, int64_t *low, int64_t *high)
{
    counting c;
    begin(x, NULL, &c);
    bounds_of(&c.m, k, low, high);
}

static bool is_out(const grn_meaning *m, int32_t k, int64_t raw)
{
    const int64_t d = m->dims->start_index_map.v[k], start = grn_start_of_index(&m->rule, m->operand->shape[d], raw);
    return start < 0 || start > m->operand->shape[d] - m->window[d];
}

/* One more of a count, by component k of a vector; negative: by none. The first places are kept. */
static void note(const counting *c, const int64_t *batch_index, const int64_t *raw, const int64_t *full, int32_t k,
                 uint64_t *count, grn_lint_index *places)
{
    const grn_dimension_numbers *dims = c->m.dims;
    const uint64_t place = (*count)++;
    if (place >= GRN_LINT_PLACES || k < 0)
        return;
    grn_lint_index *out = &places[place];
    const int64_t d = dims->start_index_map.v[k];
    *out = (grn_lint_index){.rank = c->m.indices->rank, .value = raw[k], .operand_dim = (int32_t)d};
    for (int32_t b = 0; b < c->batch_rank; b++)
        out->position[grn_batch_to_indices_dim(dims, b)] = batch_index[b];
    if (grn_has_vector_dim(dims, c->m.indices))
        out->position[dims->index_vector_dim] = k;
    bounds_of(&c->m, k, &out->low, &out->high);
    out->has_start = full[d] >= 0 && full[d] <= c->m.operand->shape[d] - c->m.window[d];
    out->start = out->has_start ? full[d] : 0;
}

/* ---- windows that begin in one place --------------------------------------------------------- */

#define MOST_SEEN ((uint64_t)1 << 26) /* vectors of one execution; of more, duplicates are not counted */

/* Windows without elements have no place. */
static bool has_elements(const grn_meaning *m)
{
    bool any = true;
    for (int32_t d = 0; d < m->operand->rank; d++)
        any = any && m->window[d] > 0;
    return any;
}

static grn_status make_table(counting *c, uint64_t vectors, const grn_allocator *allocator)
{
    if (vectors > MOST_SEEN || !has_elements(&c->m))
        return GRN_OK;
    for (c->room = 16; c->room < 2 * vectors;)
        c->room *= 2;
    c->seen = grn_allocate(allocator, c->room * sizeof *c->seen);
    if (c->seen)
        memset(c->seen, 0, c->room * sizeof *c->seen);
    return c->seen ? GRN_OK : GRN_E_MEMORY;
}

/* True: it was there. */
static bool meet(counting *c, uint64_t place)
{
    size_t at = (size_t)((place + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (c->room - 1);
    while (c->seen[at] != 0 && c->seen[at] != place + 1)
        at = (at + 1) & (c->room - 1);
    const bool was = c->seen[at] != 0;
    c->seen[at] = place + 1;
    return was;
}

static uint64_t place_of(const counting *c, const int64_t *batch_index, const int64_t *full)
{
    int64_t batching[GRN_MAX_RANK];
    uint64_t at = 0;
    grn_full_batching_index(&c->m, batch_index, batching);
    for (int32_t d = 0; d < c->m.operand->rank; d++)
        at = at * (uint64_t)c->m.operand->shape[d] + (uint64_t)(full[d] + batching[d]);
    return at;
}

/* ---- one vector ------------------------------------------------------------------------------ */

static void count_fate(grn_lint_counts *to, grn_bounds bounds)
{
    to->clamped += bounds == GRN_BOUNDS_CLAMP || bounds == GRN_BOUNDS_PROMISE;
    to->filled += bounds == GRN_BOUNDS_FILL;
    to->dropped += bounds == GRN_BOUNDS_SKIP;
    to->failed += bounds == GRN_BOUNDS_ERROR;
}

static bool is_less(const counting *c, const int64_t *a, const int64_t *b)
{
    for (int32_t d = 0; d < c->m.operand->rank; d++)
        if (a[d] != b[d])
            return a[d] < b[d];
    return false;
}

/* The first component that has this of it; -1: none. */
static int32_t find(const counting *c, const int64_t *raw, bool (*is)(const grn_meaning *m, int32_t k, int64_t raw))
{
    for (int32_t k = 0; k < c->m.dims->start_index_map.count; k++)
        if (is(&c->m, k, raw[k]))
            return k;
    return -1;
}

static bool is_negative(const grn_meaning *m, int32_t k, int64_t raw)
{
    (void)m, (void)k;
    return raw < 0;
}

static bool is_wrapped(const grn_meaning *m, int32_t k, int64_t raw)
{
    return m->rule.wrap_negative && raw < m->rule.base && !is_out(m, k, raw);
}

/* The first component along which a window that is not moved is cut, where a part of it is inside;
 * -1: none is. */
static int32_t find_partly(const counting *c, const int64_t *full)
{
    int32_t first = -1;
    if (c->m.rule.bounds != GRN_BOUNDS_SKIP)
        return -1;
    for (int32_t k = 0; k < c->m.dims->start_index_map.count; k++) {
        const int64_t d = c->m.dims->start_index_map.v[k], extent = c->m.operand->shape[d], window = c->m.window[d];
        if (full[d] <= -window || full[d] >= extent)
            return -1;
        if (first < 0 && (full[d] < 0 || full[d] > extent - window))
            first = k;
    }
    return first;
}

static void count_vector(counting *c, const int64_t *batch_index)
{
    int64_t raw[GRN_MAX_RANK], full[GRN_MAX_RANK];
    grn_lint_counts *to = c->to;
    grn_raw_start_index(&c->m, batch_index, raw);
    (void)grn_full_start_index(&c->m, batch_index, full);
    const int32_t out = find(c, raw, is_out), negative = find(c, raw, is_negative);
    const int32_t partly = find_partly(c, full), any = c->m.dims->start_index_map.count > 0 ? 0 : -1;
    const bool placed = out < 0 || c->m.rule.bounds == GRN_BOUNDS_CLAMP || c->m.rule.bounds == GRN_BOUNDS_PROMISE;
    if (partly >= 0)
        note(c, batch_index, raw, full, partly, &to->partly_outside, to->partly_outside_at);
    if (out >= 0) {
        note(c, batch_index, raw, full, out, &to->out_of_bounds, to->out_of_bounds_at);
        count_fate(to, c->m.rule.bounds);
    }
    if (negative >= 0)
        note(c, batch_index, raw, full, negative, &to->negative, to->negative_at);
    to->wrapped += find(c, raw, is_wrapped) >= 0;
    if (placed && c->seen && meet(c, place_of(c, batch_index, full)))
        note(c, batch_index, raw, full, any, &to->duplicate, to->duplicate_at);
    if (c->has_before && is_less(c, full, c->before))
        note(c, batch_index, raw, full, any, &to->unsorted, to->unsorted_at);
    memcpy(c->before, full, sizeof full);
    c->has_before = true;
}

/* ---- promises -------------------------------------------------------------------------------- */

grn_status grn_census_is_unique(const grn_problem *x, const grn_allocator *allocator, bool *unique)
{
    grn_status status;
    if (x->gather) {
        grn_gather_spec spec = *x->gather;
        spec.index.indices_are_sorted = false;
        spec.index.unique_indices = true;
        status = grn_gather_check_promises(&spec, x->operand, x->indices, allocator, NULL);
    } else {
        grn_scatter_spec spec = *x->scatter;
        spec.index.indices_are_sorted = false;
        spec.index.unique_indices = true;
        status = grn_scatter_check_promises(&spec, x->operand, x->indices, x->dense, allocator, NULL);
    }
    *unique = status == GRN_OK;
    return status == GRN_E_MEMORY ? status : GRN_OK;
}

static grn_status check_promises(const grn_problem *x, uint64_t unsorted, const grn_allocator *allocator,
                                 grn_lint_counts *to)
{
    const grn_index_rule *rule = grn_problem_rule(x);
    bool unique = true;
    grn_status status = GRN_OK;
    to->false_sorted += rule->indices_are_sorted && unsorted > 0;
    if (rule->unique_indices)
        status = grn_census_is_unique(x, allocator, &unique);
    to->false_unique += !unique && status == GRN_OK;
    return status;
}

grn_status grn_census_add(const grn_problem *x, const grn_allocator *allocator, grn_lint_counts *to)
{
    counting c;
    begin(x, to, &c);
    const uint64_t vectors = count_vectors(&c), unsorted = to->unsorted;
    grn_status status = make_table(&c, vectors, allocator);
    if (status != GRN_OK)
        return status;
    to->runs++;
    to->vectors = grn_steps_add(to->vectors, vectors);
    grn_walk w;
    for (grn_walk_init(&w, c.batch_rank, c.batch_shape, 0, NULL); w.more; grn_walk_next(&w))
        count_vector(&c, w.index);
    if (c.seen)
        grn_release(allocator, c.seen, c.room * sizeof *c.seen);
    return check_promises(x, to->unsorted - unsorted, allocator, to);
}
