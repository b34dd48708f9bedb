/* scf.c - loops and branches. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/carrier.h"

/* ---- loop variables -------------------------------------------------------------------------- */

/* "batch dim 0 = start_indices dim 1" is called batch0: the first word, and the number before the
 * equation's second side. */
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

/* The dimension that loop `k` of the op walks; empty where the program has no note of it. */
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
    const bool once = grn_c_is_constant(&l->least) && grn_c_is_constant(&l->beyond) &&
                      l->beyond.least - l->least.least <= l->step.least;
    return once ? 1 : 2;
}

static const char *wish_of(grn_c *s, const loop *l)
{
    return grn_c_wish(s, l->variable, name_of_dim(s, l->dim, letter_of(s)));
}

static const char *comment_of(grn_c *s, const loop *l)
{
    return l->dim.n ? grn_c_text(s, " /* %s */", grn_c_comment(s, l->dim)) : "";
}

/* A body that runs once is written without a loop. `body`: of an innermost loop, which may be
 * written in vectors, with its variable declared before it; else NULL. */
static grn_c_vectors open_loop(grn_c *s, const loop *l, const grn_block *body)
{
    grn_c_vectors vectors = GRN_C_NO_VECTORS;
    if (times_of(l) == 1) {
        grn_c_bind(s, l->variable, l->least);
        return vectors;
    }
    const char *name = grn_c_local(s, wish_of(s, l));
    const grn_c_type *type = grn_c_type_of(s, l->variable->type);
    grn_c_expr i = grn_c_name_expr(s, name, type);
    if (l->least.is_ranged && l->beyond.is_ranged && l->beyond.most > INT64_MIN)
        grn_c_range(&i, l->least.least, l->beyond.most - 1 > l->least.least ? l->beyond.most - 1 : l->least.least);
    grn_c_bind(s, l->variable, i);
    const bool single = grn_c_is_constant(&l->step) && l->step.least == 1;
    const char *comment = comment_of(s, l);
    const char *begin = grn_c_text(s, "%s %s = %s", type->name, name, l->least.text);
    const size_t mark = grn_c_mark(s);
    if (body && single && s->options->simd && type->bits == 64) {
        grn_c_statement(s, GRN_C_DECLARES, name, "%s;%s", begin, comment);
        vectors = grn_c_write_vectors(s, body, name, &l->least, &l->beyond);
        if (vectors != GRN_C_NO_VECTORS)
            begin = comment = "";
        else
            (void)grn_c_take_back(s, mark);
    }
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (%s; %s < %s; %s) {%s", begin, name,
                    grn_c_within(s, &l->beyond, GRN_C_SHIFT),
                    single ? grn_c_text(s, "%s++", name) : grn_c_text(s, "%s += %s", name, l->step.text), comment);
    grn_c_open(s);
    s->loops++;
    return vectors;
}

static void close_loop(grn_c *s, const loop *l)
{
    if (times_of(l) == 1)
        return;
    s->loops--;
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
}

/* ---- loops ----------------------------------------------------------------------------------- */

static bool has_block(grn_c *s, const grn_op *op, size_t region, size_t nargs)
{
    const grn_block *b = op->nregions > region ? op->regions[region].first : NULL;
    const bool ok = b && !b->next && b->nargs >= nargs && b->last;
    if (!ok)
        grn_c_refuse(s, "has no region of one block");
    return ok;
}

/* A few copies of short rows are written one after the other: compilers would keep the loop, and
 * the loop takes as long as the copies. */
#define MOST_COPIES 8
#define MOST_COPIED_BYTES 64

static bool is_short_run(const grn_type *t)
{
    int64_t n = (int64_t)grn_dtype_bytes(t->element->dtype);
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == GRN_DYNAMIC || !grn_mul_i64(n, t->shape[d], &n))
            return false;
    return n > 0 && n <= MOST_COPIED_BYTES;
}

static bool is_few_copies(const grn_c *s, const loop *l, const grn_block *body)
{
    size_t copies = 0;
    const bool known = grn_c_is_constant(&l->least) && grn_c_is_constant(&l->beyond) && grn_c_is_constant(&l->step) &&
                       l->step.least == 1;
    if (!known || s->loops == 0 || l->beyond.least - l->least.least > MOST_COPIES)
        return false;
    for (const grn_op *op = body->first; op != body->last; op = op->next) {
        const bool copy = grn_op_is(op, GRN_OP(memref, copy));
        const grn_c_row *row = grn_c_row_of(op);
        if (!copy && !(row && row->effects & (GRN_C_VIEWS | GRN_C_NUMBER)))
            return false;
        if (copy && (!is_short_run(grn_operand_type(op, 0))))
            return false;
        copies += copy;
    }
    return copies == 1;
}

