/*
 * fuzz_frameworks.c - bytes as a call of PyTorch's, ONNX's, TensorFlow's or JAX's gathers and
 * scatters.
 *
 * A call that has a shape is given a destination of it, and answers what the canonical spec of the
 * call does, bit for bit; an error leaves the destination untouched. A wrong destination is
 * refused.
 */
#include <string.h>

#include "calls.h"
#include "hostile.h"
#include "access/spec.h"
#include "support/random_spec.h"

/* ---- views that cannot be -------------------------------------------------------------------- */

typedef grn_status (*run_fn)(call *c, const grn_tensor *out);

/* One of the views of a call that is taken, spoiled: the call refuses it and writes nothing. No
 * data is read for an index without elements. */
static void refuse_spoiled(entropy *e, const char *name, run_fn run, call *c, destination *d)
{
    grn_tensor *const views[] = {&c->input.view, &c->index.view, &d->now.view, &c->source.view};
    grn_tensor *victim = PICK_OF(e, views), before = *victim;
    if (victim == &c->source.view && !c->source.memory)
        return;
    if (spoil_view(e, grn_tensor_elements(&c->index.view) > 0, victim)) {
        grn_status status = run(c, &d->now.view);
        check_answer(name, status, d);
        if (status == GRN_OK)
            broken("a view that cannot be is refused", name, NULL);
    }
    *victim = before;
}

/* ---- gathers --------------------------------------------------------------------------------- */

typedef struct gather_row {
    const char *name;
    index_form form;
    bool torch;       /* rank 0 counts as [1] */
    bool spec_as_is;  /* the spec is for the tensors given */
    bool weight_last; /* the index is the first argument */
    grn_status (*shape)(const call *c, int32_t *rank, int64_t *shape);
    grn_status (*run)(call *c, const grn_tensor *out);
    grn_status (*spec)(const call *c, grn_gather_spec *out);
} gather_row;

/* name, arguments of all three, arguments of the run alone */
#define GATHER(name, arguments, more)                                                                              \
    static grn_status name##_shape_of(const call *c, int32_t *rank, int64_t *shape)                                \
    {                                                                                                              \
        return grn_##name##_shape(arguments, NULL, rank, shape);                                                   \
    }                                                                                                              \
    static grn_status name##_run(call *c, const grn_tensor *out) { return grn_##name(arguments more, out, NULL); } \
    static grn_status name##_spec_of(const call *c, grn_gather_spec *out)                                          \
    {                                                                                                              \
        return grn_##name##_spec(arguments, NULL, out);                                                            \
    }
#define NOTHING
#define COMMA ,
#define INPUT_DIM_INDEX &c->input.view COMMA c->dim COMMA & c->index.view
#define INPUT_INDEX_DIM &c->input.view COMMA & c->index.view COMMA c->dim
#define INPUT_INDEX &c->input.view COMMA & c->index.view
#define ALLOCATOR COMMA & c->allocator.allocator

GATHER(torch_gather, INPUT_DIM_INDEX, NOTHING)
GATHER(torch_index_select, INPUT_DIM_INDEX, NOTHING)
GATHER(torch_take_along_dim, INPUT_INDEX COMMA c->maybe_dim, ALLOCATOR)
GATHER(torch_embedding, &c->index.view COMMA & c->input.view, NOTHING)
GATHER(torch_take, INPUT_INDEX, ALLOCATOR)
GATHER(onnx_gather, INPUT_INDEX_DIM, NOTHING)
GATHER(onnx_gather_elements, INPUT_INDEX_DIM, NOTHING)
GATHER(onnx_gather_nd, INPUT_INDEX COMMA c->batch_dims, NOTHING)
GATHER(tf_gather, INPUT_INDEX_DIM COMMA c->batch_dims, NOTHING)
GATHER(tf_gather_nd, INPUT_INDEX COMMA c->batch_dims, NOTHING)

#define GATHER_ROW(name, form, torch, as_is)                                          \
    {                                                                                 \
#name, form, torch, as_is, false, name##_shape_of, name##_run, name##_spec_of \
    }
