/*
 * test_facets.c - the lists of ops against the layers, both ways.
 *
 * Every row of StableHLO and CHLO is a line of its ops.def, and every line is of a row. What a line
 * says that a layer has, it has; what a line gives a reason for, it has not, and the reason holds
 * where it can be looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "convert/steps.h"
#include "emit/emit.h"
#include "grad/rules.h"
#include "lower/steps.h"
#include "passes/range.h"
#include "rows/ops_list.h"
#include "shard/rows.h"
#include "shard/rule_factors.h"
#include "source/source.h"

static size_t faults;

static void fault(const grn_op_def *def, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_error("%s: %s\n", def->name, text);
    faults++;
}

static void each_row(void (*check)(const grn_dialect *dialect, const grn_op_def *def))
{
    faults = 0;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *def = *table; def->name; def++)
                check(*d, def);
    assert_int_equal(faults, 0);
}

/* ---- rows and lines -------------------------------------------------------------------------- */

static const grn_op_def *row_of_line[GRN_OPS];

/* "stablehlo.cross-replica-sum" is cross_replica_sum in its list. */
static bool is_name_of(const ops_line *line, const char *name)
{
    const size_t n = strlen(line->dialect);
    bool same = strncmp(name, line->dialect, n) == 0 && name[n] == '.' && strlen(name + n + 1) == strlen(line->op);
    for (const char *a = name + n + 1, *b = line->op; same && *a; a++, b++)
        same = *a == *b || (*a == '-' && *b == '_');
    return same;
}

static void check_number(const grn_dialect *dialect, const grn_op_def *def)
{
    const ops_line *line = ops_line_of(def);
    if (!line && (strcmp(dialect->name, "stablehlo") == 0 || strcmp(dialect->name, "chlo") == 0))
        fault(def, "its row has no number: dialects/%s/ops.def has no line for it, or .name is no GRN_NAME",
              dialect->name);
    if (line && !is_name_of(line, def->name))
        fault(def, "its row has the number of %s.%s", line->dialect, line->op);
    if (line && row_of_line[line->number])
        fault(def, "its number is also that of %s", row_of_line[line->number]->name);
    if (line)
        row_of_line[line->number] = def;
}

