/*
 * test_steps.c - what runs cost (garner/module.h, max_steps).
 *
 * Every program of tests/ops and examples costs the same run op by op, in chains and on threads;
 * exactly that is enough for it, and fewer are GRN_E_LIMIT, whatever was under way; so is every op
 * row that has a meaning. Programs of a few lines that ask for hours of work are refused before
 * they begin with it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dialects/dialects.h"
#include "garner/garner.h"
#include "interp/interp.h"
#include "support/corpus.h"
#include "support/share.h"

/* ---- a run ----------------------------------------------------------------------------------- */

/* The first error, and how many bytes have been asked for in all. */
typedef struct heard {
    grn_status status;
    uint64_t steps;
    uint32_t line;
    char message[1024];
    size_t asked_bytes;
} heard;

static void hear(void *user, const grn_diagnostic *d)
{
    heard *h = user;
    if (d->severity != GRN_SEVERITY_ERROR || h->message[0])
        return;
    h->line = d->place.line;
    snprintf(h->message, sizeof h->message, "%s", d->message);
}

static void *count_allocate(void *user, size_t bytes, size_t alignment)
{
    heard *h = user;
    h->asked_bytes += bytes;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void count_release(void *user, void *block, size_t bytes)
{
    (void)user, (void)bytes;
    free(block);
}

static heard run(const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                 uint64_t max_steps, const grn_run_options *like)
{
    heard h = {.status = GRN_OK};
    grn_diag diag = {hear, &h};
    grn_allocator allocator = {count_allocate, count_release, &h};
    grn_run_options options = like ? *like : (grn_run_options){0};
    grn_results *results;
    options.max_steps = max_steps;
    options.allocator = &allocator;
    h.status = grn_module_run(module, function, ninputs, inputs, &options, &diag, &results);
    h.steps = results ? grn_results_steps(results) : 0;
    grn_results_destroy(results);
    return h;
}

static grn_module *parse(const char *text, size_t n)
{
    grn_module *module;
    return grn_module_parse(text, n, NULL, NULL, &module) == GRN_OK ? module : NULL;
}

/* ---- every row ------------------------------------------------------------------------------- */

#define MOST_ROWS 2000
static const grn_op_def *ran[MOST_ROWS];
static size_t nran;

static void note_row(const grn_op_def *def)
{
    size_t i = 0;
    while (i < nran && ran[i] != def)
        i++;
    assert_in_range(i, 0, MOST_ROWS - 1);
    if (i == nran)
        ran[nran++] = def;
}

static void note_ops(const grn_region *region)
{
    for (const grn_block *b = region->first; b; b = b->next)
        for (const grn_op *op = b->first; op; op = op->next) {
            note_row(op->def);
            for (size_t r = 0; r < op->nregions; r++)
                note_ops(&op->regions[r]);
        }
}

static void test_every_row(void **state)
{
    size_t missing = 0;
    (void)state;
    if (TEST_ONE_IN > 1) /* a share of the programs has some ops alone */
        return;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *def = *table; def->name; def++) {
                size_t i = 0;
                while (i < nran && ran[i] != def)
                    i++;
                if (i < nran || !(def->eval || def->to_spec || def->element || def->element_of))
                    continue;
                print_error("%s runs in no program of tests/ops and examples\n", def->name);
                missing++;
            }
    assert_int_equal(missing, 0);
}

/* ---- every program --------------------------------------------------------------------------- */

static grn_pool *pool;
static size_t programs;

static int start_pool(void **state)
{
    (void)state;
    return grn_pool_create(3, NULL, &pool) == GRN_OK ? 0 : -1;
}

static int end_pool(void **state)
{
    (void)state;
    grn_pool_destroy(pool);
    return 0;
}

static void check_budget(const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                         uint64_t allowed, uint64_t steps, const char *path)
{
    heard h = run(module, function, ninputs, inputs, allowed, NULL);
    bool enough = allowed >= steps;
    if (enough
            ? h.status != GRN_OK || h.steps != steps
            : h.status != GRN_E_LIMIT || !strstr(h.message, "a larger max_steps (--max-steps) lets it run") || !h.line)
        fail_msg("%s, function %zu: %llu steps, %llu are allowed: %s, %llu taken, line %u: %s", path, function,
                 (unsigned long long)steps, (unsigned long long)allowed, grn_status_name(h.status),
                 (unsigned long long)h.steps, (unsigned)h.line, h.message);
}

/* A program that costs more is tried with so many budgets that are too small; any other with each.
 * One that starts threads each time with fewer. */
#define MOST_BUDGETS 512
#define GRID_BUDGETS 16

static bool runs_grid(const grn_module *module, size_t function)
{
    const grn_op *op = module->functions[function].op->regions[0].first->first;
    while (op && !(op->def && strcmp(op->def->name, "interpreter.run_parallel") == 0))
        op = op->next;
    return op != NULL;
}

/* Those that the function runs; of a grid all of its module. */
static void note_functions(const grn_module *module, size_t function)
{
    for (size_t i = 0; i < module->nfunctions; i++)
        if (i == function || runs_grid(module, function))
            note_ops(&module->functions[i].op->regions[0]);
}

static void check_function(grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                           const char *path)
{
    const grn_run_options threads = {.parallel = grn_pool_parallel(pool)};
    heard free_run = run(module, function, ninputs, inputs, 0, NULL);
    if (free_run.status != GRN_OK)
        return;
    uint64_t steps = free_run.steps, least = 1;
    const uint64_t budgets = runs_grid(module, function) ? GRID_BUDGETS : MOST_BUDGETS;
    for (const grn_op *op = module->functions[function].op->regions[0].first->first; op; op = op->next)
        least++;
    if (steps < least)
        fail_msg("%s, function %zu: %llu steps for %llu ops", path, function, (unsigned long long)steps,
                 (unsigned long long)least - 1);
    if (run(module, function, ninputs, inputs, 0, &threads).steps != steps)
        fail_msg("%s, function %zu: another number of steps on threads", path, function);
    for (int op_by_op = 0; op_by_op < 2; op_by_op++) {
        module->op_by_op = op_by_op;
        check_budget(module, function, ninputs, inputs, steps, steps, path);
        for (uint64_t less = 1; less < steps; less += less < 8 ? 1 : 1 + steps / budgets)
            check_budget(module, function, ninputs, inputs, steps - less, steps, path);
    }
    module->op_by_op = false;
    note_functions(module, function);
}

