/*
 * formulas.c - the adjoints of scatters that compute: each step in f64, rounded
 * to the dtype. All is copied before anything is written.
 */
#include <string.h>

#include "adjoint/adjoint.h"

/* Compact row-major copies: n of the input's shape, m of the updates'. place[k]: the element that
 * update k goes to, or -1. */
typedef struct formula {
    const grn_adjoint *a;
    grn_dtype dtype;
    int64_t n, m;
    double *grad, *input, *result, *input_grad, *other; /* n each */
    double *updates, *updates_grad;                     /* m each */
    int64_t *place, *count;                             /* m, n */
} formula;

static double rounded(const formula *f, double v)
{
    unsigned char element[16];
    const grn_scalar s = {.dtype = f->dtype, .f = v};
    grn_scalar_store(&s, f->dtype, element);
    return grn_scalar_load(f->dtype, element).f;
}

/* ---- mean ------------------------------------------------------------------------------------ */

/* The gradient divided among the values that went to one place; 1 where there is none. */
static void mean(formula *f)
{
    for (int64_t i = 0; i < f->n; i++)
        f->count[i] = !f->a->forward->leaves_input_out;
    for (int64_t k = 0; k < f->m; k++)
        if (f->place[k] >= 0)
            f->count[f->place[k]]++;
    for (int64_t i = 0; i < f->n; i++)
        f->input_grad[i] = rounded(f, f->grad[i] / (double)(f->count[i] == 0 ? 1 : f->count[i]));
    for (int64_t k = 0; k < f->m; k++)
        f->updates_grad[k] = f->place[k] < 0 ? 0 : f->input_grad[f->place[k]];
}

/* ---- min, max -------------------------------------------------------------------------------- */

static double share(const formula *f, bool holds, int64_t i)
{
    return f->a->as_torch ? rounded(f, holds * f->other[i]) : holds ? f->other[i] : 0;
}

/* The gradient is shared among all values equal to the result. A NaN equals nothing: where the
 * result is one, no value gets a share. */
static void extreme(formula *f)
{
    const bool input_counts = !f->a->forward->leaves_input_out || f->a->as_torch;
    for (int64_t i = 0; i < f->n; i++)
        f->count[i] = f->input[i] == f->result[i];
    for (int64_t k = 0; k < f->m && !input_counts; k++)
        if (f->place[k] >= 0)
            f->count[f->place[k]] = 0;
    for (int64_t k = 0; k < f->m; k++)
        if (f->place[k] >= 0)
            f->count[f->place[k]] += f->updates[k] == f->result[f->place[k]];
    for (int64_t i = 0; i < f->n; i++) {
        f->other[i] = rounded(f, f->grad[i] / (double)(f->count[i] == 0 && !f->a->as_torch ? 1 : f->count[i]));
        f->input_grad[i] = share(f, f->input[i] == f->result[i], i);
    }
    for (int64_t k = 0; k < f->m; k++)
        f->updates_grad[k] = f->place[k] < 0 ? 0 : share(f, f->updates[k] == f->result[f->place[k]], f->place[k]);
}

/* ---- mul ------------------------------------------------------------------------------------- */

static void multiply(const formula *f, int64_t k)
{
    f->other[f->place[k]] = rounded(f, f->other[f->place[k]] * f->updates[k]);
}

/* The product of the factors before an update, then times the factors behind it and the input.
 * Nothing is divided. */
static void product(formula *f)
{
    for (int64_t i = 0; i < f->n; i++)
        f->other[i] = 1;
    for (int64_t k = 0; k < f->m; k++) {
        f->updates_grad[k] = f->place[k] < 0 ? 0 : f->other[f->place[k]];
        if (f->place[k] >= 0)
            multiply(f, k);
    }
    for (int64_t i = 0; i < f->n; i++) {
        f->input_grad[i] = rounded(f, f->grad[i] * f->other[i]);
        f->other[i] = f->a->forward->leaves_input_out ? 1 : f->input[i];
    }
    for (int64_t k = f->m; k-- > 0;) {
        if (f->place[k] < 0)
            continue;
        f->updates_grad[k] = rounded(f, f->grad[f->place[k]] * rounded(f, f->updates_grad[k] * f->other[f->place[k]]));
        multiply(f, k);
    }
}

/* ---- tensors in and out ---------------------------------------------------------------------- */

/* NULL where no update is read. */
static void read_all(const grn_tensor *t, double *out)
{
    grn_walk w;
    if (t == NULL || t->data == NULL)
        return;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w))
        *out++ = grn_scalar_load(t->dtype, grn_tensor_at(t, w.offset[0])).f;
}

static void write_all(const grn_tensor *t, const double *in)
{
    grn_walk w;
    if (t == NULL)
        return;
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w)) {
        const grn_scalar s = {.dtype = t->dtype, .f = *in++};
        grn_scalar_store(&s, t->dtype, grn_tensor_at(t, w.offset[0]));
    }
}

static bool memory_of(const formula *f, size_t *bytes)
{
    size_t inputs, updates, all;
    return grn_mul_size((size_t)f->n, 6, &inputs) && grn_mul_size((size_t)f->m, 3, &updates) &&
           grn_add_size(inputs, updates, &all) && grn_mul_size(all, sizeof(double), bytes);
}

static void lay_out(formula *f, double *memory)
{
    double **const ofn[] = {&f->grad, &f->input, &f->result, &f->input_grad, &f->other},
                   **const ofm[] = {&f->updates, &f->updates_grad};
    for (size_t i = 0; i < GRN_COUNT(ofn); i++, memory += f->n)
        *ofn[i] = memory;
    for (size_t i = 0; i < GRN_COUNT(ofm); i++, memory += f->m)
        *ofm[i] = memory;
    f->place = (int64_t *)(void *)memory;
    f->count = f->place + f->m;
}

static grn_status run_formula(formula *f)
{
    const grn_adjoint *a = f->a;
    const grn_scatter_kind kind = a->forward->kind;
    grn_status status = f->m == 0 ? GRN_OK : grn_adjoint_find_places(a, f->count, f->place);
    if (status != GRN_OK)
        return status;
    read_all(a->grad, f->grad);
    if (kind != GRN_SCATTER_MEAN) {
        read_all(a->forward->input, f->input);
        read_all(a->forward->updates, f->updates);
        read_all(a->forward->result, f->result);
    }
    (kind == GRN_SCATTER_MEAN ? mean : kind == GRN_SCATTER_MUL ? product : extreme)(f);
    for (int64_t k = 0; k < f->m && a->forward->leaves_input_out; k++)
        if (f->place[k] >= 0)
            f->input_grad[f->place[k]] = 0;
    write_all(a->updates_grad, f->updates_grad);
    write_all(a->input_grad, f->input_grad);
    return GRN_OK;
}

grn_status grn_adjoint_by_formula(const grn_adjoint *a)
{
    formula f = {.a = a,
                 .dtype = a->grad->dtype,
                 .n = grn_tensor_elements(a->grad),
                 .m = grn_tensor_elements(a->forward->updates)};
    size_t bytes;
    if (!memory_of(&f, &bytes))
        return grn_adjoint_no_memory(a, 0);
    double *memory = grn_allocate(a->allocator, bytes);
    if (memory == NULL)
        return grn_adjoint_no_memory(a, bytes);
    lay_out(&f, memory);
    grn_status status = run_formula(&f);
    grn_release(a->allocator, memory, bytes);
    return status;
}
