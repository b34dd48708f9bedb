/* op_page.c - one op: what its row says, what the commands do with it, a program. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "op_page.h"
#include "reference.h"

enum { PAGE_INDENT = 24, LINE_BYTES = 2048 };

/* ---- facts ----------------------------------------------------------------------------------- */

#define MOST_TARGETS 32
typedef struct op_facts {
    size_t number;
    grn_operation op;
    const char *example;
    /* What becomes of the example: targets of `convert` and `lower` that take it whole, each ended
     * by NULL. */
    const char *converts[MOST_TARGETS], *lowers[MOST_TARGETS];
    bool emits;
} op_facts;

static grn_status drop(void *user, const char *text, size_t n)
{
    (void)user;
    (void)text;
    (void)n;
    return GRN_OK;
}
static const grn_sink nowhere = {drop, NULL};

static bool takes_dialect(const grn_module *m, const char *to)
{
    grn_module *made = NULL;
    const bool done =
        grn_module_convert(m, &(grn_module_convert_options){.to = to, .strict_target = true}, NULL, &made) == GRN_OK;
    grn_module_destroy(made);
    return done;
}

/* Where it is loops, whether C can be written of these. */
static bool takes_loops(const grn_module *m, const char *to, bool *emits)
{
    grn_module *made = NULL;
    const bool done =
        grn_module_lower(m, &(grn_module_lower_options){.to = to, .drop_checks = true}, NULL, &made) == GRN_OK;
    if (done && strcmp(to, "scf") == 0)
        *emits = grn_module_emit(made, NULL, NULL, &nowhere) == GRN_OK;
    grn_module_destroy(made);
    return done;
}

static void try_targets(op_facts *f, const grn_module *m)
{
    size_t n = 0, nloops = 0;
    for (size_t i = 0; n + 1 < MOST_TARGETS && grn_module_dialect(i); i++)
        if (strcmp(grn_module_dialect(i), f->op.dialect) != 0 && takes_dialect(m, grn_module_dialect(i)))
            f->converts[n++] = grn_module_dialect(i);
    for (size_t i = 0; nloops + 1 < MOST_TARGETS && grn_module_lower_target(i); i++)
        if (takes_loops(m, grn_module_lower_target(i), &f->emits))
            f->lowers[nloops++] = grn_module_lower_target(i);
}

