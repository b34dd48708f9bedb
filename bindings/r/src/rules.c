/*
 * rules.c - which rule of a gather or scatter is broken, as R counts: dimensions and positions from
 * 1.
 *
 * The library has said no already; its messages count from 0. The rules are asked again, in its
 * order, and the first that is broken is said. Nothing here runs in a call that succeeds.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "glue.h"

/* What a rule is held against. */
typedef struct question {
    const words *w;
    const grn_dimension_numbers *n;
    const grn_tensor *operand, *indices;
    int32_t dense_rank;
    said *to;
} question;

static bool say(const question *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(q->to->text, sizeof q->to->text, format, args);
    va_end(args);
    return true;
}

static const char *plural(int64_t n) { return n == 1 ? "" : "s"; }

static bool has(const grn_dims *list, int64_t dim)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == dim)
            return true;
    return false;
}

static bool has_vector(const question *q) { return q->n->index_vector_dim < q->indices->rank; }

/* ---- on one list ----------------------------------------------------------------------------- */

static bool out_of_range(const question *q, const char *name, const grn_dims *list, const char *of, int32_t rank)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] >= rank)
            return say(q, "%s[%d] is %" PRId64 ", %s has %d dimension%s", name, i + 1, list->v[i] + 1, of, rank,
                       plural(rank));
    return false;
}

static bool descends(const question *q, const char *name, const grn_dims *list, bool strict)
{
    for (int32_t i = 1; i < list->count; i++)
        if (list->v[i] < list->v[i - 1] || (strict && list->v[i] == list->v[i - 1]))
            return say(q, "%s[%d] is %" PRId64 " after %" PRId64 ", the dimensions must ascend%s", name, i + 1,
                       list->v[i] + 1, list->v[i - 1] + 1, strict ? " without repeats" : "");
    return false;
}

/* The two lists together; the second may be NULL. */
static bool repeats(const question *q, const char *name, const grn_dims *list, const char *other_name,
                    const grn_dims *other)
{
    for (int32_t i = 0; i < list->count; i++) {
        for (int32_t j = 0; j < i; j++)
            if (list->v[i] == list->v[j])
                return say(q, "%s names dimension %" PRId64 " twice, once is allowed", name, list->v[i] + 1);
        if (other != NULL && has(other, list->v[i]))
            return say(q, "%s and %s both name dimension %" PRId64 ", one of them may", name, other_name,
                       list->v[i] + 1);
    }
    return false;
}

/* ---- rules of both --------------------------------------------------------------------------- */

static bool wrong_rank(const question *q)
{
    const grn_dimension_numbers *n = q->n;
    int32_t window = n->offset_dims.count, dropped = n->collapsed_slice_dims.count,
            batching = n->operand_batching_dims.count;
    if (window + dropped + batching == q->operand->rank)
        return false;
    return say(q, "%s (%d), %s (%d) and %s (%d) list %d dimensions together, %s has %d", q->w->window, window,
               q->w->dropped, dropped, q->w->batching, batching, window + dropped + batching, q->w->operand,
               q->operand->rank);
}

static bool wrong_vector(const question *q)
{
    int64_t dim = q->n->index_vector_dim;
    if (dim > q->indices->rank)
        return say(q, "index_vector_dim is %" PRId64 ", %s has %d dimension%s, so it is 1 to %d", dim + 1,
                   q->w->indices, q->indices->rank, plural(q->indices->rank), q->indices->rank + 1);
    int64_t components = has_vector(q) ? q->indices->shape[dim] : 1;
    if (q->n->start_index_map.count == components)
        return false;
    return say(q,
               "%s has length %d, an index vector of %s along index_vector_dim %" PRId64 " has %" PRId64 " component%s",
               q->w->map, q->n->start_index_map.count, q->w->indices, dim + 1, components, plural(components));
}

static bool wrong_operand_lists(const question *q)
{
    const grn_dims *dropped = &q->n->collapsed_slice_dims, *batching = &q->n->operand_batching_dims;
    const words *w = q->w;
    return repeats(q, w->dropped, dropped, w->batching, batching) || descends(q, w->dropped, dropped, false) ||
           out_of_range(q, w->dropped, dropped, w->operand, q->operand->rank) ||
           repeats(q, w->batching, batching, NULL, NULL) || descends(q, w->batching, batching, false) ||
           out_of_range(q, w->batching, batching, w->operand, q->operand->rank);
}

