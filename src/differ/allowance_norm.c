/*
 * allowance_norm.c - batch normalizations, by the ops that the specification says they are: errors go through these.
 *
 * A tool may arrange the terms otherwise, as x * w + (offset - mean * w) with w = scale / deviation is. Roundings of
 * such terms are in the bound, and what is beyond it is not decided.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "differ/differ.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

/* A program as it is written; too_long where it did not fit. */
typedef struct program {
    const grn_error_case *c;
    char whole[200], line[200], scalar[40]; /* types: the operand's, of one number for each feature, of one number */
    int64_t feature;
    char text[8192];
    size_t n;
} program;

static void put(program *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = p->n < sizeof p->text ? vsnprintf(p->text + p->n, sizeof p->text - p->n, format, arguments) : 0;
    va_end(arguments);
    p->n += n > 0 ? (size_t)n : 0;
}

static void type_text(const grn_tensor *t, char *out, size_t bytes)
{
    size_t n = (size_t)snprintf(out, bytes, "tensor<");
    for (int32_t d = 0; d < t->rank && n < bytes; d++)
        n += (size_t)snprintf(out + n, bytes - n, "%" PRId64 "x", t->shape[d]);
    if (n < bytes)
        snprintf(out + n, bytes - n, "%s>", grn_dtype_text(t->dtype));
}

/* %name = op of two values of the operand's type. */
static void two(program *p, const char *name, const char *op, const char *a, const char *b)
{
    put(p, "  %%%s = stablehlo.%s %%%s, %%%s : %s\n", name, op, a, b, p->whole);
}

/* A number for each feature, for all elements. */
static void spread(program *p, const char *name, const char *of)
{
    put(p, "  %%%s = stablehlo.broadcast_in_dim %%%s, dims = [%" PRId64 "] : (%s) -> %s\n", name, of, p->feature,
        p->line, p->whole);
}

static void number(program *p, const char *name, double value)
{
    put(p, "  %%%s = stablehlo.constant dense<%.17e> : %s\n", name, value, p->whole);
}

/* The sum of all elements of each feature. */
static void sum(program *p, const char *name, const char *of)
{
    put(p, "  %%%s = stablehlo.reduce(%%%s init: %%zero) applies stablehlo.add across dimensions = [", name, of);
    bool first = true;
    for (int32_t d = 0; d < p->c->operands[0].rank; d++)
        if (d != p->feature) {
            put(p, "%s%" PRId32, first ? "" : ", ", d);
            first = false;
        }
    put(p, "] : (%s, %s) -> %s\n", p->whole, p->scalar, p->line);
}

static double elements_of_feature(const program *p)
{
    const int64_t n = p->c->operands[0].shape[p->feature];
    return n > 0 ? (double)(grn_tensor_elements(&p->c->operands[0]) / n) : 0;
}

/* %centered, %variance_and_epsilon, %deviation of %x, %mean and %variance. */
static void center(program *p, double epsilon)
{
    number(p, "epsilon", epsilon);
    spread(p, "means", "mean");
    spread(p, "variances", "variance");
    two(p, "centered", "subtract", "x", "means");
    two(p, "with_epsilon", "add", "variances", "epsilon");
    put(p, "  %%deviation = stablehlo.sqrt %%with_epsilon : %s\n", p->whole);
    two(p, "normalized", "divide", "centered", "deviation");
    spread(p, "scales", "scale");
}

static void normalize(program *p, double epsilon)
{
    center(p, epsilon);
    two(p, "scaled", "multiply", "scales", "normalized");
    spread(p, "offsets", "offset");
    two(p, "y", "add", "scaled", "offsets");
}

static void write_inference(program *p, double epsilon)
{
    put(p, "func.func @main(%%x: %s, %%scale: %s, %%offset: %s, %%mean: %s, %%variance: %s) -> %s {\n", p->whole,
        p->line, p->line, p->line, p->line, p->whole);
    normalize(p, epsilon);
    put(p, "  return %%y : %s\n}\n", p->whole);
}

static void write_training(program *p, double epsilon)
{
    put(p, "func.func @main(%%x: %s, %%scale: %s, %%offset: %s) -> (%s, %s, %s) {\n", p->whole, p->line, p->line,
        p->whole, p->line, p->line);
    put(p, "  %%zero = stablehlo.constant dense<0.0> : %s\n", p->scalar);
    put(p, "  %%count = stablehlo.constant dense<%.17e> : %s\n", elements_of_feature(p), p->line);
    sum(p, "sum", "x");
    put(p, "  %%mean = stablehlo.divide %%sum, %%count : %s\n", p->line);
    spread(p, "around", "mean");
    two(p, "away", "subtract", "x", "around");
    two(p, "square", "multiply", "away", "away");
    sum(p, "squares", "square");
    put(p, "  %%variance = stablehlo.divide %%squares, %%count : %s\n", p->line);
    normalize(p, epsilon);
    put(p, "  return %%y, %%mean, %%variance : %s, %s, %s\n}\n", p->whole, p->line, p->line);
}