static bool zero_input(const grn_type *declared, grn_tensor *out)
{
    const grn_type *type = grn_type_at_run(declared);
    if (!grn_type_is_tensor(type) || !grn_type_has_static_shape(type) || !type->element->dtype ||
        grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) != GRN_OK)
        return false;
    out->data = calloc(1, grn_tensor_bytes(out) + 16);
    assert_non_null(out->data);
    return true;
}

#define MOST_INPUTS 16

static void check_with_inputs(grn_module *module, size_t function, const char *path)
{
    const grn_function *f = &module->functions[function];
    grn_tensor inputs[MOST_INPUTS];
    size_t made = 0;
    while (made < f->type->inputs && made < MOST_INPUTS && zero_input(f->type->members[made], &inputs[made]))
        made++;
    if (made == f->type->inputs && f->op->regions[0].first)
        check_function(module, function, made, inputs, path);
    while (made > 0)
        free(inputs[--made].data);
}

static void check_text(const char *text, size_t n, const char *path)
{
    grn_module *module = parse(text, n);
    for (size_t i = 0; module && i < grn_module_functions(module); i++) {
        check_with_inputs(module, i, path);
        programs++;
    }
    grn_module_destroy(module);
}

static void test_every_program(void **state)
{
    (void)state;
    corpus all = {NULL, 0};
    corpus_add(&all, "tests/ops");
    corpus_add(&all, "examples");
    for (size_t i = 0; i < all.count; i++)
        if (test_takes(i, TEST_ONE_IN))
            check_text(all.programs[i].text, strlen(all.programs[i].text), all.programs[i].name);
    corpus_free(&all);
    assert_in_range(programs, 400 / TEST_ONE_IN, 10000);
}

/* ---- small texts, much work ------------------------------------------------------------------ */

/* Over these: a number, and as many of it as would take hours. */
static const char head[] =
    "  %s = stablehlo.constant dense<1> : tensor<i32>\n"
    "  %f = stablehlo.constant dense<1.0> : tensor<f32>\n"
    "  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1000000000000xi32>\n"
    "  %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1000000000000xf32>\n";