static const gather_row gathers[] = {
    GATHER_ROW(torch_gather, INDEX_BESIDE, true, true),
    GATHER_ROW(torch_index_select, INDEX_FREE, true, true),
    GATHER_ROW(torch_take_along_dim, INDEX_BESIDE, true, false),
    GATHER_ROW(torch_embedding, INDEX_FREE, false, true),
    GATHER_ROW(torch_take, INDEX_FREE, true, false),
    GATHER_ROW(onnx_gather, INDEX_FREE, false, true),
    GATHER_ROW(onnx_gather_elements, INDEX_BESIDE, false, true),
    GATHER_ROW(onnx_gather_nd, INDEX_VECTORS, false, true),
    GATHER_ROW(tf_gather, INDEX_FREE, false, true),
    GATHER_ROW(tf_gather_nd, INDEX_VECTORS, false, true),
};

static void compare_gather(const gather_row *row, const call *c, const destination *d)
{
    grn_gather_spec spec;
    destination want;
    if (grn_tensor_elements(&c->index.view) == 0)
        return; /* torch looks no further */
    grn_status status = row->spec(c, &spec);
    if (status != GRN_OK)
        broken("a call that gave a result has a spec", row->name, grn_status_name(status));
    if (!row->spec_as_is)
        return;
    if (destination_copy(&d->before, &want)) {
        grn_tensor input = row->torch ? at_least_rank_1(&c->input.view) : c->input.view;
        grn_tensor index = row->torch ? at_least_rank_1(&c->index.view) : c->index.view;
        grn_tensor out = row->torch ? at_least_rank_1(&want.now.view) : want.now.view;
        status = grn_gather_reference(&spec, &input, &index, &out, NULL);
        if (status != GRN_OK)
            broken("the spec of a call that gave a result gives one", row->name, grn_status_name(status));
        check_same(row->name, d, &want);
    }
    destination_release(&want);
}

/* A shape that differs somewhere. */
static void spoil(entropy *e, int32_t *rank, int64_t *shape)
{
    if (*rank > 0 && one_in(e, 2))
        shape[pick(e, (uint64_t)*rank)] += 1;
    else
        shape[(*rank)++] = 2;
}

static void fuzz_gather(entropy *e)
{
    const gather_row *row = &PICK_OF(e, gathers);
    call c;
    destination d = {0};
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    bool made = call_make(e, one_in(e, 12) ? (index_form)pick(e, INDEX_FORMS) : row->form, &c);
    grn_dtype dtype = c.input.view.dtype;
    if (made && row->shape(&c, &rank, shape) == GRN_OK) {
        bool wrong = one_in(e, 16), wrong_dtype = wrong && one_in(e, 2);
        if (wrong && !wrong_dtype)
            spoil(e, &rank, shape);
        dtype = wrong_dtype ? dtype == GRN_F32 ? GRN_I32 : GRN_F32 : dtype;
        if (destination_make(e, dtype, rank, shape, &d)) {
            if (one_in(e, 8))
                refuse_spoiled(e, row->name, row->run, &c, &d);
            grn_status status = row->run(&c, &d.now.view);
            check_answer(row->name, status, &d);
            if (status == GRN_OK && wrong)
                broken("a destination of another shape or dtype is refused", row->name, NULL);
            if (status == GRN_OK)
                compare_gather(row, &c, &d);
        }
        destination_release(&d);
    }
    if (made && one_in(e, 8)) { /* onto its own input */
        grn_status status = row->run(&c, &c.input.view);
        if (status == GRN_OK && grn_tensor_elements(&c.input.view) > 0)
            broken("a destination that is the input is refused", row->name, NULL);
    }
    call_release(&c);
}

/* ---- scatters -------------------------------------------------------------------------------- */

typedef struct scatter_row {
    const char *name;
    index_form form;
    bool torch;
    bool cuts_source; /* only the part of source that index covers is read */
    grn_status (*run)(call *c, const grn_tensor *out);
    grn_status (*spec)(const call *c, grn_scatter_spec *out); /* NULL: there is none */
    bool (*spec_is_all)(const call *c);                       /* the call is no more than its spec; NULL: always */
} scatter_row;

#define SCATTER(name, arguments, spec_arguments)                                                              \
    static grn_status name##_run(call *c, const grn_tensor *out) { return grn_##name(arguments, out, NULL); } \
    static grn_status name##_spec_of(const call *c, grn_scatter_spec *out)                                    \
    {                                                                                                         \
        return grn_##name##_spec(spec_arguments, NULL, out);                                                  \
    }
#define WITH_SOURCE INPUT_DIM_INDEX COMMA & c->source.view
#define ND_SOURCE INPUT_INDEX COMMA & c->source.view

SCATTER(torch_scatter, WITH_SOURCE COMMA c->reduce, INPUT_DIM_INDEX COMMA c->reduce)
SCATTER(torch_scatter_reduce, WITH_SOURCE COMMA c->reduce COMMA c->flag COMMA & c->allocator.allocator,
        INPUT_DIM_INDEX COMMA c->reduce)
