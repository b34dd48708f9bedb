/* test_explain_draw.c - pictures and explanations of random gathers and scatters: text that is
 * whole, well-formed and clean. */
#include "access/spec_test.h"
#include "explain/explain.h"
#include "garner/sink.h"
#include "support/random_spec.h"

#include <stdlib.h>

#define CASES 250

static void fail_case(const random_case *c, uint64_t seed, const char *what)
{
    random_spec_print(c, stderr);
    fail_msg("seed %llu: %s", (unsigned long long)seed, what);
}

/* Tags close in the order in which they open; what is between them has no bare sign of markup. */
static bool is_well_formed(const char *p)
{
    const char *open[32];
    size_t length[32], depth = 0;
    while (*p) {
        if (*p == '&' && strspn(p + 1, "abcdefghijklmnopqrstuvwxyz#0123456789") + 1 !=
                             (size_t)(strchr(p, ';') ? strchr(p, ';') - p : 0))
            return false;
        if (*p == '>')
            return false;
        if (*p++ != '<')
            continue;
        const bool closes = *p == '/';
        const char *name = p + closes;
        const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        bool quoted = false;
        for (; *p && (quoted || *p != '>'); p++) {
            quoted ^= *p == '"';
            if (*p == '<')
                return false;
        }
        if (*p == 0 || n == 0)
            return false;
        if (closes) {
            if (depth == 0 || length[depth - 1] != n || memcmp(open[depth - 1], name, n) != 0)
                return false;
            depth--;
        } else if (p[-1] != '/') {
            if (depth == 32)
                return false;
            open[depth] = name;
            length[depth++] = n;
        }
        p++;
    }
    return depth == 0;
}

static bool is_clean(const char *p)
{
    for (; *p; p++)
        if (((unsigned char)*p < 0x20 && *p != '\n') || *p == 0x7F)
            return false;
    return true;
}

/* Six devices: two along "x", three along "y". Each tensor's dimensions are cut along at most one
 * of the two, or none. */
#define DEVICES 6
typedef struct division {
    grn_owned owned;
    int32_t part_of[DEVICES * GRN_MAX_RANK];
} division;

static void divide(const grn_tensor *t, uint64_t seed, division *out)
{
    static const int32_t sizes[] = {2, 3};
    out->owned = (grn_owned){.is_known = true, .mesh = "@m = <[\"x\"=2, \"y\"=3]>", .only_device = -1};
    out->owned.layout = (grn_layout){.rank = t->rank, .part_of = out->part_of};
    for (int32_t d = 0; d < t->rank; d++) {
        const int axis = d == (int32_t)(seed % GRN_MAX_RANK % (uint64_t)t->rank) ? 0 : d == t->rank - 1 ? 1 : -1;
        out->owned.layout.shape[d] = t->shape[d];
        out->owned.layout.parts[d] = axis < 0 ? 1 : sizes[axis];
        out->owned.axes[d] = axis < 0 ? NULL : axis ? "\"y\"" : "\"x\"";
        for (int32_t device = 0; device < DEVICES; device++)
            out->part_of[device * t->rank + d] = axis < 0 ? 0 : axis ? device % 3 : device / 3;
    }
}

static size_t count(const char *p, const char *what)
{
    size_t n = 0;
    for (; (p = strstr(p, what)) != NULL; p += strlen(what))
        n++;
    return n;
}

static void try_devices(const random_case *c, uint64_t seed, grn_scene *scene, const grn_question *q,
                        grn_text_buffer *t)
{
    static division indices, of[3][RANDOM_INPUTS];
    static grn_owned owned[3][RANDOM_INPUTS];
    const grn_tensor *tensors[3] = {scene->problem.operand, scene->problem.dense, scene->results};
    const grn_sink sink = grn_text_buffer_sink(t);
    divide(scene->problem.indices, seed, &indices);
    indices.owned.is_known = seed % 7 != 0;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; tensors[k] && i < scene->problem.npairs; i++) {
            divide(&tensors[k][i], seed + k + 1, &of[k][i]);
            owned[k][i] = of[k][i].owned;
        }
    const grn_owners owners = {DEVICES, NULL, &indices.owned, owned[0], owned[1], scene->results ? owned[2] : NULL};
    t->size_bytes = 0;
    scene->owners = &owners;
    if (grn_draw_svg(scene, q, NULL, &sink) != GRN_OK || !is_well_formed(t->text) || !is_clean(t->text))
        fail_case(c, seed, "the picture with devices is not well-formed");
    const size_t unknown = indices.owned.is_known ? 0 : count(t->text, "data-tensor=\"indices");
    if (count(t->text, ", on device ") != count(t->text, "data-tensor=") - unknown)
        fail_case(c, seed, "cells do not say who has them");
    t->size_bytes = 0;
    if (grn_draw_text(scene, q, 80, NULL, &sink) != GRN_OK || !is_clean(t->text) || !strstr(t->text, "mesh"))
        fail_case(c, seed, "no clean text with devices");
    scene->owners = NULL;
}

