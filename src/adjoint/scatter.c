/* scatter.c - the adjoint of a scatter: its arguments, and the cases that move gradients without
 * arithmetic. */
#include <string.h>

#include "access/check.h"
#include "access/map.h"
#include "adjoint/adjoint.h"

static const unsigned char zero[16];

/* ---- the gather of the same places ----------------------------------------------------------- */

/* The policy of the gather that reads the gradient back: updates that were dropped get `fill`. */
static void gather_of(const grn_scatter_spec *spec, const grn_tensor *input, const grn_tensor *indices,
                      const grn_tensor *updates, const void *fill, grn_gather_spec *out)
{
    const size_t bytes = grn_dtype_bytes(input->dtype);
    *out = (grn_gather_spec){.dims = spec->dims, .index = grn_scatter_rule(spec)};
    out->index.indices_are_sorted = out->index.unique_indices = false;
    if (out->index.bounds == GRN_BOUNDS_SKIP)
        out->index.bounds = GRN_BOUNDS_FILL;
    memcpy(out->fill, fill, bytes);
    grn_access_map map;
    grn_access_map_of(&spec->dims, input->rank, indices->rank, &map);
    for (int32_t d = 0; d < input->rank; d++)
        grn_dims_push(&out->slice_sizes, grn_access_window(&map, updates->shape, d));
}

/* Where the input is empty every update is dropped, and no gather has an operand without elements
 * to gather from. */
static grn_status take_gradient(const grn_adjoint *a, const grn_tensor *from, const void *fill, const grn_tensor *to)
{
    grn_gather_spec spec;
    if (grn_tensor_elements(from) == 0) {
        grn_tensor_fill(to, fill);
        return GRN_OK;
    }
    gather_of(a->spec, from, a->indices, to, fill, &spec);
    return grn_gather(&spec, from, a->indices, to, a->diag);
}

grn_status grn_adjoint_find_places(const grn_adjoint *a, int64_t *numbers, int64_t *place)
{
    static const int64_t none = -1;
    grn_tensor from = {0}, to = {0};
    for (int64_t i = 0, n = grn_tensor_elements(a->grad); i < n; i++)
        numbers[i] = i;
    grn_status status = grn_tensor_init(&from, numbers, GRN_I64, a->grad->rank, a->grad->shape);
    if (status == GRN_OK)
        status = grn_tensor_init(&to, place, GRN_I64, a->forward->updates->rank, a->forward->updates->shape);
    return status == GRN_OK ? take_gradient(a, &from, &none, &to) : status;
}

/* ---- memory ---------------------------------------------------------------------------------- */

grn_status grn_adjoint_no_memory(const grn_adjoint *a, size_t bytes)
{
    return bytes == 0
               ? grn_fail(a->diag, grn_no_place, GRN_E_MEMORY, "%s: the copies pass the address space", a->name)
               : grn_fail(a->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes for copies were refused", a->name, bytes);
}

/* ---- replace --------------------------------------------------------------------------------- */

static int64_t offset_of(const grn_tensor *t, int64_t flat)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        offset += flat % t->shape[d] * t->stride[d];
        flat /= t->shape[d];
    }
    return offset;
}

/* A place's gradient goes to the update whose value stayed there, else to the input, and never to
 * both (NV-7). */
static void hand_out(const grn_adjoint *a, const int64_t *winner)
{
    const size_t bytes = grn_dtype_bytes(a->grad->dtype);
    const grn_tensor *input = a->input_grad ? a->input_grad : a->grad, *updates = a->updates_grad;
    grn_walk w;
    if (updates)
        grn_tensor_fill(updates, zero);
    grn_walk_init(&w, a->grad->rank, a->grad->shape, 2, (const int64_t *[]){a->grad->stride, input->stride});
    for (; w.more; grn_walk_next(&w), winner++) {
        const void *from = grn_tensor_at(a->grad, w.offset[0]);
        if (*winner >= 0 && updates)
            memcpy(grn_tensor_at(updates, offset_of(updates, *winner)), from, bytes);
        if (a->input_grad)
            memcpy(grn_tensor_at(input, w.offset[1]), *winner < 0 ? from : zero, bytes);
    }
}

