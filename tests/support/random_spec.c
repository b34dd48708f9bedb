/* random_spec.c - shapes, dimension numbers and indices of a random case. */
#include "random_spec.h"

#include <stdlib.h>
#include <string.h>

/* ---- choices --------------------------------------------------------------------------------- */

static int64_t below(random_source s, int64_t bound) { return (int64_t)s.next(s.user, (uint64_t)bound); }
static bool one_in(random_source s, int64_t n) { return below(s, n) == 0; }

static void append(grn_dims *list, int64_t value) { list->v[list->count++] = value; }

/* ---- indices --------------------------------------------------------------------------------- */

/* How wild the indices of a case are. */
typedef enum wildness { ALL_IN_RANGE, SOME_OUTSIDE, ANYTHING } wildness;

static int64_t random_index(random_source s, wildness wild, const grn_index_rule *rule, int64_t dim, int64_t window)
{
    static const int64_t extreme[] = {INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, -128,  127,
                                      128,       200,       255,       65536,     -32769};
    int64_t room = dim - window + 1;
    int64_t start = room > 0 ? below(s, room) : 0;
    if (wild == ANYTHING && one_in(s, 6))
        return extreme[below(s, (int64_t)GRN_COUNT(extreme))];
    if (wild != ALL_IN_RANGE && one_in(s, 3))
        start = below(s, 2 * dim + 6) - dim - 3;
    else if (rule->wrap_negative && start < dim && one_in(s, 2))
        start -= dim;
    return start + (rule->base == INT64_MIN || rule->base == INT64_MAX ? 0 : rule->base);
}

/* ---- the shape of a case --------------------------------------------------------------------- */

typedef struct shapes {
    random_source s;
    bool is_scatter;
    bool calm; /* no empty extents, extents of at most 2: always valid */
    int64_t most;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    int64_t window[GRN_MAX_RANK];
    int32_t batch_rank;
    int64_t batch_shape[GRN_MAX_RANK];
    int32_t indices_rank, dense_rank;
    int64_t indices_shape[GRN_MAX_RANK], dense_shape[GRN_MAX_RANK];
    grn_dimension_numbers dims;
    grn_index_rule rule;
} shapes;

static int64_t random_extent(shapes *p)
{
    if (!p->calm && one_in(p->s, 40))
        return 0;
    if (!p->calm && p->rank <= 3 && one_in(p->s, 10))
        return 1 + below(p->s, p->rank <= 2 ? 300 : 40);
    return 1 + below(p->s, p->most);
}

static int64_t random_window(shapes *p, int64_t extent)
{
    if (extent == 0 || one_in(p->s, 3))
        return extent;
    if (!p->calm && one_in(p->s, 30))
        return 0;
    return 1 + below(p->s, extent);
}

/* Every operand dim is walked by the window, collapsed, or a batch. */
static void choose_operand(shapes *p)
{
    static const int64_t most[] = {1, 9, 8, 6, 4, 3, 3};
    p->rank = (int32_t)below(p->s, 7);
    p->most = p->calm ? 2 : most[p->rank];
    bool batches = one_in(p->s, 2);
    for (int32_t d = 0; d < p->rank; d++) {
        int64_t role = below(p->s, batches ? 3 : 2);
        p->shape[d] = random_extent(p);
        p->window[d] = role == 0 ? random_window(p, p->shape[d]) : p->is_scatter || p->shape[d] > 0;
        if (role == 1)
            append(&p->dims.collapsed_slice_dims, d);
        if (role == 2)
            append(&p->dims.operand_batching_dims, d);
    }
}

static bool is_batching(const shapes *p, int64_t d)
{
    for (int32_t i = 0; i < p->dims.operand_batching_dims.count; i++)
        if (p->dims.operand_batching_dims.v[i] == d)
            return true;
    return false;
}

static bool is_dropped(const shapes *p, int64_t d)
{
    for (int32_t i = 0; i < p->dims.collapsed_slice_dims.count; i++)
        if (p->dims.collapsed_slice_dims.v[i] == d)
            return true;
    return is_batching(p, d);
}

static void choose_index_map(shapes *p)
{
    grn_dims *map = &p->dims.start_index_map;
    for (int32_t d = 0; d < p->rank; d++)
        if (!is_batching(p, d) && (is_dropped(p, d) ? !one_in(p->s, 6) : !one_in(p->s, 3)))
            append(map, d);
    random_shuffle(p->s, map->v, map->count);
}