static void write_copies(grn_c *s, const loop *l, const grn_block *body)
{
    if (l->dim.n)
        s->note = grn_c_text(s, "%s, from %" PRId64 " to %" PRId64, grn_c_comment(s, l->dim), l->least.least,
                             l->beyond.least - 1);
    for (int64_t i = l->least.least; i < l->beyond.least; i++) {
        grn_c_bind(s, l->variable, grn_c_number(s, i, NULL));
        grn_c_ops(s, body);
    }
}

/* The bounds and the step as signed numbers, as the variable is. They may have been computed as
 * unsigned ones. */
static grn_c_expr signed_operand(grn_c *s, const grn_op *op, size_t i,
                                 grn_c_expr (*read)(grn_c *, const grn_op *, size_t))
{
    return grn_c_as_signed(s, read(s, op, i), grn_operand_type(op, i));
}

static void write_for(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, 1))
        return;
    const grn_block *body = op->regions[0].first;
    const size_t n = op->nresults;
    grn_c_carrier *variables = GRN_ARENA_NEW(&s->ir->arena, grn_c_carrier, n + 1);
    if (!variables || body->nargs != n + 1 || op->noperands != n + 3) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    grn_c_note(s, op);
    const loop l = {signed_operand(s, op, 0, grn_c_operand), signed_operand(s, op, 1, grn_c_operand_named),
                    signed_operand(s, op, 2, grn_c_operand_named), &body->args[0], dim_of(op, 0)};
    for (size_t i = 0; i < n; i++) {
        variables[i] =
            grn_c_declare(s, &body->args[i + 1], grn_c_wish(s, &op->results[i], "carried"), op->operands[3 + i]);
        grn_c_bind_carrier(s, &body->args[i + 1], &variables[i]);
        grn_c_bind_carrier(s, &op->results[i], &variables[i]);
    }
    const size_t inner = grn_c_scope(s);
    if (times_of(&l) == 0)
        return;
    if (n == 0 && times_of(&l) > 1 && is_few_copies(s, &l, body)) {
        write_copies(s, &l, body);
        return;
    }
    const bool is_plain = n == 0 && times_of(&l) > 1 && grn_c_is_constant(&l.step) && l.step.least == 1;
    if (is_plain && grn_c_write_blocks(s, body, wish_of(s, &l), &l.least, &l.beyond, comment_of(s, &l)))
        return;
    const grn_c_vectors vectors = open_loop(s, &l, n == 0 ? body : NULL);
    if (is_plain)
        grn_c_prefetch(s, body, &l.beyond);
    grn_c_ops(s, body);
    grn_c_assign(s, body->last, 0, n, variables);
    close_loop(s, &l);
    if (vectors == GRN_C_ALL_VECTORS)
        grn_c_statement(s, GRN_C_CLOSES, NULL, "#endif");
    if (times_of(&l) > 1 && vectors == GRN_C_NO_VECTORS)
        grn_c_leave_scope(s, inner);
}

/* The pragma is for compilers with OpenMP. A body that may leave by goto gets none. */
static const char *pragma_text(grn_c *s, size_t n)
{
    const char *how = n > 1 ? grn_c_text(s, " collapse(%zu)", n) : "";
    return grn_c_text(s, "#ifdef _OPENMP\n#pragma omp parallel for%s\n#endif\n", how);
}

/* A scf.parallel: a loop for each dimension, a variable for each value that is reduced. */
typedef struct nest {
    size_t n, left; /* loops; those that run more than once */
    loop *loop;
    grn_c_carrier *variables;
} nest;

/* False: it runs no step, or cannot be written. */
static bool read_nest(grn_c *s, const grn_op *op, nest *to)
{
    const grn_block *body = op->regions[0].first;
    const size_t n = body->nargs;
    *to = (nest){.n = n,
                 .loop = GRN_ARENA_NEW(&s->ir->arena, loop, n),
                 .variables = GRN_ARENA_NEW(&s->ir->arena, grn_c_carrier, op->nresults + 1)};
    if (!to->loop || !to->variables) {
        s->status = GRN_E_MEMORY;
        return false;
    }
    for (size_t i = 0; i < n; i++)
        to->loop[i] =
            (loop){signed_operand(s, op, i, grn_c_operand_named), signed_operand(s, op, n + i, grn_c_operand_named),
                   signed_operand(s, op, 2 * n + i, grn_c_operand_named), &body->args[i], dim_of(op, i)};
    for (size_t i = 0; i < op->nresults; i++) {
        to->variables[i] = grn_c_declare(s, &op->results[i], "reduced", op->operands[3 * n + i]);
        grn_c_bind_carrier(s, &op->results[i], &to->variables[i]);
    }
    bool runs = true;
    for (size_t i = 0; i < n; i++) {
        runs = runs && times_of(&to->loop[i]) > 0;
        to->left += times_of(&to->loop[i]) > 1;
    }
    return runs;
}