static void rows_are_lines(void **state)
{
    (void)state;
    memset(row_of_line, 0, sizeof row_of_line);
    each_row(check_number);
    for (size_t i = 0; i < GRN_COUNT(ops_lines); i++) {
        const ops_line *line = &ops_lines[i], *before = i ? line - 1 : NULL;
        assert_int_equal(line->number, i + 1);
        if (!row_of_line[line->number])
            fail_msg("ops.def has a line for %s.%s, which has no row", line->dialect, line->op);
        if (before && strcmp(before->dialect, line->dialect) == 0 && strcmp(before->op, line->op) >= 0)
            fail_msg("ops.def: %s.%s stands behind %s", line->dialect, line->op, before->op);
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

static grn_op op_of(const grn_op_def *def) { return (grn_op){.def = def, .name = {def->name, strlen(def->name)}}; }

static bool is_lowered(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    const grn_lower_row *row = grn_lower_row_of(&op);
    return row && row != &grn_lower_upstream_row;
}

static bool is_differentiated(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    const grn_grad_rule *rule = grn_grad_find_rule(&op);
    return rule && (!rule->refused || rule->jvp);
}

static bool has_rule(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    const grn_rule_row *row = grn_rule_row_of(&op);
    return row && row->make;
}

static bool may_be_cut(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    return grn_part_row_of(&op) != NULL;
}

static bool is_in_c(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    return grn_c_row_of(&op) != NULL;
}

static bool has_range(const grn_op_def *def) { return grn_range_has_row((grn_op_number)def->number); }
static bool is_narrowed(const grn_op_def *def) { return grn_narrow_has_row((grn_op_number)def->number); }

static const struct {
    const char *layer;
    bool (*has)(const grn_op_def *def);
} layers[OPS_WORDS] = {
    [OPS_LOWER] = {"src/lower", is_lowered},
    [OPS_GRAD] = {"src/grad", is_differentiated},
    [OPS_RULE] = {"src/shard/rule.c", has_rule},
    [OPS_CUT] = {"src/shard/rows.c", may_be_cut},
    [OPS_RANGE] = {"src/passes/range.c", has_range},
    [OPS_NARROW] = {"src/convert/narrow.c", is_narrowed},
    [OPS_EMIT] = {"src/emit", is_in_c},
};

static void check_words(const grn_dialect *dialect, const grn_op_def *def)
{
    const ops_line *line = ops_line_of(def);
    (void)dialect;
    for (size_t f = 0; line && f < OPS_WORDS; f++) {
        const bool says = strcmp(line->word[f], "YES") == 0, has = layers[f].has(def);
        if (says && !has)
            fault(def, "its line in ops.def says YES, and %s has no row for it", layers[f].layer);
        if (!says && has)
            fault(def, "its line in ops.def says %s, and %s has a row for it", line->word[f], layers[f].layer);
    }
}

static void layers_have_what_lines_say(void **state)
{
    (void)state;
    each_row(check_words);
}

/* ---- languages and targets ------------------------------------------------------------------- */

static bool writes(const grn_source_language *language, uint16_t number)
{
    for (size_t i = 0; i < GRN_COUNT(language->rows) && language->rows[i]; i++)
        if (language->rows[i][number])
            return true;
    return false;
}

static bool exports(const grn_translation *t, uint16_t number) { return t->target->export_patterns[number] != NULL; }

static size_t column_of(const char *const *names, const char *name)
{
    size_t i = 0;
    while (names[i] && strcmp(names[i], name) != 0)
        i++;
    if (!names[i])
        fail_msg("%s has no column in ops.def (tests/rows/ops_list.h)", name);
    return i;
}

static void check_column(const grn_op_def *def, unsigned columns, size_t column, const char *name, bool has)
{
    const bool says = columns >> column & 1;
    if (says != has)
        fault(def, "its line in ops.def says that %s has %s, which has %s", name, says ? "a row for it" : "none",
              has ? "one" : "none");
}

static void check_columns(const grn_dialect *dialect, const grn_op_def *def)
{
    const ops_line *line = ops_line_of(def);
    (void)dialect;
    for (const grn_source_language *const *l = grn_source_languages; line && *l; l++)
        check_column(def, line->languages, column_of(ops_languages, (*l)->name), (*l)->name, writes(*l, def->number));
    for (const grn_dialect *const *d = grn_dialects; line && *d; d++) {
        const grn_translation *t = (*d)->translation;
        if (t && t->target && t->target->export_patterns)
            check_column(def, line->targets, column_of(ops_targets, (*d)->name), (*d)->name, exports(t, def->number));
    }
}

static void languages_and_targets_have_what_lines_say(void **state)
{
    (void)state;
    each_row(check_columns);
}

/* ---- reasons --------------------------------------------------------------------------------- */

static bool is_imported(const grn_op_def *def)
{
    bool found = false;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_import_pattern *p = (*d)->translation ? (*d)->translation->imports : NULL; p && p->op; p++)
            found = found || strcmp(p->op, def->name) == 0;
    return found;
}

static bool refuses(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    const grn_grad_rule *rule = grn_grad_find_rule(&op);
    return rule && rule->refused && !rule->jvp;
}

static bool needs_no_rule(const grn_op_def *def)
{
    const grn_op op = op_of(def);
    const grn_rule_row *row = grn_rule_row_of(&op);
    return row && !row->make;
}

static bool is_access(const grn_op_def *def) { return def->to_spec != NULL; }
static bool is_shared(const grn_op_def *def) { return def->element || def->element_of || def->eval; }
static bool is_terminator(const grn_op_def *def) { return def->traits & GRN_TRAIT_TERMINATOR; }
static bool has_regions(const grn_op_def *def) { return def->nregions != 0; }

/* Reasons that a row shows; those of `only` stand for that alone, so the row is held against the
 * words, too. */
static const struct {
    const char *word;
    bool (*holds)(const grn_op_def *def);
    int only; /* OPS_x; -1: another word may say it as well */
} shown[] = {{"ACCESS", is_access, -1},      {"CONTROL", has_regions, -1},          {"IMPORTED", is_imported, -1},
             {"REFUSES", refuses, OPS_GRAD}, {"NEEDLESS", needs_no_rule, OPS_RULE}, {"REGION", is_terminator, -1},
             {"SHARED", is_shared, -1}};

static void check_reasons(const grn_dialect *dialect, const grn_op_def *def)
{
    const ops_line *line = ops_line_of(def);
    (void)dialect;
    for (size_t f = 0; line && f < OPS_WORDS; f++)
        for (size_t i = 0; i < GRN_COUNT(shown); i++) {
            const bool says = strcmp(line->word[f], shown[i].word) == 0, holds = shown[i].holds(def);
            if (says && !holds)
                fault(def, "%s is not so of it", shown[i].word);
            if (!says && holds && shown[i].only == (int)f)
                fault(def, "its line says %s for %s, and %s is so", line->word[f], layers[f].layer, shown[i].word);
        }
}

static bool is_reason(const char *word)
{
    for (size_t i = 0; i < GRN_COUNT(ops_reasons); i++)
        if (strcmp(ops_reasons[i].word, word) == 0)
            return true;
    return false;
}

static bool is_used(const char *word)
{
    bool used = false;
    for (size_t i = 0; i < GRN_COUNT(ops_lines); i++)
        for (size_t f = 0; f < OPS_WORDS; f++)
            used = used || strcmp(ops_lines[i].word[f], word) == 0;
    return used;
}

static void reasons_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(ops_lines); i++)
        for (size_t f = 0; f < OPS_WORDS; f++)
            if (strcmp(ops_lines[i].word[f], "YES") != 0 && !is_reason(ops_lines[i].word[f]))
                fail_msg("%s.%s: %s is no word of reasons.def", ops_lines[i].dialect, ops_lines[i].op,
                         ops_lines[i].word[f]);
    for (size_t i = 0; i < GRN_COUNT(ops_reasons); i++)
        if (!is_used(ops_reasons[i].word))
            fail_msg("no line of an ops.def says %s", ops_reasons[i].word);
    each_row(check_reasons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_lines),
        cmocka_unit_test(layers_have_what_lines_say),
        cmocka_unit_test(languages_and_targets_have_what_lines_say),
        cmocka_unit_test(reasons_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