/* What is refused is begun by `op`. */
static const struct {
    const char *claim, *op, *body;
} large[] = {
    {"add of broadcasts", "stablehlo.add", "  %0 = stablehlo.add %b, %b : tensor<1000000000000xi32>\n"},
    {"arith.bitcast", "arith.index_cast",
     "  %0 = arith.index_cast %b : tensor<1000000000000xi32> to tensor<1000000000000xindex>\n"},
    {"arith.cmpi", "arith.cmpi", "  %0 = arith.cmpi eq, %b, %b : tensor<1000000000000xi32>\n"},
    {"arith", "arith.addi", "  %0 = arith.addi %b, %b : tensor<1000000000000xi32>\n"},
    {"bitcast", "stablehlo.bitcast_convert",
     "  %0 = stablehlo.bitcast_convert %b : (tensor<1000000000000xi32>) -> tensor<1000000000000x2xi16>\n"},
    {"chain of broadcasts", "stablehlo.add",
     "  %0 = stablehlo.add %b, %b : tensor<1000000000000xi32>\n"
     "  %1 = stablehlo.multiply %0, %b : tensor<1000000000000xi32>\n"},
    {"check", "check.expect_eq", "  check.expect_eq %b, %b : tensor<1000000000000xi32>\n"},
    {"check almost", "check.expect_almost_eq", "  check.expect_almost_eq %g, %g : tensor<1000000000000xf32>\n"},
    {"concatenate", "stablehlo.concatenate",
     "  %0 = stablehlo.concatenate %b, %b, dim = 0 : (tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<2000000000000xi32>\n"},
    {"convert", "stablehlo.convert",
     "  %0 = stablehlo.convert %b : (tensor<1000000000000xi32>) -> tensor<1000000000000xf32>\n"},
    {"dynamic iota", "stablehlo.dynamic_iota",
     "  %n = stablehlo.constant dense<[1000000000000]> : tensor<1xi64>\n"
     "  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>\n"},
    {"dynamic pad", "stablehlo.dynamic_pad",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %z = stablehlo.constant dense<[0]> : tensor<1xi64>\n"
     "  %n = stablehlo.constant dense<[1000000000000]> : tensor<1xi64>\n"
     "  %0 = stablehlo.dynamic_pad %c, %s, %n, %z, %z : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, "
     "tensor<1xi64>) "
     "-> tensor<?xi32>\n"},
    {"dynamic slice", "stablehlo.dynamic_slice",
     "  %0 = stablehlo.dynamic_slice %b, %s, sizes = [1000000000000] : (tensor<1000000000000xi32>, tensor<i32>) -> "
     "tensor<1000000000000xi32>\n"},
    {"dynamic update slice", "stablehlo.dynamic_update_slice",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = stablehlo.dynamic_update_slice %b, %c, %s : (tensor<1000000000000xi32>, tensor<2xi32>, tensor<i32>) -> "
     "tensor<1000000000000xi32>\n"},
    {"gather", "stablehlo.gather",
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.gather\"(%t, %b) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
     "start_index_map = "
     "[0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xi32>, tensor<1000000000000xi32>) -> "
     "tensor<1000000000000xi32>\n"},
    {"if in a while", "stablehlo.",
     "  %t = stablehlo.constant dense<true> : tensor<i1>\n"
     "  %0 = stablehlo.while(%a = %t) : tensor<i1>\n"
     "    cond { stablehlo.return %a : tensor<i1> } do {\n"
     "      %v = \"stablehlo.if\"(%a) ({ stablehlo.return %a : tensor<i1> }, { stablehlo.return %a : tensor<i1> }) : "
     "(tensor<i1>) "
     "-> tensor<i1>\n"
     "      stablehlo.return %v : tensor<i1> }\n"},
    {"iota", "stablehlo.iota", "  %0 = stablehlo.iota dim = 0 : tensor<1000000000000xi64>\n"},
    {"map", "stablehlo.map",
     "  %0 = \"stablehlo.map\"(%b, %b) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<1000000000000xi32>\n"},
    {"nvl.iota", "nvl.iota", "  %0 = nvl.iota(dim = 1, shape = [1000000000000]) : () -> tensor<1000000000000xi32>\n"},
    {"onnx.Add", "onnx.Add",
     "  %0 = \"onnx.Add\"(%b, %b) : (tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<1000000000000xi32>\n"},
    {"onnx.Range", "onnx.Range",
     "  %z = stablehlo.constant dense<0> : tensor<i64>\n"
     "  %n = stablehlo.constant dense<1000000000000> : tensor<i64>\n"
     "  %o = stablehlo.constant dense<1> : tensor<i64>\n"
     "  %0 = \"onnx.Range\"(%z, %n, %o) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>\n"},
    {"pad", "stablehlo.pad",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = stablehlo.pad %c, %s, low = [1000000000000], high = [0], interior = [0] : (tensor<2xi32>, tensor<i32>) -> "
     "tensor<1000000000002xi32>\n"},
    {"pad cut away", "stablehlo.pad",
     "  %0 = stablehlo.pad %b, %s, low = [-1000000000000], high = [1], interior = [0] : (tensor<1000000000000xi32>, "
     "tensor<i32>) "
     "-> tensor<1xi32>\n"},
    {"pad interior", "stablehlo.pad",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = stablehlo.pad %c, %s, low = [0], high = [0], interior = [1000000000000] : (tensor<2xi32>, tensor<i32>) -> "
     "tensor<1000000000002xi32>\n"},
    {"quantize", "stablehlo.uniform_quantize",
     "  %0 = stablehlo.uniform_quantize %g : (tensor<1000000000000xf32>) -> "
     "tensor<1000000000000x!quant.uniform<i8:f32, 1.0>>\n"},
    {"reduce", "stablehlo.reduce",
     "  %0 = \"stablehlo.reduce\"(%b, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<1000000000000xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"reduce odd", "stablehlo.reduce",
     "  %0 = \"stablehlo.reduce\"(%b, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>\n"
     "    %w = stablehlo.slice %v [0:1] : (tensor<4xi32>) -> tensor<1xi32>\n"
     "    %r = stablehlo.reshape %w : (tensor<1xi32>) -> tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<1000000000000xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"reduce precision", "stablehlo.reduce_precision",
     "  %0 = stablehlo.reduce_precision %g, format = e5m2 : tensor<1000000000000xf32>\n"},
    {"reduce window of a large window", "stablehlo.reduce_window",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.reduce_window\"(%c, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 1000000000000>, padding = dense<[[1000000000000, 1000000000000]]> : "
     "tensor<1x2xi64>, "
     "window_strides = array<i64: 1000000000000>} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>\n"},
    {"reduce window of much padding", "stablehlo.reduce_window",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.reduce_window\"(%c, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 2>, padding = dense<[[1000000000000, 0]]> : tensor<1x2xi64>} : "
     "(tensor<2xi32>, "
     "tensor<i32>) -> tensor<1000000000001xi32>\n"},
    {"reshape of a broadcast", "stablehlo.reshape",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %v = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xi32>) -> tensor<1000000000000x2xi32>\n"
     "  %0 = stablehlo.reshape %v : (tensor<1000000000000x2xi32>) -> tensor<2000000000000xi32>\n"},
    {"scatter", "stablehlo.scatter",
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%t, %b, %b) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
     "[0], "
     "index_vector_dim = 1>} : (tensor<2xi32>, tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<2xi32>\n"},
    {"scatter odd", "stablehlo.scatter",
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%t, %b, %b) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>\n"
     "    %w = stablehlo.slice %v [0:1] : (tensor<4xi32>) -> tensor<1xi32>\n"
     "    %r = stablehlo.reshape %w : (tensor<1xi32>) -> tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
     "[0], "
     "index_vector_dim = 1>} : (tensor<2xi32>, tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<2xi32>\n"},
    {"tensor.concat", "tensor.concat",
     "  %0 = tensor.concat dim(0) %b, %b : (tensor<1000000000000xi32>, tensor<1000000000000xi32>) -> "
     "tensor<2000000000000xi32>\n"},
    {"tensor.empty", "tensor.empty", "  %0 = tensor.empty() : tensor<1000000000000xi32>\n"},
    {"tensor.gather", "tensor.gather",
     "  %i = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1000000000000x1xi32>\n"
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<2xi32>, tensor<1000000000000x1xi32>) -> "
     "tensor<1000000000000x1xi32>\n"},
    {"tensor.insert slice", "tensor.insert_slice",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = tensor.insert_slice %c into %b[0] [2] [1] : tensor<2xi32> into tensor<1000000000000xi32>\n"},
    {"tf sub", "tf.TensorScatterSub",
     "  %i = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1000000000000x1xi32>\n"
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"tf.TensorScatterSub\"(%t, %i, %b) : (tensor<2xi32>, tensor<1000000000000x1xi32>, "
     "tensor<1000000000000xi32>) -> "
     "tensor<2xi32>\n"},
    {"torch index", "torch.aten.index.Tensor",
     "  %v = torch.vtensor.literal(dense<[1, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>\n"
     "  %n = torch.constant.int 1000000000000\n"
     "  %l = torch.prim.ListConstruct %n : (!torch.int) -> !torch.list<int>\n"
     "  %o = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>\n"
     "  %w = torch.constant.bool false\n"
     "  %x = torch.aten.expand %o, %l, %w : !torch.vtensor<[1],si64>, !torch.list<int>, !torch.bool -> "
     "!torch.vtensor<[1000000000000],si64>\n"
     "  %m = torch.prim.ListConstruct %x : (!torch.vtensor<[1000000000000],si64>) -> !torch.list<vtensor>\n"
     "  %0 = torch.aten.index.Tensor %v, %m : !torch.vtensor<[2],si64>, !torch.list<vtensor> -> "
     "!torch.vtensor<[1000000000000],si64>\n"},
    {"tosa.gather", "tosa.gather",
     "  %v = stablehlo.constant dense<1> : tensor<1x2x1xi32>\n"
     "  %i = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1x1000000000000xi32>\n"
     "  %0 = tosa.gather %v, %i : (tensor<1x2x1xi32>, tensor<1x1000000000000xi32>) -> tensor<1x1000000000000x1xi32>\n"},
    {"ttnn.arange", "ttnn.arange",
     "  %0 = \"ttnn.arange\"() <{start = 0 : i64, end = 1000000000000 : i64, step = 1 : i64}> : () -> "
     "tensor<1000000000000xi32>\n"},
    {"while", "stablehlo.",
     "  %t = stablehlo.constant dense<true> : tensor<i1>\n"
     "  %0 = stablehlo.while(%a = %t) : tensor<i1>\n"
     "    cond { stablehlo.return %a : tensor<i1> } do { stablehlo.return %a : tensor<i1> }\n"},
    {"dot of small operands", "stablehlo.dot_general",
     "  %m = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<200x200xf32>\n"
     "  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<200x200xf32>, tensor<200x200xf32>) "
     "-> "
     "tensor<200x200xf32>\n"},
    {"sort of a moderate line", "stablehlo.sort",
     "  %c = stablehlo.iota dim = 0 : tensor<50000xi32>\n"
     "  %0 = \"stablehlo.sort\"(%c) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %r : tensor<i1>\n"
     "  }) : (tensor<50000xi32>) -> tensor<50000xi32>\n"},
    {"select_and_scatter", "stablehlo.select_and_scatter",
     "  %c = stablehlo.iota dim = 0 : tensor<2000xi32>\n"
     "  %w = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1001xi32>\n"
     "  %0 = \"stablehlo.select_and_scatter\"(%c, %w, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %r : tensor<i1>\n"
     "  }, {\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 1000>} : (tensor<2000xi32>, tensor<1001xi32>, tensor<i32>) -> "
     "tensor<2000xi32>\n"},
    {"reduce by a long region", "stablehlo.reduce",
     "  %c = stablehlo.iota dim = 0 : tensor<50000xi32>\n"
     "  %0 = \"stablehlo.reduce\"(%c, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v0 = stablehlo.add %x, %y : tensor<i32>\n"
     "    %v1 = stablehlo.add %v0, %y : tensor<i32>\n"
     "    %v2 = stablehlo.add %v1, %y : tensor<i32>\n"
     "    %v3 = stablehlo.add %v2, %y : tensor<i32>\n"
     "    %v4 = stablehlo.add %v3, %y : tensor<i32>\n"
     "    %v5 = stablehlo.add %v4, %y : tensor<i32>\n"
     "    %v6 = stablehlo.add %v5, %y : tensor<i32>\n"
     "    %v7 = stablehlo.add %v6, %y : tensor<i32>\n"
     "    %v8 = stablehlo.add %v7, %y : tensor<i32>\n"
     "    %v9 = stablehlo.add %v8, %y : tensor<i32>\n"
     "    %v10 = stablehlo.add %v9, %y : tensor<i32>\n"
     "    %v11 = stablehlo.add %v10, %y : tensor<i32>\n"
     "    %v12 = stablehlo.add %v11, %y : tensor<i32>\n"
     "    %v13 = stablehlo.add %v12, %y : tensor<i32>\n"
     "    %v14 = stablehlo.add %v13, %y : tensor<i32>\n"
     "    %v15 = stablehlo.add %v14, %y : tensor<i32>\n"
     "    %v16 = stablehlo.add %v15, %y : tensor<i32>\n"
     "    %v17 = stablehlo.add %v16, %y : tensor<i32>\n"
     "    %v18 = stablehlo.add %v17, %y : tensor<i32>\n"
     "    %v19 = stablehlo.add %v18, %y : tensor<i32>\n"
     "    stablehlo.return %v19 : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<50000xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"reduce by a region that runs as it is", "stablehlo.",
     "  %c = stablehlo.iota dim = 0 : tensor<200000xi32>\n"
     "  %0 = \"stablehlo.reduce\"(%c, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>\n"
     "    %w = stablehlo.slice %v [0:1] : (tensor<4xi32>) -> tensor<1xi32>\n"
     "    %r = stablehlo.reshape %w : (tensor<1xi32>) -> tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<200000xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"map by a long region", "stablehlo.map",
     "  %c = stablehlo.iota dim = 0 : tensor<50000xi32>\n"
     "  %0 = \"stablehlo.map\"(%c, %c) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v0 = stablehlo.add %x, %y : tensor<i32>\n"
     "    %v1 = stablehlo.add %v0, %y : tensor<i32>\n"
     "    %v2 = stablehlo.add %v1, %y : tensor<i32>\n"
     "    %v3 = stablehlo.add %v2, %y : tensor<i32>\n"
     "    %v4 = stablehlo.add %v3, %y : tensor<i32>\n"
     "    %v5 = stablehlo.add %v4, %y : tensor<i32>\n"
     "    %v6 = stablehlo.add %v5, %y : tensor<i32>\n"
     "    %v7 = stablehlo.add %v6, %y : tensor<i32>\n"
     "    %v8 = stablehlo.add %v7, %y : tensor<i32>\n"
     "    %v9 = stablehlo.add %v8, %y : tensor<i32>\n"
     "    %v10 = stablehlo.add %v9, %y : tensor<i32>\n"
     "    %v11 = stablehlo.add %v10, %y : tensor<i32>\n"
     "    %v12 = stablehlo.add %v11, %y : tensor<i32>\n"
     "    %v13 = stablehlo.add %v12, %y : tensor<i32>\n"
     "    %v14 = stablehlo.add %v13, %y : tensor<i32>\n"
     "    %v15 = stablehlo.add %v14, %y : tensor<i32>\n"
     "    %v16 = stablehlo.add %v15, %y : tensor<i32>\n"
     "    %v17 = stablehlo.add %v16, %y : tensor<i32>\n"
     "    %v18 = stablehlo.add %v17, %y : tensor<i32>\n"
     "    %v19 = stablehlo.add %v18, %y : tensor<i32>\n"
     "    stablehlo.return %v19 : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<50000xi32>, tensor<50000xi32>) -> tensor<50000xi32>\n"},
    {"scatter by a long region", "stablehlo.scatter",
     "  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %c = stablehlo.iota dim = 0 : tensor<50000xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%t, %c, %c) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %v0 = stablehlo.add %x, %y : tensor<i32>\n"
     "    %v1 = stablehlo.add %v0, %y : tensor<i32>\n"
     "    %v2 = stablehlo.add %v1, %y : tensor<i32>\n"
     "    %v3 = stablehlo.add %v2, %y : tensor<i32>\n"
     "    %v4 = stablehlo.add %v3, %y : tensor<i32>\n"
     "    %v5 = stablehlo.add %v4, %y : tensor<i32>\n"
     "    %v6 = stablehlo.add %v5, %y : tensor<i32>\n"
     "    %v7 = stablehlo.add %v6, %y : tensor<i32>\n"
     "    %v8 = stablehlo.add %v7, %y : tensor<i32>\n"
     "    %v9 = stablehlo.add %v8, %y : tensor<i32>\n"
     "    %v10 = stablehlo.add %v9, %y : tensor<i32>\n"
     "    %v11 = stablehlo.add %v10, %y : tensor<i32>\n"
     "    %v12 = stablehlo.add %v11, %y : tensor<i32>\n"
     "    %v13 = stablehlo.add %v12, %y : tensor<i32>\n"
     "    %v14 = stablehlo.add %v13, %y : tensor<i32>\n"
     "    %v15 = stablehlo.add %v14, %y : tensor<i32>\n"
     "    %v16 = stablehlo.add %v15, %y : tensor<i32>\n"
     "    %v17 = stablehlo.add %v16, %y : tensor<i32>\n"
     "    %v18 = stablehlo.add %v17, %y : tensor<i32>\n"
     "    %v19 = stablehlo.add %v18, %y : tensor<i32>\n"
     "    stablehlo.return %v19 : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
     "[0], "
     "index_vector_dim = 1>} : (tensor<2xi32>, tensor<50000xi32>, tensor<50000xi32>) -> tensor<2xi32>\n"},
    {"a region with an op of its own that is large", "stablehlo.iota",
     "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %0 = \"stablehlo.reduce\"(%c, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %i = stablehlo.iota dim = 0 : tensor<1000000000000xi32>\n"
     "    stablehlo.return %x : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"tensor.splat, copied", "arith.addi",
     "  %c = arith.constant 1 : i32\n"
     "  %0 = tensor.splat %c : tensor<1000000000000xi32>\n"
     "  %1 = arith.addi %0, %0 : tensor<1000000000000xi32>\n"},
    {"linalg.broadcast, copied", "linalg.broadcast",
     "  %q = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1000000000000x2xi32>\n"
     "  %x = linalg.broadcast ins(%b : tensor<1000000000000xi32>) outs(%q : tensor<1000000000000x2xi32>) dimensions = "
     "[1]\n"},
    {"select in a dynamic shape", "stablehlo.",
     "  %n = stablehlo.constant dense<[1000000000000]> : tensor<1xi64>\n"
     "  %d = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [] : (tensor<i32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "  %0 = stablehlo.negate %d : tensor<?xi32>\n"
     "  %1 = stablehlo.negate %0 : tensor<?xi32>\n"},
    {"an untaken branch in a loop", "stablehlo.",
     "  %t = stablehlo.constant dense<true> : tensor<i1>\n"
     "  %0 = stablehlo.while(%a = %t) : tensor<i1>\n"
     "    cond { stablehlo.return %a : tensor<i1> } do {\n"
     "      %v = \"stablehlo.if\"(%a) ({ stablehlo.return %a : tensor<i1> }, {\n"
     "        %w0 = stablehlo.not %a : tensor<i1>\n"
     "        %w1 = stablehlo.not %a : tensor<i1>\n"
     "        %w2 = stablehlo.not %a : tensor<i1>\n"
     "        %w3 = stablehlo.not %a : tensor<i1>\n"
     "        %w4 = stablehlo.not %a : tensor<i1>\n"
     "        %w5 = stablehlo.not %a : tensor<i1>\n"
     "        %w6 = stablehlo.not %a : tensor<i1>\n"
     "        %w7 = stablehlo.not %a : tensor<i1>\n"
     "        %w8 = stablehlo.not %a : tensor<i1>\n"
     "        %w9 = stablehlo.not %a : tensor<i1>\n"
     "        %w10 = stablehlo.not %a : tensor<i1>\n"
     "        %w11 = stablehlo.not %a : tensor<i1>\n"
     "        %w12 = stablehlo.not %a : tensor<i1>\n"
     "        %w13 = stablehlo.not %a : tensor<i1>\n"
     "        %w14 = stablehlo.not %a : tensor<i1>\n"
     "        %w15 = stablehlo.not %a : tensor<i1>\n"
     "        %w16 = stablehlo.not %a : tensor<i1>\n"
     "        %w17 = stablehlo.not %a : tensor<i1>\n"
     "        %w18 = stablehlo.not %a : tensor<i1>\n"
     "        %w19 = stablehlo.not %a : tensor<i1>\n"
     "        %w20 = stablehlo.not %a : tensor<i1>\n"
     "        %w21 = stablehlo.not %a : tensor<i1>\n"
     "        %w22 = stablehlo.not %a : tensor<i1>\n"
     "        %w23 = stablehlo.not %a : tensor<i1>\n"
     "        %w24 = stablehlo.not %a : tensor<i1>\n"
     "        %w25 = stablehlo.not %a : tensor<i1>\n"
     "        %w26 = stablehlo.not %a : tensor<i1>\n"
     "        %w27 = stablehlo.not %a : tensor<i1>\n"
     "        %w28 = stablehlo.not %a : tensor<i1>\n"
     "        %w29 = stablehlo.not %a : tensor<i1>\n"
     "        stablehlo.return %a : tensor<i1> }) : (tensor<i1>) -> tensor<i1>\n"
     "      stablehlo.return %v : tensor<i1> }\n"},
};

