/* test_grad_values.c - derivatives with values worked out by hand; what is refused, and with which
 * words; plans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/gradcheck.h"
#include "support/programs.h"

#define SCATTER(n, m, combine)                                                                                         \
    "func.func @f(%x: tensor<" #n "xf64>, %i: tensor<" #m "x1xi64>, %u: tensor<" #m "xf64>) -> tensor<" #n "xf64> {\n" \
    "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims "  \
    "= [0], "                                                                                                          \
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f64>, %b: "                       \
    "tensor<f64>):\n" combine "}) : (tensor<" #n "xf64>, tensor<" #m "x1xi64>, tensor<" #m "xf64>) -> tensor<" #n      \
    "xf64>\n"                                                                                                          \
    "  return %r : tensor<" #n "xf64>\n}\n"
#define BY(op) "  %c = stablehlo." op " %a, %b : tensor<f64>\n  stablehlo.return %c : tensor<f64>\n"
#define LAST "  stablehlo.return %b : tensor<f64>\n"
#define GATHER(size, m)                                                                                               \
    "func.func @f(%x: tensor<4xf64>, %i: tensor<" #m "x1xi64>) -> tensor<" #m "x" #size "xf64> {\n"                   \
    "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map " \
    "= [0], "                                                                                                         \
    "index_vector_dim = 1>, slice_sizes = array<i64: " #size ">}> : (tensor<4xf64>, tensor<" #m                       \
    "x1xi64>) -> tensor<" #m "x" #size "xf64>\n"                                                                      \
    "  return %r : tensor<" #m "x" #size "xf64>\n}\n"

/* The same under another index rule. */
#define RULED(rule, size, m)                                                                        \
    "func.func @f(%x: tensor<4xf64>, %i: tensor<" #m "x1xi64>) -> tensor<" #m "x" #size "xf64> {\n" \
    "  %r = garner.gather ins(%x, %i : tensor<4xf64>, tensor<" #m                                   \
    "x1xi64>) offset_dims = [1], start_index_map = [0], "                                           \
    "index_vector_dim = 1, slice_sizes = [" #size "], " rule " -> tensor<" #m "x" #size "xf64>\n"   \
    "  return %r : tensor<" #m "x" #size "xf64>\n}\n"

/* The inputs, then cotangents; what comes out, one after the other. Updates go to 0, 0, 2 and out
 * of range. */
