/*
 * rule.c - garner rule: what the rule says that a message names, where it is from, and a program
 * that breaks it.
 *
 * A rule is asked for as messages and people have it: C21, gather.C21, stablehlo.gather C21,
 * TCP-16, "rule C21 of the StableHLO spec, gather".
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "op_page.h"
#include "reference.h"

enum { RULE_INDENT = 34, TEXT_BYTES = 512, SOURCE_BYTES = 2 * TEXT_BYTES };

/* ---- what is asked for ----------------------------------------------------------------------- */

typedef struct question {
    char op[TEXT_BYTES];   /* in full or behind its dialect; or a section, as a message has it; empty: any */
    char rule[TEXT_BYTES]; /* or several, "C25, C26"; empty: all of the op */
} question;

/* Whether it may be a rule's number: letters, perhaps a dash, digits. */
static bool is_number(const char *word)
{
    size_t n = 0;
    while (isalpha((unsigned char)word[n]))
        n++;
    const size_t digits = n + (n > 0 && word[n] == '-');
    return n > 0 && n <= 4 && word[digits] && strspn(word + digits, "0123456789") == strlen(word + digits);
}

/* That, or the name of one that has no number. */
static bool is_rule(const char *word)
{
    bool named = is_number(word);
    for (const rule_words *rule = rule_meanings; !named && rule->rule; rule++)
        named = strcmp(rule->rule, word) == 0;
    return named;
}

/* Numbers in upper case, as messages have them. */
static void set_rule(question *q, const char *word, size_t n)
{
    snprintf(q->rule, sizeof q->rule, "%.*s", (int)(n < sizeof q->rule ? n : sizeof q->rule - 1), word);
    for (char *c = q->rule; is_number(q->rule) && *c; c++)
        *c = (char)toupper((unsigned char)*c);
}

static void set_op(question *q, const char *word, size_t n)
{
    snprintf(q->op, sizeof q->op, "%.*s", (int)(n < sizeof q->op ? n : sizeof q->op - 1), word);
}

/* One word of the command line. */
static void read_part(question *q, const char *word)
{
    static const char before[] = "rule ", between[] = " of the ";
    if (strncmp(word, before, sizeof before - 1) == 0)
        word += sizeof before - 1;
    const char *of = strstr(word, between), *dot = strrchr(word, '.');
    if (of) {
        set_rule(q, word, (size_t)(of - word));
        set_op(q, of + sizeof between - 1, strlen(of + sizeof between - 1));
    } else if (is_rule(word)) {
        set_rule(q, word, strlen(word));
    } else if (dot && is_rule(dot + 1) && grn_operation_named(word) == SIZE_MAX) {
        set_rule(q, dot + 1, strlen(dot + 1));
        set_op(q, word, (size_t)(dot - word));
    } else {
        set_op(q, word, strlen(word));
    }
}

/* ---- which rules these are ------------------------------------------------------------------- */

/* Whether the op is asked for: by its name, what is behind its dialect, or its section. */
static bool is_meant(const char *meant, const grn_operation *op)
{
    const char *dot = strchr(op->name, '.');
    return strcmp(meant, op->name) == 0 || (dot && strcmp(meant, dot + 1) == 0) ||
           (strlen(meant) == op->source_bytes && strncmp(meant, op->source, op->source_bytes) == 0);
}

/* The first op from `op` on that is asked for and has the rule; NULL: there is none. */
static const grn_operation *next_op(const char *meant, const rule_words *rule, const grn_operation *op)
{
    for (; op->name; op++)
        if ((!meant[0] || is_meant(meant, op)) && rule_is_of(rule, op->source, op->source_bytes))
            return op;
    return NULL;
}

/* Whether the rule is among "C25, C26". */
static bool lists_rule(const char *list, const char *rule)
{
    const size_t n = strlen(rule);
    for (const char *at = strstr(list, rule); at; at = strstr(at + 1, rule))
        if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ','))
            return true;
    return false;
}

static bool is_asked(const question *q, const rule_words *rule)
{
    if (q->rule[0] && !lists_rule(q->rule, rule->rule))
        return false;
    return !q->op[0] || next_op(q->op, rule, all_ops()) != NULL;
}

/* ---- one rule -------------------------------------------------------------------------------- */

typedef struct rule_facts {
    const rule_words *rule;
    const char *example;
    char section[TEXT_BYTES]; /* of the ops: document and section */
    char ops[4 * TEXT_BYTES]; /* which it is a rule of: "a, b" */
    grn_text_buffer messages; /* what is said of the example, as text; empty without one */
    message_list told;        /* the same for the document, where that is open */
} rule_facts;