/* Batch dims of indices: the operand's batches at random places, and some that the operand does not
 * know. */
static void choose_batch(shapes *p)
{
    const grn_dims *batching = &p->dims.operand_batching_dims;
    int64_t place[GRN_MAX_RANK];
    p->batch_rank = batching->count + (int32_t)below(p->s, 3);
    for (int32_t b = 0; b < p->batch_rank; b++) {
        place[b] = b;
        p->batch_shape[b] = !p->calm && one_in(p->s, 10) ? 1 + below(p->s, 1500) : random_extent(p);
    }
    if (one_in(p->s, 2))
        random_shuffle(p->s, place, p->batch_rank);
    for (int32_t i = 0; i < batching->count; i++) {
        int64_t extent = p->shape[batching->v[i]];
        bool less = p->rule.batch_rule == GRN_BATCH_PREFIX && one_in(p->s, 2);
        p->batch_shape[place[i]] = less ? below(p->s, extent + 1) : extent;
        append(&p->dims.start_indices_batching_dims, place[i]); /* made a dim of indices in choose_indices */
    }
}

/* The index vector first, in the middle, last, or left out when it has one component. */
static void choose_indices(shapes *p)
{
    grn_dims *batching = &p->dims.start_indices_batching_dims;
    bool implicit = p->dims.start_index_map.count == 1 && one_in(p->s, 3);
    int64_t at = implicit ? p->batch_rank : one_in(p->s, 2) ? p->batch_rank : below(p->s, p->batch_rank + 1);
    p->dims.index_vector_dim = at;
    p->indices_rank = p->batch_rank + (implicit ? 0 : 1);
    for (int32_t b = 0; b < p->batch_rank; b++)
        p->indices_shape[b < at ? b : b + 1] = p->batch_shape[b];
    if (!implicit)
        p->indices_shape[at] = p->dims.start_index_map.count;
    for (int32_t i = 0; i < batching->count; i++)
        batching->v[i] += batching->v[i] >= at;
}

/* Where the window's dims stand among the dense tensor's: last, first, or in between. */
static void choose_dense(shapes *p)
{
    int64_t how = below(p->s, 3), windows = 0, batch = 0, taken = 0;
    int64_t window[GRN_MAX_RANK];
    for (int32_t d = 0; d < p->rank; d++)
        if (!is_dropped(p, d))
            window[windows++] = p->window[d];
    p->dense_rank = p->batch_rank + (int32_t)windows;
    for (int32_t d = 0; d < p->dense_rank; d++) {
        bool batch_left = batch < p->batch_rank;
        bool to_window = taken < windows && (!batch_left || how == 0 || (how == 1 && one_in(p->s, 2)));
        if (to_window)
            append(&p->dims.offset_dims, d);
        p->dense_shape[d] = to_window ? window[taken++] : p->batch_shape[batch++];
    }
}

static void choose_rule(shapes *p)
{
    static const grn_bounds gather[] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_FILL, GRN_BOUNDS_ERROR, GRN_BOUNDS_PROMISE};
    static const grn_bounds scatter[] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_SKIP, GRN_BOUNDS_ERROR, GRN_BOUNDS_PROMISE};
    static const int64_t odd_base[] = {INT64_MIN, INT64_MAX, -1, 2};
    p->rule.base = below(p->s, 3) == 0;
    if (one_in(p->s, 30))
        p->rule.base = odd_base[below(p->s, (int64_t)GRN_COUNT(odd_base))];
    p->rule.wrap_negative = one_in(p->s, 3);
    p->rule.bounds = (p->is_scatter ? scatter : gather)[below(p->s, 4)];
    p->rule.grain = one_in(p->s, 2) ? GRN_GRAIN_ELEMENT : GRN_GRAIN_WINDOW;
    p->rule.batch_rule = one_in(p->s, 3) ? GRN_BATCH_PREFIX : GRN_BATCH_EQUAL;
}

static void choose_shapes(random_source s, bool is_scatter, bool calm, shapes *p)
{
    memset(p, 0, sizeof *p);
    p->s = s;
    p->is_scatter = is_scatter;
    p->calm = calm;
    choose_rule(p);
    choose_operand(p);
    choose_index_map(p);
    choose_batch(p);
    choose_indices(p);
    choose_dense(p);
}