SCATTER(torch_index_add, WITH_SOURCE COMMA(c->flag ? NULL : c->value), INPUT_DIM_INDEX)
SCATTER(torch_index_copy, WITH_SOURCE, INPUT_DIM_INDEX)
SCATTER(onnx_scatter_elements, ND_SOURCE COMMA c->dim COMMA c->reduce, INPUT_INDEX_DIM COMMA c->reduce)
SCATTER(onnx_scatter_nd, ND_SOURCE COMMA c->reduce, INPUT_INDEX COMMA c->reduce)
#define TF_SCATTER(name) SCATTER(tf_tensor_scatter_nd_##name, ND_SOURCE, INPUT_INDEX)
GRN_TF_SCATTERS(TF_SCATTER)

static grn_status torch_scatter_value_run(call *c, const grn_tensor *out)
{
    return grn_torch_scatter_value(&c->input.view, c->dim, &c->index.view, c->value, c->reduce, out, NULL);
}
static grn_status torch_scatter_add_run(call *c, const grn_tensor *out)
{
    return grn_torch_scatter_add(&c->input.view, c->dim, &c->index.view, &c->source.view, out, NULL);
}
static grn_status torch_scatter_add_spec_of(const call *c, grn_scatter_spec *out)
{
    return grn_torch_scatter_spec(&c->input.view, c->dim, &c->index.view, "add", NULL, out);
}

static bool only_combines(const call *c) { return c->flag && c->reduce && strcmp(c->reduce, "mean") != 0; }
static bool alpha_is_one(const call *c) { return c->flag; }

#define SCATTER_ROW(name, form, torch, cuts)                       \
    {                                                              \
#name, form, torch, cuts, name##_run, name##_spec_of, NULL \
    }
#define TF_SCATTER_ROW(name) SCATTER_ROW(tf_tensor_scatter_nd_##name, INDEX_VECTORS, false, false),
static const scatter_row scatters[] = {
    SCATTER_ROW(torch_scatter, INDEX_BESIDE, true, true),
    SCATTER_ROW(torch_scatter_add, INDEX_BESIDE, true, true),
    {"torch_scatter_value", INDEX_BESIDE, true, true, torch_scatter_value_run, NULL, NULL},
    {"torch_scatter_reduce", INDEX_BESIDE, true, true, torch_scatter_reduce_run, torch_scatter_reduce_spec_of,
     only_combines},
    {"torch_index_add", INDEX_FREE, true, false, torch_index_add_run, torch_index_add_spec_of, alpha_is_one},
    SCATTER_ROW(torch_index_copy, INDEX_FREE, true, false),
    SCATTER_ROW(onnx_scatter_elements, INDEX_BESIDE, false, false),
    SCATTER_ROW(onnx_scatter_nd, INDEX_VECTORS, false, false),
    GRN_TF_SCATTERS(TF_SCATTER_ROW)};

/* What updates of the row have: index's shape, or the window that an index of vectors or of one
 * dimension leaves. */
static int32_t source_shape(const scatter_row *row, const call *c, int64_t *shape)
{
    const grn_tensor *input = &c->input.view, *index = &c->index.view;
    int32_t rank = 0;
    if (row->form == INDEX_BESIDE || index->rank == 0) {
        memcpy(shape, index->shape, sizeof *shape * (size_t)index->rank);
        return index->rank;
    }
    if (row->form == INDEX_VECTORS) {
        for (int32_t d = 0; d + 1 < index->rank; d++)
            shape[rank++] = index->shape[d];
        for (int64_t d = index->shape[index->rank - 1]; d < input->rank; d++)
            shape[rank++] = input->shape[d];
        return rank;
    }
    memcpy(shape, input->shape, sizeof *shape * (size_t)input->rank);
    int64_t dim = c->dim < 0 ? c->dim + input->rank : c->dim;
    if (dim >= 0 && dim < input->rank)
        shape[dim] = index->shape[0];
    return input->rank;
}

