/*
 * test_grad_access.c - gathers and scatters: random specs and the other dialects' calls against
 * differences.
 *
 * GARNER_GRAD_POINTS=n tries n random specs.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/gradcheck.h"
#include "support/programs.h"

/* ---- random specs ---------------------------------------------------------------------------- */

/* `dtype`, of what is gathered and scattered, becomes f64. False: indices are of the same type. */
static bool with_f64(const char *text, const char *dtype, char *out, size_t room)
{
    const size_t n = strlen(dtype);
    size_t used = 0;
    while (*text && used + 8 < room) {
        const bool element =
            (text[0] == 'x' || text[0] == '<') && strncmp(text + 1, dtype, n) == 0 && text[1 + n] == '>';
        if (element) {
            out[used++] = *text;
            memcpy(out + used, "f64>", 4);
            used += 4;
            text += n + 2;
        } else {
            out[used++] = *text++;
        }
    }
    out[used] = 0;
    return *text == 0;
}

static bool combines_reals(const random_case *c)
{
    const grn_combiner k = c->scatter.combiner;
    return !c->is_scatter || k == GRN_COMBINE_REPLACE || k == GRN_COMBINE_ADD || k == GRN_COMBINE_MUL ||
           k == GRN_COMBINE_MIN || k == GRN_COMBINE_MAX;
}

/* A promise was kept under the case's own index rule; StableHLO's may be another. */
static bool keeps_promises(const random_case *c)
{
    const grn_index_rule *rule = c->is_scatter ? &c->scatter.index : &c->gather.index;
    const bool own = rule->base == 0 && !rule->wrap_negative && rule->grain == GRN_GRAIN_ELEMENT &&
                     rule->bounds == (c->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP);
    return own || !(rule->unique_indices || rule->indices_are_sorted);
}

/* A case of at most so many elements, as text. */
static bool write_case(const random_case *c, char *out, size_t room)
{
    const grn_tensor *full = &c->operand[0].view, *dense = &c->dense[0].view;
    char *text = NULL;
    size_t n;
    if (c->ninputs != 1 || !combines_reals(c) || !keeps_promises(c) || full->dtype == c->indices.view.dtype ||
        grn_tensor_elements(full) > 60 || grn_tensor_elements(dense) > 60 || full->dtype == GRN_I1)
        return false;
    FILE *to = open_memstream(&text, &n);
    random_spec_print_function(c, to);
    fclose(to);
    bool ok = with_f64(text, grn_dtype_text(full->dtype), out, room);
    free(text);
    grn_module *m = NULL; /* dtypes and rules that StableHLO has not */
    ok = ok && grn_module_parse(out, strlen(out), NULL, NULL, &m) == GRN_OK && grn_module_verify(m, NULL) == GRN_OK;
    grn_module_destroy(m);
    return ok;
}

static void random_specs(void **state)
{
    static char text[1 << 14];
    const int wanted = gradcheck_points(120);
    int found = 0, checked = 0, scatters = 0;
    uint64_t seed = 20240607;
    (void)state;
    for (uint64_t i = 0; found < wanted && i < 400 * (uint64_t)wanted; i++) {
        random_case *c = random_case_create(random_from_seed(&seed), i % 3 != 0);
        if (c && write_case(c, text, sizeof text)) {
            const gradcheck how = {.integers = &c->indices.view, .orders = 2, .seed = i, .strict_text = true};
            bool refused = false;
            found++;
            if (!gradcheck_text(text, &how, &refused))
                fail_msg("case %llu:\n%s", (unsigned long long)i, text);
            checked += !refused;
            scatters += c->is_scatter;
        }
        random_case_destroy(c);
    }
    assert_int_equal(checked, wanted);
    assert_true(scatters > wanted / 4 && scatters < wanted);
}

/* ---- regions --------------------------------------------------------------------------------- */

#define SCATTER(region)                                                                                                \
    "func.func @f(%x: tensor<4xf64>, %i: tensor<6x1xi64>, %u: tensor<6xf64>, %k: tensor<f64>) -> tensor<4xf64> {\n"    \
    "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims "  \
    "= [0], "                                                                                                          \
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n" region \
    "  stablehlo.return %c : tensor<f64>\n}) : (tensor<4xf64>, tensor<6x1xi64>, tensor<6xf64>) -> tensor<4xf64>\n"     \
    "  return %r : tensor<4xf64>\n}\n"
#define OP(result, op, a, b) "  %" result " = stablehlo." op " %" a ", %" b " : tensor<f64>\n"

