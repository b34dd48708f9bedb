/* scf.c - loops and branches. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/state.h"

/* ---- loop variables ------------------------------------------------------------------------------------------------ */

/* "batch dim 0 = start_indices dim 1" is called batch0: the first word, and the number before the equation's second side. */
static const char *name_of_dim(grn_c *s, grn_str dim, const char *otherwise)
{
    size_t word = 0, digits = 0, end = 0;
    while (end < dim.n && dim.text[end] != '=' && dim.text[end] != ',')
        end++;
    while (word < end && ((dim.text[word] >= 'a' && dim.text[word] <= 'z') || dim.text[word] == '_'))
        word++;
    size_t at = word;
    while (at < end && (dim.text[at] < '0' || dim.text[at] > '9'))
        at++;
    while (at + digits < end && dim.text[at + digits] >= '0' && dim.text[at + digits] <= '9')
        digits++;
    return word ? grn_c_text(s, "%.*s%.*s", (int)word, dim.text, (int)digits, dim.text + at) : otherwise;
}

/* Which dimension loop `k` of the op walks; empty: the program does not say. */
static grn_str dim_of(const grn_op *op, size_t k)
{
    const grn_attr *a = grn_op_attr(op, "garner.dim");
    if (a && a->kind == GRN_ATTR_ARRAY && k < a->array.count)
        a = a->array.items[k];
    return a && a->kind == GRN_ATTR_STRING ? a->text : GRN_STR("");
}

static const char *new_name(grn_c *s, const char *hint) { return grn_c_new_name(s, (grn_str){hint, strlen(hint)}, false); }

static const char *hint_of(grn_c *s, const grn_value *v, const char *otherwise)
{
    const bool has_name = v->name.n > 0 && (v->name.text[0] < '0' || v->name.text[0] > '9');
    return has_name ? grn_c_text(s, "%.*s", (int)v->name.n, v->name.text) : otherwise;
}

/* i, j, k, .. by how deep loops are nested. */
static const char *letter_of(grn_c *s)
{
    static const char *const letters[] = {"i", "j", "k", "l", "m", "n"};
    return letters[(size_t)s->loops % GRN_COUNT(letters)];
}

typedef struct loop {
    grn_c_expr least, beyond, step;
    const grn_value *variable;
    grn_str dim;
} loop;

static void open_loop(grn_c *s, const loop *l)
{
    const char *name = new_name(s, hint_of(s, l->variable, name_of_dim(s, l->dim, letter_of(s))));
    const grn_c_type *type = grn_c_type_of(s, l->variable->type);
    grn_c_expr i = grn_c_name_expr(s, name, type);
    if (l->least.is_ranged && l->beyond.is_ranged && l->beyond.most > INT64_MIN)
        grn_c_range(&i, l->least.least, l->beyond.most - 1 > l->least.least ? l->beyond.most - 1 : l->least.least);
    grn_c_bind(s, l->variable, i);
    const bool single = grn_c_is_constant(&l->step) && l->step.least == 1;
    const char *comment = l->dim.n ? grn_c_text(s, " /* %s */", grn_c_comment(s, l->dim)) : "";
    grn_c_line(s, "for (%s %s = %s; %s < %s; %s) {%s", type->name, name, l->least.text, name, grn_c_within(s, &l->beyond, GRN_C_SHIFT),
               single ? grn_c_text(s, "%s++", name) : grn_c_text(s, "%s += %s", name, l->step.text), comment);
    grn_c_open(s);
    s->loops++;
}

static void close_loop(grn_c *s)
{
    s->loops--;
    grn_c_close(s);
    grn_c_line(s, "}");
}

/* ---- values that loops and branches carry -------------------------------------------------------------------------- */

/* A variable for v, declared; with its first value where `first` is given. */
static grn_c_expr declare(grn_c *s, const grn_value *v, const char *hint, const grn_c_expr *first)
{
    const grn_c_type *type = grn_c_type_of(s, v->type);
    const grn_c_expr e = grn_c_name_expr(s, new_name(s, hint_of(s, v, hint)), type);
    if (first)
        grn_c_line(s, "%s %s = %s;", type->name, e.text, grn_c_as_element(s, *first, v->type, type));
    else
        grn_c_line(s, "%s %s;", type->name, e.text);
    return e;
}

static bool carries_memory(grn_c *s, size_t n, const grn_value *values)
{
    for (size_t i = 0; i < n; i++)
        if (grn_c_is_memref(values[i].type)) {
            grn_c_refuse(s, "hands memrefs on");
            return true;
        }
    return false;
}