static void compare_scatter(const scatter_row *row, const call *c, const destination *d, const random_buffer *start)
{
    grn_scatter_spec spec;
    destination want;
    if (grn_tensor_elements(&c->index.view) == 0)
        return; /* torch looks no further */
    grn_status status = row->spec(c, &spec);
    if (status != GRN_OK)
        broken("a call that gave a result has a spec", row->name, grn_status_name(status));
    if (row->spec_is_all && !row->spec_is_all(c))
        return;
    if (destination_copy(&d->before, &want)) {
        grn_tensor index = row->torch ? at_least_rank_1(&c->index.view) : c->index.view;
        grn_tensor out = row->torch ? at_least_rank_1(&want.now.view) : want.now.view;
        grn_tensor updates = row->torch ? at_least_rank_1(&c->source.view) : c->source.view;
        for (int32_t k = 0; row->cuts_source && k < updates.rank; k++)
            updates.shape[k] = index.shape[k];
        grn_tensor_copy(&want.now.view, &start->view);
        status = grn_scatter_reference(&spec, 1, &out, &index, &updates, NULL);
        if (status != GRN_OK)
            broken("the spec of a call that gave a result gives one", row->name, grn_status_name(status));
        check_same(row->name, d, &want);
    }
    destination_release(&want);
}

static void fuzz_scatter(entropy *e)
{
    const scatter_row *row = &PICK_OF(e, scatters);
    call c;
    destination d = {0};
    int64_t shape[GRN_MAX_RANK];
    bool made = call_make(e, one_in(e, 12) ? (index_form)pick(e, INDEX_FORMS) : row->form, &c) &&
                call_make_source(e, &c, source_shape(row, &c, shape), shape);
    bool wrong = one_in(e, 16);
    int32_t rank = c.input.view.rank;
    memcpy(shape, c.input.view.shape, sizeof *shape * (size_t)rank);
    if (wrong)
        spoil(e, &rank, shape);
    if (made && destination_make(e, c.input.view.dtype, rank, shape, &d)) {
        if (row->spec && one_in(e, 8)) /* scatter_value takes no source */
            refuse_spoiled(e, row->name, row->run, &c, &d);
        grn_status status = row->run(&c, &d.now.view);
        check_answer(row->name, status, &d);
        if (status == GRN_OK && wrong)
            broken("a destination of another shape is refused", row->name, NULL);
        if (status == GRN_OK && row->spec)
            compare_scatter(row, &c, &d, &c.input);
    }
    destination_release(&d);
    if (made && one_in(e, 4)) { /* in place */
        random_buffer start;
        if (random_buffer_clone(&c.input, &start)) {
            grn_status status = row->run(&c, &c.input.view);
            if (status != GRN_OK && memcmp(c.input.memory, start.memory, start.bytes) != 0)
                broken("on an error an input that is the destination is untouched", row->name, grn_status_name(status));
        }
        random_buffer_release(&start);
    }
    call_release(&c);
}

/* ---- lists of index tensors ------------------------------------------------------------------ */

#define MOST_INDICES 4

static void run_list(entropy *e, call *c, const grn_tensor *const *indices, size_t count)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    destination d = {0};
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    if (grn_torch_index_shape(&c->input.view, indices, count, NULL, &rank, shape) != GRN_OK)
        return;
    (void)!grn_torch_index_spec(&c->input.view, indices, count, NULL, &gather);
    if (destination_make(e, c->input.view.dtype, rank, shape, &d))
        check_answer("torch_index",
                     grn_torch_index(&c->input.view, indices, count, &c->allocator.allocator, &d.now.view, NULL), &d);
    destination_release(&d);
    (void)!grn_torch_index_put_spec(&c->input.view, indices, count, c->flag, NULL, &scatter);
    if (call_make_source(e, c, rank, shape) &&
        destination_make(e, c->input.view.dtype, c->input.view.rank, c->input.view.shape, &d))
        check_answer("torch_index_put",
                     grn_torch_index_put(&c->input.view, indices, count, &c->source.view, c->flag,
                                         &c->allocator.allocator, &d.now.view, NULL),
                     &d);
    destination_release(&d);
}

static void fuzz_list(entropy *e)
{
    call c;
    random_buffer more[MOST_INDICES] = {{.memory = NULL}};
    const grn_tensor *indices[MOST_INDICES];
    bool made = call_make(e, INDEX_FREE, &c);
    size_t count = made ? (size_t)pick(e, MOST_INDICES + 1) : 0;
    for (size_t i = 0; i < count; i++) {
        const grn_tensor *like = &c.index.view;
        int64_t shape[GRN_MAX_RANK] = {0};
        for (int32_t d = 0; d < like->rank; d++)
            shape[d] = one_in(e, 4) ? 1 : like->shape[d];
        if (!random_buffer_make(entropy_source(e), one_in(e, 8) ? GRN_I32 : like->dtype, like->rank, shape, true, 0,
                                &more[i]))
            break;
        fill_index(e, &more[i], 2);
        indices[i] = one_in(e, 3) ? NULL : &more[i].view;
    }
    if (made && (count == 0 || more[count - 1].memory))
        run_list(e, &c, indices, count);
    for (size_t i = 0; i < MOST_INDICES; i++)
        random_buffer_release(&more[i]);
    call_release(&c);
}

