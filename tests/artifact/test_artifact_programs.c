/*
 * test_artifact_programs.c - programs written as artifacts of every version, and read again.
 *
 * The programs of tests/ops and examples without their checks, which are no StableHLO, and random
 * gathers and scatters: what is read is what was written, in every version that can say it, and the
 * present one can say all. A default that a program spells out is left out in what is read, as
 * upstream leaves it out: such programs are compared once they have gone through an artifact.
 */
#include "artifact/artifact_test.h"
#include "support/corpus.h"

/* ---- programs of files ----------------------------------------------------------------------- */

static void erase_checks(grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first, *next; inner; inner = next) {
                next = inner->next;
                if (inner->name.n > 6 && memcmp(inner->name.text, "check.", 6) == 0)
                    grn_op_erase(inner);
                else
                    erase_checks(inner);
            }
}

/* Parsed from its own text again, so that it is as any other. NULL: no program of StableHLO's. */
static grn_module *without_checks(const char *text)
{
    grn_module *m, *made;
    if (grn_module_parse(text, strlen(text), NULL, NULL, &m) != GRN_OK)
        return NULL;
    erase_checks(m->ir.top);
    grn_ir_refresh(&m->ir);
    grn_vec plain = printed(m);
    grn_module_destroy(m);
    if (grn_module_parse(plain.items, plain.count, NULL, NULL, &made) == GRN_OK &&
        grn_module_verify(made, NULL) != GRN_OK) {
        grn_module_destroy(made);
        made = NULL;
    }
    grn_vec_destroy(&plain);
    return made;
}

static bool has_batching(const grn_module *m) { return grn_artifact_needs_expanding(&m->ir, GRN_VHLO_MINIMUM); }

static grn_module *through_artifact(const char *claim, const grn_module *m)
{
    notes n = {0};
    grn_vec bytes;
    grn_status status = written(m, NULL, &n, &bytes);
    grn_module *back = status == GRN_OK ? read_back(claim, "current", &bytes) : NULL;
    grn_vec_destroy(&bytes);
    return back;
}

/* Where a version has no batching dims, they are written out. NULL: that cannot be done. */
static grn_module *expanded(const char *claim, const grn_module *m)
{
    grn_module *made, *back = NULL;
    if (grn_module_expand_batching(m, NULL, &made) == GRN_OK)
        back = through_artifact(claim, made);
    grn_module_destroy(made);
    return back;
}

static void check_same(const char *claim, const char *version, const grn_module *want, const grn_vec *bytes)
{
    grn_module *back = read_back(claim, version, bytes);
    grn_vec before = printed(want), after = printed(back);
    if (strcmp(before.items, after.items) != 0)
        fail_msg("%s, version %s:\n%s\nbecame\n%s", claim, version, (char *)before.items, (char *)after.items);
    grn_vec_destroy(&before);
    grn_vec_destroy(&after);
    grn_module_destroy(back);
}

/* Of a module that has come from an artifact: every version that can say it says it. How many
 * can. */
static size_t goes_round(const char *claim, const grn_module *m)
{
    size_t said = 0;
    grn_module *plain = has_batching(m) ? expanded(claim, m) : NULL;
    for (size_t v = 0; v < GRN_COUNT(all_versions); v++) {
        notes n = {0};
        grn_vec bytes;
        grn_artifact_version number;
        grn_status status = written(m, all_versions[v], &n, &bytes);
        assert_true(grn_artifact_version_read(all_versions[v], strlen(all_versions[v]), &number));
        if (status == GRN_OK)
            check_same(claim, all_versions[v], plain && number < GRN_VHLO_BATCHING ? plain : m, &bytes);
        else if (status != GRN_E_UNSUPPORTED || n.errors == 0 || bytes.count)
            fail_msg("%s, version %s: %s, %zu bytes: %s", claim, all_versions[v], grn_status_name(status), bytes.count,
                     n.first);
        said += status == GRN_OK;
        grn_vec_destroy(&bytes);
    }
    grn_module_destroy(plain);
    return said;
}

static size_t program_goes_round(const char *claim, const grn_module *m)
{
    grn_module *back = m ? through_artifact(claim, m) : NULL;
    size_t said = back ? goes_round(claim, back) : 0;
    grn_module_destroy(back);
    return said;
}

static size_t file_goes_round(const corpus_program *p)
{
    grn_module *m = without_checks(p->text);
    size_t said = program_goes_round(p->name, m);
    grn_module_destroy(m);
    return said;
}

static void programs_of_files_come_back(void **state)
{
    corpus c = {0};
    size_t programs = 0;
    (void)state;
    corpus_add(&c, "tests/ops/stablehlo");
    corpus_add(&c, "examples");
    for (size_t i = 0; i < c.count; i++)
        programs += test_takes(i, TEST_ONE_IN) && file_goes_round(&c.programs[i]) > 0;
    corpus_free(&c);
    if (programs < 30 / TEST_ONE_IN)
        fail_msg("%zu programs only are StableHLO's", programs);
}

/* ---- random programs ------------------------------------------------------------------------- */

#define PROGRAMS 2000

static void random_programs_come_back(void **state)
{
    uint64_t seed = test_setting("GARNER_SEED", 1), count = test_count("GARNER_PROGRAMS", PROGRAMS), made = 0;
    (void)state;
    for (uint64_t i = 0; made < count && i < 4 * count; i++) {
        uint64_t state_of_case = seed + i;
        random_case *c = random_case_create(random_from_seed(&state_of_case), i % 2);
        grn_module *m = c ? program_parse(c) : NULL;
        char claim[64];
        snprintf(claim, sizeof claim, "seed %llu", (unsigned long long)(seed + i));
        if (m && grn_module_verify(m, NULL) == GRN_OK) {
            if (program_goes_round(claim, m) < 3)
                fail_msg("%s: can be said in fewer than three versions", claim);
            made++;
        }
        grn_module_destroy(m);
        random_case_destroy(c);
    }
    assert_int_equal(made, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs_of_files_come_back),
                                       cmocka_unit_test(random_programs_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