/* Nothing may be asked for that the budget does not cover: an element takes 16 bytes at most, and
 * may be held a few times. */
#define BUDGET UINT64_C(1000000)
#define MOST_BYTES (64 * (size_t)BUDGET + ((size_t)1 << 20))

static void check_refused(const char *claim, const char *op, const char *text, const grn_run_options *like)
{
    grn_module *module = parse(text, strlen(text));
    if (!module || grn_module_verify(module, NULL) != GRN_OK)
        fail_msg("%s: is no program", claim);
    for (int op_by_op = 0; op_by_op < 2; op_by_op++) {
        module->op_by_op = op_by_op;
        heard h = run(module, 0, 0, NULL, BUDGET, like);
        if (h.status != GRN_E_LIMIT || strncmp(h.message, op, strlen(op)) != 0 || !h.line ||
            !strstr(h.message, "of the 1000000 allowed are left"))
            fail_msg("%s: %s, line %u: %s", claim, grn_status_name(h.status), (unsigned)h.line, h.message);
        if (h.asked_bytes > MOST_BYTES)
            fail_msg("%s: %zu bytes were asked for", claim, h.asked_bytes);
    }
    grn_module_destroy(module);
}

static void test_large(void **state)
{
    static char text[16384];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(large); i++) {
        snprintf(text, sizeof text, "func.func @main() {\n%s%s  return\n}\n", head, large[i].body);
        check_refused(large[i].claim, large[i].op, text, NULL);
    }
}