/* ---- JAX: the specs of random_spec.h --------------------------------------------------------- */

#define JAX_SCATTER_FN(name, combiner) grn_jax_##name,
#define JAX_SPEC_FN(name, combiner) grn_jax_##name##_spec,

static void jax_gather(entropy *e, const random_case *c, grn_jax_mode mode)
{
    const grn_dimension_numbers *dims = &c->gather.dims;
    const grn_dims *sizes = &c->gather.slice_sizes;
    const void *fill = one_in(e, 2) ? NULL : c->gather.fill;
    const grn_tensor *operand = &c->operand[0].view, *indices = &c->indices.view;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    destination d = {0}, want = {0};
    grn_gather_spec spec;
    if (grn_jax_gather_shape(operand, indices, dims, sizes, NULL, &rank, shape) == GRN_OK &&
        destination_make(e, operand->dtype, rank, shape, &d) && destination_copy(&d.before, &want)) {
        grn_status status = grn_jax_gather(operand, indices, dims, sizes, false, false, mode, fill, &d.now.view, NULL);
        check_answer("jax_gather", status, &d);
        grn_status said = grn_jax_gather_spec(operand, indices, dims, sizes, false, false, mode, fill, NULL, &spec);
        if (said == GRN_OK)
            said = grn_gather_reference(&spec, operand, indices, &want.now.view, NULL);
        if (said != status)
            broken("lax.gather answers what its spec does", grn_status_name(status), grn_status_name(said));
        check_same("jax_gather", &d, &want);
    }
    destination_release(&d);
    destination_release(&want);
}

static void jax_scatter(entropy *e, const random_case *c, grn_jax_mode mode)
{
    grn_status (*const calls[])(const grn_tensor *, const grn_tensor *, const grn_tensor *,
                                const grn_dimension_numbers *, bool, bool, grn_jax_mode, const grn_tensor *,
                                const grn_diag *) = {GRN_JAX_SCATTERS(JAX_SCATTER_FN)};
    grn_status (*const specs[])(const grn_tensor *, const grn_tensor *, const grn_tensor *,
                                const grn_dimension_numbers *, bool, bool, grn_jax_mode, const grn_diag *,
                                grn_scatter_spec *) = {GRN_JAX_SCATTERS(JAX_SPEC_FN)};
    size_t which = (size_t)pick(e, sizeof calls / sizeof *calls);
    const grn_tensor *operand = &c->operand[0].view, *indices = &c->indices.view, *updates = &c->dense[0].view;
    destination d = {0}, want = {0};
    grn_scatter_spec spec;
    if (destination_make(e, operand->dtype, operand->rank, operand->shape, &d) && destination_copy(&d.before, &want)) {
        grn_status status =
            calls[which](operand, indices, updates, &c->scatter.dims, false, false, mode, &d.now.view, NULL);
        check_answer("jax_scatter", status, &d);
        grn_status said = specs[which](operand, indices, updates, &c->scatter.dims, false, false, mode, NULL, &spec);
        grn_tensor_copy(&want.now.view, operand);
        if (said == GRN_OK)
            said = grn_scatter_reference(&spec, 1, &want.now.view, indices, updates, NULL);
        if (said != status)
            broken("lax.scatter answers what its spec does", grn_status_name(status), grn_status_name(said));
        if (status == GRN_OK)
            check_same("jax_scatter", &d, &want);
    }
    destination_release(&d);
    destination_release(&want);
}

static void fuzz_jax(entropy *e)
{
    random_case *c = random_case_create(entropy_source(e), one_in(e, 2));
    grn_jax_mode mode = (grn_jax_mode)pick(e, GRN_JAX_MODE_COUNT);
    if (c && c->is_scatter)
        jax_scatter(e, c, mode);
    else if (c)
        jax_gather(e, c, mode);
    random_case_destroy(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(entropy * e) = {fuzz_gather, fuzz_scatter, fuzz_list,
                                                 fuzz_gather, fuzz_scatter, fuzz_jax};
    entropy e;
    entropy_init(&e, data, size);
    PICK_OF(&e, kinds)(&e);
    return 0;
}