/* ---- the case -------------------------------------------------------------------------------- */

static grn_dtype random_index_dtype(random_source s)
{
    if (one_in(s, 2))
        return one_in(s, 2) ? GRN_I64 : GRN_I32;
    return (grn_dtype)(GRN_I1 + below(s, GRN_UI64 - GRN_I1 + 1));
}

/* An order-dependent function that suits every dtype: input 0's lowest bits decide for all
 * inputs. */
static grn_status take_if_odd(void *user, int64_t count, void *const *current, const void *const *update)
{
    const random_case *c = user;
    size_t first = grn_dtype_bytes(c->operand[0].view.dtype);
    for (int64_t j = 0; j < count; j++) {
        unsigned char a = *((unsigned char *)current[0] + (size_t)j * first);
        unsigned char b = *((const unsigned char *)update[0] + (size_t)j * first);
        if (((a ^ b) & 1) == 0)
            continue;
        for (size_t i = c->ninputs; i-- > 0;) {
            size_t bytes = grn_dtype_bytes(c->operand[i].view.dtype);
            memcpy((char *)current[i] + (size_t)j * bytes, (const char *)update[i] + (size_t)j * bytes, bytes);
        }
    }
    return GRN_OK;
}

/* The same where they lie. */
static void take_if_odd_in_order(void *user, const grn_combine_list *list)
{
    const random_case *c = user;
    int64_t bytes = (int64_t)grn_dtype_bytes(c->operand[0].view.dtype);
    for (int64_t i = 0; i < list->count; i++) {
        char *to = (char *)list->current + list->offset[i] * bytes;
        const char *from = (const char *)list->update + (list->from != NULL ? list->from[i] : i * list->step) * bytes;
        for (int64_t e = 0; e < list->elements; e++)
            if (((to[e * bytes] ^ from[e * bytes]) & 1) != 0)
                memcpy(to + e * bytes, from + e * bytes, (size_t)bytes);
    }
}

static grn_combiner random_combiner(random_source s, grn_dtype dtype)
{
    grn_combiner combiner = (grn_combiner)below(s, GRN_COMBINER_COUNT);
    return grn_combiner_takes(combiner, dtype) ? combiner : GRN_COMBINE_ADD;
}

static void set_specs(random_source s, const shapes *p, grn_dtype dtype, random_case *c)
{
    c->is_scatter = p->is_scatter;
    c->ninputs = p->is_scatter && one_in(s, 4) ? 2 + (size_t)below(s, RANDOM_INPUTS - 1) : 1;
    c->gather.dims = c->scatter.dims = p->dims;
    c->gather.index = c->scatter.index = p->rule;
    c->gather.slice_sizes.count = p->rank;
    memcpy(c->gather.slice_sizes.v, p->window, sizeof c->gather.slice_sizes.v);
    c->scatter.combiner = random_combiner(s, dtype);
    c->scatter.region = take_if_odd;
    c->scatter.region_in_order = c->ninputs == 1 && one_in(s, 2) ? take_if_odd_in_order : NULL;
    c->scatter.region_user = c;
    random_element(s, dtype, c->gather.fill);
}

static bool make_buffers(random_source s, const shapes *p, grn_dtype dtype, random_case *c)
{
    bool made = random_buffer_make(s, random_index_dtype(s), p->indices_rank, p->indices_shape, true, 0, &c->indices);
    for (size_t i = 0; made && i < c->ninputs; i++) {
        grn_dtype other = i > 0 ? random_dtype(s) : dtype;
        if (!grn_combiner_takes(c->scatter.combiner, other))
            other = dtype;
        made = random_buffer_make(s, other, p->rank, p->shape, !p->is_scatter, p->is_scatter ? 4 : 0, &c->operand[i]) &&
               random_buffer_make(s, other, p->dense_rank, p->dense_shape, p->is_scatter, p->is_scatter ? 0 : 4,
                                  &c->dense[i]);
    }
    return made;
}

static void fill_indices(random_source s, const shapes *p, random_case *c)
{
    wildness wild = (wildness)below(s, 3);
    const grn_tensor *t = &c->indices.view;
    grn_walk w;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *const[]){t->stride}); w.more; grn_walk_next(&w)) {
        int64_t k = p->dims.index_vector_dim < t->rank ? w.index[p->dims.index_vector_dim] : 0;
        int64_t d = p->dims.start_index_map.v[k];
        grn_scalar value = {.dtype = t->dtype, .i = random_index(s, wild, &p->rule, p->shape[d], p->window[d])};
        grn_scalar_store(&value, t->dtype, grn_tensor_at(t, w.offset[0]));
    }
}