#define AT "4x1xi64=[[0], [0], [2], [7]]"
static const struct {
    const char *claim, *program, *inputs[4], *want[2];
} values[] = {
    {"gather: each where it came from, twice is the sum, moved into range is there",
     GATHER(1, 4),
     {"4xf64=[0, 0, 0, 0]", "4x1xi64=[[1], [1], [9], [-3]]", "4x1xf64=[[1], [2], [4], [8]]"},
     {"[8.0, 3.0, 0.0, 4.0]"}},
    {"gather: windows that overlap, one moved inside",
     GATHER(2, 2),
     {"4xf64=[0, 0, 0, 0]", "2x1xi64=[[3], [1]]", "2x2xf64=[[1, 2], [4, 8]]"},
     {"[0.0, 4.0, 9.0, 2.0]"}},
    {"a gather that fills: what is out of range gives nothing",
     RULED("bounds = fill", 1, 4),
     {"4xf64=[0, 0, 0, 0]", "4x1xi64=[[1], [4], [9], [-1]]", "4x1xf64=[[1], [2], [4], [8]]"},
     {"[0.0, 1.0, 0.0, 0.0]"}},
    {"... counts from 1, and negative indices from the end",
     RULED("base = 1, wrap_negative, bounds = fill", 1, 4),
     {"4xf64=[0, 0, 0, 0]", "4x1xi64=[[1], [0], [4], [-4]]", "4x1xf64=[[1], [2], [4], [8]]"},
     {"[1.0, 0.0, 0.0, 6.0]"}},
    {"... by elements of a window",
     RULED("bounds = fill", 2, 2),
     {"4xf64=[0, 0, 0, 0]", "2x1xi64=[[3], [-1]]", "2x2xf64=[[1, 2], [4, 8]]"},
     {"[8.0, 0.0, 0.0, 1.0]"}},
    {"... and by whole windows",
     RULED("bounds = fill, grain = window", 2, 2),
     {"4xf64=[0, 0, 0, 0]", "2x1xi64=[[3], [1]]", "2x2xf64=[[1, 2], [4, 8]]"},
     {"[0.0, 4.0, 8.0, 0.0]"}},
    {"replace: the last of a place gets it, the dropped one nothing",
     SCATTER(3, 4, LAST),
     {"3xf64=[0, 0, 0]", AT, "4xf64=[0, 0, 0, 0]", "3xf64=[1, 2, 4]"},
     {"[0.0, 2.0, 0.0]", "[0.0, 1.0, 4.0, 0.0]"}},
    {"add",
     SCATTER(3, 4, BY("add")),
     {"3xf64=[0, 0, 0]", AT, "4xf64=[0, 0, 0, 0]", "3xf64=[1, 2, 4]"},
     {"[1.0, 2.0, 4.0]", "[1.0, 1.0, 4.0, 0.0]"}},
    {"current - update",
     SCATTER(3, 4, BY("subtract")),
     {"3xf64=[0, 0, 0]", AT, "4xf64=[0, 0, 0, 0]", "3xf64=[1, 2, 4]"},
     {"[1.0, 2.0, 4.0]", "[-1.0, -1.0, -4.0, 0.0]"}},
    {"mul: the product of the others",
     SCATTER(3, 4, BY("multiply")),
     {"3xf64=[2, 4, 6]", AT, "4xf64=[3, 7, 5, 9]", "3xf64=[1, 2, 4]"},
     {"[21.0, 2.0, 20.0]", "[14.0, 6.0, 24.0, 0.0]"}},
    {"mul: one zero among three",
     SCATTER(3, 4, BY("multiply")),
     {"3xf64=[2, 4, 6]", AT, "4xf64=[0, 7, 5, 9]", "3xf64=[1, 2, 4]"},
     {"[0.0, 2.0, 20.0]", "[14.0, 0.0, 24.0, 0.0]"}},
    {"mul: two zeros, and a zero that is the input",
     SCATTER(3, 4, BY("multiply")),
     {"3xf64=[2, 4, 0]", AT, "4xf64=[0, 0, 5, 9]", "3xf64=[1, 2, 4]"},
     {"[0.0, 2.0, 20.0]", "[0.0, 0.0, 0.0, 0.0]"}},
    {"mul: what is dropped is no factor of anything",
     SCATTER(3, 4, BY("multiply")),
     {"3xf64=[2, 4, 6]", "4x1xi64=[[7], [8], [2], [-1]]", "4xf64=[1.0e+200, 1.0e+200, 5, 1.0e+200]", "3xf64=[1, 2, 4]"},
     {"[1.0, 2.0, 20.0]", "[0.0, 0.0, 24.0, 0.0]"}},
    {"max: ties are shared evenly, the input among them",
     SCATTER(3, 4, BY("maximum")),
     {"3xf64=[7, 4, 6]", AT, "4xf64=[7, 3, 6, 9]", "3xf64=[1, 2, 4]"},
     {"[0.5, 2.0, 2.0]", "[0.5, 0.0, 2.0, 0.0]"}},
    {"min: the one that is smallest",
     SCATTER(3, 4, BY("minimum")),
     {"3xf64=[7, 4, 6]", AT, "4xf64=[7, 3, 6.5, 1]", "3xf64=[1, 2, 4]"},
     {"[0.0, 2.0, 4.0]", "[0.0, 1.0, 0.0, 0.0]"}},
    {"reduce, multiply: a zero",
     "func.func @f(%x: tensor<3xf64>) -> tensor<f64> {\n  %i = stablehlo.constant dense<2.0> : tensor<f64>\n  %r = "
     "stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) "
     "-> "
     "tensor<f64>\n  return %r : tensor<f64>\n}\n",
     {"3xf64=[3, 0, 5]", "f64=1"},
     {"[0.0, 30.0, 0.0]"}},
    {"reduce, maximum: ties",
     "func.func @f(%x: tensor<4xf64>) -> tensor<f64> {\n  %i = stablehlo.constant dense<0xFFF0000000000000> : "
     "tensor<f64>\n  %r = "
     "stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf64>, tensor<f64>) "
     "-> "
     "tensor<f64>\n  return %r : tensor<f64>\n}\n",
     {"4xf64=[3, 1, 3, 2]", "f64=6"},
     {"[3.0, 0.0, 3.0, 0.0]"}},
    {"maximum: half to each of two that are equal",
     "func.func @f(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {\n  %r = stablehlo.maximum %x, %y : "
     "tensor<2xf64>\n  "
     "return %r : tensor<2xf64>\n}\n",
     {"2xf64=[1, 2]", "2xf64=[1, 3]", "2xf64=[4, 4]"},
     {"[2.0, 0.0]", "[2.0, 4.0]"}},
    {"power: x^0 is constant at 0 too",
     "func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {\n  %k = stablehlo.constant dense<[0.0, 2.0]> : "
     "tensor<2xf64>\n  %r = "
     "stablehlo.power %x, %k : tensor<2xf64>\n  return %r : tensor<2xf64>\n}\n",
     {"2xf64=[0, 3]", "2xf64=[1, 1]"},
     {"[0.0, 6.0]"}},
    {"a result that does not depend on the input: zeros",
     "func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {\n  %r = stablehlo.floor %x : tensor<2xf64>\n  return %r : "
     "tensor<2xf64>\n}\n",
     {"2xf64=[0.5, 3]", "2xf64=[1, 1]"},
     {"[0.0, 0.0]"}},
    {"a result given twice, and an input that is a result",
     "func.func @f(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {\n  return %x, %x : tensor<2xf64>, "
     "tensor<2xf64>\n}\n",
     {"2xf64=[0, 0]", "2xf64=[1, 2]", "2xf64=[4, 8]"},
     {"[5.0, 10.0]"}},
    {"torch.gather",
     "func.func @f(%x: !torch.vtensor<[2,2],f64>, %i: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,1],f64> {\n  %d "
     "= "
     "torch.constant.int 1\n  %s = torch.constant.bool false\n"
     "  %r = torch.aten.gather %x, %d, %i, %s : !torch.vtensor<[2,2],f64>, !torch.int, !torch.vtensor<[2,1],si64>, "
     "!torch.bool -> "
     "!torch.vtensor<[2,1],f64>\n  return %r : !torch.vtensor<[2,1],f64>\n}\n",
     {"2x2xf64=[[1, 2], [3, 4]]", "2x1xi64=[[1], [0]]", "2x1xf64=[[5], [7]]"},
     {"[[0.0, 5.0], [7.0, 0.0]]"}},
};