static const struct {
    const char *region, *text;
    bool refused;
} regions[] = {
    {"current - update", SCATTER(OP("c", "subtract", "a", "b")), false},
    {"current / update", SCATTER(OP("c", "divide", "a", "b")), false},
    {"current + update^2", SCATTER(OP("d", "multiply", "b", "b") OP("c", "add", "d", "a")), false},
    {"current * sin(update)", SCATTER("  %d = stablehlo.sine %b : tensor<f64>\n" OP("c", "multiply", "d", "a")), false},
    {"max(current, 2 update)",
     SCATTER("  %e = stablehlo.constant dense<2.0> : tensor<f64>\n" OP("d", "multiply", "e", "b")
                 OP("c", "maximum", "a", "d")),
     false},
    {"update^2 alone replaces", SCATTER(OP("c", "multiply", "b", "b")), false},
    {"update - current", SCATTER(OP("c", "subtract", "b", "a")), true},
    {"current^2 + update", SCATTER(OP("d", "multiply", "a", "a") OP("c", "add", "d", "b")), true},
    {"a value from outside, which is differentiated", SCATTER(OP("d", "multiply", "b", "k") OP("c", "add", "a", "d")),
     false},
};

static void regions_of_arithmetic(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof regions / sizeof *regions; i++) {
        const gradcheck how = {.low = 0.5,
                               .high = 2,
                               .int_low = -1,
                               .int_high = 4,
                               .points = gradcheck_points(10),
                               .orders = 2,
                               .strict_text = !regions[i].refused,
                               .seed = i};
        bool refused = false;
        if (!gradcheck_text(regions[i].text, &how, &refused) || refused != regions[i].refused)
            fail_msg("%s", regions[i].region);
    }
}

/* ---- calls of other dialects ----------------------------------------------------------------- */

static const struct {
    const char *claim, *text;
    int64_t int_low, int_high;
} calls[] = {
    {"tensor.gather",
     "func.func @f(%x: tensor<4x5xf64>, %i: tensor<3x1xindex>) -> tensor<3x5xf64> {\n"
     "  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x5xf64>, tensor<3x1xindex>) -> tensor<3x5xf64>\n  return "
     "%r : "
     "tensor<3x5xf64>\n}\n",
     0, 3},
    {"tcp.gather",
     "func.func @f(%x: tensor<4x5xf64>, %i: tensor<3x5xi64>) -> tensor<3x5xf64> {\n"
     "  %r = tcp.gather %x, %i {dim = 0 : index} : tensor<4x5xf64>, tensor<3x5xi64> -> tensor<3x5xf64>\n  return %r : "
     "tensor<3x5xf64>\n}\n",
     0, 3},
    {"onnx.GatherElements, negative indices",
     "func.func @f(%x: tensor<4x5xf64>, %i: tensor<3x5xi64>) -> tensor<3x5xf64> {\n"
     "  %r = \"onnx.GatherElements\"(%x, %i) {axis = 0 : si64} : (tensor<4x5xf64>, tensor<3x5xi64>) -> "
     "tensor<3x5xf64>\n  return "
     "%r : tensor<3x5xf64>\n}\n",
     -4, 3},
    {"onnx.ScatterElements, mul",
     "func.func @f(%x: tensor<4x3xf64>, %i: tensor<5x2xi64>, %u: tensor<5x2xf64>) -> tensor<4x3xf64> {\n"
     "  %r = \"onnx.ScatterElements\"(%x, %i, %u) {axis = 0 : si64, reduction = \"mul\"} : (tensor<4x3xf64>, "
     "tensor<5x2xi64>, "
     "tensor<5x2xf64>) -> tensor<4x3xf64>\n  return %r : tensor<4x3xf64>\n}\n",
     -4, 3},
    {"onnx.ScatterND, max",
     "func.func @f(%x: tensor<4x3xf64>, %i: tensor<5x1xi64>, %u: tensor<5x3xf64>) -> tensor<4x3xf64> {\n"
     "  %r = \"onnx.ScatterND\"(%x, %i, %u) {reduction = \"max\"} : (tensor<4x3xf64>, tensor<5x1xi64>, "
     "tensor<5x3xf64>) -> "
     "tensor<4x3xf64>\n  return %r : tensor<4x3xf64>\n}\n",
     -4, 3},
    {"onnx.ScatterElements that replaces, with duplicates",
     "func.func @f(%x: tensor<4x3xf64>, %i: tensor<5x2xi64>, %u: tensor<5x2xf64>) -> tensor<4x3xf64> {\n"
     "  %r = \"onnx.ScatterElements\"(%x, %i, %u) {axis = 0 : si64} : (tensor<4x3xf64>, tensor<5x2xi64>, "
     "tensor<5x2xf64>) -> "
     "tensor<4x3xf64>\n  return %r : tensor<4x3xf64>\n}\n",
     -4, 3},
};

static void calls_of_other_dialects(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const gradcheck how = {.int_low = calls[i].int_low,
                               .int_high = calls[i].int_high,
                               .points = gradcheck_points(6),
                               .orders = 2,
                               .strict_text = true,
                               .seed = i};
        if (!gradcheck_text(calls[i].text, &how, NULL))
            fail_msg("%s", calls[i].claim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_specs), cmocka_unit_test(regions_of_arithmetic),
                                       cmocka_unit_test(calls_of_other_dialects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
