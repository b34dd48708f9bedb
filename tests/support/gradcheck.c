/* gradcheck.c - derivatives against differences. */
#include "support/gradcheck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "garner/sink.h"
#include "support/programs.h"

enum { MOST = 24 /* inputs or results */, TYPE_BYTES = 256 };

/* Compact tensors of doubles (a complex number is two) or integers. */
typedef struct values {
    size_t count;
    grn_tensor t[MOST];
} values;

static bool is_real(const grn_tensor *t) { return t->dtype == GRN_F64 || t->dtype == GRN_C128; }
static size_t reals(const grn_tensor *t) { return grn_tensor_bytes(t) / sizeof(double); }

static void release(values *v)
{
    for (size_t i = 0; i < v->count; i++)
        free(v->t[i].data);
    v->count = 0;
}

int gradcheck_points(int usual) { return (int)test_count("GARNER_GRAD_POINTS", (uint64_t)usual); }

/* A compact tensor of zeros. */
static bool new_tensor(grn_tensor *t, const grn_tensor *like)
{
    const grn_tensor shaped = *like;
    void *data = calloc(1, grn_tensor_bytes(like) + 16);
    return grn_tensor_init(t, data, shaped.dtype, shaped.rank, shaped.shape) == GRN_OK && data != NULL;
}

/* ---- random values --------------------------------------------------------------------------- */

static double uniform(random_source s, double low, double high)
{
    return low + (high - low) * (double)s.next(s.user, UINT64_C(1) << 52) / (double)(UINT64_C(1) << 52);
}

/* The shape of "tensor<2x3xf64>"; an extent that is not known is 4. */
static bool make_input(const grn_module *m, size_t function, size_t i, grn_tensor *out)
{
    char text[TYPE_BYTES];
    grn_text_buffer type = grn_text_buffer_over(text, sizeof text);
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = 0;
    const grn_sink sink = grn_text_buffer_sink(&type);
    if (grn_module_write_input_type(m, function, i, &sink) != GRN_OK || strncmp(text, "tensor<", 7) != 0)
        return false;
    for (char *at = text + 7; (*at >= '0' && *at <= '9') || *at == '?'; at++) {
        const bool open = *at == '?';
        shape[rank++] = open ? 4 : strtoll(at, &at, 10);
        at += open;
    }
    if (grn_tensor_init(out, NULL, grn_module_input_dtype(m, function, i), rank, shape) != GRN_OK)
        return false;
    out->data = calloc(1, grn_tensor_bytes(out) + 16);
    return out->data != NULL;
}

static void fill(random_source s, const gradcheck *how, grn_tensor *t)
{
    const bool plain = how->low == 0 && how->high == 0;
    double *to = t->data;
    for (size_t i = 0; is_real(t) && i < reals(t); i++)
        to[i] = plain ? uniform(s, -2, 2) : uniform(s, how->low, how->high);
    for (int64_t i = 0; !is_real(t) && i < grn_tensor_elements(t); i++) {
        const int64_t n = how->int_low + (int64_t)s.next(s.user, (uint64_t)(how->int_high - how->int_low + 1));
        grn_scalar v = {.dtype = t->dtype, .i = n};
        if (t->dtype == GRN_I1)
            v.i = n & 1;
        grn_scalar_store(&v, t->dtype, (char *)t->data + (size_t)i * grn_dtype_bytes(t->dtype));
    }
}

static bool make_inputs(const grn_module *m, size_t function, random_source s, const gradcheck *how, values *out)
{
    grn_function_info info;
    bool given = how->integers == NULL;
    out->count = 0;
    if (grn_module_function(m, function, &info) != GRN_OK || info.ninputs > MOST)
        return false;
    for (size_t i = 0; i < info.ninputs; i++) {
        grn_tensor *t = &out->t[i];
        if (!make_input(m, function, i, t))
            return false;
        out->count++;
        fill(s, how, t);
        if (!is_real(t) && !given) {
            grn_tensor_read(how->integers, 0, grn_tensor_elements(t), t->data);
            given = true;
        }
    }
    return true;
}

/* Real values shaped as those of `like`, random; others are left out. */
static void tangents_of(random_source s, const values *like, values *out)
{
    const gradcheck any = {.low = -1, .high = 1};
    out->count = 0;
    for (size_t i = 0; i < like->count; i++) {
        if (!is_real(&like->t[i]))
            continue;
        grn_tensor *t = &out->t[out->count++];
        if (new_tensor(t, &like->t[i]))
            fill(s, &any, t);
    }
}