/* A scene of a case: the scatter's inputs before it, and its result. */
static void try_case(const random_case *c, uint64_t seed, grn_text_buffer *t, grn_text_buffer *again)
{
    int64_t at[3][GRN_MAX_RANK];
    grn_tensor operands[RANDOM_INPUTS], dense[RANDOM_INPUTS], results[RANDOM_INPUTS];
    random_buffer outcome[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        operands[i] = c->operand[i].view;
        dense[i] = c->dense[i].view;
        assert_true(random_buffer_clone(random_destination(c, i), &outcome[i]));
        results[i] = outcome[i].view;
    }
    const bool ran = random_case_reference(c, outcome, NULL) == GRN_OK;
    if (!c->is_scatter)
        dense[0] = results[0];
    if (!c->is_scatter && !ran)
        dense[0].data = NULL;
    grn_scene scene = {.op = "test.op",
                       .function = "<f>",
                       .function_bytes = 3,
                       .problem.gather = c->is_scatter ? NULL : &c->gather,
                       .problem.scatter = c->is_scatter ? &c->scatter : NULL,
                       .problem.npairs = c->ninputs,
                       .problem.operand = operands,
                       .problem.indices = &c->indices.view,
                       .problem.dense = dense,
                       .results = c->is_scatter && ran ? results : NULL};
    const grn_question q = {grn_choose_traces(&scene, 3, at), (const int64_t(*)[GRN_MAX_RANK])at, true, 0};
    const grn_sink sink = grn_text_buffer_sink(t), sink_again = grn_text_buffer_sink(again);
    t->size_bytes = again->size_bytes = 0;
    if (grn_draw_svg(&scene, &q, NULL, &sink) != GRN_OK || grn_draw_svg(&scene, &q, NULL, &sink_again) != GRN_OK)
        fail_case(c, seed, "no picture");
    if (t->size_bytes != again->size_bytes || memcmp(t->text, again->text, t->size_bytes) != 0)
        fail_case(c, seed, "another picture the second time");
    if (!is_well_formed(t->text) || !is_clean(t->text))
        fail_case(c, seed, "the picture is not well-formed");
    t->size_bytes = 0;
    if (grn_draw_text(&scene, &q, 80, NULL, &sink) != GRN_OK || grn_explain_print(&scene, &q, &sink) != GRN_OK ||
        grn_explain_print_json(&scene, &q, &sink) != GRN_OK || grn_explain_words(&scene, false, &sink) != GRN_OK ||
        !is_clean(t->text))
        fail_case(c, seed, "no clean text");
    try_devices(c, seed, &scene, &q, t);
    for (size_t i = 0; i < c->ninputs; i++)
        random_buffer_release(&outcome[i]);
}

static void test_random(void **unused)
{
    grn_text_buffer t = {0}, again = {0};
    (void)unused;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        uint64_t state = seed;
        random_case *c = random_case_create(random_from_seed(&state), seed % 2 == 1);
        assert_non_null(c);
        try_case(c, seed, &t, &again);
        random_case_destroy(c);
    }
    grn_text_buffer_free(&t);
    grn_text_buffer_free(&again);
}

/* The test's own eye. */
static void test_well_formed(void **unused)
{
    (void)unused;
    assert_true(is_well_formed("<a x=\"1>2\"><b/>c &lt; d</a>"));
    assert_false(is_well_formed("<a><b></a></b>"));
    assert_false(is_well_formed("<a>"));
    assert_false(is_well_formed("a > b"));
    assert_false(is_well_formed("a & b"));
    assert_false(is_clean("\033[31m"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_well_formed), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