/* Sets each variable to what the op's region of scf.reduce makes of it and of the step's value. */
static void reduce(grn_c *s, const grn_op *end, const nest *of)
{
    for (size_t i = 0; i < end->nregions; i++) {
        const grn_block *b = end->regions[i].first;
        if (!has_block(s, end, i, 2))
            return;
        grn_c_bind_carrier(s, &b->args[0], &of->variables[i]);
        grn_c_bind(s, &b->args[1], grn_c_operand_named(s, end, i));
        grn_c_ops(s, b);
        grn_c_assign(s, b->last, 0, 1, &of->variables[i]);
    }
}

static void write_parallel(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    nest of;
    (void)row;
    if (!has_block(s, op, 0, 1))
        return;
    const grn_block *body = op->regions[0].first;
    if (op->noperands != 3 * body->nargs + op->nresults || body->last->nregions != op->nresults) {
        grn_c_refuse(s, "has other values than it reduces");
        return;
    }
    grn_c_note(s, op);
    if (!read_nest(s, op, &of))
        return;
    const size_t begin = grn_c_mark(s), gotos = s->gotos, inner = grn_c_scope(s);
    const bool outer = !s->in_parallel && of.left > 0 && op->nresults == 0; /* a reduction keeps its order */
    s->in_parallel |= outer;
    for (size_t i = 0; i < of.n; i++)
        (void)open_loop(s, &of.loop[i], NULL);
    grn_c_ops(s, body);
    reduce(s, body->last, &of);
    for (size_t i = of.n; i-- > 0;)
        close_loop(s, &of.loop[i]);
    s->in_parallel &= !outer;
    if (outer && s->options->openmp && s->gotos == gotos)
        grn_c_put_before(s, begin, pragma_text(s, of.left));
    if (of.left > 0)
        grn_c_leave_scope(s, inner);
}

static void write_while(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)row;
    if (!has_block(s, op, 0, op->noperands) || !has_block(s, op, 1, op->nresults))
        return;
    const grn_block *before = op->regions[0].first, *after = op->regions[1].first;
    const grn_op *condition = before->last;
    const size_t n = op->noperands, m = op->nresults;
    grn_c_carrier *carried = GRN_ARENA_NEW(&s->ir->arena, grn_c_carrier, n + 1),
                  *given = GRN_ARENA_NEW(&s->ir->arena, grn_c_carrier, m + 1);
    if (!carried || !given || condition->noperands != m + 1) {
        grn_c_refuse(s, "has other values than it carries");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        carried[i] = grn_c_declare(s, &before->args[i], "carried", op->operands[i]);
        grn_c_bind_carrier(s, &before->args[i], &carried[i]);
    }
    for (size_t i = 0; i < m; i++) {
        /* A carried value that is passed on unchanged needs no second variable. */
        const grn_value *v = condition->operands[i + 1];
        const bool same = v->def == NULL && v->block == before;
        given[i] = same ? carried[v->index] : grn_c_declare(s, &op->results[i], "given", NULL);
        grn_c_bind_carrier(s, &op->results[i], &given[i]);
        grn_c_bind_carrier(s, &after->args[i], &given[i]);
    }
    const size_t scope = grn_c_scope(s);
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (;;) {");
    grn_c_open(s);
    grn_c_ops(s, before);
    const grn_c_expr holds = grn_c_operand_named(s, condition, 0);
    grn_c_assign(s, condition, 1, m, given);
    grn_c_line(s, "if (!%s)", grn_c_within(s, &holds, GRN_C_UNARY));
    grn_c_line(s, "    break;");
    grn_c_ops(s, after);
    grn_c_assign(s, after->last, 0, n, carried);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
    grn_c_leave_scope(s, scope);
}

GRN_C(scf, for) = {write_for, "", "carried", GRN_C_WRITES, 0};
GRN_C(scf, parallel) = {write_parallel, "", "", GRN_C_WRITES, 0};
GRN_C(scf, while) = {write_while, "", "carried", GRN_C_WRITES, 0};