static void write_grad(program *p, double epsilon)
{
    put(p, "func.func @main(%%x: %s, %%scale: %s, %%mean: %s, %%variance: %s, %%g: %s) -> (%s, %s, %s) {\n", p->whole,
        p->line, p->line, p->line, p->whole, p->whole, p->line, p->line);
    put(p, "  %%zero = stablehlo.constant dense<0.0> : %s\n", p->scalar);
    center(p, epsilon);
    number(p, "count", elements_of_feature(p));
    two(p, "i1", "multiply", "g", "count");
    sum(p, "grad_offset", "g");
    spread(p, "i2", "grad_offset");
    two(p, "moved", "multiply", "g", "centered");
    sum(p, "sum3", "moved");
    spread(p, "i3", "sum3");
    two(p, "i4", "multiply", "i3", "centered");
    two(p, "i5", "divide", "i4", "with_epsilon");
    two(p, "less", "subtract", "i1", "i2");
    two(p, "i6", "subtract", "less", "i5");
    two(p, "over", "divide", "scales", "deviation");
    two(p, "share", "divide", "over", "count");
    two(p, "grad_x", "multiply", "share", "i6");
    two(p, "product", "multiply", "g", "normalized");
    sum(p, "grad_scale", "product");
    put(p, "  return %%grad_x, %%grad_scale, %%grad_offset : %s, %s, %s\n}\n", p->whole, p->line, p->line);
}

static const struct {
    grn_op_number op;
    void (*write)(program *p, double epsilon);
} rows[] = {{GRN_HLO(batch_norm_inference), write_inference},
            {GRN_HLO(batch_norm_training), write_training},
            {GRN_HLO(batch_norm_grad), write_grad}};

static bool write_program(const grn_error_case *c, program *p)
{
    const grn_attr *epsilon = grn_op_attr(c->op, "epsilon");
    const grn_tensor one = {.dtype = c->operands[0].dtype};
    *p = (program){.c = c, .feature = grn_op_integer(c->op, "feature_index", 0)};
    type_text(&c->operands[0], p->whole, sizeof p->whole);
    type_text(&c->operands[1], p->line, sizeof p->line);
    type_text(&one, p->scalar, sizeof p->scalar);
    for (size_t i = 0; epsilon && epsilon->kind == GRN_ATTR_FLOAT && i < GRN_COUNT(rows); i++)
        if (grn_op_is(c->op, rows[i].op)) {
            rows[i].write(p, epsilon->real);
            return p->n < sizeof p->text;
        }
    return false;
}

/* ---- other arrangements ---------------------------------------------------------------------- */

static double value_of(const grn_tensor *t, int64_t i) { return grn_scalar_load(t->dtype, grn_element_at(t, i)).f; }

/* Some roundings of the terms x * w, mean * w and offset, which may cancel. Of a training the mean and the variance are
 * results. */
static void add_arrangements(const grn_error_case *c, const program *p, double epsilon)
{
    enum { ROUNDINGS = 8 };
    const bool inference = c->noperands == 5 && c->nresults == 1;
    const grn_tensor *mean = inference ? &c->operands[3] : &c->results[1];
    const grn_tensor *variance = inference ? &c->operands[4] : &c->results[2];
    const grn_tensor *x = &c->operands[0];
    int64_t behind = 1;
    for (int32_t d = (int32_t)p->feature + 1; d < x->rank; d++)
        behind *= x->shape[d];
    for (int64_t i = 0; c->out[0].of && i < grn_tensor_elements(x); i++) {
        const int64_t f = i / behind % x->shape[p->feature];
        const double w = fabs(value_of(&c->operands[1], f)) / sqrt(value_of(variance, f) + epsilon);
        const double terms = (fabs(value_of(x, i)) + fabs(value_of(mean, f))) * w + fabs(value_of(&c->operands[2], f));
        c->out[0].of[i] += ROUNDINGS * grn_half_ulp(x->dtype) * terms;
    }
}

bool grn_allow_normalization(const grn_bounding *b, const grn_error_case *c)
{
    program *p = GRN_ARENA_NEW(b->arena, program, 1);
    grn_tensor *made = GRN_ARENA_NEW(b->arena, grn_tensor, c->nresults + 1);
    grn_module *m = NULL;
    grn_bounding rounded = *b; /* garner rounds each step, a tool a quotient by a root or the whole */
    rounded.company = true;
    bool known = false, ok = p && made;
    if (ok && write_program(c, p) && grn_module_parse(p->text, p->n, NULL, &quiet, &m) == GRN_OK)
        ok = grn_errors_through(&rounded, m, c->noperands, c->operands, c->in, c->nresults, made, c->out, &known);
    grn_module_destroy(m);
    if (ok && known && !grn_op_is(c->op, GRN_HLO(batch_norm_grad)))
        add_arrangements(c, p, grn_op_attr(c->op, "epsilon")->real);
    for (size_t i = 0; ok && i < c->nresults; i++) {
        if (!known)
            ok = grn_error_unknown(b, c, i, "no bound is known of what this op may add");
        c->out[i].beyond = "the terms of a normalization may be arranged otherwise";
    }
    return ok;
}
