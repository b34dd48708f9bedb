/*
 * test_torch_run_errors.c - torch's ops where dims, sizes and shapes are inputs: only the run shows
 * whether they are right. Each program is a function @g that a function @f calls with its inputs,
 * given as texts: a tensor is an input of @f, a number a constant in it. PyTorch's words where it
 * has them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

enum { MOST_INPUTS = 5 };

#define T(shape) "!torch.vtensor<[" shape "],f32>"
#define INT "!torch.int"
#define TWO_INTS "  %l = torch.prim.ListConstruct %a, %b : (!torch.int, !torch.int) -> !torch.list<int>\n"

static const char view[] =
    "func.func private @g(%x: " T("?") ", %a: " INT ", %b: " INT
                                       ") -> " T("?,?") " {\n" TWO_INTS "  %0 = torch.aten.view %x, %l : " T(
                                           "?") ", !torch.list<int> -> " T("?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char unsqueeze[] = "func.func private @g(%x: " T("?") ", %a: " INT ") -> " T(
    "?,?") " {\n"
           "  %0 = torch.aten.unsqueeze %x, %a : " T("?") ", " INT " -> " T("?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char permute[] = "func.func private @g(%x: " T("?,?") ", %a: " INT ", %b: " INT ") -> " T(
    "?,?") " {\n" TWO_INTS
           "  %0 = torch.aten.permute %x, %l : " T("?,?") ", !torch.list<int> -> " T("?,?") "\n  return %0 : " T(
               "?,?") "\n}\n";
static const char expand[] = "func.func private @g(%x: " T("?") ", %a: " INT ", %b: " INT ") -> " T(
    "?,?") " {\n" TWO_INTS "  %t = torch.constant.bool false\n"
           "  %0 = torch.aten.expand %x, %l, %t : " T("?") ", !torch.list<int>, !torch.bool -> " T(
               "?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char slice[] =
    "func.func private @g(%x: " T("?") ", %d: " INT ", %a: " INT ", %b: " INT ", %s: " INT
                                       ") -> " T("?") " {\n"
                                                      "  %0 = torch.aten.slice.Tensor %x, %d, %a, %b, %s : " T(
                                                          "?") ", " INT ", " INT ", " INT ", " INT
                                                               " -> " T("?") "\n  return %0 : " T("?") "\n}\n";
static const char cat[] = "func.func private @g(%x: " T("?,?") ", %y: " T("?,?") ", %d: " INT ") -> " T(
    "?,?") " {\n"
           "  %l = torch.prim.ListConstruct %x, %y : (" T("?,?") ", " T(
               "?,?") ") -> !torch.list<vtensor>\n"
                      "  %0 = torch.aten.cat %l, %d : !torch.list<vtensor>, " INT
                      " -> " T("?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char add[] = "func.func private @g(%x: " T("?") ", %y: " T("?") ") -> " T(
    "?") " {\n"
         "  %one = torch.constant.int 1\n"
         "  %0 = torch.aten.add.Tensor %x, %y, %one : " T("?") ", " T("?") ", " INT " -> " T("?") "\n  return %0 : " T(
             "?") "\n}\n";
static const char both[] = "func.func private @g(%x: " T("?") ", %y: " T("?") ") -> " T(
    "?") " {\n"
         "  %0 = torch.aten.bitwise_and.Tensor %x, %y : " T("?") ", " T("?") " -> " T("?") "\n  return %0 : " T(
             "?") "\n}\n";
static const char lookup[] = "func.func private @g(%x: " T("?,?") ", %d: " INT ", %i: !torch.vtensor<[?],si64>) -> " T(
    "?,?") " {\n"
           "  %0 = torch.aten.index_select %x, %d, %i : " T("?,?") ", " INT ", !torch.vtensor<[?],si64> -> " T(
               "?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char value[] = "func.func private @g(%x: " T("?") ", %d: " INT ", %i: !torch.vtensor<[?],si64>) -> " T(
    "?") " {\n"
         "  %v = torch.constant.float 2.0\n"
         "  %0 = torch.aten.scatter.value %x, %d, %i, %v : " T(
             "?") ", " INT ", !torch.vtensor<[?],si64>, !torch.float -> " T("?") "\n  return %0 : " T("?") "\n}\n";
static const char wide[] = "func.func private @g(%x: " T("?,?") ", %y: " T("?,?") ", %a: " INT ", %b: " INT ") -> " T(
    "?,?") " {\n" TWO_INTS "  %t = torch.constant.bool false\n"
           "  %w = torch.aten.expand %x, %l, %t : " T("?,?") ", !torch.list<int>, !torch.bool -> " T(
               "?,?") "\n"
                      "  %0 = torch.aten.mul.Tensor %w, %y : " T("?,?") ", " T("?,?") " -> " T(
                          "?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char gather[] =
    "func.func private @g(%x: " T("?,?") ", %d: " INT ", %i: !torch.vtensor<[?,?],si64>) -> " T(
        "?,?") " {\n"
               "  %t = torch.constant.bool false\n"
               "  %0 = torch.aten.gather %x, %d, %i, %t : " T("?,?") ", " INT
                                                                     ", !torch.vtensor<[?,?],si64>, !torch.bool -> " T(
                                                                         "?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char along[] = "func.func private @g(%x: " T("?,?") ", %i: !torch.vtensor<[?,?],si64>, %d: " INT ") -> " T(
    "?,?") " {\n"
           "  %0 = torch.aten.take_along_dim %x, %i, %d : " T("?,?") ", !torch.vtensor<[?,?],si64>, " INT " -> " T(
               "?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char scatter[] =
    "func.func private @g(%x: " T("?") ", %d: " INT ", %i: !torch.vtensor<[?],si64>, %s: " T("?") ") -> " T(
        "?") " {\n"
             "  %0 = torch.aten.scatter_add %x, %d, %i, %s : " T("?") ", " INT ", !torch.vtensor<[?],si64>, " T(
                 "?") " -> " T("?") "\n  return %0 : " T("?") "\n}\n";
static const char copy[] =
    "func.func private @g(%x: " T("?,?") ", %d: " INT ", %i: !torch.vtensor<[?],si64>, %s: " T("?,?") ") -> " T(
        "?,?") " {\n"
               "  %0 = torch.aten.index_copy %x, %d, %i, %s : " T("?,?") ", " INT ", !torch.vtensor<[?],si64>, " T(
                   "?,?") " -> " T("?,?") "\n  return %0 : " T("?,?") "\n}\n";
static const char
    put[] =
        "func.func private @g(%x: " T("?,?") ", %i: !torch.vtensor<[?],si64>, %j: !torch.vtensor<[?],si64>, %v: " T("?") ") -> " T(
            "?,?") " {\n"
                   "  %t = torch.constant.bool false\n"
                   "  %l = torch.prim.ListConstruct %i, %j : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) -> "
                   "!torch.list<optional<vtensor>>\n"
                   "  %0 = torch.aten.index_put %x, %l, %v, %t : " T("?,?") ", !torch.list<optional<vtensor>>, " T(
                       "?") ", !torch.bool -> " T("?,?") "\n  return %0 : " T("?,?") "\n}\n";

static const struct {
    const char *claim, *program, *inputs[MOST_INPUTS];
    grn_status status;
    const char *message; /* a part of it */
} cases[] = {
    {"view", view, {"6xf32=1.0", "i64=2", "i64=-1"}, GRN_OK, ""},
    {"view of nothing", view, {"0xf32=1.0", "i64=0", "i64=3"}, GRN_OK, ""},
    {"view, -1 of nothing", view, {"0xf32=1.0", "i64=0", "i64=-1"}, GRN_E_SHAPE, "invalid for input of size 0"},
    {"view, two -1", view, {"6xf32=1.0", "i64=-1", "i64=-1"}, GRN_E_SHAPE, "invalid for input of size 6"},
    {"view, -2", view, {"6xf32=1.0", "i64=-2", "i64=-3"}, GRN_E_SHAPE, "invalid for input of size 6"},
    {"view, no divisor", view, {"6xf32=1.0", "i64=4", "i64=-1"}, GRN_E_SHAPE, "invalid for input of size 6"},
    {"view, another number", view, {"6xf32=1.0", "i64=2", "i64=4"}, GRN_E_SHAPE, "invalid for input of size 6"},
    {"view, more than can be counted",
     view,
     {"6xf32=1.0", "i64=4294967296", "i64=4294967296"},
     GRN_E_SHAPE,
     "invalid for input of size 6"},
    {"unsqueeze at the end", unsqueeze, {"6xf32=1.0", "i64=-1"}, GRN_OK, ""},
    {"unsqueeze past the end", unsqueeze, {"6xf32=1.0", "i64=2"}, GRN_E_SHAPE, "dim 2 is out of range"},
    {"unsqueeze before the front", unsqueeze, {"6xf32=1.0", "i64=-3"}, GRN_E_SHAPE, "is out of range"},
    {"permute", permute, {"2x3xf32=1.0", "i64=1", "i64=-2"}, GRN_OK, ""},
    {"permute, twice the same", permute, {"2x3xf32=1.0", "i64=1", "i64=-1"}, GRN_E_SHAPE, "dims name no permutation"},
    {"permute, no dim", permute, {"2x3xf32=1.0", "i64=2", "i64=0"}, GRN_E_SHAPE, "dims name no permutation"},
    {"permute, none below", permute, {"2x3xf32=1.0", "i64=-3", "i64=0"}, GRN_E_SHAPE, "dims name no permutation"},
    {"expand", expand, {"1xf32=1.0", "i64=2", "i64=3"}, GRN_OK, ""},
    {"expand, an extent kept", expand, {"3xf32=1.0", "i64=2", "i64=-1"}, GRN_OK, ""},
    {"expand, -1 in front",
     expand,
     {"3xf32=1.0", "i64=-1", "i64=3"},
     GRN_E_SHAPE,
     "self cannot be expanded to the size"},
    {"expand, another extent",
     expand,
     {"3xf32=1.0", "i64=2", "i64=4"},
     GRN_E_SHAPE,
     "self cannot be expanded to the size"},
    {"expand, more than can be counted",
     expand,
     {"1xf32=1.0", "i64=4294967296", "i64=4294967296"},
     GRN_E_SHAPE,
     "self cannot be expanded"},
    {"slice", slice, {"6xf32=1.0", "i64=-1", "i64=1", "i64=-1", "i64=2"}, GRN_OK, ""},
    {"slice, from the end, over it", slice, {"6xf32=1.0", "i64=0", "i64=-9", "i64=99", "i64=4"}, GRN_OK, ""},
    {"slice, backwards is empty", slice, {"6xf32=1.0", "i64=0", "i64=4", "i64=2", "i64=1"}, GRN_OK, ""},
    {"slice, no step",
     slice,
     {"6xf32=1.0", "i64=0", "i64=0", "i64=2", "i64=0"},
     GRN_E_SHAPE,
     "dim 0 or step 0 is out of range"},
    {"slice, no dim",
     slice,
     {"6xf32=1.0", "i64=1", "i64=0", "i64=2", "i64=1"},
     GRN_E_SHAPE,
     "dim 1 or step 1 is out of range"},
    {"slice, none below",
     slice,
     {"6xf32=1.0", "i64=-2", "i64=0", "i64=2", "i64=1"},
     GRN_E_SHAPE,
     "dim -2 or step 1 is out of range"},
    {"cat", cat, {"2x3xf32=1.0", "2x1xf32=1.0", "i64=-1"}, GRN_OK, ""},
    {"cat, another extent beside",
     cat,
     {"2x3xf32=1.0", "2x1xf32=1.0", "i64=0"},
     GRN_E_SHAPE,
     "Sizes of tensors must match except in dimension 0"},
    {"cat, no dim", cat, {"2x3xf32=1.0", "2x1xf32=1.0", "i64=2"}, GRN_E_SHAPE, "dim 2 is out of range"},
    {"cat, none below", cat, {"2x3xf32=1.0", "2x1xf32=1.0", "i64=-3"}, GRN_E_SHAPE, "dim -3 is out of range"},
    {"add, broadcast", add, {"3xf32=1.0", "1xf32=1.0"}, GRN_OK, ""},
    {"add, two extents", add, {"3xf32=1.0", "2xf32=1.0"}, GRN_E_SHAPE, "cannot be broadcast to each other"},
    {"bits of floats", both, {"3xf32=1.0", "3xf32=1.0"}, GRN_E_UNSUPPORTED, "is not defined on f32 giving f32"},
    {"index_select", lookup, {"2x3xf32=1.0", "i64=-1", "1xi64=2"}, GRN_OK, ""},
    {"index_select, no dim",
     lookup,
     {"2x3xf32=1.0", "i64=2", "1xi64=0"},
     GRN_E_SHAPE,
     "Dimension out of range (expected to be in range of [-2, 1], but got 2)"},
    {"index_select, none below",
     lookup,
     {"2x3xf32=1.0", "i64=-3", "1xi64=0"},
     GRN_E_SHAPE,
     "Dimension out of range (expected to be in range of [-2, 1], but got -3)"},
    {"scatter.value", value, {"3xf32=1.0", "i64=-1", "1xi64=2"}, GRN_OK, ""},
    {"scatter.value, no dim",
     value,
     {"3xf32=1.0", "i64=1", "1xi64=2"},
     GRN_E_SHAPE,
     "Dimension out of range (expected to be in range of [-1, 0], but got 1)"},
    {"cat, more than can be counted",
     cat,
     {"9223372036854775807x0xf32=1.0", "1x0xf32=1.0", "i64=0"},
     GRN_E_SHAPE,
     "Sizes of tensors must match except in dimension 0"},
    {"a common shape past counting",
     wide,
     {"1x1xf32=1.0", "1x16xf32=1.0", "i64=1152921504606846976", "i64=1"},
     GRN_E_SHAPE,
     "the common shape has too many elements to count"},
    {"gather", gather, {"2x3xf32=1.0", "i64=1", "2x1xi64=2"}, GRN_OK, ""},
    {"gather, outside", gather, {"2x3xf32=1.0", "i64=1", "2x1xi64=3"}, GRN_E_INDEX, ""},
    {"gather, longer beside dim", gather, {"2x3xf32=1.0", "i64=1", "3x1xi64=0"}, GRN_E_SHAPE, ""},
    {"gather of nothing", gather, {"2x3xf32=1.0", "i64=1", "0x1xi64=0"}, GRN_OK, ""},
    {"gather, no dim", gather, {"2x3xf32=1.0", "i64=2", "2x1xi64=0"}, GRN_E_SHAPE, ""},
    {"take_along_dim, broadcast", along, {"2x3xf32=1.0", "1x3xi64=1", "i64=0"}, GRN_OK, ""},
    {"take_along_dim, two extents", along, {"2x3xf32=1.0", "1x2xi64=1", "i64=0"}, GRN_E_SHAPE, ""},
    {"take_along_dim of nothing", along, {"2x3xf32=1.0", "2x0xi64=1", "i64=1"}, GRN_OK, ""},
    {"scatter_add", scatter, {"4xf32=1.0", "i64=0", "2xi64=3", "3xf32=1.0"}, GRN_OK, ""},
    {"scatter_add, longer than src", scatter, {"4xf32=1.0", "i64=0", "3xi64=0", "2xf32=1.0"}, GRN_E_SHAPE, ""},
    {"scatter_add, outside", scatter, {"4xf32=1.0", "i64=0", "2xi64=4", "2xf32=1.0"}, GRN_E_INDEX, ""},
    {"scatter_add of nothing", scatter, {"4xf32=1.0", "i64=0", "0xi64=0", "0xf32=1.0"}, GRN_OK, ""},
    {"index_copy", copy, {"3x2xf32=1.0", "i64=0", "2xi64=1", "2x2xf32=1.0"}, GRN_OK, ""},
    {"index_copy, another length", copy, {"3x2xf32=1.0", "i64=0", "2xi64=1", "1x2xf32=1.0"}, GRN_E_SHAPE, ""},
    {"index_copy, longer beside dim", copy, {"3x2xf32=1.0", "i64=0", "2xi64=1", "2x3xf32=1.0"}, GRN_E_SHAPE, ""},
    {"index_copy of nothing", copy, {"3x2xf32=1.0", "i64=0", "0xi64=1", "0x2xf32=1.0"}, GRN_OK, ""},
    {"index_copy of nothing, longer beside dim",
     copy,
     {"3x2xf32=1.0", "i64=0", "0xi64=1", "0x3xf32=1.0"},
     GRN_E_SHAPE,
     ""},
    {"index_put, broadcast", put, {"3x2xf32=1.0", "2xi64=-1", "1xi64=1", "2xf32=1.0"}, GRN_OK, ""},
    {"index_put, two lengths", put, {"3x2xf32=1.0", "2xi64=0", "3xi64=1", "2xf32=1.0"}, GRN_E_SHAPE, ""},
    {"index_put, other values", put, {"3x2xf32=1.0", "2xi64=0", "2xi64=1", "3xf32=1.0"}, GRN_E_SHAPE, ""},
    {"index_put, outside", put, {"3x2xf32=1.0", "2xi64=-4", "2xi64=1", "2xf32=1.0"}, GRN_E_INDEX, ""},
    {"index_put into nothing", put, {"0x2xf32=1.0", "2xi64=0", "2xi64=1", "2xf32=1.0"}, GRN_E_INDEX, ""},
};

