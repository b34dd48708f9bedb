/*
 * fuzz_gradients.c - bytes as the gradient of one of torch's gathers or scatters.
 *
 * Of shapes the forward call takes, and of others. An error leaves every
 * destination untouched; memory taken comes back.
 */
#include <string.h>

#include "calls.h"

typedef struct subject {
    call c;
    random_buffer grad, result;
    destination first, second;                /* of self and of source; first alone where there is one */
    const grn_tensor *first_out, *second_out; /* NULL: not wanted */
} subject;

typedef grn_status (*gradient_fn)(subject *s);

#define SELF &s->c.input.view
#define INDEX &s->c.index.view
#define SOURCE &s->c.source.view
#define GRAD &s->grad.view
#define ALLOCATOR &s->c.allocator.allocator

static grn_status gather(subject *s)
{
    return grn_torch_gather_backward(GRAD, SELF, s->c.dim, INDEX, s->first_out, NULL);
}
static grn_status index_select(subject *s)
{
    return grn_torch_index_select_backward(GRAD, SELF, s->c.dim, INDEX, s->first_out, NULL);
}
static grn_status take_along_dim(subject *s)
{
    return grn_torch_take_along_dim_backward(GRAD, SELF, INDEX, s->c.maybe_dim, ALLOCATOR, s->first_out, NULL);
}
static grn_status take(subject *s) { return grn_torch_take_backward(GRAD, SELF, INDEX, ALLOCATOR, s->first_out, NULL); }
static grn_status embedding(subject *s)
{
    const grn_tensor *weight = SELF;
    return grn_torch_embedding_dense_backward(GRAD, INDEX, weight->rank ? weight->shape[0] : 0, s->c.batch_dims,
                                              s->c.flag, ALLOCATOR, s->first_out, NULL);
}

/* The shapes of what the forward call gives. */
static grn_status gather_shape(const call *c, int32_t *rank, int64_t *shape)
{
    return grn_torch_gather_shape(&c->input.view, c->dim, &c->index.view, NULL, rank, shape);
}
static grn_status index_select_shape(const call *c, int32_t *rank, int64_t *shape)
{
    return grn_torch_index_select_shape(&c->input.view, c->dim, &c->index.view, NULL, rank, shape);
}
static grn_status take_along_dim_shape(const call *c, int32_t *rank, int64_t *shape)
{
    return grn_torch_take_along_dim_shape(&c->input.view, &c->index.view, c->maybe_dim, NULL, rank, shape);
}
static grn_status take_shape(const call *c, int32_t *rank, int64_t *shape)
{
    return grn_torch_take_shape(&c->input.view, &c->index.view, NULL, rank, shape);
}
static grn_status embedding_shape(const call *c, int32_t *rank, int64_t *shape)
{
    return grn_torch_embedding_shape(&c->index.view, &c->input.view, NULL, rank, shape);
}

static const struct {
    const char *name;
    index_form form;
    grn_status (*shape)(const call *c, int32_t *rank, int64_t *shape);
    gradient_fn run;
} gathers[] = {
    {"gather_backward", INDEX_BESIDE, gather_shape, gather},
    {"index_select_backward", INDEX_FREE, index_select_shape, index_select},
    {"take_along_dim_backward", INDEX_BESIDE, take_along_dim_shape, take_along_dim},
    {"take_backward", INDEX_FREE, take_shape, take},
    {"embedding_dense_backward", INDEX_FREE, embedding_shape, embedding},
};

static grn_status scatter(subject *s)
{
    return grn_torch_scatter_backward(GRAD, s->c.dim, INDEX, s->first_out, s->second_out, NULL);
}
static grn_status scatter_add(subject *s)
{
    return grn_torch_scatter_add_backward(GRAD, s->c.dim, INDEX, s->first_out, s->second_out, NULL);
}
static grn_status scatter_reduce(subject *s)
{
    return grn_torch_scatter_reduce_backward(GRAD, SELF, s->c.dim, INDEX, SOURCE, s->c.reduce, s->c.flag,
                                             &s->result.view, ALLOCATOR, s->first_out, s->second_out, NULL);
}
static grn_status index_add(subject *s)
{
    return grn_torch_index_add_backward(GRAD, s->c.dim, INDEX, s->c.flag ? NULL : s->c.value, s->first_out,
                                        s->second_out, NULL);
}
static grn_status index_copy(subject *s)
{
    return grn_torch_index_copy_backward(GRAD, s->c.dim, INDEX, s->first_out, s->second_out, NULL);
}
static grn_status index_put(subject *s)
{
    const grn_tensor *const indices[] = {INDEX};
    return grn_torch_index_put_backward(GRAD, indices, 1, s->c.flag, ALLOCATOR, s->first_out, s->second_out, NULL);
}
static grn_status index_of_one(subject *s)
{
    const grn_tensor *const indices[] = {INDEX};
    return grn_torch_index_backward(&s->c.source.view, SELF, indices, 1, ALLOCATOR, s->first_out, NULL);
}

