/* test_spec_systems.c - the policy that is not said, and the rules of each system by its name: what
 * comes of an index. */
#include "spec_test.h"

#include "garner/garner.h"

static const grn_dimension_numbers elements = {
    .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1};

/* How each call that takes a spec runs it. */
typedef enum how { REFERENCE, ONE_SHOT, PLANNED, HOWS } how;

static grn_status gather(how h, const grn_gather_spec *spec, const grn_tensor *x, const grn_tensor *i,
                         const grn_tensor *r)
{
    grn_plan *plan = NULL;
    unsigned char scratch[1 << 16];
    if (h != PLANNED)
        return h == REFERENCE ? grn_gather_reference(spec, x, i, r, NULL) : grn_gather(spec, x, i, r, NULL);
    grn_status status = grn_plan_gather(spec, x, i, r, NULL, NULL, NULL, &plan);
    assert_true(grn_plan_scratch_bytes(plan) <= sizeof scratch - 64);
    unsigned char *aligned = scratch + (64 - (uintptr_t)scratch % 64) % 64;
    if (status == GRN_OK)
        status = grn_plan_run_gather(plan, x->data, i->data, r->data, aligned, NULL);
    grn_plan_destroy(plan);
    return status;
}

static grn_status scatter(how h, const grn_scatter_spec *spec, const grn_tensor *x, const grn_tensor *i,
                          const grn_tensor *u)
{
    grn_plan *plan = NULL;
    unsigned char scratch[1 << 16];
    if (h != PLANNED)
        return h == REFERENCE ? grn_scatter_reference(spec, 1, x, i, u, NULL) : grn_scatter(spec, 1, x, i, u, NULL);
    grn_status status = grn_plan_scatter(spec, 1, x, i, u, NULL, NULL, NULL, &plan);
    assert_true(grn_plan_scratch_bytes(plan) <= sizeof scratch - 64);
    unsigned char *aligned = scratch + (64 - (uintptr_t)scratch % 64) % 64;
    if (status == GRN_OK)
        status = grn_plan_run_scatter(plan, (void *[]){x->data}, i->data, (const void *[]){u->data}, aligned, NULL);
    grn_plan_destroy(plan);
    return status;
}

/* ---- each system ----------------------------------------------------------------------------- */

/*
 * x = {10, 20, 30, 40}: what a gather of one element reads at 1, 4 and -1, and which element a
 * scatter of 7 replaces there. ERROR: the call refuses. FILLED: 0, the spec's fill. NONE: no
 * element changes.
 */
enum { ERROR = -1, FILLED = 0, NONE = -2 };
#define RULES(R)                                                                  \
    /* name                gather: 1  4       -1         scatter: 1  4      -1 */ \
    R(STABLEHLO, STABLEHLO, 20, 40, 10, 1, NONE, NONE)                            \
    R(XLA, XLA, 20, 40, 10, 1, NONE, NONE)                                        \
    R(JAX_FILL, JAX_DROP, 20, FILLED, FILLED, 1, NONE, NONE)                      \
    R(JAX_CLIP, JAX_CLIP, 20, 40, 10, 1, 3, 0)                                    \
    R(JAX_PROMISE, JAX_PROMISE, 20, 40, 10, 1, 3, 0)                              \
    R(NUMPY, NUMPY, 20, ERROR, 40, 1, ERROR, 3)                                   \
    R(NUMPY_CLIP, NUMPY_CLIP, 20, 40, 10, 1, 3, 0)                                \
    R(TORCH, TORCH, 20, ERROR, ERROR, 1, ERROR, ERROR)                            \
    R(TORCH_INDEX, TORCH_INDEX, 20, ERROR, 40, 1, ERROR, 3)                       \
    R(ONNX, ONNX, 20, ERROR, 40, 1, ERROR, 3)                                     \
    R(TF_CPU, TF_CPU, 20, ERROR, ERROR, 1, ERROR, ERROR)                          \
    R(TF_GPU, TF_GPU, 20, FILLED, FILLED, 1, NONE, NONE)                          \
    R(TOSA, TOSA, 20, ERROR, ERROR, 1, ERROR, ERROR)                              \
    R(TTNN, TTNN, 20, ERROR, ERROR, 1, NONE, NONE)                                \
    R(TENSOR, TENSOR, 20, 40, 10, 1, 3, 0)                                        \
    R(ANVIL, ANVIL, 10, 40, 10, 0, 3, NONE)