static grn_module *derivative(const char *program, const grn_module_grad_options *options, notes *n)
{
    const grn_diag diag = notes_diag(n);
    grn_module *m, *made = NULL;
    assert_int_equal(grn_module_parse(program, strlen(program), NULL, &diag, &m), GRN_OK);
    grn_status status = grn_module_grad(m, 0, options, &diag, &made);
    assert_true((status == GRN_OK) == (made != NULL) && (status == GRN_OK) == (n->errors == 0));
    grn_module_destroy(m);
    return made;
}

typedef struct plans {
    int count;
    char last[512];
} plans;

static void keep_plan(void *user, const grn_diagnostic *d)
{
    plans *p = user;
    p->count++;
    snprintf(p->last, sizeof p->last, "%s", d->message);
}

/* Runs the last function on inputs as text; the caller's to destroy. */
static grn_results *run_last(const grn_module *m, const char *const *inputs, plans *p)
{
    const grn_diag plan = {keep_plan, p};
    const grn_run_options options = {.plans = p ? &plan : NULL};
    grn_tensor in[4];
    grn_results *results = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    size_t count = 0;
    for (; count < 4 && inputs[count]; count++)
        assert_int_equal(grn_tensor_parse(inputs[count], strlen(inputs[count]), NULL, NULL, &in[count]), GRN_OK);
    if (grn_module_run(m, grn_module_functions(m) - 1, count, in, &options, &diag, &results) != GRN_OK)
        fail_msg("%s", n.first);
    for (size_t i = 0; i < count; i++)
        grn_tensor_free(&in[i], NULL);
    return results;
}

