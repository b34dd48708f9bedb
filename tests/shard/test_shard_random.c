/*
 * test_shard_random.c - random gathers and scatters with random shardings, ops of other kinds
 * around them: run by one process and on the devices of a random mesh, to the bit the same.
 *
 * GARNER_RANDOM_CASES: how many of each (400). GARNER_SEED: where to begin; a failure prints its
 * seed and the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"
#include "support/random_mesh.h"

/* ---- the program ----------------------------------------------------------------------------- */

typedef struct writing {
    random_source s;
    const random_case *c;
    random_mesh mesh;
    FILE *out;
    int32_t next; /* the next value's number */
} writing;

static uint64_t pick(const writing *w, uint64_t bound) { return w->s.next(w->s.user, bound); }

static void put_type(const grn_tensor *t, FILE *out)
{
    fprintf(out, "tensor<");
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(out, "%lldx", (long long)t->shape[d]);
    fprintf(out, "%s>", grn_dtype_text(t->dtype));
}

static void put_argument(const writing *w, const char *name, size_t i, const grn_tensor *t)
{
    fprintf(w->out, "%%%s%zu: ", name, i);
    put_type(t, w->out);
    if (pick(w, 4) == 0)
        return;
    fprintf(w->out, " {");
    random_sharding_attr(w->s, &w->mesh, t->rank, w->out);
    fprintf(w->out, "}");
}

/* A step on one value, which becomes another; *t is its type. */
typedef void step_fn(writing *w, const char *v, grn_tensor *t, int32_t made);

static void turn_dims(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    int64_t order[GRN_MAX_RANK];
    const grn_tensor old = *t;
    for (int32_t d = 0; d < t->rank; d++)
        order[d] = d;
    random_shuffle(w->s, order, t->rank);
    fprintf(w->out, "  %%s%d = stablehlo.transpose %%%s, dims = [", made, v);
    for (int32_t d = 0; d < t->rank; d++) {
        fprintf(w->out, "%s%lld", d ? ", " : "", (long long)order[d]);
        t->shape[d] = old.shape[order[d]];
    }
    fprintf(w->out, "] : (");
    put_type(&old, w->out);
    fprintf(w->out, ") -> ");
    put_type(t, w->out);
}

static void reverse(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    fprintf(w->out, "  %%s%d = stablehlo.reverse %%%s, dims = [%s] : ", made, v, t->rank && pick(w, 2) ? "0" : "");
    put_type(t, w->out);
}

static void constrain(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    fprintf(w->out, "  %%s%d = sdy.sharding_constraint %%%s ", made, v);
    random_sharding_print(w->s, &w->mesh, t->rank, w->out);
    fprintf(w->out, " : ");
    put_type(t, w->out);
}

static void join_twice(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    const int32_t d = t->rank ? (int32_t)pick(w, (uint64_t)t->rank) : -1;
    const grn_tensor old = *t;
    if (d < 0) {
        reverse(w, v, t, made);
        return;
    }
    t->shape[d] *= 2;
    fprintf(w->out, "  %%s%d = stablehlo.concatenate %%%s, %%%s, dim = %d : (", made, v, v, d);
    put_type(&old, w->out);
    fprintf(w->out, ", ");
    put_type(&old, w->out);
    fprintf(w->out, ") -> ");
    put_type(t, w->out);
}

static void take_part(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    const grn_tensor old = *t;
    fprintf(w->out, "  %%s%d = stablehlo.slice %%%s [", made, v);
    for (int32_t d = 0; d < t->rank; d++) {
        const int64_t start = pick(w, 2) && t->shape[d] ? (int64_t)pick(w, (uint64_t)t->shape[d]) : 0;
        t->shape[d] -= start;
        fprintf(w->out, "%s%lld:%lld", d ? ", " : "", (long long)start, (long long)old.shape[d]);
    }
    fprintf(w->out, "] : (");
    put_type(&old, w->out);
    fprintf(w->out, ") -> ");
    put_type(t, w->out);
}

/* All dims as one, or with one more dim behind. */
static void reshape(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    const grn_tensor old = *t;
    if (pick(w, 2)) {
        t->rank = 1;
        t->shape[0] = grn_tensor_elements(&old);
    } else
        t->shape[t->rank++] = 1;
    fprintf(w->out, "  %%s%d = stablehlo.reshape %%%s : (", made, v);
    put_type(&old, w->out);
    fprintf(w->out, ") -> ");
    put_type(t, w->out);
}

