/* test_run_errors_lists.c - lists of sizes whose own length only the run knows. Each program is one
 * function of no inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define LIST(name, values, n)                                                   \
    "%" name "s = stablehlo.constant dense<" values "> : tensor<" n "xi64>\n"   \
    "%" name "n = stablehlo.constant dense<[" n "]> : tensor<1xi64>\n"          \
    "%" name " = stablehlo.dynamic_reshape %" name "s, %" name "n : (tensor<" n \
    "xi64>, tensor<1xi64>) -> tensor<?xi64>\n"
#define SLICE                                                                                                          \
    "%a = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>\n"                                                \
    "%0 = stablehlo.real_dynamic_slice %a, %b, %e, %t : (tensor<4xi32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) " \
    "-> "                                                                                                              \
    "tensor<?xi32>\n"

static const struct {
    const char *claim, *body;
    grn_status status;
    const char *message;
} cases[] = {
    {"as many as there are dimensions", LIST("b", "[1]", "1") LIST("e", "[4]", "1") LIST("t", "[2]", "1") SLICE, GRN_OK,
     ""},
    {"two starts", LIST("b", "[1, 1]", "2") LIST("e", "[4]", "1") LIST("t", "[2]", "1") SLICE, GRN_E_SHAPE,
     "stablehlo.real_dynamic_slice: operand #1 has 2 entries, the operand's rank is 1"},
    {"two limits", LIST("b", "[1]", "1") LIST("e", "[4, 4]", "2") LIST("t", "[2]", "1") SLICE, GRN_E_SHAPE,
     "stablehlo.real_dynamic_slice: operand #2 has 2 entries, the operand's rank is 1"},
    {"three strides", LIST("b", "[1]", "1") LIST("e", "[4]", "1") LIST("t", "[2, 2, 2]", "3") SLICE, GRN_E_SHAPE,
     "stablehlo.real_dynamic_slice: operand #3 has 3 entries, the operand's rank is 1"},
    {"no start", LIST("b", "[]", "0") LIST("e", "[4]", "1") LIST("t", "[2]", "1") SLICE, GRN_E_SHAPE,
     "stablehlo.real_dynamic_slice: operand #1 has 0 entries, the operand's rank is 1"},
};

static char message[512];
static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (message[0] == '\0')
        snprintf(message, sizeof message, "%s", d->message);
}

static void lists_of_any_length(void **state)
{
    static const grn_diag diag = {keep, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        grn_module *module = NULL;
        grn_results *results = NULL;
        message[0] = '\0';
        int n = snprintf(text, sizeof text,
                         "func.func @main() -> tensor<?xi32> {\n%sfunc.return %%0 : tensor<?xi32>\n}\n", cases[i].body);
        grn_status status = grn_module_parse(text, (size_t)n, NULL, &diag, &module);
        if (status == GRN_OK)
            status = grn_module_run(module, 0, 0, NULL, NULL, &diag, &results);
        if (status != cases[i].status || strcmp(message, cases[i].message) != 0)
            fail_msg("%s: %s: %s", cases[i].claim, grn_status_name(status), message);
        if (status == GRN_OK) {
            assert_int_equal(grn_results_tensor(results, 0)->shape[0], 2);
            assert_memory_equal(grn_results_tensor(results, 0)->data, ((int32_t[]){20, 40}), 8);
        }
        grn_results_destroy(results);
        grn_module_destroy(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_of_any_length)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
