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

/* How often it runs: 0, 1, or 2 for more or not known. */
static int times_of(const loop *l)
{
    if (!grn_c_is_constant(&l->step) || l->step.least < 1 || !l->least.is_ranged || !l->beyond.is_ranged)
        return 2;
    if (l->beyond.most <= l->least.least)
        return 0;
    const bool once = grn_c_is_constant(&l->least) && grn_c_is_constant(&l->beyond) && l->beyond.least - l->least.least <= l->step.least;
    return once ? 1 : 2;
}

/* What runs once is no loop. `body`: of an innermost one, for vectors; else NULL. Whether its variable is declared before it. */
static bool open_loop(grn_c *s, const loop *l, const grn_block *body)
{
    bool is_before = false;
    if (times_of(l) == 1) {
        grn_c_bind(s, l->variable, l->least);
        return false;
    }
    const char *name = grn_c_local(s, grn_c_wish(s, l->variable, name_of_dim(s, l->dim, letter_of(s))));
    const grn_c_type *type = grn_c_type_of(s, l->variable->type);
    grn_c_expr i = grn_c_name_expr(s, name, type);
    if (l->least.is_ranged && l->beyond.is_ranged && l->beyond.most > INT64_MIN)
        grn_c_range(&i, l->least.least, l->beyond.most - 1 > l->least.least ? l->beyond.most - 1 : l->least.least);
    grn_c_bind(s, l->variable, i);
    const bool single = grn_c_is_constant(&l->step) && l->step.least == 1;
    const char *comment = l->dim.n ? grn_c_text(s, " /* %s */", grn_c_comment(s, l->dim)) : "";
    const char *begin = grn_c_text(s, "%s %s = %s", type->name, name, l->least.text);
    const size_t mark = grn_c_mark(s);
    if (body && single && s->options->simd && type->bits == 64) {
        grn_c_line(s, "%s;%s", begin, comment);
        is_before = grn_c_write_vectors(s, body, name, &l->beyond);
        if (is_before)
            begin = comment = "";
        else
            (void)grn_c_take_back(s, mark);
    }
    grn_c_line(s, "for (%s; %s < %s; %s) {%s", begin, name, grn_c_within(s, &l->beyond, GRN_C_SHIFT),
               single ? grn_c_text(s, "%s++", name) : grn_c_text(s, "%s += %s", name, l->step.text), comment);
    grn_c_open(s);
    s->loops++;
    return is_before;
}

static void close_loop(grn_c *s, const loop *l)
{
    if (times_of(l) == 1)
        return;
    s->loops--;
    grn_c_close(s);
    grn_c_line(s, "}");
}

/* ---- values that loops and branches carry -------------------------------------------------------------------------- */

/*
 * A variable that a loop or a branch hands on. Of memory it is a pointer of the function's that owns it: what is handed on
 * moves from one owner to the next, and is freed by the program's own dealloc, or at the end of the function after a failure.
 */
typedef struct carrier {
    grn_c_expr e;
    grn_c_view *view; /* of memory; else NULL */
} carrier;

static carrier declare_scalar(grn_c *s, const grn_value *v, const char *name, const grn_value *first)
{
    const grn_c_type *type = grn_c_type_of(s, v->type);
    const grn_c_expr e = grn_c_name_expr(s, name, type);
    if (first) {
        const grn_c_expr value = grn_c_value(s, first);
        grn_c_line(s, "%s %s = %s;", type->name, e.text, grn_c_as_element(s, value, v->type, type));
    } else
        grn_c_line(s, "%s %s;", type->name, e.text);
    return (carrier){e, NULL};
}

/* The pointer of `from` moves to `to`, and what is not known of its extents goes along. */
static void move_memory(grn_c *s, const grn_value *from, const grn_c_view *to)
{
    const grn_c_view *v = s->known[from->slot].view;
    if (!v || !grn_c_is_constant(&v->offset) || v->offset.least != 0 || !v->is_compact || !grn_c_owns(s, v->base)) {
        grn_c_refuse(s, "hands on memory that it does not own");
        return;
    }
    if (strcmp(v->base, to->base) == 0)
        return;
    grn_c_line(s, "%s = %s;", to->base, v->base);
    grn_c_line(s, "%s = NULL;", v->base);
    for (int32_t d = 0; d < to->rank; d++)
        if (!grn_c_is_constant(&to->size[d]))
            grn_c_line(s, "%s = %s;", to->size[d].text, v->size[d].text);
}

