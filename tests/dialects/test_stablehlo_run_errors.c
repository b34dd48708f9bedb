/*
 * test_stablehlo_run_errors.c - what StableHLO's small ops say when only the
 * run shows that a rule is broken: sizes and shapes that are values, and what
 * garner does not compute. Each program is one function of no inputs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

static const struct {
    const char *claim, *body;
    grn_status status;
    const char *message;
} cases[] = {
    {"dynamic_reshape to another number of elements",
     "%a = stablehlo.constant dense<0> : tensor<6xi32>\n"
     "%s = stablehlo.constant dense<[2, 2]> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_reshape: the operand has 6 elements, the shape asked for is [2, 2]"},
    {"dynamic_reshape to a negative extent",
     "%a = stablehlo.constant dense<0> : tensor<6xi32>\n"
     "%s = stablehlo.constant dense<[-2, -3]> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_reshape: dimension 0 of the shape is -2, it must not be negative"},
    {"dynamic_broadcast_in_dim of an extent that is neither 1 nor the result's",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%s = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>\n",
     GRN_E_SHAPE,
     "stablehlo.dynamic_broadcast_in_dim: operand dimension 0 has 2 elements, result dimension 0 has 3: it must be 1 or that"},
    {"dynamic_broadcast_in_dim to more than can be counted",
     "%a = stablehlo.constant dense<0> : tensor<i32>\n"
     "%s = stablehlo.constant dense<4294967296> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : (tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_LIMIT,
     "stablehlo.dynamic_broadcast_in_dim: a result of shape [4294967296, 4294967296] has more bytes than can be counted"},
    {"dynamic_iota of a negative extent",
     "%s = stablehlo.constant dense<[-1]> : tensor<1xi32>\n"
     "%0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_iota: dimension 0 of the shape is -1, it must not be negative"},
    {"real_dynamic_slice past the end",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "%l = stablehlo.constant dense<[5]> : tensor<1xi64>\n"
     "%0 = stablehlo.real_dynamic_slice %a, %s, %l, %s : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> "
     "tensor<?xi32>\n",
     GRN_E_INDEX, "stablehlo.real_dynamic_slice: [1:5:1] is no slice of dimension 0, which has 4 elements"},
    {"slice of a dynamic dimension past the end",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%0 = stablehlo.slice %d [2:6] : (tensor<?xi32>) -> tensor<4xi32>\n",
     GRN_E_INDEX, "stablehlo.slice: [2:6:1] is no slice of dimension 0, which has 4 elements"},
    {"dynamic_pad that takes away more than there is",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%z = stablehlo.constant dense<0> : tensor<i32>\n"
     "%l = stablehlo.constant dense<[-2]> : tensor<1xi64>\n"
     "%h = stablehlo.constant dense<[-1]> : tensor<1xi64>\n"
     "%i = stablehlo.constant dense<[0]> : tensor<1xi64>\n"
     "%0 = stablehlo.dynamic_pad %a, %z, %l, %h, %i : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, "
     "tensor<1xi64>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low -2, high -1, interior 0"},
    {"operands whose unknown extents differ",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%b = stablehlo.constant dense<0> : tensor<3xi32>\n"
     "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%t = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%e = stablehlo.dynamic_reshape %b, %t : (tensor<3xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%0 = stablehlo.add %d, %e : tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.add: operand #1 has 3 elements along dimension 0, another has 4"},
    {"a result that is not as its type says",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi64>) -> tensor<3xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_reshape: result #0 has 4 elements along dimension 0, its type says 3"},
    {"set_dimension_size over the extent",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%n = stablehlo.constant dense<3> : tensor<i32>\n"
     "%0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xi32>, tensor<i32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.set_dimension_size: size is 3, dimension 0 has 2 elements"},
    {"a custom call garner does not know",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%0 = stablehlo.custom_call @foo(%a) : (tensor<2xi32>) -> tensor<2xi32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: custom_call target 'foo' is not known here"},
    {"arithmetic on tensors quantized per axis",
     "%q = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>\n"
     "%0 = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>\n",
     GRN_E_UNSUPPORTED, "stablehlo.add: cannot run on tensors quantized per axis"},
    {"quantization per axis",
     "%a = stablehlo.constant dense<0.0> : tensor<2xf32>\n"
     "%0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>\n",
     GRN_E_UNSUPPORTED, "stablehlo.uniform_quantize: cannot run on tensors quantized per axis"},
    {"an allocation over the limit",
     "%a = stablehlo.iota dim = 0 : tensor<1000000xi64>\n",
     GRN_E_MEMORY, "8000000 bytes are needed"},
    {"a loop whose body fails",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%t = stablehlo.constant dense<true> : tensor<i1>\n"
     "%r:2 = stablehlo.while(%x = %a, %y = %a) : tensor<2xi32>, tensor<2xi32> cond {\n"
     "  stablehlo.return %t : tensor<i1>\n"
     "} do {\n"
     "  %z = stablehlo.add %x, %y : tensor<2xi32>\n"
     "  %w = stablehlo.custom_call @foo(%z) : (tensor<2xi32>) -> tensor<2xi32>\n"
     "  stablehlo.return %z, %w : tensor<2xi32>, tensor<2xi32>\n"
     "}\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: custom_call target 'foo' is not known here"},
};

typedef struct messages {
    char text[2048];
} messages;

static void keep(void *user, const grn_diagnostic *d)
{
    messages *m = user;
    size_t used = strlen(m->text);
    snprintf(m->text + used, sizeof m->text - used, "%s\n", d->message);
}

static void run_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        messages m = {""};
        const grn_diag diag = {keep, &m};
        const grn_run_options options = {.max_memory_bytes = 1 << 20};
        grn_module *module = NULL;
        grn_results *results = NULL;
        snprintf(text, sizeof text, "func.func @main() {\n%sfunc.return\n}\n", cases[i].body);
        if (grn_module_parse(text, strlen(text), NULL, &diag, &module) != GRN_OK || grn_module_verify(module, &diag) != GRN_OK)
            fail_msg("%s: the program is not valid: %s", cases[i].claim, m.text);
        grn_status status = grn_module_run(module, 0, 0, NULL, &options, &diag, &results);
        if (status != cases[i].status || !strstr(m.text, cases[i].message))
            fail_msg("%s: wanted \"%s\", \"%s\"; got \"%s\", \"%s\"", cases[i].claim, grn_status_text(cases[i].status),
                     cases[i].message, grn_status_text(status), m.text);
        grn_results_destroy(results);
        grn_module_destroy(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