static void test_large_constant(void **state)
{
    (void)state;
    check_refused("a constant that a result is copied from", "func.func",
                  "func.func @main() -> tensor<1000000000000xi8> {\n"
                  "  %0 = stablehlo.constant dense<1> : tensor<1000000000000xi8>\n"
                  "  return %0 : tensor<1000000000000xi8>\n}\n",
                  NULL);
}

/* Each of 40 functions calls the next one twice. */
static void test_calls(void **state)
{
    static char text[16384];
    size_t n = (size_t)snprintf(text, sizeof text, "func.func @main() {\n  call @f0() : () -> ()\n  return\n}\n");
    (void)state;
    for (int i = 0; i < 40; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "func.func private @f%d() {\n", i);
        for (int k = 0; k < 2 && i < 39; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "  call @f%d() : () -> ()\n", i + 1);
        n += (size_t)snprintf(text + n, sizeof text - n, "  return\n}\n");
    }
    check_refused("calls that double", "func.", text, NULL);
}

/* Tuples of two of the one before: to share the last one is to share all in it, and it is shared 40
 * times. */
static void test_tuples(void **state)
{
    static char text[16384];
    size_t n = 0;
    (void)state;
    for (int i = 0; i < 13; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              i ? "!t%d = tuple<!t%d, !t%d>\n" : "!t%d = tuple<tensor<i32>, tensor<i32>>\n", i, i - 1,
                              i - 1);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "func.func @main() {\n  %%s = arith.constant true\n"
                          "  %%i = stablehlo.constant dense<1> : tensor<i32>\n"
                          "  %%0 = \"stablehlo.tuple\"(%%i, %%i) : (tensor<i32>, tensor<i32>) -> !t0\n");
    for (int i = 1; i < 13; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  %%%d = \"stablehlo.tuple\"(%%%d, %%%d) : (!t%d, !t%d) -> !t%d\n", i, i - 1, i - 1,
                              i - 1, i - 1, i);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "  %%r = scf.while (%%t = %%12) : (!t12) -> !t12 { scf.condition(%%s) %%t : !t12 } do {\n"
                          "  ^bb0(%%b: !t12):\n    scf.yield %%b : !t12 }\n  return\n}\n");
    assert_in_range(n, 1, sizeof text - 1);
    check_refused("tuples that double", "", text, NULL);
}