/* Whether `text` has `name` in it as a word. */
bool grn_c_mentions(const char *text, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char before = at == text ? ' ' : at[-1], after = at[n];
        const bool inside = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') || (before >= '0' && before <= '9') || before == '_' ||
                            (after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z') || (after >= '0' && after <= '9') || after == '_';
        if (!inside)
            return true;
    }
    return false;
}

/* Variables get the terminator's operands from `first` on, all at once: one that a later one reads is set by way of another. */
static void assign(grn_c *s, const grn_op *terminator, size_t first, size_t n, const grn_c_expr *variables)
{
    grn_c_expr *value = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, n + 1);
    if (!value) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++)
        value[i] = grn_c_operand(s, terminator, first + i);
    for (size_t i = 0; i < n; i++) {
        bool is_read = false;
        for (size_t k = 0; k < i; k++)
            is_read |= grn_c_mentions(value[i].text, variables[k].text);
        if (is_read && strcmp(value[i].text, variables[i].text) != 0) {
            const char *name = new_name(s, "next");
            grn_c_line(s, "const %s %s = %s;", value[i].type->name, name, value[i].text);
            value[i] = grn_c_name_expr(s, name, value[i].type);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (strcmp(value[i].text, variables[i].text) != 0)
            grn_c_line(s, "%s = %s;", variables[i].text,
                       grn_c_as_element(s, value[i], terminator->operands[first + i]->type, variables[i].type));
}

/* ---- loops --------------------------------------------------------------------------------------------------------- */

static bool has_block(grn_c *s, const grn_op *op, size_t region, size_t nargs)
{
    const grn_block *b = op->nregions > region ? op->regions[region].first : NULL;
    const bool ok = b && !b->next && b->nargs >= nargs && b->last;
    if (!ok)
        grn_c_refuse(s, "has no region of one block");
    return ok;
}

static void write_for(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, 1) || carries_memory(s, op->nresults, op->results))
        return;
    const grn_block *body = op->regions[0].first;
    const size_t n = op->nresults, scope = grn_c_scope(s);
    grn_c_expr *variables = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, n + 1);
    if (!variables || body->nargs != n + 1 || op->noperands != n + 3) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    grn_c_note(s, op, "garner.note");
    const loop l = {grn_c_operand(s, op, 0), grn_c_operand_named(s, op, 1), grn_c_operand_named(s, op, 2), &body->args[0], dim_of(op, 0)};
    for (size_t i = 0; i < n; i++) {
        const grn_c_expr first = grn_c_operand(s, op, 3 + i);
        variables[i] = declare(s, &body->args[i + 1], hint_of(s, &op->results[i], "carried"), &first);
        grn_c_bind(s, &body->args[i + 1], variables[i]);
        grn_c_bind(s, &op->results[i], variables[i]);
    }
    const size_t inner = grn_c_scope(s);
    open_loop(s, &l);
    grn_c_ops(s, body);
    assign(s, body->last, 0, n, variables);
    close_loop(s);
    grn_c_leave_scope(s, n ? inner : scope);
}

/* The pragma stands where the compiler does OpenMP; a body that may leave by goto is no body of it. */
static void write_pragma(grn_c *s, size_t n)
{
    grn_c_line(s, "#ifdef _OPENMP");
    grn_c_line(s, n > 1 ? "#pragma omp parallel for collapse(%zu)" : "#pragma omp parallel for", n);
    grn_c_line(s, "#endif");
}

static void write_parallel(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, 1))
        return;
    const grn_block *body = op->regions[0].first;
    const size_t n = body->nargs, scope = grn_c_scope(s), mark = grn_c_mark(s);
    if (op->nresults > 0 || op->noperands != 3 * n) {
        grn_c_refuse(s, "reduces values");
        return;
    }
    grn_c_note(s, op, "garner.note");
    loop *loops = GRN_ARENA_NEW(&s->ir->arena, loop, n);
    if (!loops) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++)
        loops[i] = (loop){grn_c_operand_named(s, op, i), grn_c_operand_named(s, op, n + i), grn_c_operand_named(s, op, 2 * n + i),
                          &body->args[i], dim_of(op, i)};
    const size_t begin = grn_c_mark(s);
    (void)mark;
    const bool outer = !s->in_parallel;
    s->in_parallel = true;
    for (size_t i = 0; i < n; i++)
        open_loop(s, &loops[i]);
    grn_c_ops(s, body);
    for (size_t i = 0; i < n; i++)
        close_loop(s);
    s->in_parallel = !outer;
    const char *text = grn_c_take_back(s, begin);
    if (outer && s->options && s->options->openmp && !grn_c_mentions(text, "goto"))
        write_pragma(s, n);
    grn_c_put(s, text);
    grn_c_leave_scope(s, scope);
}

