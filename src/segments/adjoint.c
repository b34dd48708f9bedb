/*
 * adjoint.c - the gradients of a segment reduction: for each segment of each column the formula of
 * its op (formulas.c), in f64. Entries are written where they came from; what weights get is summed
 * over the columns that share them, in ascending order, and rounded at the end.
 */
#include <string.h>

#include "segments/adjoint.h"

/* The memory of one call. */
typedef struct memory {
    size_t bytes, list_bytes;
    char *all;
    void *lists;
    double *x, *w, *grad, *x_grad, *w_grad; /* of the entries of a segment */
    double *weights;                        /* gradients of all weights, row-major */
    int64_t nweights;
} memory;

typedef struct adjoint {
    const grn_segment_problem *p; /* its result is the gradient that comes in */
    const grn_segment_gradients *g;
    grn_tensor data_grad, weights_grad; /* where asked for */
    memory m;
    grn_segment_formula formula;
} adjoint;

/* ---- arguments ------------------------------------------------------------------------------- */

static grn_status check_gradient(const grn_tensor *t, const char *name, const grn_tensor *as, const grn_diag *diag)
{
    if (t == NULL)
        return GRN_OK;
    grn_status status = grn_check_view(t, name, diag);
    if (status == GRN_OK && t->dtype != as->dtype)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has element type %s, it must be data's, %s", name,
                          grn_dtype_text(t->dtype), grn_dtype_text(as->dtype));
    if (status == GRN_OK)
        status = grn_check_same_shape(t, name, as->rank, as->shape, diag);
    return status == GRN_OK ? grn_check_places(t, name, diag) : status;
}

static grn_status check_written(const grn_segment_tensors *t, const grn_segment_gradients *g, const grn_diag *diag)
{
    const grn_tensor *const read[] = {t->data, t->segments, t->weights, g->grad};
    static const char *const names[] = {"data", "segments", "weights", "grad"};
    const grn_tensor *const written[] = {g->data_grad, g->weights_grad};
    static const char *const written_names[] = {"data_grad", "weights_grad"};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(read); i++)
        if (read[i] != NULL)
            status = grn_check_data(read[i], names[i], diag);
    for (size_t k = 0; k < GRN_COUNT(written); k++) {
        if (written[k] == NULL)
            continue;
        if (status == GRN_OK)
            status = grn_check_data(written[k], written_names[k], diag);
        for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(read); i++)
            if (read[i] != NULL)
                status = grn_check_alias(written[k], read[i], names[i], diag);
    }
    if (status == GRN_OK && g->data_grad != NULL && g->weights_grad != NULL)
        status = grn_check_alias(g->data_grad, g->weights_grad, "weights_grad", diag);
    return status;
}