/* A loop over a pair whose second half is a pair: each step shares them with the condition, and
 * that may be where the budget ends. Whatever it is, the run ends in order; what was shared comes
 * back, as AddressSanitizer sees. */
static void test_loop_over_tuples(void **state)
{
    static const char text[] =
        "func.func @f() -> tensor<i32> {\n"
        "  %z = stablehlo.constant dense<0> : tensor<i32>\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %n = stablehlo.constant dense<2> : tensor<i32>\n  %p = stablehlo.tuple %z, %o : tuple<tensor<i32>, "
        "tensor<i32>>\n"
        "  %q = stablehlo.tuple %o, %p : tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>\n"
        "  %r:2 = scf.while (%i = %z, %t = %q) : (tensor<i32>, tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>)\n"
        "    -> (tensor<i32>, tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>) {\n"
        "    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "    %m = tensor.extract %c[] : tensor<i1>\n"
        "    scf.condition(%m) %i, %t : tensor<i32>, tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>\n"
        "  } do {\n  ^bb0(%k: tensor<i32>, %u: tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>):\n"
        "    %j = stablehlo.add %k, %o : tensor<i32>\n"
        "    scf.yield %j, %u : tensor<i32>, tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>\n  }\n"
        "  func.return %r#0 : tensor<i32>\n}\n";
    (void)state;
    grn_module *module = parse(text, sizeof text - 1);
    assert_non_null(module);
    const uint64_t all = run(module, 0, 0, NULL, 0, NULL).steps;
    assert_true(all > 0);
    for (uint64_t steps = 1; steps <= all; steps++) {
        heard h = run(module, 0, 0, NULL, steps, NULL);
        if (h.status != (steps < all ? GRN_E_LIMIT : GRN_OK))
            fail_msg("with %llu of %llu steps: %s, %s", (unsigned long long)steps, (unsigned long long)all,
                     grn_status_name(h.status), h.message);
    }
    grn_module_destroy(module);
}