static carrier declare_memory(grn_c *s, const grn_value *v, const char *base, const grn_value *first)
{
    grn_c_expr size[GRN_MAX_RANK];
    grn_c_memref m;
    grn_c_view *view = grn_c_new_view(s, v);
    if (!grn_c_read_memref(s, v->type, &m))
        return (carrier){.view = view};
    for (int32_t d = 0, n = 0; d < m.rank; d++)
        if (m.shape[d] == GRN_DYNAMIC) {
            size[n] = grn_c_name_expr(s, grn_c_local(s, grn_c_text(s, "%s_extent%d", base, (int)d)), &grn_c_int64);
            grn_c_range(&size[n], 0, GRN_C_MOST_EXTENT);
            grn_c_line(s, "int64_t %s = 0;", size[n++].text);
        }
    grn_c_sizes(s, view, &m, size);
    grn_c_make_compact(s, view);
    view->base = base;
    view->root = v;
    grn_c_own(s, view);
    if (first)
        move_memory(s, first, view);
    return (carrier){.view = view};
}

/* Memory's owners are variables of the function's. */
static const char *name_for(grn_c *s, const grn_value *v, const char *hint)
{
    const char *wish = grn_c_wish(s, v, hint);
    return grn_c_new_name(s, (grn_str){wish, strlen(wish)}, grn_c_is_memref(v->type));
}

static carrier declare_as(grn_c *s, const grn_value *v, const char *name, const grn_value *first)
{
    return grn_c_is_memref(v->type) ? declare_memory(s, v, name, first) : declare_scalar(s, v, name, first);
}

/* Declared, with its first value where `first` is given. */
static carrier declare(grn_c *s, const grn_value *v, const char *hint, const grn_value *first)
{
    return declare_as(s, v, name_for(s, v, hint), first);
}

