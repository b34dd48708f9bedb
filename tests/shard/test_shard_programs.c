/*
 * test_shard_programs.c - random programs of many ops, values of which are sharded at random: run
 * by one process and on the devices of a random mesh, to the bit the same, or refused for an op
 * that says why.
 *
 * GARNER_RANDOM_CASES: how many (400). GARNER_SEED: where to begin; a failure prints its seed and
 * the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "generate.h"
#include "inputs.h"
#include "interp/interp.h"
#include "shard/part.h"
#include "support/programs.h"
#include "support/random_mesh.h"

enum { ENTROPY = 192 };

/* ---- shardings ------------------------------------------------------------------------------- */

static grn_division *random_division(random_source s, grn_sharder *sh, const grn_type *type)
{
    grn_division *d = grn_division_new(sh->w.ir, type);
    const grn_part_view *view = &sh->mesh.views[s.next(s.user, (uint64_t)sh->mesh.nviews)];
    int64_t order[GRN_PART_MOST_AXES];
    assert_non_null(d);
    d->view = (int32_t)(view - sh->mesh.views);
    for (int32_t i = 0; i < view->naxes; i++)
        order[i] = view->first + i;
    random_shuffle(s, order, view->naxes);
    for (int32_t i = 0; d->rank && i < view->naxes; i++) {
        const uint64_t dim = s.next(s.user, (uint64_t)d->rank + 1);
        if (dim < (uint64_t)d->rank)
            grn_part_push(&d->dims[dim].axes, (int32_t)order[i]);
    }
    return d;
}

/* Of an op's results, now and then. */
static void shard_op(random_source s, grn_sharder *sh, grn_op *op)
{
    const grn_attr *items[16];
    if (op->nresults == 0 || op->nresults > 16 || s.next(s.user, 3))
        return;
    for (size_t i = 0; i < op->nresults; i++) {
        if (!grn_type_is_tensor(op->results[i].type))
            return;
        items[i] = grn_division_attr(sh->w.ir, &sh->mesh, random_division(s, sh, op->results[i].type));
    }
    const grn_field field = {.present = true, .value = grn_attr_array(sh->w.ir, op->nresults, items)};
    assert_true(grn_op_set_attr(sh->w.ir, op, GRN_STR("sdy.sharding"),
                                grn_attr_struct(sh->w.ir, &grn_sdy_shardings_attr, &field)));
}

/* Some later uses of `v` are of `to`. */
static void use_instead(random_source s, grn_value *v, grn_value *to)
{
    for (grn_op *op = to->def->next; op; op = op->next)
        for (size_t i = 0; i < op->noperands; i++)
            if (op->operands[i] == v && s.next(s.user, 2))
                grn_op_set_operand(op, i, to);
}

static grn_value *make_behind(grn_sharder *sh, const char *name, grn_value *v, const char *attr, const grn_attr *value)
{
    return grn_make_before(sh->w.ir, v->def->next,
                           &(grn_make){.op = name,
                                       .noperands = 1,
                                       .operands = &v,
                                       .type = v->type,
                                       .nattrs = 1,
                                       .attrs = &(grn_new_attr){attr, value}});
}

/* Behind an op's result now and then a constraint, or a barrier. */
static void constrain_op(random_source s, grn_sharder *sh, grn_op *op)
{
    if (op->nresults != 1 || !grn_part_divides(op->results[0].type) || s.next(s.user, 5))
        return;
    grn_value *v = &op->results[0], *made;
    if (s.next(s.user, 3)) {
        const grn_attr *sharding = grn_division_attr(sh->w.ir, &sh->mesh, random_division(s, sh, v->type));
        made = make_behind(sh, "sdy.sharding_constraint", v, "sharding", sharding);
    } else {
        const grn_type *i32 = grn_type_integer(sh->w.ir, 32, GRN_SIGNLESS);
        made = make_behind(sh, "sdy.propagation_barrier", v, "allowed_direction",
                           grn_attr_integer(sh->w.ir, i32, (int64_t)s.next(s.user, 3)));
    }
    assert_non_null(made);
    use_instead(s, v, made);
}

static void shard_values(random_source s, grn_sharder *sh, const char *name, size_t n, const grn_type *const *types)
{
    grn_division *divisions[64];
    assert_true(n <= 64);
    for (size_t i = 0; i < n; i++)
        divisions[i] = random_division(s, sh, types[i]);
    assert_true(grn_part_write_values(sh, name, n, divisions));
}

static void shard_function(random_source s, grn_module *module, const grn_function *f)
{
    grn_op *op = (grn_op *)f->op;
    grn_sharder sh = {.w = {.ir = &module->ir, .at = op}, .function = op, .block = op->regions[0].first};
    assert_int_equal(grn_part_mesh_of(&module->ir, module->ir.top, NULL, &sh.mesh), GRN_OK);
    shard_values(s, &sh, "arg_attrs", f->type->inputs, f->type->members);
    if (s.next(s.user, 2))
        shard_values(s, &sh, "res_attrs", f->type->count - f->type->inputs, f->type->members + f->type->inputs);
    for (grn_op *inner = sh.block->first; inner != sh.block->last; inner = inner->next)
        shard_op(s, &sh, inner);
    for (grn_op *inner = sh.block->first, *next; inner != sh.block->last; inner = next) {
        next = inner->next;
        constrain_op(s, &sh, inner);
    }
}