static grn_status replaced(const grn_adjoint *a)
{
    const int64_t n = grn_tensor_elements(a->grad), m = grn_tensor_elements(a->forward->updates);
    size_t total, bytes;
    if (!grn_add_size((size_t)n, (size_t)m, &total) || !grn_mul_size(total, sizeof(int64_t), &bytes))
        return grn_adjoint_no_memory(a, 0);
    int64_t *winner = grn_allocate(a->allocator, bytes);
    if (winner == NULL)
        return grn_adjoint_no_memory(a, bytes);
    int64_t *place = winner + n;
    grn_status status = grn_adjoint_find_places(a, winner, place);
    for (int64_t i = 0; i < n; i++)
        winner[i] = -1;
    for (int64_t k = 0; status == GRN_OK && k < m; k++)
        if (place[k] >= 0)
            winner[place[k]] = k;
    if (status == GRN_OK)
        hand_out(a, winner);
    grn_release(a->allocator, winner, bytes);
    return status;
}

/* ---- add, sub -------------------------------------------------------------------------------- */

void grn_adjoint_scale(const grn_tensor *t, const void *factor)
{
    grn_walk w;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w))
        grn_combine_element(GRN_COMBINE_MUL, t->dtype, grn_tensor_at(t, w.offset[0]), factor);
}

static void negate(const grn_tensor *t)
{
    unsigned char minus[16];
    const grn_dtype_class class = grn_dtype_class_of(t->dtype);
    grn_scalar s = {.dtype = t->dtype};
    s.c.re = s.c.im = 0;
    if (class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX)
        s.f = -1; /* a complex number's real part is there too */
    else
        s.i = t->dtype == GRN_I1 ? 1 : -1;
    grn_scalar_store(&s, t->dtype, minus);
    grn_adjoint_scale(t, minus);
}

/* 0 where an update goes. */
static grn_status clear_places(const grn_adjoint *a)
{
    grn_scatter_spec spec = *a->spec;
    grn_tensor nothing = *a->forward->updates;
    spec.combiner = GRN_COMBINE_REPLACE;
    spec.index.indices_are_sorted = spec.index.unique_indices = false;
    nothing.data = (void *)zero;
    memset(nothing.stride, 0, sizeof nothing.stride);
    return grn_scatter(&spec, 1, a->input_grad, a->indices, &nothing, a->diag);
}

static grn_status added(const grn_adjoint *a)
{
    grn_status status = a->updates_grad ? take_gradient(a, a->grad, zero, a->updates_grad) : GRN_OK;
    if (status == GRN_OK && a->updates_grad && a->forward->kind == GRN_SCATTER_SUB)
        negate(a->updates_grad);
    if (status == GRN_OK && a->input_grad)
        grn_tensor_copy(a->input_grad, a->grad);
    return status == GRN_OK && a->input_grad && a->forward->leaves_input_out ? clear_places(a) : status;
}

/* ---- one scatter ----------------------------------------------------------------------------- */

grn_status grn_adjoint_scatter(const grn_adjoint *a)
{
    static grn_status (*const kinds[GRN_SCATTER_KIND_COUNT])(const grn_adjoint *) = {
        [GRN_SCATTER_REPLACE] = replaced,
        [GRN_SCATTER_ADD] = added,
        [GRN_SCATTER_SUB] = added,
        [GRN_SCATTER_MUL] = grn_adjoint_by_formula,
        [GRN_SCATTER_MIN] = grn_adjoint_by_formula,
        [GRN_SCATTER_MAX] = grn_adjoint_by_formula,
        [GRN_SCATTER_MEAN] = grn_adjoint_by_formula};
    return kinds[a->forward->kind](a);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* `t` has `like`'s shape and dtype. */
static grn_status check_like(const grn_tensor *t, const char *name, const grn_tensor *like, const grn_diag *diag)
{
    grn_status status = grn_check_view(t, name, diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(t, name, like->rank, like->shape, diag);
    if (status == GRN_OK && t->dtype != like->dtype)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has element type %s, it must be %s", name,
                          grn_dtype_text(t->dtype), grn_dtype_text(like->dtype));
    return status;
}

static grn_status check_read(const grn_tensor *t, const char *name, const grn_tensor *like, const grn_diag *diag)
{
    grn_status status = check_like(t, name, like, diag);
    return status == GRN_OK ? grn_check_data(t, name, diag) : status;
}

/* A destination, apart from all that is read. */
static grn_status check_written(const grn_adjoint *a, const grn_tensor *t, const char *name, const grn_tensor *like)
{
    const grn_scatter_forward *f = a->forward;
    const struct {
        const char *name;
        const grn_tensor *t;
    } read[] = {{"grad", a->grad},
                {"indices", a->indices},
                {"updates", f->updates},
                {"input", f->input},
                {"result", f->result}};
    grn_status status = check_read(t, name, like, a->diag);
    if (status == GRN_OK)
        status = grn_check_places(t, name, a->diag);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(read); i++)
        if (read[i].t && read[i].t->data)
            status = grn_check_alias(t, read[i].t, read[i].name, a->diag);
    return status;
}

