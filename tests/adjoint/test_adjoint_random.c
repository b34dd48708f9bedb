/*
 * test_adjoint_random.c - adjoints of random specs, of every index rule, against central
 * differences of the forward call.
 *
 * GARNER_GRAD_POINTS=n tries n specs for a gather and for each kind of scatter. Memory that is
 * refused is GRN_E_MEMORY.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/garner.h"
#include "support/gradcheck.h"
#include "support/programs.h"
#include "support/random_spec.h"
#include "support/refuser.h"

#define STEP 1e-6
enum { MOST = 400 /* elements */ };

static double uniform(random_source s, double low, double high)
{
    return low + (high - low) * (double)s.next(s.user, 1 << 30) / (double)(1 << 30);
}

/* A compact f64 tensor of a view's shape. */
typedef struct reals {
    double at[MOST];
    grn_tensor t;
} reals;

static void shape_like(reals *r, const grn_tensor *like)
{
    assert_int_equal(grn_tensor_init(&r->t, r->at, GRN_F64, like->rank, like->shape), GRN_OK);
}

static void randomise(reals *r, const grn_tensor *like, random_source s, double low, double high)
{
    shape_like(r, like);
    for (size_t i = 0; i < MOST; i++)
        r->at[i] = uniform(s, low, high);
}

static double dot(const reals *a, const reals *b)
{
    double sum = 0;
    for (int64_t i = 0; i < grn_tensor_elements(&a->t); i++)
        sum += a->at[i] * b->at[i];
    return sum;
}

/* to = x + h * u */
static void moved(const reals *x, const reals *u, double h, reals *to)
{
    shape_like(to, &x->t);
    for (size_t i = 0; i < MOST; i++)
        to->at[i] = x->at[i] + h * u->at[i];
}