/* All ops that have it, and the section of the first that is asked for. */
static void gather_ops(const question *q, rule_facts *f)
{
    const grn_operation *op = next_op(q->op, f->rule, all_ops());
    size_t used = 0;
    if (op)
        snprintf(f->section, sizeof f->section, "%.*s", (int)op->source_bytes, op->source);
    for (op = next_op("", f->rule, all_ops()); op && used < sizeof f->ops; op = next_op("", f->rule, op + 1)) {
        const int n = snprintf(f->ops + used, sizeof f->ops - used, "%s%s", used ? ", " : "", op->name);
        used += n > 0 ? (size_t)n : 0;
    }
}

static void collect(void *user, const grn_diagnostic *d)
{
    const notice m = notice_of(d);
    message_list_add(user, &m);
}

static void gather_messages(rule_facts *f)
{
    const grn_diag_lines lines = {grn_text_buffer_sink(&f->messages), NULL};
    const grn_diag diag = document_is_open() ? (grn_diag){collect, &f->told} : grn_diag_to(&lines);
    grn_module *m = NULL;
    if (grn_module_parse(f->example, strlen(f->example), NULL, &diag, &m) == GRN_OK &&
        grn_module_verify(m, &diag) == GRN_OK)
        complain("the example of rule %s is fine", f->rule->rule);
    grn_module_destroy(m);
}

static void gather_facts(const question *q, const rule_words *rule, rule_facts *f)
{
    *f = (rule_facts){.rule = rule};
    gather_ops(q, f);
    if (rule->section)
        snprintf(f->section, sizeof f->section, "%s", rule->section);
    f->example = rule_example(f->section[0] ? f->section : NULL, rule->rule);
    if (f->example)
        gather_messages(f);
}

static void free_facts(rule_facts *f)
{
    grn_text_buffer_free(&f->messages);
    message_list_drop(&f->told);
}

static void name_source(const rule_facts *f, char text[SOURCE_BYTES])
{
    const rule_system *system = f->rule->section ? NULL : rule_system_of(f->rule->rule);
    if (system)
        snprintf(text, SOURCE_BYTES, "%s (%s)", system->source, system->name);
    else
        snprintf(text, SOURCE_BYTES, "%s, %s", f->section, f->rule->rule);
}

static void print_source(const rule_facts *f, FILE *to)
{
    char text[SOURCE_BYTES];
    name_source(f, text);
    fputs("\nSource:\n  ", to);
    write_wrapped(to, text, 2, 2);
}

static void print_rule(const rule_facts *f, FILE *to)
{
    if (f->rule->section)
        fprintf(to, "Rule %s of the %s\n  ", f->rule->rule, f->section);
    else
        fprintf(to, "Rule %s\n  ", f->rule->rule);
    write_wrapped(to, f->rule->says, 2, 2);
    print_source(f, to);
    if (f->ops[0]) {
        fputs("\nOps:\n  ", to);
        write_wrapped(to, f->ops, 2, 2);
    }
    if (!f->example) {
        fputs(f->rule->section
                  ? "\nIt is checked together with other rules; no program here breaks it alone.\n"
                  : "\nNo program breaks it when it is checked: it says what a run or a translation does.\n",
              to);
        return;
    }
    fputs("\nA program that breaks it:\n", to);
    print_program(f->example, to);
    fputs("\nWhat is said of it:\n", to);
    print_program(f->messages.text ? f->messages.text : "", to);
}

/* ---- several --------------------------------------------------------------------------------- */

/* "stablehlo.gather C21" of the first op that has it. */
static void print_short(const question *q, const rule_words *rule, FILE *to)
{
    char left[TEXT_BYTES];
    const grn_operation *op = next_op(q->op, rule, all_ops());
    snprintf(left, sizeof left, "%s%s%s", op ? op->name : "", op ? " " : "", rule->rule);
    write_entry(to, left, rule->says, RULE_INDENT);
}