static grn_status check(const random_case *c)
{
    grn_tensor inputs[RANDOM_INPUTS], updates[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        inputs[i] = c->operand[i].view;
        updates[i] = c->dense[i].view;
    }
    if (c->is_scatter)
        return grn_scatter_check(&c->scatter, c->ninputs, inputs, &c->indices.view, updates, NULL);
    return grn_gather_check(&c->gather, inputs, &c->indices.view, updates, NULL);
}

static bool keeps_promises(const random_case *c)
{
    grn_status status = c->is_scatter
                            ? grn_scatter_check_promises(&c->scatter, &c->operand[0].view, &c->indices.view,
                                                         &c->dense[0].view, NULL, NULL)
                            : grn_gather_check_promises(&c->gather, &c->operand[0].view, &c->indices.view, NULL, NULL);
    return status == GRN_OK;
}

static void try_promise(random_source s, random_case *c, bool *in_gather, bool *in_scatter)
{
    if (one_in(s, 3))
        return;
    *in_gather = *in_scatter = true;
    *in_gather = *in_scatter = keeps_promises(c);
}

/* Only true promises: what runs on a false one is anybody's choice. */
static void set_promises(random_source s, random_case *c)
{
    try_promise(s, c, &c->gather.index.indices_are_sorted, &c->scatter.index.indices_are_sorted);
    try_promise(s, c, &c->gather.index.unique_indices, &c->scatter.index.unique_indices);
}

static random_case *try_case(random_source s, const shapes *p)
{
    grn_dtype dtype = random_dtype(s);
    random_case *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    set_specs(s, p, dtype, c);
    if (!make_buffers(s, p, dtype, c)) {
        random_case_destroy(c);
        return NULL;
    }
    for (size_t i = 0; i < c->ninputs; i++) {
        random_buffer_fill(s, &c->operand[i]);
        random_buffer_fill(s, &c->dense[i]);
    }
    fill_indices(s, p, c);
    return c;
}

static bool is_small(const shapes *p)
{
    int64_t dense, operand, indices;
    return grn_shape_elements(p->dense_rank, p->dense_shape, &dense) && dense <= RANDOM_DENSE &&
           grn_shape_elements(p->rank, p->shape, &operand) && operand <= RANDOM_OPERAND &&
           grn_shape_elements(p->indices_rank, p->indices_shape, &indices) && indices <= RANDOM_DENSE;
}

random_case *random_case_create(random_source source, bool is_scatter)
{
    for (int attempt = 0;; attempt++) {
        shapes p;
        bool calm = attempt > 6;
        choose_shapes(source, is_scatter, calm, &p);
        if (!calm && !is_small(&p))
            continue;
        random_case *c = try_case(source, &p);
        if (c == NULL)
            return NULL;
        if (check(c) == GRN_OK) {
            set_promises(source, c);
            return c;
        }
        random_case_destroy(c);
        if (attempt > 100) /* cannot be: a calm case is valid */
            return NULL;
    }
}

void random_case_destroy(random_case *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < RANDOM_INPUTS; i++) {
        random_buffer_release(&c->operand[i]);
        random_buffer_release(&c->dense[i]);
    }
    random_buffer_release(&c->indices);
    free(c);
}

/* ---- running --------------------------------------------------------------------------------- */

const random_buffer *random_destination(const random_case *c, size_t i)
{
    return c->is_scatter ? &c->operand[i] : &c->dense[i];
}

grn_status random_case_reference(const random_case *c, const random_buffer *destinations, const grn_diag *diag)
{
    grn_tensor results[RANDOM_INPUTS], updates[RANDOM_INPUTS];
    if (!c->is_scatter)
        return grn_gather_reference(&c->gather, &c->operand[0].view, &c->indices.view, &destinations[0].view, diag);
    for (size_t i = 0; i < c->ninputs; i++) {
        results[i] = destinations[i].view;
        updates[i] = c->dense[i].view;
    }
    return grn_scatter_reference(&c->scatter, c->ninputs, results, &c->indices.view, updates, diag);
}
