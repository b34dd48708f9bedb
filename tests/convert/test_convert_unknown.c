/*
 * test_convert_unknown.c - less is known of an op: each operand of each op of tests/ops, in turn,
 * is a value of which only the type is known, once with the type it had and once with its extents
 * unknown; then each result has its extents unknown.
 *
 * Whatever then verifies is converted to every dialect or refused with a reason; what is made
 * verifies, and the value that nothing is known of is still there. A gather or a scatter that
 * became unknown to a target is never lost.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/corpus.h"
#include "support/programs.h"
#include "support/text.h"

/* One variant in so many is tried, by a fixed seed; GARNER_UNKNOWN=1: all. */
#define TAKEN_ONE_IN 4
#define MOST_TYPES 64

/* ---- text ------------------------------------------------------------------------------------ */

static void add_text(grn_text_buffer *t, const char *z) { text_add(t, z, strlen(z)); }

/* The type with every extent `?`. */
static void add_unknown(grn_text_buffer *t, const char *type, size_t n)
{
    bool torch = n > 16 && strncmp(type, "!torch.vtensor<[", 16) == 0, in_extents = false;
    size_t from = torch ? 15 : 7;
    if (!torch && (n < 7 || strncmp(type, "tensor<", 7) != 0)) {
        text_add(t, type, n);
        return;
    }
    text_add(t, type, from);
    in_extents = true;
    for (size_t i = from; i < n; i++) {
        size_t digits = strspn(type + i, "0123456789");
        in_extents = in_extents && (digits || strchr(torch ? "[," : "x", type[i])) && type[i] != ']';
        if (in_extents && digits && (torch || type[i + digits] == 'x')) {
            add_text(t, "?");
            i += digits - 1;
        } else {
            text_add(t, type + i, 1);
        }
    }
}

/* ---- an op in generic form ------------------------------------------------------------------- */

typedef struct part {
    const char *at;
    size_t n;
} part;

/* `%r = "name"(%a, %b) ... : (A, B) -> R`; of one with regions the types stand where its last one
 * ends. */
typedef struct line_op {
    part result, operand[MOST_TYPES], type[MOST_TYPES];
    size_t noperands;
    part result_type; /* n is 0 unless there is one result */
    const char *end;
} line_op;

static const char *line_end(const char *at)
{
    const char *newline = strchr(at, '\n');
    return newline ? newline : at + strlen(at);
}

/* Behind the separator or the closing bracket of a list; parts are split where no bracket is
 * open. */
static const char *split(const char *at, const char *end, part *out, size_t *n)
{
    int depth = 0;
    const char *from = at;
    for (*n = 0; at < end; at++) {
        bool close = *at == ')' && depth == 0;
        if ((close || (*at == ',' && depth == 0)) && *n < MOST_TYPES) {
            if (at > from)
                out[(*n)++] = (part){from, (size_t)(at - from)};
            from = at + 2;
        }
        if (close)
            return at + 1;
        depth += *at && strchr("<([{", *at) ? 1 : 0;
        depth -= *at && strchr(")]}", *at) ? 1 : *at == '>' && at[-1] != '-' ? 1 : 0;
    }
    return NULL;
}

/* The last " : (" of the line that has the types. */
static const char *find_types(const char *at, size_t indent)
{
    const char *end = line_end(at), *found = NULL;
    while (end[-1] == '{') { /* regions follow; the line that ends them is as far in as the first */
        do {
            at = *end ? end + 1 : end;
            end = line_end(at);
            if (at == end)
                return NULL;
        } while (strspn(at, " ") != indent || strncmp(at + indent, "})", 2) != 0);
    }
    for (const char *c = at; c + 4 <= end; c++)
        found = strncmp(c, " : (", 4) == 0 ? c : found;
    return found;
}

static bool read_op(const char *at, line_op *op)
{
    size_t indent = strspn(at, " "), ntypes, nresults;
    part results[MOST_TYPES];
    const char *c = at + indent, *end = line_end(at);
    *op = (line_op){.noperands = 0};
    if (*c == '%') {
        op->result = (part){c, strcspn(c, " :")};
        c = strstr(c, " = ");
        c = c && c < end ? c + 3 : at;
    }
    if (*c != '"' || !(c = strchr(c + 1, '"')) || c[1] != '(' || !split(c + 2, end, op->operand, &op->noperands))
        return false;
    const char *types = find_types(at, indent);
    if (!types)
        return false;
    end = op->end = line_end(types);
    const char *arrow = split(types + 4, end, op->type, &ntypes);
    if (!arrow || strncmp(arrow, " -> ", 4) != 0 || ntypes != op->noperands)
        return false;
    if (arrow[4] != '(')
        op->result_type = (part){arrow + 4, (size_t)(end - arrow - 4)};
    else
        (void)split(arrow + 5, end, results, &nresults);
    return true;
}

/* ---- variants -------------------------------------------------------------------------------- */

static grn_status parse(const char *bytes, size_t n, grn_module **out)
{
    return grn_module_parse(
        bytes, n, &(grn_module_options){.allow_unregistered = true, .allow_nonunique_scatter = true}, NULL, out);
}

static size_t count(const char *where, const char *what)
{
    size_t n = 0;
    for (const char *at = where; (at = strstr(at, what)) != NULL; at++)
        n++;
    return n;
}