static void spread(writing *w, const char *v, grn_tensor *t, int32_t made)
{
    const grn_tensor old = *t;
    for (int32_t d = t->rank; d > 0; d--)
        t->shape[d] = t->shape[d - 1];
    t->shape[0] = 1 + (int64_t)pick(w, 5);
    t->rank++;
    fprintf(w->out, "  %%s%d = stablehlo.broadcast_in_dim %%%s, dims = [", made, v);
    for (int32_t d = 0; d < old.rank; d++)
        fprintf(w->out, "%s%d", d ? ", " : "", d + 1);
    fprintf(w->out, "] : (");
    put_type(&old, w->out);
    fprintf(w->out, ") -> ");
    put_type(t, w->out);
}

/* A few steps; answers the number of the last value, whose name is v where there is none. */
static void put_steps(writing *w, size_t most, char *v, size_t bytes, grn_tensor *t)
{
    static step_fn *const steps[] = {turn_dims, reverse, constrain, join_twice, take_part, reshape, spread, constrain};
    for (size_t n = pick(w, most + 1); n > 0 && t->rank < 8 && grn_tensor_elements(t) < 20000; n--) {
        const int32_t made = w->next++;
        steps[pick(w, sizeof steps / sizeof *steps)](w, v, t, made);
        fprintf(w->out, "\n");
        snprintf(v, bytes, "s%d", made);
    }
}

static void put_function(writing *w)
{
    const random_case *c = w->c;
    random_names names = {.result = "r", .indices = "i0", .is_ruled = pick(w, 3) > 0};
    char operand[RANDOM_INPUTS][16], dense[RANDOM_INPUTS][16], result[RANDOM_INPUTS][16];
    grn_tensor last[RANDOM_INPUTS];
    const size_t n = c->is_scatter ? c->ninputs : 1;
    FILE *const out = w->out;
    char *body = NULL;
    size_t bytes = 0;
    random_mesh_print(&w->mesh, out);
    fprintf(out, "func.func @main(");
    for (size_t i = 0; i < c->ninputs; i++) {
        put_argument(w, "x", i, &c->operand[i].view);
        fprintf(out, ", ");
    }
    put_argument(w, "i", 0, &c->indices.view);
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++) {
        fprintf(out, ", ");
        put_argument(w, "u", i, &c->dense[i].view);
    }
    w->out = open_memstream(&body, &bytes);
    for (size_t i = 0; i < c->ninputs; i++) {
        snprintf(operand[i], sizeof operand[i], "x%zu", i);
        snprintf(dense[i], sizeof dense[i], "u%zu", i);
        if (pick(w, 4) == 0) {
            grn_tensor t = c->operand[i].view;
            const int32_t made = w->next++;
            constrain(w, operand[i], &t, made);
            fprintf(w->out, "\n");
            snprintf(operand[i], sizeof operand[i], "s%d", made);
        }
        names.operand[i] = operand[i];
        names.dense[i] = dense[i];
    }
    random_spec_print_op(c, &names, w->out);
    for (size_t i = 0; i < n; i++) {
        last[i] = c->is_scatter ? c->operand[i].view : c->dense[i].view;
        if (c->is_scatter)
            snprintf(result[i], sizeof result[i], "r#%zu", i);
        else
            snprintf(result[i], sizeof result[i], "r");
        put_steps(w, 3, result[i], sizeof result[i], &last[i]);
    }
    fclose(w->out);
    w->out = out;
    fprintf(out, ") -> (");
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s", i ? ", " : "");
        put_type(&last[i], out);
        if (pick(w, 3)) {
            fprintf(out, " {");
            random_sharding_attr(w->s, &w->mesh, last[i].rank, out);
            fprintf(out, "}");
        }
    }
    fprintf(out, ") {\n%s  return ", body);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%%%s", i ? ", " : "", result[i]);
    fprintf(out, " : ");
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s", i ? ", " : "");
        put_type(&last[i], out);
    }
    fprintf(out, "\n}\n");
    free(body);
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct counts {
    uint64_t tried, divided, on_several, failed;
} counts;

static void wrong(const char *what, uint64_t seed, const char *text, const notes *n)
{
    fprintf(stderr, "%s: seed %llu, GARNER_SEED=%llu: %s\n%s\n", what, (unsigned long long)seed,
            (unsigned long long)seed, n->first, text);
    fail();
}

static size_t inputs_of(const random_case *c, grn_tensor *inputs)
{
    size_t count = 0;
    for (size_t i = 0; i < c->ninputs; i++)
        inputs[count++] = c->operand[i].view;
    inputs[count++] = c->indices.view;
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        inputs[count++] = c->dense[i].view;
    return count;
}