/* A gather of one element; whether it keeps its promise takes a look at the whole operand. */
static void test_promises(void **state)
{
    static const char text[] =
        "func.func @main() {\n"
        "  %s = stablehlo.constant dense<0> : tensor<i32>\n"
        "  %i = stablehlo.constant dense<[0, 1]> : tensor<2xi32>\n"
        "  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2000000xi32>\n"
        "  %0 = \"stablehlo.gather\"(%b, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = true}> : "
        "(tensor<2000000xi32>, tensor<2xi32>) -> tensor<2xi32>\n"
        "  return\n}\n";
    (void)state;
    check_refused("promises", "stablehlo.gather", text, &(grn_run_options){.check_promises = true});
    grn_module *module = parse(text, strlen(text));
    assert_int_equal(run(module, 0, 0, NULL, 100, NULL).status, GRN_OK); /* the operand itself is not read */
    grn_module_destroy(module);
}

/* Inputs of a trial are made in full. */
static void test_equivalence(void **state)
{
    static const char text[] = "func.func @main(%a: tensor<1000000000000xi8>) {\n  return\n}\n";
    heard h = {.status = GRN_OK};
    grn_diag diag = {hear, &h};
    grn_trials tried;
    grn_module *module = parse(text, strlen(text));
    (void)state;
    assert_int_equal(
        grn_module_equivalent(module, module, &(grn_equivalence_options){.max_steps = BUDGET}, &diag, &tried),
        GRN_E_LIMIT);
    assert_non_null(strstr(h.message, "its inputs have 1000000000000 elements, a run is allowed 1000000 steps"));
    h.message[0] = 0;
    assert_int_equal(
        grn_module_equivalent(module, module, &(grn_equivalence_options){.max_memory_bytes = 1000}, &diag, &tried),
        GRN_E_MEMORY);
    assert_non_null(strstr(h.message, "its inputs take 1000000000000 bytes, the limit is 1000"));
    grn_module_destroy(module);
}

/* ---- figures by hand ------------------------------------------------------------------------- */

/* Each op is 1, its operands, its results, and what it says; the function is its values; its return
 * and the return's operands come last. */
static const struct {
    const char *claim, *body;
    uint64_t steps;
} figures[] = {
    {"a constant reads and makes nothing", "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n", 1 + 2 + 1},
    {"add: three fives of elements",
     "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n  %b = stablehlo.add %a, %a : tensor<5xi32>\n",
     2 + 2 + (4 + 15) + 1},
    {"a slice is a view",
     "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n  %b = stablehlo.slice %a [0:2] : (tensor<5xi32>) -> "
     "tensor<2xi32>\n",
     2 + 2 + 3 + 1},
    {"an iota makes five", "  %a = stablehlo.iota dim = 0 : tensor<5xi32>\n", 1 + (2 + 5) + 1},
    {"a check reads two fives",
     "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n  check.expect_eq %a, %a : tensor<5xi32>\n",
     1 + 2 + (3 + 10) + 1},
    {"a dot product: 2x3 by 3x4 reads 18, makes an 8, multiplies 24 times",
     "  %a = stablehlo.constant dense<1> : tensor<2x3xi32>\n  %b = stablehlo.constant dense<1> : tensor<3x4xi32>\n"
     "  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x4xi32>) -> "
     "tensor<2x4xi32>\n",
     3 + 2 + 2 + (4 + 18 + 8 + 24) + 1},
    {"a branch that is not taken is gone through: 5 for the ops and operands of both",
     "  %p = stablehlo.constant dense<true> : tensor<i1>\n"
     "  \"stablehlo.if\"(%p) ({\n"
     "    %q = stablehlo.constant dense<1> : tensor<i32>\n"
     "    stablehlo.return\n"
     "  }, {\n"
     "    %r = stablehlo.constant dense<1> : tensor<i32>\n"
     "    %t = stablehlo.constant dense<1> : tensor<i32>\n"
     "    stablehlo.return\n"
     "  }) : (tensor<i1>) -> ()\n",
     4 + 2 + (2 + 2 + 1 + 5) + 1},
    {"a reduce of 4: its region costs 6 to prepare and 6 for each",
     "  %a = stablehlo.constant dense<1> : tensor<4xi32>\n"
     "  %s = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, "
     "tensor<i32>) -> "
     "tensor<i32>\n",
     6 + 2 + 2 + (4 + 5 + 6 + 1 + 4 * 6 + 5) + 1},
    {"a sort of 4: 4 * 2 comparisons, each of two elements by a region that costs 6",
     "  %a = stablehlo.constant dense<1> : tensor<4xi32>\n"
     "  %0 = \"stablehlo.sort\"(%a) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %r : tensor<i1>\n"
     "  }) : (tensor<4xi32>) -> tensor<4xi32>\n",
     5 + 2 + (3 + 4 + 6 + 8 * 2 + 8 * 6 + 4 + 5) + 1},
    {"a gather of 3 from 5: 3 indices, 3 made, 3 moved",
     "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n"
     "  %i = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>\n"
     "  %0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
     "start_index_map = "
     "[0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xi32>, tensor<3xi32>) -> tensor<3xi32>\n",
     3 + 2 + 2 + (4 + 3 + 3 + 3) + 1},
    {"a scatter of 3 into 5: 3 indices, 3 updates, 5 made, 3 moved",
     "  %a = stablehlo.constant dense<1> : tensor<5xi32>\n"
     "  %i = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>\n"
     "  %u = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%a, %i, %u) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
     "[0], "
     "index_vector_dim = 1>} : (tensor<5xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<5xi32>\n",
     7 + 2 + 2 + 2 + (5 + 6 + 5 + 3 + 5) + 1},
    {"the same over its operand, which nobody else needs",
     "  %a = stablehlo.iota dim = 0 : tensor<5xi32>\n"
     "  %i = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>\n"
     "  %u = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%a, %i, %u) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
     "[0], "
     "index_vector_dim = 1>} : (tensor<5xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<5xi32>\n",
     7 + 7 + 2 + 2 + (5 + 6 + 5 + 3 + 5) + 1},
    {"a reduce_window of 2 windows of 3: 6 positions",
     "  %a = stablehlo.constant dense<1> : tensor<4xi32>\n"
     "  %s = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %0 = \"stablehlo.reduce_window\"(%a, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 3>} : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>\n",
     6 + 2 + 2 + (4 + 5 + 6 + 2 + 6 + 6 * 6 + 5) + 1},
    {"a map of 4",
     "  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %0 = \"stablehlo.map\"(%a, %a) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>\n",
     5 + 2 + (4 + 8 + 6 + 4 + 4 * 6 + 5) + 1},
    {"a chain over an iota that is never made",
     "  %a = stablehlo.constant dense<1> : tensor<4xi32>\n"
     "  %i = stablehlo.iota dim = 0 : tensor<4xi32>\n"
     "  %b = stablehlo.add %i, %a : tensor<4xi32>\n"
     "  %c = stablehlo.multiply %b, %b : tensor<4xi32>\n",
     4 + 2 + (2 + 4) + (4 + 12) + (4 + 12) + 1},
    {"a chain over a reshape that a view cannot say",
     "  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>\n"
     "  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>\n"
     "  %r = stablehlo.reshape %t : (tensor<3x2xi32>) -> tensor<6xi32>\n"
     "  %b = stablehlo.add %r, %r : tensor<6xi32>\n"
     "  %c = stablehlo.negate %b : tensor<6xi32>\n",
     5 + 2 + 3 + (3 + 6) + (4 + 18) + (3 + 12) + 1},
    {"a chain of a shape that only the run knows",
     "  %s = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %n = stablehlo.constant dense<4> : tensor<1xi64>\n"
     "  %d = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [] : (tensor<i32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "  %0 = stablehlo.negate %d : tensor<?xi32>\n"
     "  %1 = stablehlo.negate %0 : tensor<?xi32>\n"
     "  %2 = stablehlo.negate %1 : tensor<?xi32>\n",
     6 + 2 + 2 + 4 + 3 * (3 + 8) + 1},
};