static grn_status read_arguments(const grn_segment_spec *spec, const grn_segment_tensors *t,
                                 const grn_segment_gradients *g, const grn_diag *diag, grn_segment_problem *p)
{
    grn_status status = grn_check_given(g, "gradients", diag);
    if (status == GRN_OK)
        status = grn_segment_read_sources(spec, t, diag, p);
    if (status == GRN_OK && grn_dtype_class_of(p->data.dtype) != GRN_CLASS_FLOAT)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "data has element type %s, gradients are of floats",
                        grn_dtype_text(p->data.dtype));
    if (status == GRN_OK && spec->start == GRN_SEGMENT_START_RESULT)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "spec.start is GRN_SEGMENT_START_RESULT, a gradient is of IDENTITY or INITIAL");
    if (status == GRN_OK && (unsigned)g->ties >= GRN_SEGMENT_TIES_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "gradients.ties is %d, it must be one of the %d there are",
                        (int)g->ties, (int)GRN_SEGMENT_TIES_COUNT);
    if (status == GRN_OK && g->weights_grad != NULL && !p->has_weights)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "gradients.weights_grad is given, weights are NULL");
    if (status == GRN_OK)
        status = grn_segment_read_result(g->grad, "grad", diag, p);
    if (status == GRN_OK)
        status = check_gradient(g->data_grad, "data_grad", &p->data, diag);
    if (status == GRN_OK)
        status = check_gradient(g->weights_grad, "weights_grad", &p->weights, diag);
    return status == GRN_OK ? check_written(t, g, diag) : status;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static grn_status get_memory(adjoint *a, const grn_allocator *allocator, const grn_diag *diag)
{
    memory *m = &a->m;
    size_t entries, weights = 0;
    m->nweights = a->g->weights_grad != NULL ? grn_tensor_elements(&a->p->weights) : 0;
    if (!grn_segment_list_bytes(a->p, &m->list_bytes) ||
        !grn_mul_size((size_t)a->p->nentries, 5 * sizeof(double), &entries) ||
        !grn_mul_size((size_t)m->nweights, sizeof(double), &weights) ||
        !grn_add_size(m->list_bytes, entries, &m->bytes) || !grn_add_size(m->bytes, weights, &m->bytes))
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "a segment gradient needs more bytes than can be counted");
    m->all = grn_allocate(allocator, m->bytes);
    if (m->all == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "a segment gradient needs %zu bytes, which were refused",
                        m->bytes);
    m->lists = m->all;
    double *at = (double *)(void *)(m->all + m->list_bytes);
    double **const parts[] = {&m->x, &m->w, &m->grad, &m->x_grad, &m->w_grad};
    for (size_t i = 0; i < GRN_COUNT(parts); i++, at += a->p->nentries)
        *parts[i] = at;
    m->weights = at;
    memset(m->weights, 0, weights);
    return GRN_OK;
}

/* ---- one segment of one column --------------------------------------------------------------- */

static double load(const grn_tensor *t, int64_t offset)
{
    const void *p = grn_tensor_at(t, offset);
    float single;
    if (t->dtype != GRN_F32)
        return grn_scalar_load(t->dtype, p).f;
    memcpy(&single, p, sizeof single);
    return (double)single;
}

/* Where a column begins, in elements: of data, weights, grad; of data_grad, and of weights
 * row-major. */
typedef struct column {
    int64_t data, weights, grad, data_grad, weight_number;
} column;