/* ---- running --------------------------------------------------------------------------------- */

/* `more` behind `inputs`; results that are no reals are left out. */
static bool run(const grn_module *m, size_t function, const values *inputs, const values *more, values *out)
{
    grn_tensor all[2 * MOST];
    grn_results *results;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    size_t count = inputs->count + (more ? more->count : 0);
    out->count = 0;
    for (size_t i = 0; i < count; i++)
        all[i] = i < inputs->count ? inputs->t[i] : more->t[i - inputs->count];
    if (grn_module_run(m, function, count, all, NULL, &diag, &results) != GRN_OK) {
        fprintf(stderr, "the run failed: %s\n", n.first);
        return false;
    }
    for (size_t i = 0; i < grn_results_count(results) && out->count < MOST; i++) {
        const grn_tensor *r = grn_results_tensor(results, i);
        if (!is_real(r))
            continue;
        grn_tensor *t = &out->t[out->count++];
        if (new_tensor(t, r))
            grn_tensor_read(r, 0, grn_tensor_elements(r), t->data);
    }
    grn_results_destroy(results);
    return true;
}

/* inputs + h * tangents, of the real ones. */
static void step(const values *inputs, const values *tangents, double h, values *out)
{
    size_t next = 0;
    out->count = inputs->count;
    for (size_t i = 0; i < inputs->count; i++) {
        const grn_tensor *t = &inputs->t[i];
        if (!new_tensor(&out->t[i], t))
            return;
        memcpy(out->t[i].data, t->data, grn_tensor_bytes(t));
        if (!is_real(t))
            continue;
        const double *by = tangents->t[next++].data;
        double *to = out->t[i].data;
        for (size_t k = 0; k < reals(t); k++)
            to[k] += h * by[k];
    }
}

static double dot(const values *a, const values *b)
{
    double sum = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < reals(&a->t[i]); k++)
            sum += ((double *)a->t[i].data)[k] * ((double *)b->t[i].data)[k];
    return sum;
}

static double magnitude(const values *a, const values *b)
{
    double sum = 1;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < reals(&a->t[i]); k++)
            sum += fabs(((double *)a->t[i].data)[k] * ((double *)b->t[i].data)[k]);
    return sum;
}

/* ---- the checks ------------------------------------------------------------------------------ */

#define STEP 1e-6

/* Between the two points there is a kink or a jump: differences to both sides are not the same. */
static bool is_kinked(double up, double at, double down)
{
    return fabs(up - 2 * at + down) / STEP > 1e-3 * (1 + fabs(up - down) / STEP);
}

/* Elements at a kink are passed over. */
static bool near_differences(const values *up, const values *at, const values *down, const values *made)
{
    if (up->count != made->count) {
        fprintf(stderr, "%zu tangents of %zu results\n", made->count, up->count);
        return false;
    }
    for (size_t i = 0; i < made->count; i++)
        for (size_t k = 0; k < reals(&made->t[i]); k++) {
            const double a = ((double *)up->t[i].data)[k], b = ((double *)down->t[i].data)[k];
            const double want = (a - b) / (2 * STEP), got = ((double *)made->t[i].data)[k];
            if (fabs(want - got) > 2e-5 * (1 + fabs(want) + fabs(a) + fabs(b)) &&
                !is_kinked(a, ((double *)at->t[i].data)[k], b)) {
                fprintf(stderr, "result %zu, number %zu: the tangent is %.12g, the difference %.12g\n", i, k, got,
                        want);
                return false;
            }
        }
    return true;
}

/* The derivative of a function, of a module that has it as its last function. */
static grn_module *derive(const grn_module *m, size_t function, bool forward, const grn_diag *diag)
{
    grn_module *made = NULL;
    return grn_module_grad(m, function, &(grn_module_grad_options){.forward = forward}, diag, &made) == GRN_OK ? made
                                                                                                               : NULL;
}

typedef struct derived {
    const grn_module *module;
    size_t function;
    grn_module *forward, *reverse;
} derived;

static size_t last(const grn_module *m) { return grn_module_functions(m) - 1; }