static void convert_everywhere(const char *name, const grn_text_buffer *variant, size_t *converted, size_t *refused)
{
    grn_module *m;
    if (parse(variant->text, variant->size_bytes, &m) != GRN_OK)
        return;
    bool good = grn_module_verify(m, NULL) == GRN_OK;
    for (size_t d = 0; good && grn_module_dialect(d); d++) {
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        grn_module *made;
        grn_text_buffer after;
        grn_status status =
            grn_module_convert(m, &(grn_module_convert_options){.to = grn_module_dialect(d)}, &diag, &made);
        if (status == GRN_E_UNSUPPORTED && n.errors) {
            ++*refused;
            continue;
        }
        if (status != GRN_OK || grn_module_verify(made, &diag) != GRN_OK)
            fail_msg("%s to %s: %s: %s\n%s", name, grn_module_dialect(d), grn_status_name(status), n.first,
                     variant->text);
        ++*converted;
        after = text_of_module(made, true);
        if (count(after.text, "\"x.unknown\"") != count(variant->text, "\"x.unknown\""))
            fail_msg("%s to %s: it lost a value:\n%s\n%s", name, grn_module_dialect(d), variant->text, after.text);
        grn_text_buffer_free(&after);
        grn_module_destroy(made);
    }
    grn_module_destroy(m);
}

/* Operand k is unknown, of its own type or of unknown extents. */
static void vary_operand(grn_text_buffer *out, const char *whole, const char *line, const line_op *op, size_t k,
                         bool extents)
{
    text_add(out, whole, (size_t)(line - whole));
    add_text(out, "%unknown = \"x.unknown\"() : () -> ");
    extents ? add_unknown(out, op->type[k].at, op->type[k].n) : text_add(out, op->type[k].at, op->type[k].n);
    add_text(out, "\n");
    text_add(out, line, (size_t)(op->operand[k].at - line));
    add_text(out, "%unknown");
    const char *at = op->operand[k].at + op->operand[k].n;
    text_add(out, at, (size_t)(op->type[k].at - at));
    extents ? add_unknown(out, op->type[k].at, op->type[k].n) : text_add(out, op->type[k].at, op->type[k].n);
    add_text(out, op->type[k].at + op->type[k].n);
}

/* The result has unknown extents; what was made of it is made of a value of its first type. */
static void vary_result(grn_text_buffer *out, const char *whole, const line_op *op)
{
    text_add(out, whole, (size_t)(op->result.at - whole));
    add_text(out, "%unknown");
    const char *at = op->result.at + op->result.n;
    text_add(out, at, (size_t)(op->result_type.at - at));
    add_unknown(out, op->result_type.at, op->result_type.n);
    add_text(out, "\n");
    text_add(out, op->result.at, op->result.n);
    add_text(out, " = \"x.unknown\"(%unknown) : (");
    add_unknown(out, op->result_type.at, op->result_type.n);
    add_text(out, ") -> ");
    text_add(out, op->result_type.at, op->result_type.n);
    add_text(out, op->end);
}

typedef struct tally {
    uint64_t one_in, seen;
    size_t converted, refused;
} tally;

static void vary(const char *name, const char *whole, tally *t)
{
    for (const char *line = whole; *line; line = *line_end(line) ? line_end(line) + 1 : line_end(line)) {
        line_op op;
        if (!read_op(line, &op) || strstr(line, "func.func") == line + strspn(line, " \""))
            continue;
        for (size_t v = 0; v <= 2 * op.noperands; v++) {
            grn_text_buffer variant = {0};
            if ((v == 2 * op.noperands && (!op.result_type.n || !op.result.n)) || !test_takes(t->seen++, t->one_in))
                continue;
            if (v < 2 * op.noperands)
                vary_operand(&variant, whole, line, &op, v / 2, v % 2);
            else
                vary_result(&variant, whole, &op);
            convert_everywhere(name, &variant, &t->converted, &t->refused);
            grn_text_buffer_free(&variant);
        }
    }
}

/* Each function by itself: one that calls another does not verify, and is left out. */
static void vary_functions(const char *name, const char *generic, tally *t)
{
    static const char begin[] = "\"func.func\"()", end[] = "\n}) "; /* the module around them is not written */
    for (const char *at = strstr(generic, begin); at; at = strstr(at + 1, begin)) {
        const char *stop = strstr(at, end);
        if (!stop)
            return;
        grn_text_buffer one = {0};
        text_add(&one, at, (size_t)(line_end(stop + 1) - at));
        add_text(&one, "\n");
        if (one.size_bytes < 8192)
            vary(name, one.text, t);
        grn_text_buffer_free(&one);
    }
}

static void what_is_unknown_stays(void **state)
{
    tally t = {.one_in = test_one_in("GARNER_UNKNOWN", TAKEN_ONE_IN)};
    corpus all = {0};
    (void)state;
    corpus_add(&all, "tests/ops");
    for (size_t i = 0; i < all.count; i++) {
        grn_module *m;
        grn_text_buffer generic;
        if (parse(all.programs[i].text, strlen(all.programs[i].text), &m) != GRN_OK)
            continue;
        generic = text_of_module(m, true);
        grn_module_destroy(m);
        vary_functions(all.programs[i].name, generic.text, &t);
        grn_text_buffer_free(&generic);
    }
    corpus_free(&all);
    printf("%zu said, %zu refused\n", t.converted, t.refused);
    assert_true(t.converted > 500 / TEST_ONE_IN && t.refused > 20 / TEST_ONE_IN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_unknown_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
