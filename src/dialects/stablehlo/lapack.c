/*
 * lapack.c - custom calls of LAPACK's routines: found by their targets, their
 * values held against the routine's row, and run, one matrix of a batch after
 * the other. The library is loaded when the first of them runs.
 *
 * Targets: lapack_<type><routine>_ffi, as jaxlib's foreign functions are named,
 * which read values in the layouts that the call says; and those of JAX's
 * lowering for any platform, Qr and ProductOfElementaryHouseholderReflectors
 * (jax/_src/lax/linalg.py), which mean matrices whatever their layout. One of
 * jaxlib's that is no routine of LAPACK is garner's own.
 */
#include "dialects/stablehlo/lapack_call.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* ---- targets --------------------------------------------------------------------------------- */

static const struct other_name {
    const char *target, *of_real, *of_complex;
    bool plain;
} other_names[] = {
    {"Qr", "geqrf", "geqrf", true},
    {"ProductOfElementaryHouseholderReflectors", "orgqr", "ungqr", true},
    {"tridiagonal_solve_perturbed_ffi", "tridiagonal_solve_perturbed", "tridiagonal_solve_perturbed", false},
};

static const grn_lapack_row *row_of(grn_str name, char type)
{
    for (const grn_lapack_row *row = grn_lapack_rows; row->name; row++)
        if (grn_str_is(name, row->name) && strchr(row->types, type))
            return row;
    return NULL;
}

static char type_of(grn_dtype dtype)
{
    return dtype == GRN_F32 ? 's' : dtype == GRN_F64 ? 'd' : dtype == GRN_C64 ? 'c' : dtype == GRN_C128 ? 'z' : '\0';
}

static const struct other_name *other_name(grn_str called)
{
    for (size_t i = 0; i < GRN_COUNT(other_names); i++)
        if (grn_str_is(called, other_names[i].target))
            return &other_names[i];
    return NULL;
}

/* "lapack_" type routine "_ffi". */
static grn_lapack_target foreign_function(grn_str called)
{
    const size_t before = strlen("lapack_"), behind = strlen("_ffi");
    if (called.n <= before + 1 + behind || memcmp(called.text, "lapack_", before) != 0 ||
        memcmp(called.text + called.n - behind, "_ffi", behind) != 0 || !strchr("sdcz", called.text[before]))
        return (grn_lapack_target){.row = NULL};
    char type = called.text[before];
    const grn_lapack_row *row = row_of((grn_str){called.text + before + 1, called.n - before - 1 - behind}, type);
    return (grn_lapack_target){.row = row && !row->own ? row : NULL, .type = type};
}

/* Of a call that has another name the type is that of its first operand. */
static grn_lapack_target target_of(const grn_exec *x, const grn_op *op)
{
    grn_str called = grn_op_attr(op, "call_target_name")->text;
    const struct other_name *other = other_name(called);
    if (!other)
        return foreign_function(called);
    char type = op->noperands ? type_of(x->operands[0].tensor.dtype) : '\0';
    const char *name = type == 'c' || type == 'z' ? other->of_complex : other->of_real;
    return (grn_lapack_target){
        .row = type ? row_of((grn_str){name, strlen(name)}, type) : NULL, .type = type, .plain = other->plain};
}

/* ---- workspaces ------------------------------------------------------------------------------ */

/* What a routine answers of its work is a float of its own type, which may be rounded down. */
static int32_t work_size(char type, const void *answer)
{
    bool single = type == 's' || type == 'c';
    double size = single ? ceil((double)*(const float *)answer * (1 + (double)FLT_EPSILON)) : *(const double *)answer;
    return size < 1 ? 1 : size < INT32_MAX ? (int32_t)size : INT32_MAX;
}

typedef struct workspaces {
    grn_lapack_bytes work, rwork, iwork;
} workspaces;

static int32_t ask_for_work(grn_lapack *l, const grn_lapack_row *row)
{
    union {
        float s[4];
        double d[2];
        int32_t i[4];
    } answers[3] = {{.d = {0, 0}}};
    l->work = &answers[0];
    l->rwork = &answers[1];
    l->iwork = &answers[2];
    l->lwork = -1;
    row->run(l);
    return l->info == 0 ? work_size(l->type, &answers[0]) : -1;
}