static void test_figures(void **state)
{
    static char text[4096];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(figures); i++) {
        snprintf(text, sizeof text, "func.func @main() {\n%s  return\n}\n", figures[i].body);
        grn_module *module = parse(text, strlen(text));
        for (int op_by_op = 0; op_by_op < 2; op_by_op++) {
            module->op_by_op = op_by_op;
            uint64_t steps = run(module, 0, 0, NULL, 0, NULL).steps;
            if (steps != figures[i].steps)
                fail_msg("%s: %llu steps%s, not %llu", figures[i].claim, (unsigned long long)steps,
                         op_by_op ? " op by op" : "", (unsigned long long)figures[i].steps);
        }
        grn_module_destroy(module);
    }
}

/* 200 ops, which are found by their slots: the sum of 1, 2 and 3, and 100 for each. */
static void test_long_region(void **state)
{
    static char text[16384];
    size_t n = (size_t)snprintf(
        text, sizeof text,
        "func.func @main() {\n  %%a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
        "  %%z = stablehlo.constant dense<0> : tensor<i32>\n  %%o = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %%0 = \"stablehlo.reduce\"(%%a, %%z) ({\n  ^bb0(%%x: tensor<i32>, %%y: tensor<i32>):\n"
        "    %%v0 = stablehlo.add %%x, %%y : tensor<i32>\n");
    (void)state;
    for (int i = 1; i <= 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "    %%v%d = stablehlo.add %%v%d, %%o : tensor<i32>\n", i,
                              i - 1);
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        "    stablehlo.return %%v100 : tensor<i32>\n  }) {dimensions = array<i64: 0>} : (tensor<3xi32>, "
        "tensor<i32>) -> tensor<i32>\n  check.expect_eq_const %%0, dense<306> : tensor<i32>\n  return\n}\n");
    assert_in_range(n, 1, sizeof text - 1);
    grn_module *module = parse(text, n);
    heard h = run(module, 0, 0, NULL, 0, NULL);
    if (h.status != GRN_OK)
        fail_msg("%s", h.message);
    grn_module_destroy(module);
}

/* A step for every 16 attributes, and for every 64 bytes of a name. */
static void test_attributes_and_names(void **state)
{
    static char text[4096];
    uint64_t steps[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        size_t n =
            (size_t)snprintf(text, sizeof text, "func.func @f%0*d() {\n  %%a = stablehlo.constant {", i ? 191 : 1, 0);
        for (int k = 0; k < (i ? 33 : 1); k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%sa%d = 1 : i32", k ? ", " : "", k);
        n += (size_t)snprintf(text + n, sizeof text - n, "} dense<1> : tensor<i32>\n  return\n}\n");
        grn_module *module = parse(text, n);
        if (!module)
            fail_msg("is no program: %s", text);
        steps[i] = run(module, 0, 0, NULL, 0, NULL).steps;
        grn_module_destroy(module);
    }
    assert_int_equal(steps[1], steps[0] + 2 + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_program),
        cmocka_unit_test(test_every_row),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_large_constant),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_tuples),
        cmocka_unit_test(test_loop_over_tuples),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_equivalence),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_long_region),
        cmocka_unit_test(test_attributes_and_names),
    };
    alarm(300);
    return cmocka_run_group_tests(tests, start_pool, end_pool);
}