static bool check_forward(const derived *d, const values *x, const values *u, values *ju)
{
    values ahead, behind, up = {0}, at = {0}, down = {0};
    step(x, u, STEP, &ahead);
    step(x, u, -STEP, &behind);
    bool ok = run(d->module, d->function, &ahead, NULL, &up) && run(d->module, d->function, &behind, NULL, &down) &&
              run(d->module, d->function, x, NULL, &at) && run(d->forward, last(d->forward), x, u, ju) &&
              near_differences(&up, &at, &down, ju);
    release(&ahead);
    release(&behind);
    release(&up);
    release(&at);
    release(&down);
    return ok;
}

static bool check_reverse(const derived *d, random_source s, const values *x, const values *u, const values *ju)
{
    values v, jv = {0};
    tangents_of(s, ju, &v);
    bool ok = run(d->reverse, last(d->reverse), x, &v, &jv);
    if (ok && jv.count != u->count) {
        fprintf(stderr, "%zu cotangents of %zu inputs\n", jv.count, u->count);
        ok = false;
    }
    const double left = ok ? dot(&v, ju) : 0, right = ok ? dot(&jv, u) : 0;
    if (ok && !(fabs(left - right) <= 1e-9 * (magnitude(&v, ju) + magnitude(&jv, u)))) {
        fprintf(stderr, "<v, J u> is %.15g, <J^T v, u> %.15g\n", left, right);
        ok = false;
    }
    release(&v);
    release(&jv);
    return ok;
}

static bool check_point(const derived *d, random_source s, const gradcheck *how)
{
    values x = {0}, u = {0}, ju = {0};
    bool ok = make_inputs(d->module, d->function, s, how, &x);
    if (ok)
        tangents_of(s, &x, &u);
    ok = ok && check_forward(d, &x, &u, &ju) && (!d->reverse || check_reverse(d, s, &x, &u, &ju));
    release(&x);
    release(&u);
    release(&ju);
    return ok;
}

static bool check_orders(const grn_module *m, size_t function, const gradcheck *how, int orders, bool *refused)
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    uint64_t state = how->seed * 2 + 1;
    derived d = {.module = m, .function = function, .forward = derive(m, function, true, &diag)};
    d.reverse = d.forward && !how->only_forward ? derive(m, function, false, &diag) : NULL;
    bool ok = d.forward && (d.reverse || how->only_forward);
    if (!ok) {
        *refused = true;
        ok = !how->strict_text;
        if (how->strict_text)
            fprintf(stderr, "refused: %s\n", n.first);
    } else {
        for (int p = 0; ok && p < (how->points ? how->points : 1); p++)
            ok = check_point(&d, random_from_seed(&state), how);
        if (!ok)
            program_show("the function", m), program_show("forward", d.forward);
        if (!ok && d.reverse)
            program_show("in reverse", d.reverse);
        if (ok && orders > 1 && d.reverse)
            ok = check_orders(d.reverse, last(d.reverse), how, orders - 1, refused);
    }
    grn_module_destroy(d.forward);
    grn_module_destroy(d.reverse);
    return ok;
}

bool gradcheck_module(const grn_module *module, size_t index, const gradcheck *how)
{
    bool refused;
    return check_orders(module, index, how, how->orders ? how->orders : 1, &refused);
}

static grn_module *parse(const char *text, char message[512])
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_module *m = NULL;
    const grn_module_options options = {.allow_nonunique_scatter = true};
    if (grn_module_parse(text, strlen(text), &options, &diag, &m) == GRN_OK && grn_module_verify(m, &diag) == GRN_OK)
        return m;
    snprintf(message, 512, "%s", n.first);
    grn_module_destroy(m);
    return NULL;
}

bool gradcheck_text(const char *text, const gradcheck *how, bool *refused)
{
    char message[512];
    bool was_refused = false;
    grn_module *m = parse(text, message);
    if (!m)
        fprintf(stderr, "%s\n%s\n", message, text);
    bool ok = m && check_orders(m, 0, how, how->orders ? how->orders : 1, &was_refused);
    if (refused)
        *refused = was_refused;
    grn_module_destroy(m);
    return ok;
}

char *gradcheck_print(const char *text, bool forward, char message[512])
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_text_buffer to = {0};
    const grn_sink sink = grn_text_buffer_sink(&to);
    grn_module *m = parse(text, message), *made = m ? derive(m, 0, forward, &diag) : NULL;
    if (m && !made)
        snprintf(message, 512, "%s", n.first);
    if (made && grn_module_print(made, NULL, &sink) != GRN_OK)
        grn_text_buffer_free(&to);
    grn_module_destroy(m);
    grn_module_destroy(made);
    return to.text;
}