static void values_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        notes n = {0};
        grn_module *made = derivative(values[i].program, &(grn_module_grad_options){0}, &n);
        if (!made)
            fail_msg("%s: %s", values[i].claim, n.first);
        grn_results *results = run_last(made, values[i].inputs, NULL);
        for (size_t r = 0; r < 2 && values[i].want[r]; r++) {
            char want[128];
            grn_tensor t;
            const grn_tensor *got = grn_results_tensor(results, r);
            size_t used = 0;
            assert_non_null(got);
            for (int32_t d = 0; d < got->rank; d++)
                used += (size_t)snprintf(want + used, sizeof want - used, "%lldx", (long long)got->shape[d]);
            snprintf(want + used, sizeof want - used, "f64=%s", values[i].want[r]);
            assert_int_equal(grn_tensor_parse(want, strlen(want), NULL, NULL, &t), GRN_OK);
            for (int64_t k = 0; k < grn_tensor_elements(&t); k++) {
                const double is = ((double *)got->data)[k], right = ((double *)t.data)[k];
                if (!(is == right))
                    fail_msg("%s: gradient %zu, element %lld is %g, it must be %g", values[i].claim, r, (long long)k,
                             is, right);
            }
            grn_tensor_free(&t, NULL);
        }
        grn_results_destroy(results);
        grn_module_destroy(made);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

#define T "tensor<2xf64>"
/* A function that calls another eight times. */
#define DOUBLED(f, g)                                                                                            \
    "func.func private @" f "(%0: " T ") -> " T " {\n  %1 = call @" g "(%0) : (" T ") -> " T "\n  %2 = call @" g \
    "(%1) : (" T ") -> " T "\n"                                                                                  \
    "  %3 = call @" g "(%2) : (" T ") -> " T "\n  %4 = call @" g "(%3) : (" T ") -> " T "\n  %5 = call @" g      \
    "(%4) : (" T ") -> " T "\n"                                                                                  \
    "  %6 = call @" g "(%5) : (" T ") -> " T "\n  %7 = call @" g "(%6) : (" T ") -> " T "\n  %8 = call @" g      \
    "(%7) : (" T ") -> " T "\n  return %8 : " T "\n}\n"