static grn_status make_workspaces(grn_lapack_call *c, workspaces *w)
{
    grn_lapack *l = &c->lapack;
    const grn_lapack_row *row = c->target.row;
    if (row->sizes)
        row->sizes(l);
    if (l->lrwork == INT32_MAX || l->liwork == INT32_MAX)
        return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "a matrix is too large for LAPACK's 32-bit integers");
    l->lwork = row->has_work ? ask_for_work(l, row) : 0;
    if (l->lwork < 0 || l->lwork == INT32_MAX)
        return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "LAPACK does not say how much memory it needs");
    grn_status status =
        grn_lapack_new_scratch(c, &w->work, (size_t)l->lwork * grn_dtype_bytes(grn_lapack_dtype_of(l->type, 'T')));
    if (status == GRN_OK)
        status = grn_lapack_new_scratch(c, &w->rwork,
                                        (size_t)l->lrwork * grn_dtype_bytes(grn_lapack_dtype_of(l->type, 'R')));
    if (status == GRN_OK)
        status = grn_lapack_new_scratch(c, &w->iwork, (size_t)l->liwork * sizeof(int32_t));
    l->work = w->work.first;
    l->rwork = w->rwork.first;
    l->iwork = w->iwork.first;
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

/* Whether the elements of a matrix are finite; of a symmetric one those of the triangle that is read. */
#define FINITE(T)                                                                                \
    static bool all_finite_##T(const T *a, size_t rows, size_t columns, size_t parts, char uplo) \
    {                                                                                            \
        for (size_t j = 0; j < columns; j++)                                                     \
            for (size_t i = uplo == 'L' ? j : 0; i < (uplo == 'U' ? j + 1 : rows); i++)          \
                for (size_t p = 0; p < parts; p++)                                               \
                    if (!isfinite(a[(j * rows + i) * parts + p]))                                \
                        return false;                                                            \
        return true;                                                                             \
    }
FINITE(float)
FINITE(double)

static bool is_finite(const grn_lapack_call *c)
{
    const grn_lapack *l = &c->lapack;
    const grn_lapack_row *row = c->target.row;
    size_t rows = (size_t)grn_lapack_extent_of(c, row->inputs[0].shape[0]),
           columns = (size_t)grn_lapack_extent_of(c, row->inputs[0].shape[1]);
    size_t parts = grn_lapack_is_complex(l) ? 2 : 1;
    char uplo = row->attrs[1].name && strcmp(row->attrs[1].name, "uplo") == 0 ? (char)l->attr[1] : 'A';
    if (l->type == 's' || l->type == 'c')
        return all_finite_float(l->at[0], rows, columns, parts, uplo);
    return all_finite_double(l->at[0], rows, columns, parts, uplo);
}

static void point_at(grn_lapack_call *c, int64_t matrix)
{
    const grn_lapack_row *row = c->target.row;
    for (size_t i = 0; i < c->ninputs + c->noutputs + c->nscratches; i++)
        c->lapack.at[i] = c->values[i].first + (size_t)matrix * c->values[i].step_bytes;
    for (size_t i = 0; i < c->nscratches; i++)
        if (row->scratches[i].copies)
            memcpy(c->lapack.at[c->ninputs + c->noutputs + i], c->lapack.at[row->scratches[i].copies - 1],
                   grn_lapack_matrix_bytes(c, &row->scratches[i]));
}

/* The last output of a routine that may fail is its info. What is not finite is answered as gesdd answers a NaN:
 * argument 4 is wrong. */
static void run_matrix(grn_lapack_call *c, int64_t matrix)
{
    const grn_lapack_row *row = c->target.row;
    const grn_lapack_value *last = &row->outputs[c->noutputs - 1];
    grn_lapack *l = &c->lapack;
    point_at(c, matrix);
    l->info = row->finite && !is_finite(c) ? -4 : 0;
    if (l->info == 0)
        row->run(l);
    if (last->element == 'I' && last->shape[0] == '\0')
        *(int32_t *)l->at[c->ninputs + c->noutputs - 1] = l->info;
}

#ifdef GARNER_NO_LAPACK
static const bool may_load = false;
#else
static const bool may_load = true;
#endif