static void write_while(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, op->noperands) || !has_block(s, op, 1, op->nresults) || carries_memory(s, op->nresults, op->results) ||
        carries_memory(s, op->regions[0].first->nargs, op->regions[0].first->args))
        return;
    const grn_block *before = op->regions[0].first, *after = op->regions[1].first;
    const grn_op *condition = before->last;
    const size_t n = op->noperands, m = op->nresults;
    grn_c_expr *carried = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, n + 1), *given = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, m + 1);
    if (!carried || !given || condition->noperands != m + 1) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const grn_c_expr first = grn_c_operand(s, op, i);
        carried[i] = declare(s, &before->args[i], "carried", &first);
        grn_c_bind(s, &before->args[i], carried[i]);
    }
    for (size_t i = 0; i < m; i++) {
        /* What is handed on as it is carried needs no variable of its own. */
        const grn_value *v = condition->operands[i + 1];
        const bool same = v->def == NULL && v->block == before;
        given[i] = same ? carried[v->index] : declare(s, &op->results[i], "given", NULL);
        grn_c_bind(s, &op->results[i], given[i]);
        grn_c_bind(s, &after->args[i], given[i]);
    }
    const size_t scope = grn_c_scope(s);
    grn_c_line(s, "for (;;) {");
    grn_c_open(s);
    grn_c_ops(s, before);
    const grn_c_expr holds = grn_c_operand_named(s, condition, 0);
    assign(s, condition, 1, m, given);
    grn_c_line(s, "if (!%s)", grn_c_within(s, &holds, GRN_C_UNARY));
    grn_c_line(s, "    break;");
    grn_c_ops(s, after);
    assign(s, after->last, 0, n, carried);
    grn_c_close(s);
    grn_c_line(s, "}");
    grn_c_leave_scope(s, scope);
}

/* ---- branches ------------------------------------------------------------------------------------------------------ */

/* The lines of a branch, and what it yields; "" where it has none. */
static const char *branch_text(grn_c *s, const grn_op *op, size_t region, grn_c_expr *yielded)
{
    const grn_block *b = op->nregions > region ? op->regions[region].first : NULL;
    const size_t mark = grn_c_mark(s), scope = grn_c_scope(s);
    if (!b || !b->last)
        return "";
    grn_c_open(s);
    grn_c_ops(s, b);
    for (size_t i = 0; i < op->nresults && i < b->last->noperands; i++)
        yielded[i] = grn_c_operand(s, b->last, i);
    grn_c_close(s);
    grn_c_leave_scope(s, scope);
    return grn_c_take_back(s, mark);
}

static void put_branch(grn_c *s, const grn_op *op, const char *text, const grn_c_expr *variables, const grn_c_expr *yielded)
{
    grn_c_put(s, text);
    grn_c_open(s);
    for (size_t i = 0; i < op->nresults; i++)
        grn_c_line(s, "%s = %s;", variables[i].text, grn_c_as_element(s, yielded[i], op->results[i].type, variables[i].type));
    grn_c_close(s);
}

static void write_if(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const size_t n = op->nresults;
    (void)row;
    if (carries_memory(s, n, op->results))
        return;
    grn_c_expr *all = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, 3 * n + 3), *yes = all + n, *no = all + 2 * n;
    if (!all) {
        s->status = GRN_E_MEMORY;
        return;
    }
    grn_c_note(s, op, "garner.note");
    const grn_c_expr holds = n > 1 ? grn_c_operand_named(s, op, 0) : grn_c_operand(s, op, 0);
    const char *then_text = branch_text(s, op, 0, yes), *else_text = branch_text(s, op, 1, no);
    if (n > 0 && !then_text[0] && !else_text[0]) {
        for (size_t i = 0; i < n; i++)
            grn_c_give(s, op, i, grn_c_choose(s, holds, yes[i], no[i], op->results[i].type));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        all[i] = declare(s, &op->results[i], "chosen", NULL);
        grn_c_bind(s, &op->results[i], all[i]);
    }
    if (!then_text[0] && !n && !else_text[0])
        return;
    grn_c_line(s, "if (%s) {", holds.text);
    put_branch(s, op, then_text, all, yes);
    if (else_text[0] || n) {
        grn_c_line(s, "} else {");
        put_branch(s, op, else_text, all, no);
    }
    grn_c_line(s, "}");
}

const grn_c_row grn_c_scf_rows[] = {
    {"scf.for", write_for, "", "carried", GRN_C_WRITES, 0},
    {"scf.parallel", write_parallel, "", "", GRN_C_WRITES, 0},
    {"scf.while", write_while, "", "carried", GRN_C_WRITES, 0},
    {"scf.if", write_if, "", "chosen", GRN_C_WRITES, 0},
    {0}};
