/*
 * test_reference.c - what `garner ops` and `garner rule` show: every op has a program that has it,
 * and runs if the op does; every rule that the files of tests/rules name is explained, and its
 * program breaks it.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli.h"
#include "reference.h"

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    print_error("  %u:%u: %s\n", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}
static const grn_diag heard = {hear, NULL};

/* ---- ops ------------------------------------------------------------------------------------- */

static void every_op_has_a_program(void **state)
{
    grn_operation op;
    (void)state;
    for (size_t i = 0; grn_operation_at(i, &op); i++)
        if (!op_example(op.name))
            fail_msg("no program of tests/ has %s", op.name);
}

/* Whether the text has the name, and not as a part of another. */
static bool names(const char *text, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if (at != text && strchr("\" \n", at[-1]) && strchr("\" (\n", at[n]))
            return true;
    return false;
}

/* In generic form, which some ops share with their short one. */
static bool has_op(const grn_module *m, const char *name)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    assert_int_equal(grn_module_print(m, &(grn_module_print_options){.generic = true}, &sink), GRN_OK);
    const bool found = text.text && names(text.text, name);
    grn_text_buffer_free(&text);
    return found || strcmp(name, "builtin.module") == 0;
}

static grn_status run_all(const grn_module *m)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < grn_module_functions(m); i++) {
        grn_function_info f;
        grn_results *results = NULL;
        assert_int_equal(grn_module_function(m, i, &f), GRN_OK);
        if (!f.is_public || !f.has_body || f.ninputs > 0)
            continue;
        status = grn_module_run(m, i, 0, NULL, NULL, &heard, &results);
        grn_results_destroy(results);
    }
    return status;
}

static void check_example(const grn_operation *op)
{
    const char *text = op_example(op->name);
    const grn_module_options options = {.allow_unregistered = op->not_run != NULL};
    grn_module *m = NULL;
    if (grn_module_parse(text, strlen(text), &options, &heard, &m) != GRN_OK || grn_module_verify(m, &heard) != GRN_OK)
        fail_msg("the program of %s is not right:\n%s", op->name, text);
    if (!has_op(m, op->name))
        fail_msg("the program of %s does not have it:\n%s", op->name, text);
    if (!op->not_run && run_all(m) != GRN_OK)
        fail_msg("the program of %s does not run:\n%s", op->name, text);
    grn_module_destroy(m);
}

static void examples_run(void **state)
{
    grn_operation op;
    (void)state;
    for (size_t i = 0; grn_operation_at(i, &op); i++)
        check_example(&op);
}

/* ---- rules ----------------------------------------------------------------------------------- */

static const rule_words *words_of(const char *section, const char *rule)
{
    for (const rule_words *row = rule_meanings; row->rule; row++)
        if (strcmp(row->rule, rule) == 0 && (!row->section || strcmp(row->section, section) == 0))
            return row;
    return NULL;
}

static void every_broken_rule_has_words(void **state)
{
    (void)state;
    for (const program_row *row = rule_programs; row->name; row++)
        if (!words_of(row->name, row->rule))
            fail_msg("cli/rule_words.c does not say what rule %s of the %s is", row->rule, row->name);
}

static void words_are_of_rules(void **state)
{
    (void)state;
    for (const rule_words *row = rule_meanings; row->rule; row++) {
        grn_operation op;
        bool is_of_an_op = row->section == NULL;
        for (size_t i = 0; !is_of_an_op && grn_operation_at(i, &op); i++)
            is_of_an_op = rule_is_of(row, op.source, op.source_bytes);
        if (!is_of_an_op)
            fail_msg("cli/rule_words.c: no op has a section %s", row->section);
        if (words_of(row->section ? row->section : "", row->rule) != row)
            fail_msg("cli/rule_words.c has rule %s of the %s twice", row->rule, row->section ? row->section : "list");
        if (!row->section && !rule_system_of(row->rule))
            fail_msg("cli/rule_words.c does not say whose rule %s is", row->rule);
    }
}

typedef struct search {
    char note[512];
    bool noted;
    size_t errors;
} search;

static void look(void *user, const grn_diagnostic *d)
{
    search *s = user;
    s->errors += d->severity == GRN_SEVERITY_ERROR;
    s->noted |= strstr(d->message, s->note) != NULL;
}

/* Each program gets an error; and, but where no message ever names the rule, a note that does. */
static void programs_break_their_rules(void **state)
{
    size_t noted = 0, all = 0;
    (void)state;
    for (const program_row *row = rule_programs; row->name; row++, all++) {
        const char *text = programs[row->number];
        search s = {.errors = 0};
        const grn_diag diag = {look, &s};
        grn_module *m = NULL;
        snprintf(s.note, sizeof s.note, "rule %s of the %s", row->rule, row->name);
        if (grn_module_parse(text, strlen(text), NULL, &diag, &m) == GRN_OK && grn_module_verify(m, &diag) == GRN_OK)
            fail_msg("the program of rule %s of the %s is fine:\n%s", row->rule, row->name, text);
        assert_true(s.errors > 0);
        noted += s.noted;
        grn_module_destroy(m);
    }
    assert_true(all > 400 && noted > 300);
}

/* ---- every rule that a message names, asked -------------------------------------------------- */

static size_t nasked;

/* The command, with its output thrown away. */
static int ask(const char *text)
{
    common c = {.command = "rule", .file = text, .files = {&text, 1}};
    nasked++;
    return find_command("rule")->code->run(&c, NULL);
}

/* "rule C21 of the StableHLO spec, gather" between the braces of a note. */
static void ask_notes(char *text)
{
    for (char *at = strstr(text, "{{rule "), *end; at; at = strstr(end, "{{rule ")) {
        end = strstr(at, "}}");
        assert_non_null(end);
        *end = '\0';
        end[1] = '\0';
        at[2 + strcspn(at + 2, ":")] = '\0'; /* more is said behind it */
        if (strstr(at, " of the ") && ask(at + 2) != EXIT_FINE)
            fail_msg("garner rule '%s' does not answer", at + 2);
        end += 2;
    }
}

static void ask_folder(const char *folder)
{
    static char text[1 << 20];
    char path[1024];
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *e; (e = readdir(open)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] == '.')
            continue;
        if (!strchr(e->d_name, '.')) {
            ask_folder(path);
            continue;
        }
        FILE *f = fopen(path, "rb");
        assert_non_null(f);
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
        ask_notes(text);
    }
    closedir(open);
}

static void every_noted_rule_is_explained(void **state)
{
    (void)state;
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen("/dev/null", "w", stdout));
    ask_folder(GARNER_SOURCE_DIR "/tests/rules");
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(nasked > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_has_a_program),      cmocka_unit_test(examples_run),
        cmocka_unit_test(every_broken_rule_has_words), cmocka_unit_test(words_are_of_rules),
        cmocka_unit_test(programs_break_their_rules),  cmocka_unit_test(every_noted_rule_is_explained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
