/*
 * check_form.c - a program as one file that needs nothing else: its inputs are constants, and what its
 * results must be is said by ops of the check dialect.
 */
#include <inttypes.h>
#include <math.h>

#include "generate/generated.h"

/* ---- how far off a result may be ------------------------------------------------------------- */

static void take_magnitude(double x, double *most)
{
    if (isfinite(x) && fabs(x) > *most)
        *most = fabs(x);
}

static double magnitude(const grn_tensor *t)
{
    double most = 0;
    const int64_t n = grn_tensor_elements(t);
    for (int64_t e = 0; e < n; e++) {
        unsigned char element[16];
        grn_tensor_read(t, e, 1, element);
        const grn_scalar s = grn_scalar_load(t->dtype, element);
        const bool is_complex = grn_dtype_class_of(t->dtype) == GRN_CLASS_COMPLEX;
        take_magnitude(is_complex ? s.c.re : s.f, &most);
        take_magnitude(is_complex ? s.c.im : s.f, &most);
    }
    return most;
}

GRN_API double grn_generated_tolerance(const grn_generated *program, size_t i)
{
    const grn_tensor *t = program ? grn_results_tensor(program->results, i) : NULL;
    if (!t || i >= program->gen.nresults || grn_facts_exact(&program->gen.results[i].facts))
        return 0;
    const grn_facts *f = &program->gen.results[i].facts;
    return f->off + f->relative * magnitude(t);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Ops are put together in a grn_gen of their own, which writes into `text`. */
typedef struct writer {
    const grn_generated *p;
    grn_gen g;
    grn_vec text;
} writer;

static grn_gen_type static_type(const grn_gen_type *type)
{
    grn_gen_type t = *type;
    t.open = 0;
    return t;
}

static void put_dense(grn_gen *g, const char *name, uint32_t id, const grn_tensor *data)
{
    grn_gen_put(g, "  %%%s%n = stablehlo.constant ", name, (int64_t)id);
    grn_gen_put_literal(g, data);
    const grn_gen_type type = grn_gen_type_of(data->dtype, data->rank, data->shape);
    grn_gen_put(g, " : ");
    grn_gen_put_tensor_type(g, &type);
    grn_gen_put(g, "\n");
}

/* A constant of the dialect's own where it has one for the type. */
static void put_input(writer *w, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen *g = &w->g;
    const grn_gen_dialect *d = g->dialect;
    const bool own = !v->type.open && (!d->writes_dtype || d->writes_dtype(g, v->type.dtype));
    if (own) {
        d->put_constant(g, v, data);
        return;
    }
    const grn_gen_type known = static_type(&v->type);
    put_dense(g, "given", v->id, data);
    grn_gen_put(g, "  %v = %s %%given%n : ", v, d->from_tensor ? d->from_tensor : "tensor.cast", (int64_t)v->id);
    grn_gen_put_tensor_type(g, &known);
    grn_gen_put(g, d->from_tensor ? " -> %T\n" : " to %T\n", v);
}

/* The result as a tensor whose extents are all written. */
static void put_result_as_tensor(writer *w, const grn_gen_value *v, size_t i)
{
    grn_gen *g = &w->g;
    const grn_gen_type known = static_type(&v->type);
    const char *op = g->dialect->to_tensor ? g->dialect->to_tensor : "tensor.cast";
    grn_gen_put(g, "  %%result%n = %s %v : %T %s ", (int64_t)i, op, v, v, g->dialect->to_tensor ? "->" : "to");
    grn_gen_put_tensor_type(g, &known);
    grn_gen_put(g, "\n");
}

static bool has_nan(const grn_tensor *t)
{
    const int64_t n = grn_tensor_elements(t);
    for (int64_t e = 0; e < n; e++) {
        unsigned char element[16];
        grn_tensor_read(t, e, 1, element);
        const grn_scalar s = grn_scalar_load(t->dtype, element);
        if (grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT ? isnan(s.f) : isnan(s.c.re) || isnan(s.c.im))
            return true;
    }
    return false;
}

static bool is_float(grn_dtype dtype) { return grn_dtype_step(dtype) > 0; }

/* check.expect_eq takes no NaN, not even an expected one (StableHLO's check dialect). */
static void put_check(writer *w, size_t i, const char *name, const grn_tensor *want)
{
    grn_gen *g = &w->g;
    char number[64];
    const grn_gen_type type = grn_gen_type_of(want->dtype, want->rank, want->shape);
    const double tolerance = grn_generated_tolerance(w->p, i);
    const bool close = tolerance == 0 && is_float(want->dtype) && has_nan(want);
    if (close) {
        put_dense(g, "expected", (uint32_t)i, want);
        grn_gen_put(g, "  check.expect_close %s, %%expected%n, max_ulp_difference = 0 : ", name, (int64_t)i);
        grn_gen_put_tensor_type(g, &type);
        grn_gen_put(g, ", ");
    } else {
        grn_gen_put(g, tolerance > 0 ? "  check.expect_almost_eq_const %s, " : "  check.expect_eq_const %s, ", name);
        grn_gen_put_literal(g, want);
        grn_gen_put(g, " : ");
    }
    grn_gen_put_tensor_type(g, &type);
    snprintf(number, sizeof number, " {tolerance = %.3e : f64}", tolerance * 1.001);
    grn_gen_put(g, "%s\n", tolerance > 0 ? number : "");
}

/* A result's name in the program. */
static void name_of(const grn_gen_value *v, size_t i, bool converted, char out[48])
{
    if (converted)
        snprintf(out, 48, "%%result%zu", i);
    else if (v->part == GRN_GEN_WHOLE)
        snprintf(out, 48, "%%%s%" PRIu32, v->is_input ? "in" : "v", v->id);
    else
        snprintf(out, 48, "%%v%" PRIu32 "#%" PRIu32, v->id, v->part);
}

static void put_checks(writer *w)
{
    const grn_gen *made = &w->p->gen;
    for (size_t i = 0; i < grn_results_count(w->p->results); i++) {
        const grn_gen_value *v = &made->results[i];
        const grn_tensor *t = grn_results_tensor(w->p->results, i);
        const bool converts = w->g.dialect->to_tensor || v->type.open;
        char name[48];
        if (converts)
            put_result_as_tensor(w, v, i);
        name_of(v, i, converts, name);
        put_check(w, i, name, t);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The last function of the text is @main; its head ends in "{\n", its body with the last "  return". */
typedef struct pieces {
    const char *head, *body, *end;
} pieces;

static pieces take_apart(const grn_generated *p)
{
    const char *text = p->text.items, *main = text, *next = text;
    while ((next = strstr(next, "func.func @main(")))
        main = next++;
    const char *end = main;
    for (const char *at = main; (at = strstr(at, "\n  return")); at++)
        end = at + 1;
    const char *body = strstr(main, "{\n");
    return (pieces){main, body ? body + 2 : end, end};
}

static void write_all(writer *w)
{
    const grn_generated *p = w->p;
    const pieces at = take_apart(p);
    const char *text = p->text.items;
    grn_gen_put_bytes(&w->g, text, (size_t)(at.head - text));
    if (!p->results)
        grn_gen_put(&w->g, "// By its specification the program is an error: an index is out of range.\n");
    grn_gen_put(&w->g, "func.func @main() {\n");
    for (size_t i = 0; i < p->gen.inputs.count; i++)
        put_input(w, (const grn_gen_value *)p->gen.inputs.items + i, grn_generated_input(p, i));
    grn_gen_put_bytes(&w->g, at.body, (size_t)(at.end - at.body));
    put_checks(w);
    grn_gen_put(&w->g, "  return\n}\n");
}

GRN_API grn_status grn_generated_write_check(const grn_generated *program, const grn_sink *sink)
{
    if (!program || !sink || !sink->write)
        return GRN_E_ARGUMENT;
    writer w = {.p = program};
    w.g = (grn_gen){.allocator = program->allocator, .dialect = program->settings.dialect};
    grn_vec_init(&w.text, program->allocator, 1);
    grn_vec_init(&w.g.scratch, program->allocator, 1);
    w.g.out = &w.text;
    write_all(&w);
    grn_status status = w.g.failed ? GRN_E_MEMORY : sink->write(sink->user, w.text.items, w.text.count);
    grn_vec_destroy(&w.text);
    grn_vec_destroy(&w.g.scratch);
    return status;
}