static void print_systems(FILE *to)
{
    fputs("Numbers of rules:\n", to);
    write_entry(to, "C1, C2, .., I1, ..",
                "constraints of an op in the StableHLO specification: garner rule stablehlo.gather C21", RULE_INDENT);
    for (const rule_system *system = rule_systems; system->prefix; system++) {
        char left[32];
        snprintf(left, sizeof left, "%s1, %s2, ..", system->prefix, system->prefix);
        write_entry(to, left, system->source, RULE_INDENT);
    }
    fputs("\n`garner rule OP` lists the rules of one of the ops that `garner ops` lists.\n", to);
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void json_rule(rule_facts *f, json *j)
{
    char text[SOURCE_BYTES];
    name_source(f, text);
    json_open(j, '{');
    json_word_at(j, "rule", f->rule->rule);
    json_word_at(j, "section", f->rule->section);
    json_word_at(j, "says", f->rule->says);
    json_word_at(j, "source", text);
    json_open_at(j, "ops", '[');
    for (const grn_operation *op = next_op("", f->rule, all_ops()); op; op = next_op("", f->rule, op + 1))
        json_word(j, op->name);
    json_close(j, ']');
    json_word_at(j, "example", f->example);
    message_list_write(&f->told, j, "messages");
    json_close(j, '}');
}

static void json_systems(json *j)
{
    static const rule_system of_sections[] = {{"C", "StableHLO", "constraints of an op in the StableHLO specification"},
                                              {"I", "StableHLO", "inputs of an op in the StableHLO specification"},
                                              {NULL, NULL, NULL}};
    const rule_system *const tables[] = {of_sections, rule_systems};
    json_open_at(j, "systems", '[');
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const rule_system *system = tables[t]; system->prefix; system++) {
            json_open(j, '{');
            json_word_at(j, "prefix", system->prefix);
            json_word_at(j, "name", system->name);
            json_word_at(j, "source", system->source);
            json_close(j, '}');
        }
    json_close(j, ']');
}

/* ---- none ------------------------------------------------------------------------------------ */

static const char *rule_word(const void *words, size_t i)
{
    (void)words;
    return rule_meanings[i].rule;
}

static bool is_an_op(const char *meant)
{
    for (const grn_operation *op = all_ops(); op->name; op++)
        if (is_meant(meant, op))
            return true;
    return false;
}

static int no_rule(const question *q)
{
    const char *near = q->op[0] ? nearest_op(q->op) : grn_nearest_word(q->rule, rule_word, NULL);
    if (q->op[0] && is_an_op(q->op) && q->rule[0])
        complain("rule: garner checks no rule %s of %s; `garner rule %s` lists those that it checks", q->rule, q->op,
                 q->op);
    else if (q->op[0] && is_an_op(q->op))
        complain("rule: %s has no rules with numbers of their own; `garner ops %s` says what it takes", q->op, q->op);
    else if (q->op[0] && near)
        complain("rule: there is no op '%s'; did you mean '%s'?", q->op, near);
    else if (q->op[0])
        complain("rule: there is no op '%s'; `garner ops` lists them", q->op);
    else if (near)
        complain("rule: there is no rule %s; did you mean %s?", q->rule, near);
    else
        complain("rule: there is no rule %s; `garner rule` says which there are", q->rule);
    return EXIT_NO;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void print_one(const question *q, const rule_words *rule, FILE *to)
{
    rule_facts f;
    gather_facts(q, rule, &f);
    print_rule(&f, to);
    free_facts(&f);
}

/* Of one rule and of several the same facts. */
static void json_rules(const question *q, json *j)
{
    json_open_at(j, "rules", '[');
    for (const rule_words *rule = rule_meanings; rule->rule; rule++) {
        rule_facts f;
        if (!is_asked(q, rule))
            continue;
        gather_facts(q, rule, &f);
        json_rule(&f, j);
        free_facts(&f);
    }
    json_close(j, ']');
}

static int answer_question(const question *q, FILE *to)
{
    const rule_words *only = NULL;
    size_t n = 0;
    for (const rule_words *rule = rule_meanings; rule->rule; rule++)
        if (is_asked(q, rule) && n++ == 0)
            only = rule;
    if (n == 0)
        return no_rule(q);
    const bool is_one = n == 1 || (q->rule[0] && q->op[0] && strchr(q->op, '.'));
    if (document_is_open())
        json_rules(q, document_body());
    else if (is_one)
        print_one(q, only, to);
    else
        for (const rule_words *rule = rule_meanings; rule->rule; rule++)
            if (is_asked(q, rule))
                print_short(q, rule, to);
    return EXIT_FINE;
}

static void tell_systems(FILE *to)
{
    if (document_is_open())
        json_systems(document_body());
    else
        print_systems(to);
}

static int rule(common *c, void *own)
{
    (void)own;
    question q = {.op = ""};
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    for (size_t i = 0; i < c->files.count; i++)
        read_part(&q, c->files.items[i]);
    if (q.op[0] || q.rule[0])
        exit = answer_question(&q, c->out);
    else
        tell_systems(c->out);
    return report_end(c, exit, exit == EXIT_FINE);
}

const command_code rule_code = {page_rows, 0, rule};