/* What the formulas read. */
static grn_status check_values(const grn_adjoint *a)
{
    const grn_scatter_forward *f = a->forward;
    const bool orders = f->kind == GRN_SCATTER_MIN || f->kind == GRN_SCATTER_MAX;
    if (f->kind == GRN_SCATTER_REPLACE || f->kind == GRN_SCATTER_ADD || f->kind == GRN_SCATTER_SUB)
        return GRN_OK;
    if (grn_dtype_class_of(a->grad->dtype) != GRN_CLASS_FLOAT)
        return grn_fail(a->diag, grn_no_place, GRN_E_DTYPE,
                        "grad is %s, the gradient of this scatter takes a float type", grn_dtype_text(a->grad->dtype));
    if (f->kind == GRN_SCATTER_MEAN)
        return GRN_OK;
    grn_status status = grn_check_data(f->updates, "updates", a->diag);
    if (status == GRN_OK)
        status = check_read(f->input, "input", a->grad, a->diag);
    return status == GRN_OK && orders ? check_read(f->result, "result", a->grad, a->diag) : status;
}

static grn_status check(const grn_adjoint *a)
{
    grn_scatter_spec spec = *a->spec;
    const grn_scatter_forward *f = a->forward;
    spec.combiner = GRN_COMBINE_REPLACE;
    grn_status status = grn_check_view(a->grad, "grad", a->diag);
    if (status == GRN_OK)
        status = grn_check_view(a->indices, "indices", a->diag);
    if (status == GRN_OK)
        status = grn_check_view(f->updates, "updates", a->diag);
    if (status == GRN_OK)
        status = grn_scatter_check(&spec, 1, a->grad, a->indices, f->updates, a->diag);
    if (status == GRN_OK)
        status = grn_check_data(a->grad, "grad", a->diag);
    if (status == GRN_OK)
        status = grn_check_data(a->indices, "indices", a->diag);
    if (status == GRN_OK)
        status = check_values(a);
    if (status == GRN_OK && a->input_grad)
        status = check_written(a, a->input_grad, "input_grad", a->grad);
    if (status == GRN_OK && a->updates_grad)
        status = check_written(a, a->updates_grad, "updates_grad", f->updates);
    if (status == GRN_OK && a->input_grad && a->updates_grad)
        status = grn_check_alias(a->input_grad, a->updates_grad, "updates_grad", a->diag);
    return status == GRN_OK ? grn_scatter_check_starts(&spec, a->grad, a->indices, f->updates, a->diag) : status;
}

grn_status grn_scatter_adjoint(const grn_scatter_spec *spec, const grn_scatter_forward *forward,
                               const grn_tensor *indices, const grn_tensor *grad, const grn_allocator *allocator,
                               const grn_tensor *input_grad, const grn_tensor *updates_grad, const grn_diag *diag)
{
    const grn_adjoint a = {.name = "grn_scatter_adjoint",
                           .spec = spec,
                           .forward = forward,
                           .indices = indices,
                           .grad = grad,
                           .input_grad = input_grad,
                           .updates_grad = updates_grad,
                           .allocator = allocator,
                           .diag = diag};
    grn_status status = grn_check_given(spec, "spec", diag);
    if (status == GRN_OK)
        status = grn_check_given(forward, "forward", diag);
    if (status == GRN_OK && (unsigned)forward->kind >= GRN_SCATTER_KIND_COUNT)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "forward.kind is %d, it must be one of the %d there are",
                          (int)forward->kind, GRN_SCATTER_KIND_COUNT);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check(&a);
    return status == GRN_OK ? grn_adjoint_scatter(&a) : status;
}
