/*
 * test_differ_programs.c - random programs by a tool that takes sums from their end: other bits, and never a bug.
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
#include "garner/differ.h"
#include "generate.h"
#include "inputs.h"

#define SEED 20261
enum { PROGRAMS = 3000 };

/* ---- the tool -------------------------------------------------------------------------------- */

typedef struct written {
    char *at;
    size_t n, room;
} written;

static grn_status append(void *user, const char *piece, size_t n)
{
    written *t = user;
    while (t->n + n + 1 > t->room)
        t->at = realloc(t->at, t->room = 2 * t->room + 4096);
    memcpy(t->at + t->n, piece, n);
    t->n += n;
    t->at[t->n] = 0;
    return GRN_OK;
}

/* What stands between two marks behind `from`, or nothing. */
static const char *between(const char *from, const char *end, const char *open, const char *close, size_t *n)
{
    const char *a = strstr(from, open);
    if (!a || a >= end)
        return NULL;
    a += strlen(open);
    const char *b = strstr(a, close);
    if (!b || b >= end)
        return NULL;
    *n = (size_t)(b - a);
    return a;
}

/* A line with `%r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [..] : (T, ..) -> ..` takes
 * %x backwards. */
static void write_line(written *out, const char *line, const char *end, int *number)
{
    static const char op[] = "stablehlo.reduce(";
    size_t nname = 0, ndims = 0, ntype = 0;
    const char *at = strstr(line, op), *adds = strstr(line, "applies stablehlo.add ");
    const char *name = between(line, end, op, " init", &nname);
    const char *dims = between(line, end, "dimensions = [", "]", &ndims);
    const char *type = between(line, end, ": (", ", tensor<", &ntype);
    if (!at || at >= end || !adds || adds >= end || !name || !dims || !type || memchr(name, ')', nname)) {
        append(out, line, (size_t)(end - line));
        return;
    }
    char reversed[512], start[64];
    const int n = snprintf(reversed, sizeof reversed, "%%rev%d = stablehlo.reverse %.*s, dims = [%.*s] : %.*s\n",
                           *number, (int)nname, name, (int)ndims, dims, (int)ntype, type);
    append(out, reversed, (size_t)n);
    append(out, line, (size_t)(at - line));
    append(out, start, (size_t)snprintf(start, sizeof start, "%s%%rev%d", op, (*number)++));
    append(out, name + nname, (size_t)(end - name) - nname);
}

static void reorder(const char *from, written *out)
{
    int number = 0;
    for (const char *end; *from; from = end) {
        end = strchr(from, '\n');
        end = end ? end + 1 : from + strlen(from);
        write_line(out, from, end, &number);
    }
}

typedef struct kept {
    grn_module *module;
    grn_results *results;
    grn_tensor tensors[256];
} kept;

static void show(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%u:%u: %s\n", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}
static const grn_diag shown = {show, NULL};

static grn_status run_backwards(void *user, const grn_module *module, size_t function, size_t ninputs,
                                const grn_tensor *given, grn_tool_answer *answer)
{
    const bool *reorders = user;
    written program = {0}, other = {0};
    kept *k = calloc(1, sizeof *k);
    const grn_sink sink = {append, &program};
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
    if (*reorders)
        reorder(program.at, &other);
    else
        append(&other, program.at, program.n);
    const grn_module_options options = {.allow_nonunique_scatter = true};
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_REFUSED, .kept = k, .results = k->tensors};
    if (grn_module_parse(other.at, other.n, &options, &shown, &k->module) != GRN_OK)
        fail_msg("the tool's program does not parse");
    if (grn_module_run(k->module, function, ninputs, given, NULL, NULL, &k->results) == GRN_OK) {
        answer->outcome = GRN_TOOL_RAN;
        answer->nresults = grn_results_count(k->results);
        for (size_t i = 0; i < answer->nresults && i < 256; i++)
            k->tensors[i] = *grn_results_tensor(k->results, i);
    }
    free(program.at);
    free(other.at);
    return GRN_OK;
}