static void segment(const adjoint *a, const grn_segment_lists *lists, const int64_t *weight_number_step, int64_t s,
                    const column *c)
{
    const grn_segment_problem *p = a->p;
    const int32_t axis = p->spec.axis;
    const bool per_entry = grn_segment_is_per_entry(p->spec.op);
    const int64_t from = lists->offset[s], n = lists->offset[s + 1] - from;
    grn_segment_gradient g = {.spec = &p->spec,
                              .ties = a->g->ties,
                              .n = n,
                              .x = a->m.x,
                              .w = a->m.w,
                              .grad = a->m.grad,
                              .x_grad = a->m.x_grad,
                              .w_grad = a->m.w_grad};
    g.initial = p->spec.start == GRN_SEGMENT_START_INITIAL ? grn_scalar_load(p->data.dtype, p->spec.initial).f : 0;
    g.has_initial = p->spec.start == GRN_SEGMENT_START_INITIAL;
    g.g = per_entry ? 0 : load(&p->result, c->grad + s * p->result.stride[axis]);
    for (int64_t i = 0; i < n; i++) {
        const int64_t e = lists->order != NULL ? lists->order[from + i] : from + i;
        a->m.x[i] = load(&p->data, c->data + e * p->data.stride[axis]);
        a->m.w[i] = p->has_weights ? load(&p->weights, c->weights + e * p->weights.stride[axis]) : 1;
        if (per_entry)
            a->m.grad[i] = load(&p->result, c->grad + e * p->result.stride[axis]);
    }
    a->formula(&g);
    for (int64_t i = 0; i < n; i++) {
        const int64_t e = lists->order != NULL ? lists->order[from + i] : from + i;
        if (a->g->data_grad != NULL)
            grn_segment_store(p->data.dtype, a->m.x_grad[i],
                              grn_tensor_at(&a->data_grad, c->data_grad + e * a->data_grad.stride[axis]));
        if (a->g->weights_grad != NULL)
            a->m.weights[c->weight_number + e * weight_number_step[axis]] += a->m.w_grad[i];
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Steps of a dimension that a tensor lacks are 0. */
static void steps_of(const grn_tensor *t, bool given, int32_t rank, int64_t *out)
{
    for (int32_t d = 0; d < rank; d++)
        out[d] = given && d < t->rank ? t->stride[d] : 0;
}

static void run(const adjoint *a)
{
    const grn_segment_problem *p = a->p;
    const int32_t axis = p->spec.axis, rank = p->data.rank, behind = rank - axis - 1;
    int64_t weights[GRN_MAX_RANK], data_grad[GRN_MAX_RANK], number[GRN_MAX_RANK] = {0}, segments[GRN_MAX_RANK];
    steps_of(&p->weights, p->has_weights, rank, weights);
    steps_of(&a->data_grad, a->g->data_grad != NULL, rank, data_grad);
    steps_of(&p->segments, p->by_position, rank, segments);
    if (p->has_weights)
        grn_shape_strides(p->weights.rank, p->weights.shape, number);
    const int64_t *const strides[] = {p->data.stride, weights, p->result.stride, data_grad};
    const int64_t *const more[] = {number, segments};
    const int64_t *inner[GRN_WALK_VIEWS];
    for (int i = 0; i < GRN_WALK_VIEWS; i++)
        inner[i] = strides[i] + axis + 1;
    grn_segment_lists lists;
    grn_walk o, q, i, k;
    bool made = false;
    grn_walk_init(&q, axis, p->data.shape, 2, more);
    for (grn_walk_init(&o, axis, p->data.shape, 4, strides); o.more; grn_walk_next(&o), grn_walk_next(&q)) {
        if (!made || p->by_position)
            grn_segment_assign(p, q.offset[1], a->m.lists, &lists);
        made = true;
        for (int64_t s = 0; s < p->nsegments; s++) {
            if (lists.offset[s] == lists.offset[s + 1])
                continue;
            grn_walk_init(&k, behind, p->data.shape + axis + 1, 1, (const int64_t *[]){number + axis + 1});
            for (grn_walk_init(&i, behind, p->data.shape + axis + 1, 4, inner); i.more;
                 grn_walk_next(&i), grn_walk_next(&k)) {
                const column c = {o.offset[0] + i.offset[0], o.offset[1] + i.offset[1], o.offset[2] + i.offset[2],
                                  o.offset[3] + i.offset[3], q.offset[0] + k.offset[0]};
                segment(a, &lists, number, s, &c);
            }
        }
    }
}

static void store_weights(const adjoint *a)
{
    const grn_tensor *t = &a->weights_grad;
    grn_walk w;
    int64_t i = 0;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); w.more; grn_walk_next(&w))
        grn_segment_store(t->dtype, a->m.weights[i++], grn_tensor_at(t, w.offset[0]));
}

grn_status grn_segment_adjoint(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                               const grn_segment_gradients *gradients, const grn_allocator *allocator,
                               const grn_diag *diag)
{
    static const unsigned char zero[16];
    grn_segment_problem p;
    adjoint a = {.p = &p, .g = gradients};
    grn_status status = read_arguments(spec, tensors, gradients, diag, &p);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_segment_check_entries(&p, diag);
    if (status == GRN_OK)
        status = get_memory(&a, allocator, diag);
    if (status != GRN_OK)
        return status;
    a.formula = grn_segment_formula_of(spec->op);
    if (gradients->data_grad != NULL) {
        grn_view_copy(&a.data_grad, gradients->data_grad);
        grn_segment_drop_strides(&a.data_grad);
        grn_tensor_fill(gradients->data_grad, zero);
    }
    if (gradients->weights_grad != NULL) {
        grn_view_copy(&a.weights_grad, gradients->weights_grad);
        grn_segment_drop_strides(&a.weights_grad);
    }
    if (grn_tensor_elements(&p.data) > 0)
        run(&a);
    if (gradients->weights_grad != NULL)
        store_weights(&a);
    grn_release(allocator, a.m.all, a.m.bytes);
    return GRN_OK;
}