static const struct {
    const char *name;
    grn_index_rule gather, scatter;
    int read[3], written[3];
} systems[] = {
    {"not said", {.bounds = GRN_BOUNDS_DEFAULT}, {.bounds = GRN_BOUNDS_DEFAULT}, {20, 40, 10}, {1, NONE, NONE}},
#define SYSTEM(g, s, a, b, c, d, e, f) {#g, GRN_GATHER_##g, GRN_SCATTER_##s, {a, b, c}, {d, e, f}},
    RULES(SYSTEM)
#undef SYSTEM
};
static const int64_t values[3] = {1, 4, -1};

static void read_at(size_t system, size_t k, how h)
{
    float x[4] = {10, 20, 30, 40}, got = 5;
    const int want = systems[system].read[k];
    const grn_gather_spec spec = {.dims = elements, .index = systems[system].gather, .slice_sizes = {1, {1}}};
    const grn_tensor operand = grn_tensor_1d(x, GRN_F32, 4), index = grn_tensor_1d(&values[k], GRN_I64, 1);
    const grn_tensor result = grn_tensor_1d(&got, GRN_F32, 1);
    const grn_status status = gather(h, &spec, &operand, &index, &result);
    if (status != (want == ERROR ? GRN_E_INDEX : GRN_OK) || got != (want == ERROR ? 5 : want))
        fail_msg("%s, gather at %d, way %d: %s, %g", systems[system].name, (int)values[k], (int)h,
                 grn_status_name(status), (double)got);
}

static void write_at(size_t system, size_t k, how h)
{
    float x[4] = {10, 20, 30, 40}, update = 7, want[4] = {10, 20, 30, 40};
    const int at = systems[system].written[k];
    const grn_scatter_spec spec = {.dims = elements, .index = systems[system].scatter};
    const grn_tensor result = grn_tensor_1d(x, GRN_F32, 4), index = grn_tensor_1d(&values[k], GRN_I64, 1);
    const grn_tensor updates = grn_tensor_1d(&update, GRN_F32, 1);
    const grn_status status = scatter(h, &spec, &result, &index, &updates);
    if (at >= 0)
        want[at] = 7;
    if (status != (at == ERROR ? GRN_E_INDEX : GRN_OK) || memcmp(x, want, sizeof x) != 0)
        fail_msg("%s, scatter at %d, way %d: %s", systems[system].name, (int)values[k], (int)h,
                 grn_status_name(status));
}

static void each_system_by_name(void **state)
{
    (void)state;
    for (size_t s = 0; s < GRN_COUNT(systems); s++)
        for (size_t k = 0; k < 3; k++)
            for (how h = REFERENCE; h < HOWS; h++) {
                read_at(s, k, h);
                write_at(s, k, h);
            }
}

/* A window of two that begins at 3: by element its first half is written; as a whole it is
 * dropped. */
static void windows_are_dropped_as_the_systems_do(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        grn_index_rule rule;
        float want[4];
    } rules[] = {{"not said", {.bounds = GRN_BOUNDS_DEFAULT}, {10, 20, 30, 1}},
                 {"StableHLO", GRN_SCATTER_STABLEHLO, {10, 20, 30, 1}},
                 {"XLA", GRN_SCATTER_XLA, {10, 20, 30, 40}},
                 {"JAX", GRN_SCATTER_JAX_DROP, {10, 20, 30, 40}},
                 {"JAX, clip", GRN_SCATTER_JAX_CLIP, {10, 20, 1, 2}}};
    for (size_t i = 0; i < GRN_COUNT(rules); i++)
        for (how h = REFERENCE; h < HOWS; h++) {
            float x[4] = {10, 20, 30, 40}, update[2] = {1, 2};
            const int64_t at = 3;
            const grn_scatter_spec spec = {.dims = {.offset_dims = {1, {0}}, .start_index_map = {1, {0}}},
                                           .index = rules[i].rule};
            const grn_tensor result = grn_tensor_1d(x, GRN_F32, 4), index = grn_tensor_1d(&at, GRN_I64, 1);
            const grn_tensor updates = grn_tensor_1d(update, GRN_F32, 2);
            if (scatter(h, &spec, &result, &index, &updates) != GRN_OK || memcmp(x, rules[i].want, sizeof x) != 0)
                fail_msg("%s, way %d", rules[i].name, (int)h);
        }
}

/* ---- the policy that is not said ------------------------------------------------------------- */