/* What stands between ops as sdy's collectives is a program too, whose devices do the same. */
static void compare_agreed(const grn_module *module, size_t ninputs, const grn_tensor *inputs, const grn_results *want,
                           uint64_t seed, const char *text)
{
    notes told = {0};
    const grn_diag diag = notes_diag(&told);
    const grn_module_shard_options agreed = {.stage = GRN_SHARD_RESHARDED, .keep_recipes = seed % 2 == 0};
    grn_module *made = NULL;
    grn_results *got = NULL;
    if (grn_module_shard(module, &agreed, &diag, &made) != GRN_OK)
        wrong("does not agree", seed, text, &told);
    if (grn_module_shard_run(made, 0, ninputs, inputs, &agreed, NULL, &diag, &got) != GRN_OK)
        wrong("not run on devices once it agrees", seed, text, &told);
    if (!program_same_bits(want, got))
        wrong("other bits once it agrees", seed, text, &told);
    grn_results_destroy(got);
    grn_module_destroy(made);
}

static void compare(const grn_module *module, const random_case *c, uint64_t seed, const char *text, counts *n)
{
    grn_tensor inputs[2 * RANDOM_INPUTS + 1];
    const size_t ninputs = inputs_of(c, inputs);
    notes told = {0}, alone = {0};
    const grn_diag diag = notes_diag(&told), alone_diag = notes_diag(&alone);
    grn_results *want = NULL, *got = NULL;
    int64_t devices = 0;
    const grn_status alone_status = grn_module_run(module, 0, ninputs, inputs, NULL, &alone_diag, &want);
    const grn_module_shard_options how = {.keep_recipes = seed % 2 == 0};
    const grn_status status = grn_module_shard_run(module, 0, ninputs, inputs, &how, NULL, &diag, &got);
    /* of nothing, nothing is run */
    const bool is_empty = grn_tensor_elements(&c->dense[0].view) == 0 || grn_tensor_elements(&c->operand[0].view) == 0;
    if (status != alone_status && !(is_empty && status == GRN_OK))
        wrong(status == GRN_OK ? "runs on devices, and not alone" : "not run on devices", seed, text,
              status == GRN_OK ? &alone : &told);
    if (alone_status != GRN_OK) {
        n->failed++;
        grn_results_destroy(got);
        return;
    }
    if (!program_same_bits(want, got))
        wrong("other bits", seed, text, &told);
    if (seed % 4 == 0)
        compare_agreed(module, ninputs, inputs, want, seed, text);
    assert_int_equal(grn_module_shard_devices(module, 0, NULL, &devices), GRN_OK);
    n->divided++;
    n->on_several += devices > 1;
    grn_results_destroy(want);
    grn_results_destroy(got);
}

static void try_seed(uint64_t seed, bool is_scatter, counts *n)
{
    uint64_t state = seed;
    const random_source s = random_from_seed(&state);
    random_case *c = random_case_create(s, is_scatter);
    char *text = NULL;
    size_t bytes = 0;
    grn_module *module = NULL;
    assert_non_null(c);
    random_mesh other;
    writing w = {.s = s, .c = c, .mesh = random_meshes_make(s, &other), .out = open_memstream(&text, &bytes)};
    put_function(&w);
    fclose(w.out);
    const grn_module_options options = {.allow_nonunique_scatter = true};
    notes read = {0};
    const grn_diag diag = notes_diag(&read);
    n->tried++;
    if (grn_module_parse(text, bytes, &options, &diag, &module) == GRN_OK && grn_module_verify(module, &diag) == GRN_OK)
        compare(module, c, seed, text, n);
    else if (getenv("GARNER_SEED") && !getenv("GARNER_RANDOM_CASES"))
        fprintf(stderr, "%s\n%s", read.first, text);
    grn_module_destroy(module);
    random_case_destroy(c);
    free(text);
}

static void all(bool is_scatter)
{
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases =
        getenv("GARNER_SEED") && !getenv("GARNER_RANDOM_CASES") ? 1 : test_count("GARNER_RANDOM_CASES", 400);
    counts n = {0};
    for (uint64_t i = 0; i < cases; i++)
        try_seed(seed + i, is_scatter, &n);
    printf("%s: %llu of %llu divided, %llu over several devices, %llu fail alone and so divided\n",
           is_scatter ? "scatters" : "gathers", (unsigned long long)n.divided, (unsigned long long)n.tried,
           (unsigned long long)n.on_several, (unsigned long long)n.failed);
    if (cases > 100)
        assert_true(n.on_several > n.tried / 4);
}

static void random_gathers(void **state)
{
    (void)state;
    all(false);
}

static void random_scatters(void **state)
{
    (void)state;
    all(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_gathers), cmocka_unit_test(random_scatters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