static void bind(grn_c *s, const grn_value *v, const carrier *c)
{
    if (c->view)
        s->known[v->slot].view = c->view;
    else
        grn_c_bind(s, v, c->e);
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

/* Scalars get the terminator's operands from `first` on, all at once: one that a later one reads is set by way of another. */
static void assign_scalars(grn_c *s, const grn_op *terminator, size_t first, size_t n, const carrier *variables)
{
    grn_c_expr *value = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, n + 1);
    if (!value) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (!variables[i].view)
            value[i] = grn_c_operand(s, terminator, first + i);
    for (size_t i = 0; i < n; i++) {
        bool is_read = false;
        for (size_t k = 0; k < i && !variables[i].view; k++)
            is_read |= !variables[k].view && grn_c_mentions(value[i].text, variables[k].e.text);
        if (is_read && strcmp(value[i].text, variables[i].e.text) != 0) {
            const char *name = grn_c_local(s, "next");
            grn_c_line(s, "const %s %s = %s;", value[i].type->name, name, value[i].text);
            value[i] = grn_c_name_expr(s, name, value[i].type);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (!variables[i].view && strcmp(value[i].text, variables[i].e.text) != 0)
            grn_c_line(s, "%s = %s;", variables[i].e.text,
                       grn_c_as_element(s, value[i], terminator->operands[first + i]->type, variables[i].e.type));
}

/* Memory that one variable hands to another, which hands its own on, would be lost. */
static void assign(grn_c *s, const grn_op *terminator, size_t first, size_t n, const carrier *variables)
{
    assign_scalars(s, terminator, first, n, variables);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const grn_c_view *from = variables[i].view ? s->known[terminator->operands[first + i]->slot].view : NULL;
            if (from && variables[k].view && k != i && strcmp(from->base, variables[k].view->base) == 0) {
                grn_c_refuse(s, "exchanges memrefs");
                return;
            }
        }
    for (size_t i = 0; i < n; i++)
        if (variables[i].view)
            move_memory(s, terminator->operands[first + i], variables[i].view);
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
    if (!has_block(s, op, 0, 1))
        return;
    const grn_block *body = op->regions[0].first;
    const size_t n = op->nresults, scope = grn_c_scope(s);
    carrier *variables = GRN_ARENA_NEW(&s->ir->arena, carrier, n + 1);
    if (!variables || body->nargs != n + 1 || op->noperands != n + 3) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    grn_c_note(s, op, "garner.note");
    const loop l = {grn_c_operand(s, op, 0), grn_c_operand_named(s, op, 1), grn_c_operand_named(s, op, 2), &body->args[0], dim_of(op, 0)};
    for (size_t i = 0; i < n; i++) {
        variables[i] = declare(s, &body->args[i + 1], grn_c_wish(s, &op->results[i], "carried"), op->operands[3 + i]);
        bind(s, &body->args[i + 1], &variables[i]);
        bind(s, &op->results[i], &variables[i]);
    }
    const size_t inner = grn_c_scope(s);
    if (times_of(&l) == 0)
        return;
    const bool is_before = open_loop(s, &l, n == 0 ? body : NULL);
    grn_c_ops(s, body);
    assign(s, body->last, 0, n, variables);
    close_loop(s, &l);
    if (times_of(&l) > 1 && !is_before)
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
    const size_t n = body->nargs, scope = grn_c_scope(s);
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
    size_t loops_left = 0;
    for (size_t i = 0; i < n; i++) {
        if (times_of(&loops[i]) == 0)
            return;
        loops_left += times_of(&loops[i]) > 1;
    }
    const size_t begin = grn_c_mark(s);
    const bool outer = !s->in_parallel && loops_left > 0;
    s->in_parallel |= outer;
    for (size_t i = 0; i < n; i++)
        (void)open_loop(s, &loops[i], NULL);
    grn_c_ops(s, body);
    for (size_t i = n; i-- > 0;)
        close_loop(s, &loops[i]);
    s->in_parallel &= !outer;
    const char *text = grn_c_take_back(s, begin);
    if (outer && s->options && s->options->openmp && !grn_c_mentions(text, "goto"))
        write_pragma(s, loops_left);
    grn_c_put(s, text);
    if (loops_left > 0)
        grn_c_leave_scope(s, scope);
}

static void write_while(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, op->noperands) || !has_block(s, op, 1, op->nresults))
        return;
    const grn_block *before = op->regions[0].first, *after = op->regions[1].first;
    const grn_op *condition = before->last;
    const size_t n = op->noperands, m = op->nresults;
    carrier *carried = GRN_ARENA_NEW(&s->ir->arena, carrier, n + 1), *given = GRN_ARENA_NEW(&s->ir->arena, carrier, m + 1);
    if (!carried || !given || condition->noperands != m + 1) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        carried[i] = declare(s, &before->args[i], "carried", op->operands[i]);
        bind(s, &before->args[i], &carried[i]);
    }
    for (size_t i = 0; i < m; i++) {
        /* What is handed on as it is carried needs no variable of its own. */
        const grn_value *v = condition->operands[i + 1];
        const bool same = v->def == NULL && v->block == before;
        given[i] = same ? carried[v->index] : declare(s, &op->results[i], "given", NULL);
        bind(s, &op->results[i], &given[i]);
        bind(s, &after->args[i], &given[i]);
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

/* ---- what a condition tells -------------------------------------------------------------------------------------- */

#define MOST_FACTS 16

/* Values whose intervals are narrower while a branch is written, with what was known before. */
typedef struct facts {
    size_t n;
    const grn_value *value[MOST_FACTS];
    grn_c_expr before[MOST_FACTS];
} facts;

static void narrow(grn_c *s, facts *f, const grn_value *v, int64_t least, int64_t most)
{
    grn_c_known *k = &s->known[v->slot];
    if (f->n == MOST_FACTS || !k->is_bound || least > most)
        return;
    grn_c_expr e = grn_c_value(s, v);
    f->value[f->n] = v;
    f->before[f->n++] = k->expr;
    grn_c_range(&e, least, most);
    if (e.least <= e.most)
        k->expr = e;
}

/* v is below, or at most, a number that is known to be no less than 0: as unsigned it is so on both sides. */
static void learn_order(grn_c *s, facts *f, const grn_op *compare)
{
    const grn_attr *p = grn_op_attr(compare, "predicate");
    const int64_t predicate = p && p->kind == GRN_ATTR_INTEGER ? p->integer : p && p->kind == GRN_ATTR_ENUM ? p->enumeration.value : -1;
    const grn_value *a = compare->operands[0], *b = compare->operands[1];
    if (!s->known[a->slot].is_bound || !s->known[b->slot].is_bound || s->known[a->slot].is_pending)
        return;
    const grn_c_expr bound = grn_c_value(s, b);
    if (!bound.is_ranged || bound.most == INT64_MIN || bound.most == INT64_MAX)
        return;
    const bool natural = bound.least >= 0;
    switch (predicate) {
    case 2: narrow(s, f, a, INT64_MIN, bound.most - 1); break;
    case 3: narrow(s, f, a, INT64_MIN, bound.most); break;
    case 4: narrow(s, f, a, bound.least + 1, INT64_MAX); break;
    case 5: narrow(s, f, a, bound.least, INT64_MAX); break;
    case 6: narrow(s, f, a, natural ? 0 : INT64_MIN, natural ? bound.most - 1 : INT64_MAX); break;
    case 7: narrow(s, f, a, natural ? 0 : INT64_MIN, natural ? bound.most : INT64_MAX); break;
    default: break;
    }
}

static void learn(grn_c *s, facts *f, const grn_value *condition, int depth)
{
    const grn_op *op = condition->def;
    if (op && grn_str_is(op->name, "arith.andi") && f->n < MOST_FACTS && depth < MOST_FACTS) {
        learn(s, f, op->operands[0], depth + 1);
        learn(s, f, op->operands[1], depth + 1);
    } else if (op && grn_str_is(op->name, "arith.cmpi"))
        learn_order(s, f, op);
}

static void forget(grn_c *s, const facts *f)
{
    for (size_t i = f->n; i-- > 0;)
        s->known[f->value[i]->slot].expr = f->before[i];
}

/* A branch without its yield: its lines, taken back, and what it yields. */
typedef struct branch {
    const char *text;
    const grn_op *end;
    grn_c_expr *yielded; /* of scalars */
} branch;

static branch read_branch(grn_c *s, const grn_op *op, size_t region)
{
    const grn_block *b = op->nregions > region ? op->regions[region].first : NULL;
    const size_t mark = grn_c_mark(s), scope = grn_c_scope(s);
    branch r = {"", b ? b->last : NULL, GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, op->nresults + 1)};
    if (!r.yielded)
        s->status = GRN_E_MEMORY;
    if (!r.yielded || !r.end || r.end->noperands != op->nresults)
        return r;
    grn_c_open(s);
    grn_c_ops(s, b);
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_c_is_memref(op->results[i].type))
            r.yielded[i] = grn_c_operand(s, r.end, i);
    grn_c_close(s);
    grn_c_leave_scope(s, scope);
    r.text = grn_c_take_back(s, mark);
    return r;
}