static void the_zero_has_a_name(void **state)
{
    (void)state;
    const grn_gather_spec zero = {.index = {0}};
    assert_int_equal(GRN_BOUNDS_DEFAULT, 0);
    assert_int_equal(zero.index.bounds, GRN_BOUNDS_DEFAULT);
    assert_string_equal(grn_bounds_text(GRN_BOUNDS_DEFAULT), "default");
    assert_string_equal(grn_bounds_text(GRN_BOUNDS_CLAMP), "clamp");
    assert_string_equal(grn_bounds_text(GRN_BOUNDS_PROMISE), "promise");
    assert_string_equal(grn_bounds_text(GRN_BOUNDS_COUNT), "unknown");
}

/* What is printed and explained is the policy that is meant. */
static void what_is_meant_is_printed(void **state)
{
    (void)state;
    float x[4] = {10, 20, 30, 40}, one = 7;
    const int64_t at = 9, first[1] = {0};
    const grn_gather_spec reads = {.dims = elements, .slice_sizes = {1, {1}}};
    const grn_scatter_spec writes = {.dims = elements};
    const grn_tensor t = grn_tensor_1d(x, GRN_F32, 4), index = grn_tensor_1d(&at, GRN_I64, 1),
                     e = grn_tensor_1d(&one, GRN_F32, 1);
    grn_plan *plan[2] = {NULL, NULL};
    grn_explained way[2];
    static const char *const names[2] = {", clamp", ", skip"};
    assert_int_equal(grn_plan_gather(&reads, &t, &index, &e, NULL, NULL, NULL, &plan[0]), GRN_OK);
    assert_int_equal(grn_plan_scatter(&writes, 1, &t, &index, &e, NULL, NULL, NULL, &plan[1]), GRN_OK);
    for (int i = 0; i < 2; i++) {
        grn_text_buffer text = {0};
        const grn_sink sink = grn_text_buffer_sink(&text);
        assert_int_equal(grn_plan_print(plan[i], &sink), GRN_OK);
        if (strstr(text.text, names[i]) == NULL)
            fail_msg("no '%s' in %s", names[i], text.text);
        grn_text_buffer_free(&text);
        grn_plan_destroy(plan[i]);
    }
    assert_int_equal(grn_explain_gather(&reads, &t, &index, first, NULL, &way[0]), GRN_OK);
    assert_int_equal(grn_explain_update(&writes, &t, &index, &e, first, NULL, &way[1]), GRN_OK);
    assert_int_equal(way[0].end, GRN_EXPLAIN_CLAMPED);
    assert_int_equal(way[1].end, GRN_EXPLAIN_DROPPED);
}

/* A gather that clamps gives its gradient to where the value came from; an update that was dropped
 * gets none. */
static void gradients_follow_the_policy_that_is_meant(void **state)
{
    (void)state;
    float grad[1] = {5}, of_operand[4], all[4] = {1, 2, 3, 4}, of_input[4], of_update[1] = {9};
    const int64_t at = 9;
    const grn_gather_spec reads = {.dims = elements, .slice_sizes = {1, {1}}};
    const grn_scatter_spec writes = {.dims = elements, .combiner = GRN_COMBINE_ADD};
    const grn_tensor index = grn_tensor_1d(&at, GRN_I64, 1);
    const grn_tensor g = grn_tensor_1d(grad, GRN_F32, 1), o = grn_tensor_1d(of_operand, GRN_F32, 4);
    const grn_tensor whole = grn_tensor_1d(all, GRN_F32, 4), i = grn_tensor_1d(of_input, GRN_F32, 4);
    const grn_tensor u = grn_tensor_1d(of_update, GRN_F32, 1);
    const grn_scatter_forward forward = {.kind = GRN_SCATTER_ADD, .updates = &g};
    static const float last[4] = {0, 0, 0, 5};
    assert_int_equal(grn_gather_adjoint(&reads, &index, &g, &o, NULL), GRN_OK);
    assert_memory_equal(of_operand, last, sizeof last);
    assert_int_equal(grn_scatter_adjoint(&writes, &forward, &index, &whole, NULL, &i, &u, NULL), GRN_OK);
    assert_memory_equal(of_input, all, sizeof all);
    assert_true(of_update[0] == 0);
}

