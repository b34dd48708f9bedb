/* test_convert_onnx.c - the opset that functions name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

enum { MOST_TEXT = 1 << 14 };

/* ---- programs and texts --------------------------------------------------------------------------------------------- */

typedef struct text {
    char at[MOST_TEXT];
    size_t n;
} text;

static grn_status append(void *user, const char *bytes, size_t n)
{
    text *t = user;
    if (t->n + n >= sizeof t->at)
        return GRN_E_SINK;
    memcpy(t->at + t->n, bytes, n);
    t->n += n;
    t->at[t->n] = '\0';
    return GRN_OK;
}

static grn_module *parse(const char *program)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *m = NULL;
    if (grn_module_parse(program, strlen(program), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
        fail_msg("%s in\n%s", n.first, program);
    return m;
}

static grn_module *converted(const grn_module *m, const char *to, text *printed)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    if (grn_module_convert(m, &(grn_module_convert_options){.to = to}, &diag, &made) != GRN_OK)
        fail_msg("to %s: %s", to, n.first);
    printed->n = 0;
    assert_int_equal(grn_module_print(made, NULL, &(grn_sink){append, printed}), GRN_OK);
    return made;
}

#define F(arguments, result) "func.func @f(" arguments ") -> " result " {\n"
#define END(type) "return %r : " type "\n}\n"
#define BINARY(op, e)                                                                                                        \
    F("%a: tensor<3x" e ">, %b: tensor<3x" e ">", "tensor<3x" e ">") "%r = stablehlo." op " %a, %b : tensor<3x" e ">\n" END("tensor<3x" e ">")

/* ---- opsets --------------------------------------------------------------------------------------------------------- */

static const char named[] = "onnx.opset_version = ";

static void functions_name_the_opset(void **state)
{
    text printed = {.n = 0};
    grn_module *m = parse(BINARY("add", "f32")), *made = converted(m, "onnx", &printed);
    (void)state;
    assert_non_null(strstr(printed.at, "attributes {onnx.opset_version = 18 : si64}"));
    for (size_t d = 0; grn_module_dialect(d); d++) {
        const bool onnx = strcmp(grn_module_dialect(d), "onnx") == 0;
        text other = {.n = 0};
        grn_module_destroy(converted(made, grn_module_dialect(d), &other));
        if ((strstr(other.at, named) != NULL) != onnx)
            fail_msg("in %s a function %s an opset:\n%s", grn_module_dialect(d), onnx ? "names" : "does not name", other.at);
    }
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* What is there is rewritten: it is of the opset that programs are converted to, whatever it was of. Other attributes stay. */
static void an_opset_of_before_is_none_of_now(void **state)
{
    text printed = {.n = 0};
    grn_module *m = parse("func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> attributes {a.b, onnx.opset_version = 21 : si64, c.d = 1} {\n"
                          "%0 = \"onnx.Add\"(%a, %a) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>\nreturn %0 : tensor<2xi8>\n}\n"
                          "func.func private @g(tensor<2xi8>)\n");
    (void)state;
    grn_module_destroy(converted(m, "onnx", &printed));
    assert_non_null(strstr(printed.at, "attributes {a.b, c.d = 1 : i64, onnx.opset_version = 18 : si64}"));
    assert_null(strstr(strstr(printed.at, "@g"), named));
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_name_the_opset),
        cmocka_unit_test(an_opset_of_before_is_none_of_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