static grn_status find_routine(grn_lapack_call *c)
{
    static const char *const files[] = {"liblapack.so.3", "libopenblas.so.0", "liblapack.so", "liblapack.dylib", NULL};
    static const grn_library lapack = {files, "liblapack3"};
    char symbol[16], text[GRN_TYPE_TEXT_BYTES];
    snprintf(symbol, sizeof symbol, "%c%s_", c->target.type, c->target.row->name);
    if (c->target.row->own)
        return GRN_OK;
    if (!may_load)
        return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "this garner was built without LAPACK (GARNER_LAPACK=OFF)");
    void *found = c->x->calls->library(c->x, &lapack, symbol);
    if (!found) {
        snprintf(text, sizeof text, "%s of LAPACK is not found: %s cannot be opened or lacks it (Debian's package %s)",
                 symbol, files[0], lapack.package);
        return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, text);
    }
    memcpy(&c->lapack.routine, &found, sizeof found);
    return GRN_OK;
}

/* Each element of the matrices is worth as many steps as the matrix has rows or columns. */
static grn_status charge(grn_lapack_call *c)
{
    uint64_t elements = 0, side = 1;
    for (size_t i = 0; i < c->ninputs; i++) {
        const grn_tensor *t = &c->x->operands[i].tensor;
        uint64_t own = (uint64_t)grn_tensor_elements(t), last = (uint64_t)t->shape[t->rank - 1];
        elements = own > elements ? own : elements;
        side = last > side && strlen(c->target.row->inputs[i].shape) == 2 ? last : side;
    }
    return c->x->calls->charge(c->x, grn_steps_times(elements, side));
}

static grn_status run_all(grn_lapack_call *c)
{
    workspaces w = {{.owned = NULL}, {.owned = NULL}, {.owned = NULL}};
    const grn_allocator *allocator = c->x->allocator;
    point_at(c, 0);
    grn_status status = make_workspaces(c, &w);
    for (int64_t i = 0; i < c->matrices && status == GRN_OK; i++)
        run_matrix(c, i);
    grn_release(allocator, w.work.owned, w.work.owned_bytes);
    grn_release(allocator, w.rwork.owned, w.rwork.owned_bytes);
    grn_release(allocator, w.iwork.owned, w.iwork.owned_bytes);
    return status;
}

static grn_status begin(grn_lapack_call *c)
{
    const grn_lapack_row *row = c->target.row;
    grn_status status = grn_lapack_check_counts(c);
    if (status != GRN_OK)
        return status;
    const grn_tensor *first = &c->x->operands[0].tensor;
    c->nbatch = first->rank - (int32_t)strlen(row->inputs[0].shape);
    if (c->nbatch < 0)
        return grn_lapack_refuse(c, GRN_E_SHAPE, "operand #0 has too few dimensions");
    c->matrices = 1;
    for (int32_t d = 0; d < c->nbatch; d++)
        c->matrices *= first->shape[d];
    status = grn_lapack_check_inputs(c);
    if (status == GRN_OK)
        status = grn_lapack_read_attrs(c);
    if (status == GRN_OK)
        status = grn_lapack_check_outputs(c);
    if (status == GRN_OK)
        status = charge(c);
    return status == GRN_OK ? find_routine(c) : status;
}

static size_t count(const grn_lapack_value *values)
{
    size_t n = 0;
    while (values[n].shape)
        n++;
    return n;
}

static grn_status lapack_eval(grn_exec *x, const grn_op *op)
{
    grn_lapack_call c = {.x = x, .op = op, .target = target_of(x, op)};
    if (!c.target.row)
        return grn_lapack_refuse(&c, GRN_E_DTYPE, "operand #0 is to be of f32, f64, complex<f32> or complex<f64>");
    c.lapack.type = c.target.type;
    c.ninputs = count(c.target.row->inputs);
    c.noutputs = count(c.target.row->outputs);
    c.nscratches = count(c.target.row->scratches);
    grn_status status = begin(&c);
    for (size_t i = 0; i < c.ninputs && status == GRN_OK; i++)
        status = grn_lapack_take_input(&c, i);
    if (status == GRN_OK)
        status = grn_lapack_make_outputs(&c);
    if (status == GRN_OK)
        status = grn_lapack_make_scratches(&c);
    if (status == GRN_OK && c.matrices > 0)
        status = run_all(&c);
    for (size_t i = 0; i < GRN_LAPACK_VALUES; i++)
        grn_release(x->allocator, c.values[i].owned, c.values[i].owned_bytes);
    return status;
}

grn_check_call grn_lapack_find_call(grn_str called)
{
    return foreign_function(called).row || other_name(called) ? lapack_eval : NULL;
}