/* ---- one program ----------------------------------------------------------------------------- */

typedef struct counts {
    uint64_t tried, divided, refused;
} counts;

static void wrong(const char *what, uint64_t seed, const grn_module *module, const notes *n)
{
    fprintf(stderr, "%s: GARNER_SEED=%llu: %s\n", what, (unsigned long long)seed, n->first);
    program_show("the program", module);
    fail();
}

/* The program behind a mesh, and a function that no one calls, by which its axes are known. */
static char *write_program(entropy *e, random_source s, size_t *bytes)
{
    char *made = NULL, *body;
    size_t n;
    FILE *out = open_memstream(&made, bytes);
    random_mesh other;
    const random_mesh mesh = random_meshes_make(s, &other);
    random_mesh_print(&mesh, out);
    fprintf(out, "func.func private @of_mesh(");
    for (int i = 0; i < 3; i++) {
        fprintf(out, "%s%%x%d: tensor<4x4xf32> {", i ? ", " : "", i);
        random_sharding_attr(s, &mesh, 2, out);
        fprintf(out, "}");
    }
    fprintf(out, ") -> tensor<4x4xf32> {\n  return %%x0 : tensor<4x4xf32>\n}\n");
    body = generate_program(e, &n);
    assert_non_null(body);
    fwrite(body, 1, n, out);
    free(body);
    fclose(out);
    return made;
}

static size_t public_function(const grn_module *module)
{
    size_t i = 0;
    while (i < module->nfunctions && !module->functions[i].is_public)
        i++;
    return i;
}

static void compare(const grn_module *module, size_t function, const inputs *in, uint64_t seed, counts *n)
{
    const grn_run_options options = {.max_memory_bytes = 1 << 28, .max_steps = 1 << 26};
    notes told = {0};
    const grn_diag diag = notes_diag(&told);
    grn_results *want = NULL, *got = NULL;
    if (grn_module_run(module, function, in->count, in->view, &options, NULL, &want) != GRN_OK)
        return;
    n->tried++;
    const grn_module_shard_options how = {.keep_recipes = seed % 2 == 0};
    const grn_status status = grn_module_shard_run(module, function, in->count, in->view, &how, NULL, &diag, &got);
    if (status != GRN_OK && !(status == GRN_E_UNSUPPORTED && strstr(told.first, "cannot be divided")))
        wrong("not run on devices", seed, module, &told);
    if (status == GRN_OK && !program_same_bits(want, got))
        wrong("other bits", seed, module, &told);
    grn_module *agreed = NULL;
    if (seed % 4 == 0 && status == GRN_OK &&
        grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_RESHARDED}, &diag, &agreed) != GRN_OK)
        wrong("does not agree", seed, module, &told);
    grn_module_destroy(agreed);
    n->divided += status == GRN_OK;
    n->refused += status != GRN_OK;
    grn_results_destroy(want);
    grn_results_destroy(got);
}

/* Read anew, as ops have come in. */
static grn_module *again(grn_module *module)
{
    static program_text written;
    const grn_sink sink = {program_append, &written};
    grn_module *made = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    written.n = 0;
    grn_ir_refresh(&module->ir);
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
    grn_module_destroy(module);
    if (grn_module_parse(written.at, strlen(written.at), NULL, &diag, &made) != GRN_OK ||
        grn_module_verify(made, &diag) != GRN_OK)
        fail_msg("%s\n%s", n.first, written.at);
    return made;
}

static void try_seed(uint64_t seed, counts *n)
{
    uint64_t state = seed;
    uint8_t bytes[ENTROPY];
    const random_source s = random_from_seed(&state);
    for (size_t i = 0; i < ENTROPY; i++)
        bytes[i] = (uint8_t)s.next(s.user, 256);
    entropy e;
    inputs in;
    size_t count;
    grn_module *module = NULL;
    entropy_init(&e, bytes, sizeof bytes);
    char *program = write_program(&e, s, &count);
    if (grn_module_parse(program, count, NULL, NULL, &module) == GRN_OK && grn_module_verify(module, NULL) == GRN_OK) {
        const size_t function = public_function(module);
        const bool made = inputs_make(&e, module, function, &in);
        if (made) {
            shard_function(s, module, &module->functions[function]);
            module = again(module);
            compare(module, function, &in, seed, n);
        }
        inputs_release(&in);
    }
    grn_module_destroy(module);
    free(program);
}

static void random_programs(void **state)
{
    (void)state;
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases =
        getenv("GARNER_SEED") && !getenv("GARNER_RANDOM_CASES") ? 1 : test_count("GARNER_RANDOM_CASES", 400);
    counts n = {0};
    for (uint64_t i = 0; i < cases; i++)
        try_seed(seed + i, &n);
    printf("%llu of %llu divided, %llu refused\n", (unsigned long long)n.divided, (unsigned long long)n.tried,
           (unsigned long long)n.refused);
    if (cases > 100)
        assert_true(n.divided > n.tried / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
