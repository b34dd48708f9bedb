/*
 * test_options.c - structs of options say how large they are: garner.h has the rule. Every call
 * that takes one is made with every kind of size, and must answer alike for all that are right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define ROOM_BYTES 8192

static const char program[] =
    "func.func @main(%x: tensor<4xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {\n"
    "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xf32>\n"
    "  return %r : tensor<2xf32>\n}\n";

#define ELEMENTS                                                                             \
    {                                                                                        \
        .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
static grn_module *module;
static float x[4] = {10, 20, 30, 40}, y[2];
static int32_t i[2] = {2, 0};
static uint32_t u[2] = {2, 0};
static grn_tensor inputs[2], result;

static grn_status swallow(void *user, const char *text, size_t bytes)
{
    return (void)user, (void)text, (void)bytes, GRN_OK;
}
static const grn_sink sink = {swallow, NULL};

static grn_status made(grn_status status, grn_module *out)
{
    grn_module_destroy(out);
    return status;
}

static grn_status given(grn_status status, grn_results *out)
{
    grn_results_destroy(out);
    return status;
}

/* ---- a call for each place that takes options ------------------------------------------------ */

static grn_status literal(const void *o) { return grn_tensor_write_literal(&inputs[0], o, &sink); }
static grn_status planned(const void *o)
{
    static const grn_gather_spec spec = {.dims = ELEMENTS, .slice_sizes = {1, {1}}};
    grn_plan *plan = NULL;
    const grn_status status = grn_plan_gather(&spec, &inputs[0], &inputs[1], &result, o, NULL, NULL, &plan);
    grn_plan_destroy(plan);
    return status;
}
static grn_status planned_scatter(const void *o)
{
    static const grn_scatter_spec spec = {.dims = ELEMENTS};
    grn_plan *plan = NULL;
    const grn_status status = grn_plan_scatter(&spec, 1, &inputs[0], &inputs[1], &result, o, NULL, NULL, &plan);
    grn_plan_destroy(plan);
    return status;
}
/* GRN_E_CHECK says that other programs disturbed the measurement: the options were read, as with GRN_OK. */
static grn_status measured(const void *o)
{
    grn_machine machine = {.size_bytes = sizeof machine};
    const grn_status status = grn_machine_measure(o, NULL, NULL, &machine);
    return status == GRN_E_CHECK ? GRN_OK : status;
}
static grn_status machine_checked(const void *o) { return grn_machine_check(o, NULL); }
static grn_status machine_written(const void *o) { return grn_machine_write(o, &sink); }
static grn_status machine_read(const void *o)
{
    return grn_machine_read("call 3\n", 7, NULL, (grn_machine *)(uintptr_t)o);
}
static grn_status planned_by(const void *o) { return planned(&(grn_plan_options){.machine = o}); }
static grn_status parsed(const void *o)
{
    grn_module *out = NULL;
    const grn_status status = grn_module_parse(program, strlen(program), o, NULL, &out);
    return made(status, out);
}
static grn_status printed(const void *o) { return grn_module_print(module, o, &sink); }
static grn_status converted(const void *o)
{
    grn_module *out = NULL;
    const grn_status status = grn_module_convert(module, o, NULL, &out);
    return made(status, out);
}
static grn_status as_onnx(const void *o)
{
    grn_module *out = NULL;
    grn_status status = grn_module_convert(module, &(grn_module_convert_options){.to = "onnx"}, NULL, &out);
    if (status == GRN_OK)
        status = grn_module_write_onnx(out, o, NULL, &sink);
    grn_module_destroy(out);
    return status;
}
static grn_status as_artifact(const void *o) { return grn_module_write_artifact(module, o, NULL, &sink); }
static grn_status as_source(const void *o) { return grn_module_write_source(module, o, NULL, &sink); }
static grn_status compared(const void *o)
{
    grn_trials tried;
    return grn_module_equivalent(module, module, o, NULL, &tried);
}
static grn_status ran(const void *o)
{
    grn_results *out = NULL;
    const grn_status status = grn_module_run(module, 0, 2, inputs, o, NULL, &out);
    return given(status, out);
}
static grn_status drawn(const void *o) { return grn_module_draw(module, 0, 2, inputs, o, NULL, &sink); }
static grn_status drawn_of_run(const void *o) { return drawn(&(grn_module_draw_options){.run = o}); }
static grn_status emitted(const void *o) { return grn_module_emit(module, o, NULL, &sink); }
static grn_status explained(const void *o) { return grn_module_explain(module, 0, 2, inputs, o, NULL, &sink); }
static grn_status explained_of_run(const void *o) { return explained(&(grn_module_explain_options){.run = o}); }
static grn_status differentiated(const void *o)
{
    grn_module *out = NULL;
    const grn_status status = grn_module_grad(module, 0, o, NULL, &out);
    return made(status, out);
}
static grn_status lowered(const void *o)
{
    grn_module *out = NULL;
    const grn_status status = grn_module_lower(module, o, NULL, &out);
    return made(status, out);
}
static grn_status sharded(const void *o)
{
    grn_module *out = NULL;
    const grn_status status = grn_module_shard(module, o, NULL, &out);
    return made(status, out);
}
static grn_status visit(void *user, const grn_planned_access *access) { return (void)user, (void)access, GRN_OK; }
static grn_status module_planned(const void *o)
{
    static const grn_plan_visitor visitor = {visit, NULL};
    return grn_module_plan(module, o, &visitor, NULL);
}
static void report(void *user, const grn_ttnn_report *what) { (void)user, (void)what; }
static grn_status module_planned_for_ttnn(const void *o)
{
    const grn_ttnn_planner planner = {o, report, NULL};
    return grn_module_plan(module, &(grn_module_plan_options){.ttnn = &planner}, NULL, NULL);
}
static grn_status ran_for_ttnn(const void *o)
{
    const grn_ttnn_planner planner = {o, report, NULL};
    return ran(&(grn_run_options){.ttnn = &planner});
}
static grn_status find(void *user, const grn_lint_finding *finding) { return (void)user, (void)finding, GRN_OK; }
static grn_status linted(const void *o)
{
    static const grn_lint_reporter to = {find, NULL, NULL};
    return grn_module_lint(module, o, &to, NULL, NULL);
}
static grn_status linted_of_run(const void *o) { return linted(&(grn_lint_options){.run_options = o}); }
static grn_status refuse(void *user, const grn_module *m, size_t function, size_t n, const grn_tensor *given,
                         grn_tool_answer *answer)
{
    (void)user, (void)m, (void)function, (void)n, (void)given;
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_REFUSED};
    return GRN_OK;
}
static grn_status diffed(const void *o)
{
    static const grn_tool tool = {.run = refuse};
    grn_diff *diff;
    const grn_status status = grn_module_diff(module, 0, 2, inputs, &tool, o, NULL, &diff);
    grn_diff_destroy(diff);
    return status;
}
static grn_status diffed_of_run(const void *o) { return diffed(&(grn_differ_options){.run = o}); }

