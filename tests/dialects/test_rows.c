/*
 * test_rows.c - walks every op row of every dialect.
 *
 * Each row names its source, says in a line what it does, has exactly one meaning or says why none,
 * and occurs in a sample program under tests/ops, tests/rows, tests/open or examples. Every sample
 * parses, prints, parses again and prints the same text, in both forms; and the generic form parses
 * back to what the pretty form says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <dirent.h>

#include "dialects/dialects.h"
#include "garner/garner.h"
#include "support/text.h"

static const char *current_sample;
static bool others_too; /* ops without a row */

static void report(void *user, const grn_diagnostic *d)
{
    (void)user;
    print_error("%s:%u:%u: %s\n", current_sample, (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}

static grn_module *parse(const char *bytes, size_t n)
{
    grn_module *m = NULL;
    grn_diag diag = {report, NULL};
    const grn_module_options options = {.allow_unregistered = others_too};
    if (grn_module_parse(bytes, n, &options, &diag, &m) != GRN_OK)
        fail_msg("%s does not parse:\n%.*s", current_sample, (int)n, bytes);
    return m;
}

/* ---- which ops occur ------------------------------------------------------------------------- */

#define MAX_SEEN 4096
static const grn_op_def *seen[MAX_SEEN];
static size_t nseen;

static void note_seen(const grn_op_def *def)
{
    for (size_t i = 0; i < nseen; i++)
        if (seen[i] == def)
            return;
    assert_true(nseen < MAX_SEEN);
    seen[nseen++] = def;
}

static void walk(const grn_op *op)
{
    if (op->def)
        note_seen(op->def);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                walk(inner);
}

static void note_ops_of(const char *bytes, size_t n)
{
    grn_ir ir;
    assert_int_equal(grn_ir_init(&ir, grn_dialects, NULL), GRN_OK);
    assert_int_equal(grn_text_parse(&ir, bytes, n, &(grn_parse_options){.allow_unregistered = others_too}, NULL),
                     GRN_OK);
    walk(ir.top);
    grn_ir_destroy(&ir);
}

/* ---- round trips ----------------------------------------------------------------------------- */

static void assert_same_text(const grn_text_buffer *a, const grn_text_buffer *b, const char *claim)
{
    if (strcmp(a->text, b->text) != 0)
        fail_msg("%s: %s\n---- one\n%s\n---- other\n%s", current_sample, claim, a->text, b->text);
}

static void round_trip(const char *bytes, size_t n)
{
    grn_module *first = parse(bytes, n);
    grn_text_buffer pretty = text_of_module(first, false), generic = text_of_module(first, true);
    grn_module *from_pretty = parse(pretty.text, pretty.size_bytes),
               *from_generic = parse(generic.text, generic.size_bytes);
    grn_text_buffer pretty_again = text_of_module(from_pretty, false),
                    generic_again = text_of_module(from_generic, true);
    grn_text_buffer pretty_of_generic = text_of_module(from_generic, false);
    assert_same_text(&pretty, &pretty_again, "pretty form prints differently after a round trip");
    assert_same_text(&generic, &generic_again, "generic form prints differently after a round trip");
    assert_same_text(&pretty, &pretty_of_generic, "generic form does not parse to the same module");
    grn_text_buffer *all[] = {&pretty, &generic, &pretty_again, &generic_again, &pretty_of_generic};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        grn_text_buffer_free(all[i]);
    grn_module_destroy(first);
    grn_module_destroy(from_pretty);
    grn_module_destroy(from_generic);
    note_ops_of(bytes, n);
}

static void sample_parts(grn_text_buffer *t)
{
    char *at = t->text;
    while (at) {
        char *cut = strstr(at, "\n// -----");
        round_trip(at, cut ? (size_t)(cut - at) : strlen(at));
        at = cut ? strchr(cut + 1, '\n') : NULL;
    }
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

/* Every .mlir file of a folder and the folders in it. */
static size_t sample_folder(const char *folder)
{
    char path[1024];
    size_t count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        return 0;
    for (struct dirent *e; (e = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!ends_in(e->d_name, ".mlir")) {
            count += e->d_name[0] != '.' ? sample_folder(path) : 0;
            continue;
        }
        current_sample = path;
        grn_text_buffer t = text_of_file(path);
        sample_parts(&t);
        grn_text_buffer_free(&t);
        count++;
    }
    closedir(dir);
    return count;
}

static void samples_survive_round_trips(void **state)
{
    (void)state;
    assert_true(sample_folder(GARNER_SOURCE_DIR "/tests/ops") > 0);
    assert_true(sample_folder(GARNER_SOURCE_DIR "/examples") > 0);
    assert_true(sample_folder(GARNER_SOURCE_DIR "/tests/rows") > 0);
    others_too = true;
    assert_true(sample_folder(GARNER_SOURCE_DIR "/tests/open") > 0);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define LONGEST_SUMMARY 90

static void check_row(const grn_op_def *def, size_t *missing)
{
    int meanings = (def->to_spec != NULL) + (def->element != NULL) + (def->element_of != NULL) + (def->eval != NULL) +
                   (def->no_meaning != NULL);
    bool occurs = false;
    for (size_t i = 0; i < nseen; i++)
        occurs |= seen[i] == def;
    if (!def->source || !*def->source)
        fail_msg("%s names no source", def->name);
    if (!def->summary || !*def->summary || strlen(def->summary) > LONGEST_SUMMARY || strchr(def->summary, '\n'))
        fail_msg("%s does not say in a line what it does", def->name);
    if (meanings != 1)
        fail_msg("%s has %d meanings", def->name, meanings);
    if (!occurs) {
        print_error("%s occurs in no sample program\n", def->name);
        ++*missing;
    }
}

static void every_row_is_whole(void **state)
{
    (void)state;
    size_t missing = 0, rows = 0;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *def = *table; def->name; def++, rows++)
                check_row(def, &missing);
    assert_true(rows > 80);
    assert_int_equal(missing, 0);
}

/* docs/operations.md is the list a person reads: every row is in it. */
static void every_row_is_documented(void **state)
{
    (void)state;
    grn_text_buffer t = text_of_file(GARNER_SOURCE_DIR "/docs/operations.md");
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *def = *table; def->name; def++) {
                char quoted[128];
                snprintf(quoted, sizeof quoted, "`%s`", def->name);
                if (!strstr(t.text, quoted))
                    fail_msg("%s is not in docs/operations.md", def->name);
            }
    grn_text_buffer_free(&t);
}

static bool has_attr(const grn_op_def *def, const char *name)
{
    for (const grn_attr_def *a = def->attrs; a && a->name; a++)
        if (strcmp(a->name, name) == 0)
            return true;
    return false;
}

static const char *port_at(const grn_op_def *def, size_t i)
{
    for (const grn_port *port = def->operands; port && port->name; port++)
        if (i-- == 0)
            return port->name;
    return "";
}

/* The RFC's SubsetOpInterface: which ops read or write a subset, of which operand, and where. */
static void subsets_are_what_the_rfc_names(void **state)
{
    static const struct {
        const char *op, *container, *written, *place;
        grn_subset_access access;
    } ops[] = {{"tensor.gather", "source", NULL, "indices", GRN_SUBSET_READS},
               {"tensor.scatter", "dest", "source", "indices", GRN_SUBSET_WRITES},
               {"gather", "source", NULL, "indices", GRN_SUBSET_READS},
               {"scatter", "dest", "source", "indices", GRN_SUBSET_WRITES},
               {"tensor.extract_slice", "source", NULL, "offsets", GRN_SUBSET_READS},
               {"tensor.insert_slice", "dest", "source", "offsets", GRN_SUBSET_WRITES},
               {"tensor.parallel_insert_slice", "dest", "source", "offsets", GRN_SUBSET_WRITES},
               {"tensor.extract", "tensor", NULL, "indices", GRN_SUBSET_READS},
               {"tensor.insert", "dest", "scalar", "indices", GRN_SUBSET_WRITES},
               {"memref.subview", "source", NULL, "offsets", GRN_SUBSET_READS},
               {"memref.load", "memref", NULL, "indices", GRN_SUBSET_READS},
               {"memref.store", "memref", "value", "indices", GRN_SUBSET_WRITES}};
    size_t found = 0;
    (void)state;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *def = *table; def->name; def++) {
                const grn_subset *s = &def->subset;
                size_t i = 0;
                if (s->access == GRN_SUBSET_NONE)
                    continue;
                while (i < GRN_COUNT(ops) && strcmp(ops[i].op, def->name) != 0)
                    i++;
                assert_true(i < GRN_COUNT(ops));
                assert_int_equal(s->access, ops[i].access);
                assert_string_equal(port_at(def, s->container), ops[i].container);
                assert_string_equal(port_at(def, s->place), ops[i].place);
                if (ops[i].written)
                    assert_string_equal(port_at(def, s->written), ops[i].written);
                for (const char *const *where = s->where; *where; where++)
                    assert_true(has_attr(def, *where));
                assert_true(!s->distinct || has_attr(def, s->distinct));
                found++;
            }
    assert_int_equal(found, GRN_COUNT(ops));
}

/* The words of a dialect are about ops that it has; its last row is about all others. */
static void words_are_of_ops_that_there_are(void **state)
{
    (void)state;
    int found = 0;
    for (const grn_dialect *const *d = grn_dialects; *d; d++) {
        const grn_access_words *words = (*d)->words;
        for (; words && words->op; words++, found++) {
            bool is_there = false;
            for (const grn_op_def *const *table = (*d)->ops; *table; table++)
                for (const grn_op_def *def = *table; def->name; def++)
                    is_there |= strcmp(def->name, words->op) == 0;
            if (!is_there)
                fail_msg("%s has words, and is no op of %s", words->op, (*d)->name);
        }
    }
    assert_true(found >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_survive_round_trips),
                                       cmocka_unit_test(every_row_is_whole), cmocka_unit_test(every_row_is_documented),
                                       cmocka_unit_test(words_are_of_ops_that_there_are),
                                       cmocka_unit_test(subsets_are_what_the_rfc_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