static const struct {
    const char *claim, *program, *says;
    bool forward;
} refusals[] = {
    {"bits",
     "func.func @f(%x: " T ") -> " T " {\n  %0 = stablehlo.bitcast_convert %x : (" T
     ") -> tensor<2xi64>\n  %r = stablehlo.bitcast_convert %0 : (tensor<2xi64>) -> " T "\n  return %r : " T "\n}\n",
     "cannot be differentiated: 'stablehlo.bitcast_convert' reads bits", false},
    {"bits, forward",
     "func.func @f(%x: " T ") -> " T " {\n  %0 = stablehlo.bitcast_convert %x : (" T
     ") -> tensor<2xi64>\n  %r = stablehlo.bitcast_convert %0 : (tensor<2xi64>) -> " T "\n  return %r : " T "\n}\n",
     "reads bits", true},
    {"while, in reverse",
     "func.func @f(%x: " T ") -> " T " {\n  %r = \"stablehlo.while\"(%x) ({\n^bb0(%a: " T
     "):\n  %p = stablehlo.constant dense<false> : tensor<i1>\n  stablehlo.return %p : tensor<i1>\n}, {\n^bb0(%a: " T
     "):\n  stablehlo.return %a : " T "\n}) : (" T ") -> " T "\n  return %r : " T "\n}\n",
     "'stablehlo.while' has no reverse", false},
    {"an op without a rule",
     "func.func @f(%x: " T ") -> " T " {\n  %r = stablehlo.custom_call @g(%x) : (" T ") -> " T "\n  return %r : " T
     "\n}\n",
     "'stablehlo.custom_call' has no derivative here", false},
    {"a region that is no combiner",
     SCATTER(3, 4,
             "  %d = stablehlo.multiply %a, %a : tensor<f64>\n  %c = stablehlo.add %d, %b : tensor<f64>\n  "
             "stablehlo.return %c : "
             "tensor<f64>\n"),
     "'stablehlo.scatter' combines by a region", false},
    {"a function that calls itself",
     "func.func @f(%x: " T ") -> " T " {\n  %r = call @f(%x) : (" T ") -> " T "\n  return %r : " T "\n}\n",
     "calls itself", false},
    {"calls that stand for too much",
     "func.func @f(%x: " T ") -> " T " {\n  %r = call @a(%x) : (" T ") -> " T "\n  return %r : " T
     "\n}\n" DOUBLED("a", "b") DOUBLED("b", "c") DOUBLED("c", "d") DOUBLED("d", "e") DOUBLED("e", "f1")
         DOUBLED("f1", "g") "func.func private @g(%x: " T ") -> " T " {\n  %r = stablehlo.sine %x : " T
                            "\n  return %r : " T "\n}\n",
     "stand for more than 131072 ops", false},
    {"integers only", "func.func @f(%x: tensor<2xi64>) -> tensor<2xi64> {\n  return %x : tensor<2xi64>\n}\n",
     "no input of floats", false},
    {"a result of integers",
     "func.func @f(%x: " T ") -> tensor<2xi64> {\n  %r = stablehlo.convert %x : (" T
     ") -> tensor<2xi64>\n  return %r : tensor<2xi64>\n}\n",
     "no result of floats", false},
    {"a declaration", "func.func private @f(%x: " T ") -> " T "\n", "no body", false},
    {"a name that is taken",
     "func.func @f(%x: " T ") -> " T " {\n  return %x : " T "\n}\nfunc.func @f_vjp(%x: " T ") -> " T
     " {\n  return %x : " T "\n}\n",
     "has a function @f_vjp already", false},
    {"extremes of complex numbers",
     "func.func @f(%x: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {\n  %r = stablehlo.maximum %x, %x : "
     "tensor<2xcomplex<f64>>\n  return %r : tensor<2xcomplex<f64>>\n}\n",
     "of complex numbers has no rule", false},
    {"winners of open shapes",
     "func.func @f(%x: tensor<?xf64>, %i: tensor<?x1xi64>, %u: tensor<?xf64>) -> tensor<?xf64> {\n  %r = "
     "\"stablehlo.scatter\"(%x, "
     "%i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n  "
     "stablehlo.return "
     "%b : tensor<f64>\n}) : (tensor<?xf64>, tensor<?x1xi64>, tensor<?xf64>) -> tensor<?xf64>\n  return %r : "
     "tensor<?xf64>\n}\n",
     "does not promise unique indices", false},
};

static void refusals_with_reasons(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        notes n = {0};
        grn_module *made =
            derivative(refusals[i].program, &(grn_module_grad_options){.forward = refusals[i].forward}, &n);
        if (made || !strstr(n.first, refusals[i].says))
            fail_msg("%s: %s", refusals[i].claim, made ? "it was differentiated" : n.first);
    }
}