static bool wrong_batching(const question *q)
{
    const grn_dims *operand = &q->n->operand_batching_dims, *indices = &q->n->start_indices_batching_dims;
    const words *w = q->w;
    if (repeats(q, w->indices_batching, indices, NULL, NULL) ||
        out_of_range(q, w->indices_batching, indices, w->indices, q->indices->rank))
        return true;
    if (has(indices, q->n->index_vector_dim))
        return say(q, "%s names dimension %" PRId64 ", which is index_vector_dim", w->indices_batching,
                   q->n->index_vector_dim + 1);
    if (operand->count != indices->count)
        return say(q, "%s has length %d, %s has length %d, they must be equal", w->batching, operand->count,
                   w->indices_batching, indices->count);
    for (int32_t i = 0; i < operand->count; i++)
        if (q->operand->shape[operand->v[i]] != q->indices->shape[indices->v[i]])
            return say(q,
                       "dimension %" PRId64 " of %s has extent %" PRId64 ", dimension %" PRId64 " of %s has %" PRId64
                       ": batching dimensions must be equal",
                       operand->v[i] + 1, w->operand, q->operand->shape[operand->v[i]], indices->v[i] + 1, w->indices,
                       q->indices->shape[indices->v[i]]);
    return false;
}

static bool wrong_map(const question *q)
{
    const words *w = q->w;
    return repeats(q, w->map, &q->n->start_index_map, w->batching, &q->n->operand_batching_dims) ||
           out_of_range(q, w->map, &q->n->start_index_map, w->operand, q->operand->rank);
}

static bool wrong_numbers(question *q)
{
    if (wrong_rank(q) || wrong_vector(q) || descends(q, q->w->window, &q->n->offset_dims, true) ||
        wrong_operand_lists(q) || wrong_batching(q) || wrong_map(q))
        return true;
    q->dense_rank = q->indices->rank - (has_vector(q) ? 1 : 0) + q->n->offset_dims.count;
    return out_of_range(q, q->w->window, &q->n->offset_dims, q->w->dense, q->dense_rank);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static bool wrong_slices(const question *q, const grn_dims *sizes)
{
    if (sizes->count != q->operand->rank)
        return say(q, "slice_sizes has length %d, operand has %d dimension%s", sizes->count, q->operand->rank,
                   plural(q->operand->rank));
    for (int32_t d = 0; d < sizes->count; d++) {
        bool collapsed = has(&q->n->collapsed_slice_dims, d);
        if ((collapsed || has(&q->n->operand_batching_dims, d)) && sizes->v[d] > 1)
            return say(q, "slice_sizes[%d] is %" PRId64 ", it must be 1: dimension %d is in %s", d + 1, sizes->v[d],
                       d + 1, collapsed ? q->w->dropped : q->w->batching);
        if (sizes->v[d] > q->operand->shape[d])
            return say(q, "slice_sizes[%d] is %" PRId64 ", dimension %d of operand has extent %" PRId64, d + 1,
                       sizes->v[d], d + 1, q->operand->shape[d]);
        if (collapsed && sizes->v[d] == 0)
            return say(q, "slice_sizes[%d] is 0, it must be 1: dimension %d is in %s", d + 1, d + 1, q->w->dropped);
    }
    return false;
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* The k-th window dimension of update walks the k-th dimension of input that is neither inserted
 * nor batching. */
static int32_t next_window(const question *q, int32_t after)
{
    do
        after++;
    while (has(&q->n->collapsed_slice_dims, after) || has(&q->n->operand_batching_dims, after));
    return after;
}

static bool wrong_update(const question *q, const grn_tensor *update)
{
    int32_t window = -1, batch = 0;
    if (update->rank != q->dense_rank)
        return say(q, "update has %d dimension%s, scatter_indices and update_window_dims together ask for %d",
                   update->rank, plural(update->rank), q->dense_rank);
    for (int32_t d = 0; d < update->rank; d++) {
        bool is_window = has(&q->n->offset_dims, d);
        int32_t of = is_window ? (window = next_window(q, window)) : batch < q->n->index_vector_dim ? batch : batch + 1;
        int64_t extent = is_window ? q->operand->shape[of] : q->indices->shape[of];
        batch += !is_window;
        if (is_window ? update->shape[d] > extent : update->shape[d] != extent)
            return say(q, "dimension %d of update has extent %" PRId64 ", dimension %d of %s has %" PRId64 ": %s",
                       d + 1, update->shape[d], of + 1, is_window ? "input" : "scatter_indices", extent,
                       is_window ? "a window must fit" : "they must be equal");
    }
    return false;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void stop_with(grn_status status, const said *heard, const said *own, bool known)
{
    if (known)
        Rf_error("%s", own->text);
    if (heard->text[0] == '\0')
        Rf_error("%s", grn_status_text(status));
    Rf_error("%s", heard->text);
}

void stop_gather(grn_status status, const said *heard, const grn_gather_spec *spec, const grn_tensor *operand,
                 const grn_tensor *indices)
{
    said own = {""};
    question q = {&gather_words, &spec->dims, operand, indices, 0, &own};
    stop_with(status, heard, &own, wrong_numbers(&q) || wrong_slices(&q, &spec->slice_sizes));
}

void stop_scatter(grn_status status, const said *heard, const grn_scatter_spec *spec, const grn_tensor *input,
                  const grn_tensor *indices, const grn_tensor *update)
{
    said own = {""};
    question q = {&scatter_words, &spec->dims, input, indices, 0, &own};
    stop_with(status, heard, &own, wrong_numbers(&q) || wrong_update(&q, update));
}