static char said[1024];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR && !said[0])
        snprintf(said, sizeof said, "%s", d->message);
}

/* A parameter "%x: TYPE" of @g; false: there is none at *at. */
static bool next_parameter(const char **at, char name[static 8], char type[static 64])
{
    const char *colon = strchr(*at, ':'), *end = colon;
    if (**at != '%')
        return false;
    for (int depth = 0; depth > 0 || !strchr(",)", *end); end++)
        depth += (*end == '<') - (*end == '>');
    sprintf(name, "%.*s", (int)(colon - *at), *at);
    sprintf(type, "%.*s", (int)(end - colon - 2), colon + 2);
    *at = *end == ',' ? end + 2 : end;
    return true;
}

/* @f, and @g behind it. */
static void write_caller(const char *callee, const char *const *inputs, char text[static 4096])
{
    char name[8], type[64], parameters[512] = "", constants[512] = "", operands[128] = "", types[512] = "";
    const char *at = strchr(callee, '(') + 1;
    for (size_t i = 0; next_parameter(&at, name, type); i++) {
        bool number = strcmp(type, INT) == 0;
        if (number)
            sprintf(constants + strlen(constants), "  %s = torch.constant.int %s\n", name, inputs[i] + strlen("i64="));
        else
            sprintf(parameters + strlen(parameters), "%s%s: %s", *parameters ? ", " : "", name, type);
        sprintf(operands + strlen(operands), "%s%s", i ? ", " : "", name);
        sprintf(types + strlen(types), "%s%s", i ? ", " : "", type);
    }
    const char *result = strstr(at, "-> ") + 3;
    int n = (int)(strstr(result, " {") - result);
    snprintf(text, 4096, "func.func @f(%s) -> %.*s {\n%s  %%r = call @g(%s) : (%s) -> %.*s\n  return %%r : %.*s\n}\n%s",
             parameters, n, result, constants, operands, types, n, result, n, result, callee);
}

static void run_cases(void **state)
{
    static const grn_diag diag = {keep, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_tensor inputs[MOST_INPUTS];
        grn_module *m;
        grn_results *results;
        size_t n = 0;
        char text[4096];
        said[0] = '\0';
        write_caller(cases[i].program, cases[i].inputs, text);
        if (grn_module_parse(text, strlen(text), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, said);
        for (size_t k = 0; k < MOST_INPUTS && cases[i].inputs[k]; k++)
            if (strncmp(cases[i].inputs[k], "i64=", 4) != 0)
                assert_int_equal(
                    grn_tensor_parse(cases[i].inputs[k], strlen(cases[i].inputs[k]), NULL, NULL, &inputs[n++]), GRN_OK);
        grn_status status = grn_module_run(m, 0, n, inputs, NULL, &diag, &results);
        if (status != cases[i].status || !strstr(said, cases[i].message) || (status != GRN_OK && !said[0]))
            fail_msg("%s: %s, told \"%s\"", cases[i].claim, grn_status_name(status), said);
        grn_results_destroy(results);
        while (n)
            grn_tensor_free(&inputs[--n], NULL);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