static bool gather_facts(size_t op, op_facts *f)
{
    grn_module *m = NULL;
    *f = (op_facts){.number = op};
    if (!grn_operation_at(op, &f->op))
        return false;
    f->example = op_example(f->op.name);
    if (f->example && !f->op.not_run && grn_module_parse(f->example, strlen(f->example), NULL, NULL, &m) == GRN_OK)
        try_targets(f, m);
    grn_module_destroy(m);
    return true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Text that is put together in pieces, cut to its size. */
typedef struct line {
    char text[LINE_BYTES];
    size_t n;
} line;

static void add_to_line(line *l, const char *before, const char *text)
{
    const int n = snprintf(l->text + l->n, sizeof l->text - l->n, "%s%s", before, text);
    l->n = n >= 0 && l->n + (size_t)n < sizeof l->text ? l->n + (size_t)n : sizeof l->text - 1;
}

static void print_words(FILE *to, const char *left, const char *const *words, const char *none)
{
    line l = {.n = 0};
    for (size_t i = 0; words[i]; i++)
        add_to_line(&l, i ? ", " : "", words[i]);
    write_entry(to, left, l.n > 0 ? l.text : none, PAGE_INDENT);
}

void print_program(const char *text, FILE *to)
{
    for (const char *end; *text; text = end) {
        end = strchr(text, '\n') ? strchr(text, '\n') + 1 : text + strlen(text);
        fprintf(to, "%s%.*s", *text == '\n' ? "" : "  ", (int)(end - text), text);
    }
}

/* ---- syntax ---------------------------------------------------------------------------------- */

static const char *const count_mark[] = {
    [GRN_OPERATION_ONE] = "", [GRN_OPERATION_MAYBE] = "?", [GRN_OPERATION_ANY] = ", .."};

/* "%lhs, %rhs" of the operands, "value = .., dim = .." of the attributes: between `open` and
 * `close`, where there are any. */
static void add_parts(line *l, const op_facts *f, grn_operation_list list, const char *mark, const char *open,
                      const char *close)
{
    grn_operation_part p;
    const char *const after = list == GRN_OPERATION_ATTRIBUTES ? " = .." : "";
    for (size_t i = 0; grn_operation_part_at(f->number, list, i, &p); i++) {
        add_to_line(l, i ? ", " : open, mark);
        add_to_line(l, p.name, count_mark[p.count]);
        add_to_line(l, after, "");
    }
    if (grn_operation_part_at(f->number, list, 0, &p))
        add_to_line(l, close, "");
}

static void add_generic(line *l, const op_facts *f)
{
    add_to_line(l, "\"", f->op.name);
    add_to_line(l, "\"(", "");
    add_parts(l, f, GRN_OPERATION_OPERANDS, "%", "", "");
    add_to_line(l, ")", "");
    add_parts(l, f, GRN_OPERATION_ATTRIBUTES, "", " <{", "}>");
    add_to_line(l,
                f->op.nregions == 0   ? ""
                : f->op.nregions == 1 ? " ({region})"
                                      : " ({region}, ..)",
                " : (type, ..) -> type");
}

/* The short form, where it can be written. */
static bool add_short(line *l, const op_facts *f)
{
    cut_text t = {l->text, l->n, sizeof l->text};
    const grn_sink sink = cut_sink(&t);
    const bool is_written = f->op.has_syntax && grn_operation_write_syntax(f->number, &sink) == GRN_OK;
    l->n = t.n;
    return is_written;
}

static void print_syntax(const op_facts *f, FILE *to)
{
    line l = {.n = 0}, generic = {.n = 0};
    fputs("\nSyntax:\n", to);
    if (add_short(&l, f)) {
        fputs("  ", to);
        write_wrapped(to, l.text, 2, 6);
    } else if (f->op.has_own_syntax) {
        fputs("  a short form of its own, as in the example\n", to);
    }
    add_generic(&generic, f);
    fputs("  ", to);
    write_wrapped(to, generic.text, 2, 6);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static const char *count_words(grn_operation_list list, grn_operation_count count)
{
    static const char *const words[] = {
        [GRN_OPERATION_ONE] = "", [GRN_OPERATION_MAYBE] = "may be left out: ", [GRN_OPERATION_ANY] = "any number: "};
    return list == GRN_OPERATION_TRAITS ? "" : words[count];
}

static void print_port(const op_facts *f, FILE *to, grn_operation_list list, size_t i, const grn_operation_part *p)
{
    char left[128];
    line l = {.n = 0};
    add_to_line(&l, count_words(list, p->count), p->is ? p->is : "anything");
    if (p->form && !p->is_enumeration)
        add_to_line(&l, ", #", p->form);
    for (size_t w = 0; grn_operation_word(f->number, list, i, w); w++)
        add_to_line(&l, w == 0 ? ": " : ", ", grn_operation_word(f->number, list, i, w));
    snprintf(left, sizeof left, "%s", p->name);
    write_entry(to, left, l.text, PAGE_INDENT);
}

static void print_parts(const op_facts *f, FILE *to)
{
    static const char *const titles[] = {[GRN_OPERATION_OPERANDS] = "Operands",
                                         [GRN_OPERATION_ATTRIBUTES] = "Attributes",
                                         [GRN_OPERATION_RESULTS] = "Results",
                                         [GRN_OPERATION_RELATIONS] = "Together",
                                         [GRN_OPERATION_TRAITS] = "Traits"};
    grn_operation_part p;
    for (size_t t = 0; t < sizeof titles / sizeof *titles; t++)
        for (size_t i = 0; grn_operation_part_at(f->number, (grn_operation_list)t, i, &p); i++) {
            if (i == 0)
                fprintf(to, "\n%s:\n", titles[t]);
            print_port(f, to, (grn_operation_list)t, i, &p);
        }
}

static void print_rules(const op_facts *f, FILE *to)
{
    bool any = false;
    for (const rule_words *rule = rule_meanings; rule->rule; rule++) {
        if (!rule_is_of(rule, f->op.source, f->op.source_bytes))
            continue;
        if (!any)
            fprintf(to, "\nRules (`garner rule %s %s`):\n", f->op.name, rule->rule);
        any = true;
        write_entry(to, rule->rule, rule->says, PAGE_INDENT);
    }
}

/* ---- commands -------------------------------------------------------------------------------- */

static const char *run_words(const grn_operation *op)
{
    return op->not_run          ? op->not_run
           : op->is_access      ? "as a gather or scatter, which is planned"
           : op->is_elementwise ? "as a function of each element"
                                : "yes";
}

static const char *grad_words(const grn_operation *op)
{
    return op->has_derivative ? "it has a derivative"
           : op->is_imported  ? "by way of the StableHLO ops that it becomes"
                              : "it has no derivative";
}

static void print_commands(const op_facts *f, FILE *to)
{
    fputs("\nCommands:\n", to);
    write_entry(to, "run", run_words(&f->op), PAGE_INDENT);
    if (f->op.not_run) {
        write_entry(to, "check, print", "yes", PAGE_INDENT);
        return;
    }
    write_entry(to, "plan, explain, draw", f->op.is_access ? "yes" : "no: it is neither gather nor scatter",
                PAGE_INDENT);
    print_words(to, "convert --to", f->converts, "nothing takes the example whole");
    print_words(to, "lower --to", f->lowers, "not the example");
    write_entry(to, "emit", f->emits ? "yes" : "not the example", PAGE_INDENT);
    write_entry(to, "grad", grad_words(&f->op), PAGE_INDENT);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void print_page(const op_facts *f, FILE *to)
{
    fprintf(to, "%s\n  ", f->op.name);
    write_wrapped(to, f->op.summary, 2, 2);
    fprintf(to, "\nSource:\n  ");
    write_wrapped(to, f->op.source, 2, 2);
    print_syntax(f, to);
    print_parts(f, to);
    if (f->op.is_subset)
        fprintf(to, "\nSubset (SubsetOpInterface of MLIR): %s\n", f->op.subset_kind);
    print_rules(f, to);
    print_commands(f, to);
    if (f->example) {
        fprintf(to, "\nExample (`garner ops --example %s | garner %s -`):\n", f->op.name,
                f->op.not_run ? "check" : "run");
        print_program(f->example, to);
    }
}

int print_op_page(size_t op, FILE *to)
{
    op_facts f;
    if (gather_facts(op, &f))
        print_page(&f, to);
    return EXIT_FINE;
}

/* The program; NULL after a message. */
static const char *find_example(size_t op, grn_operation *out)
{
    const char *example = grn_operation_at(op, out) ? op_example(out->name) : NULL;
    if (!example)
        complain("ops: there is no program with the op");
    return example;
}

int print_op_example(size_t op, FILE *to)
{
    grn_operation o;
    const char *example = find_example(op, &o);
    if (example)
        fputs(example, to);
    return example ? EXIT_FINE : EXIT_NO;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

void json_op_head(const grn_operation *op, json *j)
{
    json_word_at(j, "dialect", op->dialect);
    json_word_at(j, "summary", op->summary);
    json_word_at(j, "source", op->source);
}

static void json_syntax(const op_facts *f, json *j)
{
    line l = {.n = 0}, generic = {.n = 0};
    json_word_at(j, "syntax", add_short(&l, f) ? l.text : NULL);
    json_bool_at(j, "own_syntax", f->op.has_own_syntax);
    add_generic(&generic, f);
    json_word_at(j, "generic", generic.text);
}

static void json_port(const op_facts *f, json *j, grn_operation_list list, size_t i, const grn_operation_part *p)
{
    static const char *const counts[] = {
        [GRN_OPERATION_ONE] = "one", [GRN_OPERATION_MAYBE] = "maybe", [GRN_OPERATION_ANY] = "any"};
    json_open(j, '{');
    json_word_at(j, "name", p->name);
    json_word_at(j, "is", p->is);
    if (list <= GRN_OPERATION_RESULTS) {
        json_word_at(j, "count", counts[p->count]);
        json_word_at(j, "form", p->form);
        json_bool_at(j, "enumeration", p->is_enumeration);
        json_open_at(j, "words", '[');
        for (size_t w = 0; grn_operation_word(f->number, list, i, w); w++)
            json_word(j, grn_operation_word(f->number, list, i, w));
        json_close(j, ']');
    }
    json_close(j, '}');
}

static void json_parts(const op_facts *f, json *j)
{
    static const char *const keys[] = {[GRN_OPERATION_OPERANDS] = "operands",
                                       [GRN_OPERATION_ATTRIBUTES] = "attributes",
                                       [GRN_OPERATION_RESULTS] = "results",
                                       [GRN_OPERATION_RELATIONS] = "relations",
                                       [GRN_OPERATION_TRAITS] = "traits"};
    grn_operation_part p;
    for (size_t t = 0; t < sizeof keys / sizeof *keys; t++) {
        json_open_at(j, keys[t], '[');
        for (size_t i = 0; grn_operation_part_at(f->number, (grn_operation_list)t, i, &p); i++)
            json_port(f, j, (grn_operation_list)t, i, &p);
        json_close(j, ']');
    }
}

static void json_rules(const op_facts *f, json *j)
{
    json_open_at(j, "rules", '[');
    for (const rule_words *rule = rule_meanings; rule->rule; rule++) {
        if (!rule_is_of(rule, f->op.source, f->op.source_bytes))
            continue;
        json_open(j, '{');
        json_word_at(j, "rule", rule->rule);
        json_word_at(j, "says", rule->says);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_words(json *j, const char *key, const char *const *words)
{
    json_open_at(j, key, '[');
    for (size_t i = 0; words[i]; i++)
        json_word(j, words[i]);
    json_close(j, ']');
}

static void json_commands(const op_facts *f, json *j)
{
    const bool runs = !f->op.not_run;
    json_open_at(j, "commands", '{');
    json_bool_at(j, "run", runs);
    json_word_at(j, "not_run", f->op.not_run);
    json_bool_at(j, "elementwise", runs && f->op.is_elementwise);
    json_bool_at(j, "plan", runs && f->op.is_access);
    json_words(j, "convert", f->converts);
    json_words(j, "lower", f->lowers);
    json_bool_at(j, "emit", f->emits);
    json_word_at(j, "grad",
                 !runs                  ? NULL
                 : f->op.has_derivative ? "derivative"
                 : f->op.is_imported    ? "stablehlo"
                                        : NULL);
    json_close(j, '}');
}

int json_op_page(size_t op, json *j)
{
    op_facts f;
    if (!gather_facts(op, &f))
        return EXIT_FINE;
    json_open(j, '{');
    json_word_at(j, "name", f.op.name);
    json_op_head(&f.op, j);
    json_syntax(&f, j);
    json_parts(&f, j);
    json_word_at(j, "subset", f.op.subset_kind);
    json_rules(&f, j);
    json_commands(&f, j);
    json_word_at(j, "example", f.example);
    json_close(j, '}');
    return EXIT_FINE;
}

int json_op_example(size_t op, json *j)
{
    grn_operation o;
    const char *example = find_example(op, &o);
    if (!example)
        return EXIT_NO;
    json_open(j, '{');
    json_word_at(j, "name", o.name);
    json_word_at(j, "example", example);
    json_close(j, '}');
    return EXIT_FINE;
}
