/*
 * test_convert_memory.c - memory refused while a program is said in another
 * dialect: at every request, and under every total in small steps. Each time
 * the answer is GRN_E_MEMORY, told, or that of an undisturbed conversion, and
 * all memory comes back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* ---- an allocator that refuses --------------------------------------------------------------------------------- */

typedef struct refuser {
    size_t refuse_at, most_bytes; /* a request's number, from 0; what may be out at once */
    size_t requests, outstanding, peak;
    grn_allocator allocator;
} refuser;

static void *refuser_allocate(void *user, size_t bytes, size_t alignment)
{
    refuser *r = user;
    (void)alignment;
    if (r->requests++ == r->refuse_at || bytes > r->most_bytes - r->outstanding)
        return NULL;
    r->outstanding += bytes;
    r->peak = r->outstanding > r->peak ? r->outstanding : r->peak;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void refuser_release(void *user, void *memory, size_t bytes)
{
    refuser *r = user;
    assert_true(bytes <= r->outstanding);
    r->outstanding -= bytes;
    free(memory);
}

static void refuser_init(refuser *r)
{
    *r = (refuser){.refuse_at = SIZE_MAX, .most_bytes = SIZE_MAX, .allocator = {refuser_allocate, refuser_release, r}};
}

/* ---- one conversion ---------------------------------------------------------------------------------------------- */

static void count_error(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

static grn_status convert(const grn_module *module, const char *to, refuser *r)
{
    size_t errors = 0, before = r->outstanding;
    grn_diag diag = {count_error, &errors};
    grn_module *made;
    grn_module_convert_options how = {.to = to};
    r->requests = r->peak = 0;
    grn_status status = grn_module_convert(module, &how, &diag, &made);
    if ((status == GRN_OK) != (made != NULL) || (status != GRN_OK && errors == 0))
        fail_msg("to %s: %s, %zu errors told", to, grn_status_text(status), errors);
    grn_module_destroy(made);
    assert_int_equal(r->outstanding, before);
    return status;
}

static void hold(grn_status got, grn_status want, const char *to, const char *how, size_t n)
{
    if (got != want && got != GRN_E_MEMORY)
        fail_msg("to %s, %s %zu: %s instead of %s", to, how, n, grn_status_text(got), grn_status_text(want));
}

static void refuse_everywhere(const grn_module *module, const char *to, refuser *r)
{
    grn_status want = convert(module, to, r);
    size_t requests = r->requests, base = r->outstanding, peak = r->peak;
    for (size_t n = 0; n < requests; n++) {
        r->refuse_at = n;
        hold(convert(module, to, r), want, to, "request", n);
    }
    r->refuse_at = SIZE_MAX;
    for (size_t most = base; most < peak; most += 811) {
        r->most_bytes = most;
        hold(convert(module, to, r), want, to, "bytes", most - base);
    }
    r->most_bytes = SIZE_MAX;
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static const char windows[] =
    "func.func @f(%x: tensor<5x6xf32>, %i: tensor<3x2xi32>) -> tensor<3x2x2xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],\n"
    "    start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2>}>\n"
    "    : (tensor<5x6xf32>, tensor<3x2xi32>) -> tensor<3x2x2xf32>\n"
    "  return %0 : tensor<3x2x2xf32>\n}\n";
static const char batched_scatter[] =
    "func.func @f(%x: tensor<3x6xf32>, %i: tensor<3x2x1xi64>, %u: tensor<3x2xf32>) -> tensor<3x6xf32> {\n"
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1],\n"
    "    input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1],\n"
    "    index_vector_dim = 2>, unique_indices = true}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %1 = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %1 : tensor<f32>\n"
    "  }) : (tensor<3x6xf32>, tensor<3x2x1xi64>, tensor<3x2xf32>) -> tensor<3x6xf32>\n"
    "  return %0 : tensor<3x6xf32>\n}\n";
static const char recipe[] =
    "func.func @f(%x: tensor<4x3xf32>, %i: tensor<2x1xi64>) -> tensor<2x3xf32> {\n"
    "  %0 = stablehlo.broadcast_in_dim %i, dims = [0, 1] : (tensor<2x1xi64>) -> tensor<2x3xi64>\n"
    "  %1 = tcp.gather %x, %0 {dim = 0 : index} : tensor<4x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>\n"
    "  return %1 : tensor<2x3xf32>\n}\n";
static const char constant[] =
    "func.func @f(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {\n"
    "  %i = onnx.Constant dense<[3, 1]> : tensor<2xi64>\n"
    "  %0 = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>\n"
    "  return %0 : tensor<2x3xf32>\n}\n";
static const char composite[] =
    "func.func private @impl(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {\n"
    "  %0 = \"onnx.GatherElements\"(%x, %i) {axis = 0 : si64} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>\n"
    "  return %0 : tensor<5xf32>\n}\n"
    "func.func @f(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {\n"
    "  %0 = stablehlo.composite \"a.b\" %x, %i {decomposition = @impl} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>\n"
    "  return %0 : tensor<5xf32>\n}\n";

static const struct {
    const char *claim, *text;
} programs[] = {{"windows that move", windows}, {"a scatter with batching dims", batched_scatter},
                {"a recipe", recipe}, {"constant indices", constant}, {"a composite", composite}};

static void refusals_are_clean(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        refuser r;
        grn_module *module;
        refuser_init(&r);
        grn_module_options options = {.allocator = &r.allocator};
        assert_int_equal(grn_module_parse(programs[p].text, strlen(programs[p].text), &options, NULL, &module), GRN_OK);
        assert_int_equal(grn_module_verify(module, NULL), GRN_OK);
        printf("%s\n", programs[p].claim);
        for (size_t i = 0; grn_module_dialect(i); i++)
            refuse_everywhere(module, grn_module_dialect(i), &r);
        grn_module_destroy(module);
        assert_int_equal(r.outstanding, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_are_clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