/* An op that is no obstacle where nothing of it reaches a result. */
static void no_obstacle_off_the_path(void **state)
{
    (void)state;
    notes n = {0};
    grn_module *made = derivative(
        "func.func @f(%x: " T ", %k: " T ") -> (" T ", tensor<2xi64>) {\n  %0 = stablehlo.bitcast_convert %k : (" T
        ") -> tensor<2xi64>\n  %r = stablehlo.multiply %x, %x : " T "\n  return %r, %0 : " T ", tensor<2xi64>\n}\n",
        &(grn_module_grad_options){.wrt = (int64_t[]){0}, .nwrt = 1}, &n);
    assert_non_null(made);
    grn_results *results = run_last(made, (const char *const[]){"2xf64=[3, 5]", "2xf64=0", "2xf64=[1, 1]", NULL}, NULL);
    assert_int_equal(grn_results_count(results), 1);
    assert_true(((double *)grn_results_tensor(results, 0)->data)[1] == 10);
    grn_results_destroy(results);
    grn_module_destroy(made);
}

/* ---- plans ----------------------------------------------------------------------------------- */

#define ROWS                                                                                                         \
    "func.func @f(%x: tensor<600x64xf32>, %i: tensor<500x1xi32>) -> tensor<500x64xf32> {\n  %r = "                   \
    "\"stablehlo.gather\"(%x, %i) "                                                                                  \
    "<{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], " \
    "index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<600x64xf32>, tensor<500x1xi32>) -> "         \
    "tensor<500x64xf32>\n  "                                                                                         \
    "return %r : tensor<500x64xf32>\n}\n"
#define ADDED                                                                                                         \
    "func.func @g(%z: tensor<600x64xf32>, %i: tensor<500x1xi32>, %u: tensor<500x64xf32>) -> tensor<600x64xf32> {\n  " \
    "%r = "                                                                                                           \
    "\"stablehlo.scatter\"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "   \
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: "           \
    "tensor<f32>, %b: "                                                                                               \
    "tensor<f32>):\n  %c = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %c : tensor<f32>\n}) : "            \
    "(tensor<600x64xf32>, "                                                                                           \
    "tensor<500x1xi32>, tensor<500x64xf32>) -> tensor<600x64xf32>\n  return %r : tensor<600x64xf32>\n}\n"

/* The adjoint of a gather is one scatter, and runs by the plan of one that is written by hand. */
static void one_scatter_for_a_gather(void **state)
{
    (void)state;
    notes n = {0};
    plans own = {0}, by_hand = {0};
    static const char *const inputs[] = {"600x64xf32=0", "500x1xi32=3", "500x64xf32=1", NULL};
    grn_module *made = derivative(ROWS, &(grn_module_grad_options){0}, &n), *hand;
    assert_non_null(made);
    grn_results_destroy(run_last(made, inputs, &own));
    assert_int_equal(grn_module_parse(ADDED, strlen(ADDED), NULL, NULL, &hand), GRN_OK);
    grn_results_destroy(run_last(hand, inputs, &by_hand));
    assert_int_equal(own.count, 1);
    assert_int_equal(by_hand.count, 1);
    assert_non_null(strstr(own.last, "scatter"));
    assert_string_equal(own.last, by_hand.last);
    grn_module_destroy(made);
    grn_module_destroy(hand);
}

/* What was there is there unchanged, and the new function is the last. */
static void the_function_stays(void **state)
{
    (void)state;
    char message[512];
    char *text = gradcheck_print("func.func @f(%x: " T ") -> " T " {\n  %0 = arith.mulf %x, %x : " T
                                 "\n  return %0 : " T "\n}\n",
                                 false, message);
    assert_non_null(text);
    assert_non_null(strstr(text, "arith.mulf"));
    const char *vjp = strstr(text, "@f_vjp");
    assert_non_null(vjp);
    assert_null(strstr(vjp, "arith."));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_by_hand), cmocka_unit_test(refusals_with_reasons),
                                       cmocka_unit_test(no_obstacle_off_the_path),
                                       cmocka_unit_test(one_scatter_for_a_gather),
                                       cmocka_unit_test(the_function_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