/* A dimension of no elements: there is nowhere to clamp to, but an update can be left out. */
static void an_empty_dimension(void **state)
{
    (void)state;
    float update = 1;
    const int64_t at = 0;
    const grn_tensor none = grn_tensor_1d(NULL, GRN_F32, 0), index = grn_tensor_1d(&at, GRN_I64, 1);
    const grn_tensor u = grn_tensor_1d(&update, GRN_F32, 1);
    grn_scatter_spec spec = {.dims = elements};
    assert_int_equal(grn_scatter(&spec, 1, &none, &index, &u, NULL), GRN_OK);
    spec.index.bounds = GRN_BOUNDS_CLAMP;
    assert_int_equal(grn_scatter(&spec, 1, &none, &index, &u, NULL), GRN_E_SHAPE);
}

/* The initialisers are what the calls of the frameworks give as their specs. */
static void initialisers_and_calls_agree(void **state)
{
    (void)state;
    float x[4] = {0};
    int64_t i[1] = {0};
    const grn_tensor t = grn_tensor_1d(x, GRN_F32, 4), index = grn_tensor_1d(i, GRN_I64, 1);
    const grn_tensor vectors = grn_tensor_2d(i, GRN_I64, 1, 1);
    const grn_tensor update = grn_tensor_1d(x, GRN_F32, 1);
    const grn_tensor *const list[1] = {&index};
    const grn_dims one = {1, {1}};
    grn_gather_spec g[6];
    grn_scatter_spec s[5];
    static const grn_index_rule gathers[] = {GRN_GATHER_TORCH,  GRN_GATHER_TORCH_INDEX, GRN_GATHER_ONNX,
                                             GRN_GATHER_TF_CPU, GRN_GATHER_JAX_FILL,    GRN_GATHER_TTNN};
    static const grn_index_rule scatters[] = {GRN_SCATTER_TORCH, GRN_SCATTER_TORCH_INDEX, GRN_SCATTER_ONNX,
                                              GRN_SCATTER_TF_CPU, GRN_SCATTER_JAX_DROP};
    assert_int_equal(grn_torch_gather_spec(&t, 0, &index, NULL, &g[0]), GRN_OK);
    assert_int_equal(grn_torch_index_spec(&t, list, 1, NULL, &g[1]), GRN_OK);
    assert_int_equal(grn_onnx_gather_elements_spec(&t, &index, 0, NULL, &g[2]), GRN_OK);
    assert_int_equal(grn_tf_gather_spec(&t, &index, 0, 0, NULL, &g[3]), GRN_OK);
    assert_int_equal(grn_jax_gather_spec(&t, &vectors, &elements, &one, false, false, GRN_JAX_FILL, NULL, NULL, &g[4]),
                     GRN_OK);
    assert_int_equal(grn_ttnn_gather_spec(&t, 0, NULL, &g[5]), GRN_OK);
    assert_int_equal(grn_torch_scatter_spec(&t, 0, &index, NULL, NULL, &s[0]), GRN_OK);
    assert_int_equal(grn_torch_index_put_spec(&t, list, 1, false, NULL, &s[1]), GRN_OK);
    assert_int_equal(grn_onnx_scatter_elements_spec(&t, &index, 0, NULL, NULL, &s[2]), GRN_OK);
    assert_int_equal(grn_tf_tensor_scatter_nd_update_spec(&t, &vectors, NULL, &s[3]), GRN_OK);
    assert_int_equal(grn_jax_scatter_spec(&t, &vectors, &update, &elements, false, false, GRN_JAX_FILL, NULL, &s[4]),
                     GRN_OK);
    for (size_t k = 0; k < GRN_COUNT(g); k++) {
        const grn_index_rule *a = &g[k].index, *b = &gathers[k];
        if (a->base != b->base || a->wrap_negative != b->wrap_negative || a->bounds != b->bounds)
            fail_msg("gather %zu: %s", k, grn_bounds_text(a->bounds));
    }
    for (size_t k = 0; k < GRN_COUNT(s); k++) {
        const grn_index_rule *a = &s[k].index, *b = &scatters[k];
        if (a->base != b->base || a->wrap_negative != b->wrap_negative || a->bounds != b->bounds)
            fail_msg("scatter %zu: %s", k, grn_bounds_text(a->bounds));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_system_by_name),
        cmocka_unit_test(windows_are_dropped_as_the_systems_do),
        cmocka_unit_test(the_zero_has_a_name),
        cmocka_unit_test(what_is_meant_is_printed),
        cmocka_unit_test(gradients_follow_the_policy_that_is_meant),
        cmocka_unit_test(an_empty_dimension),
        cmocka_unit_test(initialisers_and_calls_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
