/*
 * test_torch_inputs.c - what a run takes and gives where the types are torch's:
 * a vtensor is held to the tensor it stands for, a list is its members.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

static char said[512];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(said, sizeof said, "%s", d->message);
}
static const grn_diag diag = {keep, NULL};

static grn_module *parse(const char *text)
{
    grn_module *m = NULL;
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, &diag, &m), GRN_OK);
    return m;
}

/* dynamic in its first dimension */
static const char twice[] =
    "func.func @twice(%x: !torch.vtensor<[?,2],si32>) -> !torch.vtensor<[?,2],si32> {\n"
    "  %two = torch.constant.int 1\n"
    "  %y = torch.aten.add.Tensor %x, %x, %two : !torch.vtensor<[?,2],si32>, !torch.vtensor<[?,2],si32>, !torch.int -> "
    "!torch.vtensor<[?,2],si32>\n"
    "  return %y : !torch.vtensor<[?,2],si32>\n"
    "}\n";

static int32_t numbers[] = {1, 2, 3, 4, 5, 6};
static const struct {
    const char *claim;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[3];
    grn_status status;
    const char *said;
} cases[] = {
    {"what the type says", GRN_I32, 2, {3, 2}, GRN_OK, ""},
    {"an extent of the type's own",
     GRN_I32,
     2,
     {2, 3},
     GRN_E_SHAPE,
     "input #0 is a tensor<2x3xi32>, the function takes tensor<?x2xi32>"},
    {"another rank", GRN_I32, 1, {2}, GRN_E_SHAPE, "input #0 is a tensor<2xi32>, the function takes tensor<?x2xi32>"},
    {"another dtype",
     GRN_F32,
     2,
     {3, 2},
     GRN_E_DTYPE,
     "input #0 is a tensor<3x2xf32>, the function takes tensor<?x2xi32>"},
};

static void a_vtensor_input_is_what_it_stands_for(void **state)
{
    (void)state;
    grn_module *m = parse(twice);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_tensor in;
        grn_results *r = NULL;
        said[0] = 0;
        assert_int_equal(grn_tensor_init(&in, numbers, cases[i].dtype, cases[i].rank, cases[i].shape), GRN_OK);
        grn_status status = grn_module_run(m, 0, 1, &in, NULL, &diag, &r);
        if (status != cases[i].status || strcmp(said, cases[i].said) != 0)
            fail_msg("%s: status %d, said \"%s\"", cases[i].claim, (int)status, said);
        if (r)
            assert_int_equal(((const int32_t *)grn_results_tensor(r, 0)->data)[5], 12);
        grn_results_destroy(r);
    }
    assert_int_equal(grn_module_input_dtype(m, 0, 0), GRN_I32);
    grn_module_destroy(m);
}

static void a_list_result_is_its_members(void **state)
{
    (void)state;
    grn_results *r = NULL;
    grn_module *m = parse("func.func @list() -> (!torch.list<int>, !torch.none) {\n"
                          "  %a = torch.constant.int 7\n"
                          "  %b = torch.constant.int -1\n"
                          "  %n = torch.constant.none\n"
                          "  %l = torch.prim.ListConstruct %a, %b : (!torch.int, !torch.int) -> !torch.list<int>\n"
                          "  return %l, %n : !torch.list<int>, !torch.none\n"
                          "}\n");
    assert_int_equal(grn_module_run(m, 0, 0, NULL, NULL, &diag, &r), GRN_OK);
    assert_int_equal(grn_results_count(r), 2);
    assert_int_equal(*(const int64_t *)grn_results_tensor(r, 0)->data, 7);
    assert_int_equal(*(const int64_t *)grn_results_tensor(r, 1)->data, -1);
    grn_results_destroy(r);
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vtensor_input_is_what_it_stands_for),
        cmocka_unit_test(a_list_result_is_its_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