static void release(void *user, grn_tool_answer *answer)
{
    (void)user;
    kept *k = answer->kept;
    grn_results_destroy(k->results);
    grn_module_destroy(k->module);
    free(k);
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef struct counts {
    size_t programs, allowed, undecided;
} counts;

typedef struct random_program {
    char *text;
    grn_module *module;
    size_t function;
    inputs in;
} random_program;

static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static bool make_program(uint64_t number, random_program *p)
{
    static uint64_t bytes[512];
    entropy e;
    size_t n;
    grn_function_info info;
    uint64_t state = SEED + number;
    for (size_t i = 0; i < 512; i++)
        bytes[i] = next_bits(&state);
    *p = (random_program){0};
    entropy_init(&e, (const uint8_t *)bytes, sizeof bytes);
    p->text = generate_program(&e, &n);
    if (!p->text || grn_module_parse(p->text, n, NULL, NULL, &p->module) != GRN_OK)
        return false;
    while (grn_module_function(p->module, p->function, &info) == GRN_OK && !info.is_public)
        p->function++;
    return inputs_make(&e, p->module, p->function, &p->in);
}

static void release_program(random_program *p)
{
    inputs_release(&p->in);
    grn_module_destroy(p->module);
    free(p->text);
}

static void check_program(const random_program *p, bool reorders, counts *n)
{
    grn_diff *diff;
    const grn_tool tool = {.run = run_backwards, .release = release, .user = &reorders};
    const grn_status status =
        grn_module_diff(p->module, p->function, p->in.count, p->in.view, &tool, NULL, NULL, &diff);
    if (status != GRN_OK) /* the program is an error by its specification */
        return;
    const grn_verdict verdict = grn_diff_verdict(diff);
    if (verdict == GRN_BUG || verdict == GRN_REFUSED || (!reorders && verdict != GRN_SAME))
        fail_msg("%s at %u: %s is %s, not %s (%s)\n%s", grn_verdict_text(verdict),
                 verdict == GRN_BUG ? (unsigned)grn_diff_at(diff, 0)->place.line : 0,
                 verdict == GRN_BUG ? grn_diff_at(diff, 0)->op : "it",
                 verdict == GRN_BUG ? grn_diff_at(diff, 0)->tool : "",
                 verdict == GRN_BUG ? grn_diff_at(diff, 0)->garner : "",
                 verdict == GRN_BUG && grn_diff_at(diff, 0)->note ? grn_diff_at(diff, 0)->note : "", p->text);
    n->programs++;
    n->allowed += verdict == GRN_ALLOWED;
    n->undecided += verdict == GRN_UNDECIDED;
    grn_diff_destroy(diff);
}

static void sums_from_their_end_are_no_bug(void **unused)
{
    (void)unused;
    counts n = {0};
    for (uint64_t i = 0; i < PROGRAMS; i++) {
        random_program p;
        if (make_program(i, &p) && strstr(p.text, "stablehlo.reduce"))
            check_program(&p, true, &n);
        release_program(&p);
    }
    print_message("%zu programs, %zu allowed, %zu not decided\n", n.programs, n.allowed, n.undecided);
    assert_true(n.programs > 100 && n.allowed > 0);
}

/* Sums of numbers of all sizes and both signs, which cancel, in each type. */
static void sums_that_cancel_are_no_bug(void **unused)
{
    static const grn_dtype types[] = {GRN_F64, GRN_F32, GRN_F16, GRN_BF16};
    (void)unused;
    counts n = {0};
    uint64_t state = SEED;
    for (int64_t i = 0; i < 400; i++) {
        char program[512];
        double data[256];
        const grn_dtype dtype = types[i % 4];
        const int64_t terms = 2 + (int64_t)(next_bits(&state) % 120);
        const char *name = grn_dtype_text(dtype);
        snprintf(program, sizeof program,
                 "func.func @main(%%x: tensor<2x%dx%s>, %%c: tensor<%s>) -> tensor<2x%s> {\n"
                 "  %%0 = stablehlo.reduce(%%x init: %%c) applies stablehlo.add across dimensions = [1] : "
                 "(tensor<2x%dx%s>, tensor<%s>) -> tensor<2x%s>\n  return %%0 : tensor<2x%s>\n}\n",
                 (int)terms, name, name, name, (int)terms, name, name, name, name);
        random_program p = {.text = strdup(program), .in = {.count = 2}};
        p.in.view[0] = grn_tensor_2d(data, dtype, 2, terms);
        p.in.view[1] = grn_tensor_0d(data + 255, dtype);
        data[255] = 0;
        for (int64_t k = 0; k < 2 * terms; k++) {
            const uint64_t bits = next_bits(&state);
            const double v = ldexp((double)(bits >> 44), (int)(bits % 16) - 24) * (bits & 256 ? -1 : 1);
            const grn_scalar stored = {.dtype = dtype, .f = v};
            grn_scalar_store(&stored, dtype, (char *)data + (size_t)k * grn_dtype_bytes(dtype));
        }
        assert_int_equal(grn_module_parse(program, strlen(program), NULL, &shown, &p.module), GRN_OK);
        check_program(&p, true, &n);
        grn_module_destroy(p.module);
        free(p.text);
    }
    print_message("%zu sums, %zu of other bits\n", n.programs, n.allowed);
    assert_true(n.programs == 400 && n.allowed > 200 && n.undecided == 0);
}

static void the_same_program_is_the_same(void **unused)
{
    (void)unused;
    counts n = {0};
    for (uint64_t i = 0; i < PROGRAMS / 10; i++) {
        random_program p;
        if (make_program(i, &p))
            check_program(&p, false, &n);
        release_program(&p);
    }
    assert_true(n.programs > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_program_is_the_same),
                                       cmocka_unit_test(sums_from_their_end_are_no_bug),
                                       cmocka_unit_test(sums_that_cancel_are_no_bug)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
