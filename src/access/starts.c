/* starts.c - the error policy: the first start out of range, and its message. */
#include <inttypes.h>
#include <stdio.h>

#include "access/meaning.h"

#define RANGE_BYTES 160

static int64_t shifted(int64_t value, int64_t base)
{
    if (base > 0 && value > INT64_MAX - base)
        return INT64_MAX;
    if (base < 0 && value < INT64_MIN - base)
        return INT64_MIN;
    return value + base;
}

/* The values an index may have, as stored in the index tensor, into *bad and as text: "in [1, 3]",
 * "in [-4, -2] or [0, 2]". */
static const char *right_range(const grn_index_rule *rule, int64_t dim, int64_t window, grn_bad_index *bad,
                               char *buffer)
{
    const int64_t last = dim - window, first = shifted(0, rule->base);
    const bool wraps = rule->wrap_negative && dim > 0;
    bad->lowest = wraps ? shifted(-dim, rule->base) : first;
    bad->highest = shifted(last, rule->base);
    if (last < 0) {
        bad->lowest += bad->lowest == INT64_MIN; /* so that there is a value below */
        bad->highest = bad->lowest - 1;
        snprintf(buffer, RANGE_BYTES, "nowhere: no window of extent %" PRId64 " fits", window);
    } else if (!wraps || window <= 1)
        snprintf(buffer, RANGE_BYTES, "in [%" PRId64 ", %" PRId64 "]", bad->lowest, bad->highest);
    else
        snprintf(buffer, RANGE_BYTES, "in [%" PRId64 ", %" PRId64 "] or [%" PRId64 ", %" PRId64 "]", bad->lowest,
                 shifted(-window, rule->base), first, bad->highest);
    return buffer;
}

/* A start out of range: of which operand dimension, of what extent, and how much of it the window
 * takes. */
typedef struct bad_start {
    int64_t operand_dim, dim, window;
} bad_start;

/* *bad, but for its range, as text of GRN_MESSAGE_BYTES; fills the range. */
static void write_start(const bad_start *s, const grn_index_rule *rule, const grn_tensor *indices,
                        const grn_access_words *words, grn_bad_index *bad, char *text)
{
    char value[GRN_NUMBER_BYTES], at[GRN_LIST_BYTES], range[RANGE_BYTES];
    size_t n = grn_element_text(indices->dtype, grn_tensor_at(indices, grn_offset_in(indices, bad->position)), value);
    snprintf(text, GRN_MESSAGE_BYTES,
             "the index at %s of %s is %.*s; for %s %" PRId64 " of %s, of extent %" PRId64 ", it must be %s",
             grn_list_text(bad->position, indices->rank, at), words->indices, (int)n, value, words->dimension,
             s->operand_dim, words->operand, s->dim, right_range(rule, s->dim, s->window, bad, range));
}

static grn_status fail_start(const grn_diag *diag, const grn_index_rule *rule, const grn_tensor *indices,
                             const int64_t *position, bad_start s)
{
    static const grn_access_words words = {.dimension = "dimension", .operand = "the operand", .indices = "indices"};
    char text[GRN_MESSAGE_BYTES];
    grn_bad_index bad = grn_bad_index_at(indices, position);
    write_start(&s, rule, indices, &words, &bad, text);
    return grn_fail_bad_index(diag, &bad, "%s", text);
}

void grn_bad_start_text(const grn_meaning *m, const grn_bad_index *bad, const grn_access_words *words, char *text)
{
    const int64_t vector = m->dims->index_vector_dim;
    const int64_t d = m->dims->start_index_map.v[vector < m->indices->rank ? bad->position[vector] : 0];
    grn_bad_index ranged = *bad;
    write_start(&(bad_start){d, m->operand->shape[d], m->window[d]}, &m->rule, m->indices, words, &ranged, text);
}

grn_status grn_fail_index(const grn_diag *diag, const grn_nest *nest, const grn_tensor *indices,
                          const int64_t *position, int32_t component)
{
    const grn_coordinate *coord = &nest->coord[component];
    return fail_start(diag, &nest->rule, indices, position, (bad_start){coord->operand_dim, coord->dim, coord->window});
}

/* The first component of the index vector that is out of range; -1 when all are in range. */
static int32_t bad_component(const grn_meaning *m, const int64_t *batch_index)
{
    int64_t raw[GRN_MAX_RANK];
    grn_raw_start_index(m, batch_index, raw);
    for (int32_t k = 0; k < m->dims->start_index_map.count; k++) {
        int64_t d = m->dims->start_index_map.v[k];
        int64_t start = grn_start_of_index(&m->rule, m->operand->shape[d], raw[k]);
        if (start < 0 || start > m->operand->shape[d] - m->window[d])
            return k;
    }
    return -1;
}

static grn_status fail_component(const grn_meaning *m, int32_t batch_rank, const int64_t *batch_index,
                                 int32_t component, const grn_diag *diag)
{
    int64_t position[GRN_MAX_RANK], d = m->dims->start_index_map.v[component];
    for (int32_t b = 0; b < batch_rank; b++)
        position[grn_batch_to_indices_dim(m->dims, b)] = batch_index[b];
    if (grn_has_vector_dim(m->dims, m->indices))
        position[m->dims->index_vector_dim] = component;
    return fail_start(diag, &m->rule, m->indices, position, (bad_start){d, m->operand->shape[d], m->window[d]});
}

grn_status grn_check_starts(const grn_meaning *m, const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK];
    grn_walk w;
    if (m->rule.bounds != GRN_BOUNDS_ERROR)
        return GRN_OK;
    int32_t rank = grn_distinct_batch_shape(m, 1, false, shape);
    for (grn_walk_init(&w, rank, shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int32_t component = bad_component(m, w.index);
        if (component >= 0)
            return fail_component(m, rank, w.index, component, diag);
    }
    return GRN_OK;
}

grn_status grn_gather_check_starts(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                   const grn_diag *diag)
{
    grn_meaning m;
    grn_gather_meaning(spec, operand, indices, &m);
    return grn_check_starts(&m, diag);
}

grn_status grn_scatter_check_starts(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                    const grn_tensor *updates, const grn_diag *diag)
{
    grn_meaning m;
    grn_scatter_meaning(spec, operand, indices, updates, &m);
    return grn_check_starts(&m, diag);
}