static grn_status generated(const void *o)
{
    grn_generated *out = NULL;
    const grn_status status = grn_generate(o, NULL, &out);
    grn_generated_destroy(out);
    return status;
}

static grn_status freed(grn_status status, grn_tensor *out)
{
    if (status == GRN_OK)
        grn_ttnn_release(out, NULL);
    return status;
}
static grn_status ttnn_gather(const void *o)
{
    const grn_tensor index = grn_tensor_1d(u, GRN_UI32, 2);
    grn_tensor out;
    return freed(grn_ttnn_gather(&inputs[0], 0, &index, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_scatter(const void *o)
{
    const grn_tensor index = grn_tensor_1d(u, GRN_UI32, 2);
    grn_tensor out;
    return freed(grn_ttnn_scatter(&inputs[0], 0, &index, &result, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_scatter_add(const void *o)
{
    const grn_tensor index = grn_tensor_1d(u, GRN_UI32, 2);
    grn_tensor out;
    return freed(grn_ttnn_scatter_add(&inputs[0], 0, &index, &result, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_embedding(const void *o)
{
    const grn_tensor ids = grn_tensor_1d(u, GRN_UI32, 1), weight = grn_tensor_2d(x, GRN_F32, 4, 1);
    grn_tensor out;
    return freed(grn_ttnn_embedding(&ids, &weight, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_tosa_gather(const void *o)
{
    const grn_tensor input = grn_tensor_3d(x, GRN_F32, 1, 4, 1), index = grn_tensor_2d(u, GRN_UI32, 1, 2);
    grn_tensor out;
    return freed(grn_ttnn_tosa_gather(&input, &index, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_tosa_scatter(const void *o)
{
    const grn_tensor input = grn_tensor_3d(x, GRN_F32, 1, 4, 1), index = grn_tensor_2d(u, GRN_UI32, 1, 2);
    const grn_tensor source = grn_tensor_3d(y, GRN_F32, 1, 2, 1);
    grn_tensor out;
    return freed(grn_ttnn_tosa_scatter(&input, &index, &source, o, NULL, &out, NULL), &out);
}
static grn_status ttnn_account(const void *o)
{
    const grn_tensor index = grn_tensor_1d(u, GRN_UI32, 2);
    static grn_ttnn_account account;
    return grn_ttnn_gather_account(&inputs[0], 0, &index, o, NULL, &account);
}

/* A communicator of one rank is a struct of this kind, too. */
static grn_status move_own(void *user, const void *send, const int64_t *send_bytes, void *receive,
                           const int64_t *receive_bytes)
{
    (void)user, (void)receive_bytes;
    if (send_bytes[0])
        memmove(receive, send, (size_t)send_bytes[0]);
    return GRN_OK;
}
static grn_status own_least(void *user, int64_t mine, int64_t *out) { return (void)user, *out = mine, GRN_OK; }
static grn_status send_none(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    return (void)user, (void)to, (void)channel, (void)bytes, (void)n, GRN_E_PEER;
}
static grn_status receive_none(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    return (void)user, (void)from, (void)channel, (void)bytes, (void)n, GRN_E_PEER;
}
static const grn_comm alone = {.size = 1, .alltoallv = move_own, .least = own_least};
static grn_status shared(const grn_comm *comm, const grn_dist_options *options)
{
    static const grn_gather_spec spec = {.dims = ELEMENTS, .slice_sizes = {1, {1}}};
    const grn_dist_tensor from = grn_dist_blocks(inputs[0], 4, 1), at = grn_dist_blocks(inputs[1], 2, 1),
                          to = grn_dist_blocks(result, 2, 1);
    grn_dist_plan *plan = NULL;
    const grn_status status = grn_dist_plan_gather(&spec, comm, &from, &at, &to, options, NULL, NULL, &plan);
    grn_dist_plan_destroy(plan);
    return status;
}
static grn_status shared_by(const void *o) { return shared(o, NULL); }
static grn_status shared_with(const void *o) { return shared(&alone, o); }
static grn_status by_nodes(const void *o)
{
    grn_comm out;
    const grn_status status = grn_comm_by_nodes(o, 1, NULL, NULL, &out);
    if (status == GRN_OK)
        out.release(out.user);
    return status;
}
static grn_status ran_on(const void *o)
{
    return ran(&(grn_run_options){.size_bytes = sizeof(grn_run_options), .comm = o});
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    grn_status (*call)(const void *options);
    const void *right;
    size_t bytes, first_bytes; /* first: of 0.2.0, where it has grown since */
} calls[] = {
#define CALL(type, call, ...)                                                \
    {                                                                        \
#call, call, &(const type){__VA_ARGS__ }, sizeof(type), sizeof(type) \
    }
#define GROWN(type, first_new, call, ...)                                                 \
    {                                                                                     \
#call, call, &(const type){__VA_ARGS__ }, sizeof(type), offsetof(type, first_new) \
    }
/* Those of a machine that are at least 1. */
#define FIGURES                                                                                            \
    .l1_bytes = 1, .l2_bytes = 1, .last_bytes = 1, .line_scaling = 1, .byte_scaling = 1, .shared_sets = 1, \
    .prefetch_vectors = 1, .prefetch_bytes = 1
    CALL(grn_literal_options, literal, .elide_over = 0),
    GROWN(grn_plan_options, race, planned, .threads = 1),
    GROWN(grn_plan_options, race, planned_scatter, .threads = 1),
    GROWN(grn_machine_options, text, measured, .seconds = 1e-3, .memory_bytes = 1 << 16),
    CALL(grn_machine, machine_checked, FIGURES),
    CALL(grn_machine, machine_written, FIGURES),
    CALL(grn_machine, machine_read, FIGURES),
    CALL(grn_machine, planned_by, FIGURES),
    CALL(grn_module_options, parsed, .first_line = 1),
    CALL(grn_module_print_options, printed, .generic = true),
    CALL(grn_module_convert_options, converted, .to = "stablehlo"),
    CALL(grn_module_artifact_options, as_artifact, .target = NULL),
    CALL(grn_module_onnx_options, as_onnx, .function = NULL),
    CALL(grn_module_source_options, as_source, .language = "numpy"),
    GROWN(grn_equivalence_options, exhaustive, compared, .trials = 1),
    GROWN(grn_run_options, comm, ran, .max_steps = 1000),
    CALL(grn_module_draw_options, drawn, .text = true),
    GROWN(grn_run_options, comm, drawn_of_run, .max_steps = 1000),
    CALL(grn_module_emit_options, emitted, .header = true),
    CALL(grn_module_explain_options, explained, .json = true),
    GROWN(grn_run_options, comm, explained_of_run, .max_steps = 1000),
    CALL(grn_module_grad_options, differentiated, .forward = true),
    CALL(grn_module_lower_options, lowered, .to = "scf"),
    CALL(grn_generate_options, generated, .seed = 1),
    CALL(grn_module_shard_options, sharded, .stage = GRN_SHARD_RULES),
    CALL(grn_module_plan_options, module_planned, .strict_bounds = true),
    CALL(grn_ttnn_options, module_planned_for_ttnn, .grid_x = 2),
    CALL(grn_ttnn_options, ran_for_ttnn, .grid_x = 2),
    GROWN(grn_lint_options, results, linted, .only_run = true),
    GROWN(grn_run_options, comm, linted_of_run, .strict_bounds = true),
    CALL(grn_differ_options, diffed, .whole = true),
    GROWN(grn_run_options, comm, diffed_of_run, .strict_bounds = true),
    CALL(grn_ttnn_options, ttnn_gather, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_scatter, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_scatter_add, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_embedding, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_tosa_gather, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_tosa_scatter, .grid_x = 2),
    CALL(grn_ttnn_options, ttnn_account, .grid_x = 2),
    CALL(grn_dist_options, shared_with, .way = GRN_DIST_ROUTED),
    GROWN(grn_comm, exchange, shared_by, .size = 1, .alltoallv = move_own, .least = own_least),
    GROWN(grn_comm, exchange, by_nodes, .size = 1, .alltoallv = move_own, .least = own_least),
    GROWN(grn_comm, exchange, ran_on, .size = 1, .alltoallv = move_own, .least = own_least, .send = send_none,
          .receive = receive_none),
};

/* `tail`: a byte of what comes behind the struct. */
static void expect(size_t c, const char *claim, size_t size_bytes, unsigned char tail, grn_status want)
{
    static union {
        max_align_t align;
        unsigned char bytes[ROOM_BYTES];
    } room;
    memset(room.bytes, 0, sizeof room.bytes);
    memcpy(room.bytes, calls[c].right, calls[c].bytes);
    memcpy(room.bytes, &size_bytes, sizeof size_bytes);
    room.bytes[calls[c].bytes + 5] = tail;
    const grn_status status = calls[c].call(room.bytes);
    if (status != want)
        fail_msg("%s, %s: %s", calls[c].name, claim, grn_status_name(status));
}

static void every_size(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        const size_t bytes = calls[c].bytes;
        expect(c, "no size", 0, 0, GRN_OK);
        expect(c, "no size, whatever is behind", 0, 1, GRN_OK);
        expect(c, "its size", bytes, 0, GRN_OK);
        expect(c, "its size, whatever is behind", bytes, 1, GRN_OK);
        expect(c, "fields of a later header, all zero", bytes + 8, 0, GRN_OK);
        expect(c, "a field of a later header", bytes + 8, 1, GRN_E_UNSUPPORTED);
        expect(c, "the size that it had first", calls[c].first_bytes, 0, GRN_OK);
        expect(c, "less than it has", calls[c].first_bytes - 1, 0, GRN_E_ARGUMENT);
        expect(c, "far less", 1, 0, GRN_E_ARGUMENT);
        expect(c, "far more", 4097, 0, GRN_E_ARGUMENT);
        expect(c, "no size that is", SIZE_MAX, 0, GRN_E_ARGUMENT);
    }
}

/* clang-format off */
/* A struct of options whose first field is another one cannot be told apart by its size. */
static void the_size_comes_first(void **state)
{
    (void)state;
#define FIRST(type) assert_int_equal(offsetof(type, size_bytes), 0)
    FIRST(grn_literal_options), FIRST(grn_plan_options), FIRST(grn_machine_options), FIRST(grn_module_options);
    FIRST(grn_module_print_options), FIRST(grn_module_convert_options), FIRST(grn_module_artifact_options), FIRST(grn_module_onnx_options);
    FIRST(grn_module_source_options), FIRST(grn_equivalence_options), FIRST(grn_run_options), FIRST(grn_module_draw_options);
    FIRST(grn_module_emit_options), FIRST(grn_module_explain_options), FIRST(grn_module_grad_options);
    FIRST(grn_module_lower_options), FIRST(grn_module_shard_options), FIRST(grn_module_plan_options), FIRST(grn_lint_options), FIRST(grn_ttnn_options);
    FIRST(grn_dist_options), FIRST(grn_comm), FIRST(grn_generate_options);
    /* clang-format on */
}

static int set_up(void **state)
{
    (void)state;
    inputs[0] = grn_tensor_1d(x, GRN_F32, 4);
    inputs[1] = grn_tensor_1d(i, GRN_I32, 2);
    result = grn_tensor_1d(y, GRN_F32, 2);
    return grn_module_parse(program, strlen(program), NULL, NULL, &module) == GRN_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    grn_module_destroy(module);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_size), cmocka_unit_test(the_size_comes_first)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