static void put_branch(grn_c *s, const grn_op *op, const branch *b, const carrier *variables)
{
    grn_c_put(s, b->text);
    grn_c_open(s);
    for (size_t i = 0; i < op->nresults && b->end; i++)
        if (variables[i].view)
            move_memory(s, b->end->operands[i], variables[i].view);
        else
            grn_c_line(s, "%s = %s;", variables[i].e.text, grn_c_as_element(s, b->yielded[i], op->results[i].type, variables[i].e.type));
    grn_c_close(s);
}

static bool yields_memory(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_c_is_memref(op->results[i].type))
            return true;
    return false;
}

static void write_if(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const size_t n = op->nresults;
    (void)row;
    carrier *variables = GRN_ARENA_NEW(&s->ir->arena, carrier, n + 1);
    const char **names = GRN_ARENA_NEW(&s->ir->arena, const char *, n + 1);
    if (!variables || !names) {
        s->status = GRN_E_MEMORY;
        return;
    }
    grn_c_note(s, op, "garner.note");
    for (size_t i = 0; i < n; i++) /* before the branches, which do not take these names then */
        names[i] = name_for(s, &op->results[i], "chosen");
    const grn_c_expr holds = n > 1 ? grn_c_operand_named(s, op, 0) : grn_c_operand(s, op, 0);
    facts known = {.n = 0};
    learn(s, &known, op->operands[0], 0);
    const branch yes = read_branch(s, op, 0);
    forget(s, &known);
    const branch no = read_branch(s, op, 1);
    if (s->status == GRN_E_MEMORY)
        return;
    const bool is_empty = !yes.text[0] && !no.text[0];
    if (is_empty && !yields_memory(op)) {
        for (size_t i = 0; i < n; i++)
            grn_c_give(s, op, i, grn_c_choose(s, holds, yes.yielded[i], no.yielded[i], op->results[i].type));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        variables[i] = declare_as(s, &op->results[i], names[i], NULL);
        bind(s, &op->results[i], &variables[i]);
    }
    grn_c_line(s, "if (%s) {", holds.text);
    put_branch(s, op, &yes, variables);
    if (no.text[0] || n) {
        grn_c_line(s, "} else {");
        put_branch(s, op, &no, variables);
    }
    grn_c_line(s, "}");
}

const grn_c_row grn_c_scf_rows[] = {
    {"scf.for", write_for, "", "carried", GRN_C_WRITES, 0},
    {"scf.parallel", write_parallel, "", "", GRN_C_WRITES, 0},
    {"scf.while", write_while, "", "carried", GRN_C_WRITES, 0},
    {"scf.if", write_if, "", "chosen", GRN_C_WRITES, 0},
    {0}};