static const struct {
    const char *name;
    bool selects; /* source is self with the index in the place of a dimension; else it has index's shape */
    gradient_fn run;
} scatters[] = {
    {"scatter_backward", false, scatter},
    {"scatter_add_backward", false, scatter_add},
    {"scatter_reduce_backward", false, scatter_reduce},
    {"scatter_reduce_backward", false, scatter_reduce},
    {"index_add_backward", true, index_add},
    {"index_copy_backward", true, index_copy},
    {"index_put_backward", true, index_put},
    {"index_backward", true, index_of_one},
};

static bool like(entropy *e, grn_dtype dtype, int32_t rank, const int64_t *shape, random_buffer *out)
{
    if (!random_buffer_make(entropy_source(e), dtype, rank, shape, true, 0, out))
        return false;
    random_buffer_fill(entropy_source(e), out);
    return true;
}

static void release(subject *s)
{
    destination_release(&s->first);
    destination_release(&s->second);
    random_buffer_release(&s->grad);
    random_buffer_release(&s->result);
    call_release(&s->c);
}

static void check(const char *name, grn_status status, const subject *s)
{
    check_answer(name, status, &s->first);
    if (s->second_out)
        check_answer(name, status, &s->second);
}

static void fuzz_gather(entropy *e)
{
    subject s = {0};
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    size_t which = (size_t)pick(e, sizeof gathers / sizeof *gathers);
    bool made = call_make(e, gathers[which].form, &s.c);
    const grn_tensor *self = &s.c.input.view;
    if (made && gathers[which].shape(&s.c, &rank, shape) == GRN_OK) {
        if (one_in(e, 24))
            rank = small_shape(e, 3, shape);
        if (like(e, self->dtype, rank, shape, &s.grad) &&
            destination_make(e, self->dtype, self->rank, self->shape, &s.first)) {
            s.first_out = &s.first.now.view;
            check(gathers[which].name, gathers[which].run(&s), &s);
        }
    }
    release(&s);
}

static int32_t source_shape(const subject *s, bool selects, int64_t *shape)
{
    const grn_tensor *self = &s->c.input.view, *index = &s->c.index.view;
    if (!selects) {
        memcpy(shape, index->shape, sizeof *shape * (size_t)index->rank);
        return index->rank;
    }
    memcpy(shape, self->shape, sizeof *shape * (size_t)self->rank);
    int64_t dim = s->c.dim < 0 ? s->c.dim + self->rank : s->c.dim;
    if (dim >= 0 && dim < self->rank)
        shape[dim] = index->rank ? index->shape[0] : 1;
    return self->rank;
}

static void fuzz_scatter(entropy *e)
{
    subject s = {0};
    int64_t shape[GRN_MAX_RANK];
    size_t which = (size_t)pick(e, sizeof scatters / sizeof *scatters);
    bool made = call_make(e, scatters[which].selects ? INDEX_FREE : INDEX_BESIDE, &s.c);
    const grn_tensor *self = &s.c.input.view;
    int32_t rank = made ? source_shape(&s, scatters[which].selects, shape) : 0;
    made = made && like(e, self->dtype, self->rank, self->shape, &s.grad) &&
           like(e, self->dtype, self->rank, self->shape, &s.result) && call_make_source(e, &s.c, rank, shape) &&
           destination_make(e, self->dtype, self->rank, self->shape, &s.first) &&
           destination_make(e, self->dtype, rank, shape, &s.second);
    if (made) {
        s.first_out = one_in(e, 8) ? NULL : &s.first.now.view;
        s.second_out = one_in(e, 4) ? NULL : &s.second.now.view;
        check(scatters[which].name, scatters[which].run(&s), &s);
    }
    release(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    entropy_init(&e, data, size);
    if (one_in(&e, 2))
        fuzz_gather(&e);
    else
        fuzz_scatter(&e);
    return 0;
}