static void near(const char *claim, double want, double got, double scale)
{
    if (!(fabs(want - got) <= 1e-5 * (1 + fabs(want) + fabs(got) + scale)))
        fail_msg("%s: by differences %.12g, by the adjoint %.12g", claim, want, got);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static void one_gather(const random_case *c, random_source s)
{
    reals x, u, y[2], v, dx;
    randomise(&x, &c->operand[0].view, s, -2, 2);
    randomise(&u, &c->operand[0].view, s, -1, 1);
    randomise(&v, &c->dense[0].view, s, -1, 1);
    shape_like(&dx, &x.t);
    grn_status forward = GRN_OK;
    for (int i = 0; i < 2; i++) {
        reals at;
        grn_gather_spec spec = c->gather;
        memset(spec.fill, 0, sizeof spec.fill);
        shape_like(&y[i], &c->dense[0].view);
        moved(&x, &u, i ? -STEP : STEP, &at);
        forward = grn_gather(&spec, &at.t, &c->indices.view, &y[i].t, NULL);
    }
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    if (grn_gather_adjoint(&c->gather, &c->indices.view, &v.t, &dx.t, &diag) != forward) {
        random_spec_print(c, stderr);
        fail_msg("the gather is %s, its adjoint not: %s", grn_status_text(forward), n.first);
    }
    if (forward == GRN_OK)
        near("gather", (dot(&v, &y[0]) - dot(&v, &y[1])) / (2 * STEP), dot(&dx, &u), 0);
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* x and u to the result, by the kind: mean, sub and a left out input are made of what grn_scatter
 * does. */
static grn_status scatter(const random_case *c, grn_scatter_kind kind, bool out, const reals *x, const reals *u,
                          reals *y)
{
    static const grn_combiner combiners[GRN_SCATTER_KIND_COUNT] = {
        GRN_COMBINE_REPLACE, GRN_COMBINE_ADD, GRN_COMBINE_ADD, GRN_COMBINE_MUL,
        GRN_COMBINE_MIN,     GRN_COMBINE_MAX, GRN_COMBINE_ADD};
    static const double units[GRN_SCATTER_KIND_COUNT] = {0, 0, 0, 1, INFINITY, -INFINITY, 0};
    static reals updates, count, ones;
    grn_scatter_spec spec = c->scatter;
    spec.index.unique_indices = spec.index.indices_are_sorted = false;
    *y = *x;
    y->t.data = y->at;
    updates = *u;
    updates.t.data = updates.at;
    shape_like(&count, &x->t);
    shape_like(&ones, &u->t);
    for (size_t i = 0; i < MOST; i++) {
        count.at[i] = out ? 0 : 1;
        ones.at[i] = 1;
        updates.at[i] = kind == GRN_SCATTER_SUB ? -u->at[i] : u->at[i];
    }
    spec.combiner = GRN_COMBINE_ADD;
    grn_status status = grn_scatter(&spec, 1, &count.t, &c->indices.view, &ones.t, NULL);
    for (int64_t i = 0; out && i < grn_tensor_elements(&x->t); i++)
        y->at[i] = count.at[i] > 0 ? units[kind] : y->at[i];
    spec.combiner = combiners[kind];
    if (status == GRN_OK)
        status = grn_scatter(&spec, 1, &y->t, &c->indices.view, &updates.t, NULL);
    for (int64_t i = 0; kind == GRN_SCATTER_MEAN && i < grn_tensor_elements(&x->t); i++)
        y->at[i] /= count.at[i] > 0 ? count.at[i] : 1;
    return status;
}

/* Every request refused in turn. */
static void refuse_memory(const grn_scatter_spec *spec, const grn_scatter_forward *f, const random_case *c,
                          const reals *v)
{
    refuser r;
    reals no;
    shape_like(&no, &c->operand[0].view);
    refuser_init(&r);
    r.refuse_at = 0;
    const bool asks = f->kind != GRN_SCATTER_ADD && f->kind != GRN_SCATTER_SUB;
    assert_int_equal(grn_scatter_adjoint(spec, f, &c->indices.view, &v->t, &r.allocator, &no.t, NULL, NULL),
                     asks ? GRN_E_MEMORY : GRN_OK);
}

static void one_scatter(const random_case *c, grn_scatter_kind kind, bool out, random_source s)
{
    static reals x, u, tx, tu, y[2], v, dx, du, result;
    char claim[64];
    randomise(&x, &c->operand[0].view, s, 0.5, 2);
    randomise(&u, &c->dense[0].view, s, 0.5, 2);
    randomise(&tx, &x.t, s, -1, 1);
    randomise(&tu, &u.t, s, -1, 1);
    randomise(&v, &x.t, s, -1, 1);
    shape_like(&dx, &x.t);
    shape_like(&du, &u.t);
    grn_status forward = scatter(c, kind, out, &x, &u, &result);
    for (int i = 0; i < 2; i++) {
        reals ax, au;
        moved(&x, &tx, i ? -STEP : STEP, &ax);
        moved(&u, &tu, i ? -STEP : STEP, &au);
        (void)scatter(c, kind, out, &ax, &au, &y[i]);
    }
    const grn_scatter_forward f = {
        .kind = kind, .leaves_input_out = out, .updates = &u.t, .input = &x.t, .result = &result.t};
    assert_int_equal(grn_scatter_adjoint(&c->scatter, &f, &c->indices.view, &v.t, NULL, &dx.t, &du.t, NULL), forward);
    if (forward != GRN_OK)
        return;
    snprintf(claim, sizeof claim, "scatter %d%s", (int)kind, out ? " without the input" : "");
    double scale = 0;
    for (int64_t i = 0; i < grn_tensor_elements(&x.t); i++)
        scale += fabs(v.at[i] * result.at[i]);
    near(claim, (dot(&v, &y[0]) - dot(&v, &y[1])) / (2 * STEP), dot(&dx, &tx) + dot(&du, &tu), scale);
    refuse_memory(&c->scatter, &f, c, &v);
}

/* Small cases; windows that meet, indices out of range and every policy come up. */
static random_case *next_case(uint64_t *seed, bool is_scatter)
{
    for (;;) {
        random_case *c = random_case_create(random_from_seed(seed), is_scatter);
        if (c && c->ninputs == 1 && grn_tensor_elements(&c->operand[0].view) <= MOST &&
            grn_tensor_elements(&c->dense[0].view) <= MOST)
            return c;
        random_case_destroy(c);
    }
}

static void gathers(void **state)
{
    uint64_t seed = 7, values = 8;
    (void)state;
    for (int i = 0; i < gradcheck_points(300); i++) {
        random_case *c = next_case(&seed, false);
        one_gather(c, random_from_seed(&values));
        random_case_destroy(c);
    }
}

static void scatters(void **state)
{
    uint64_t seed = 17, values = 18;
    (void)state;
    for (int i = 0; i < gradcheck_points(150); i++)
        for (int d = 0; d < GRN_SCATTER_KIND_COUNT; d++) {
            random_case *c = next_case(&seed, true);
            one_scatter(c, (grn_scatter_kind)d, d != GRN_SCATTER_REPLACE && i % 3 == 0, random_from_seed(&values));
            random_case_destroy(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gathers), cmocka_unit_test(scatters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
