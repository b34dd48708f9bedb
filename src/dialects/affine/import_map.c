/* import_map.c - affine maps and sets as arithmetic on indices, with one division for each: MLIR's
 * lower-affine makes the same. */
#include "dialects/affine/import.h"

/* ---- ops ------------------------------------------------------------------------------------- */

grn_affine_builder grn_affine_begin(grn_rewrite *w)
{
    return (grn_affine_builder){.w = w, .index = grn_type_of_dtype(w->ir, GRN_INDEX), .status = GRN_OK};
}

grn_status grn_affine_done(const grn_affine_builder *b, bool made)
{
    return b->status != GRN_OK ? b->status : made ? GRN_OK : grn_no_memory(b->w);
}

static grn_value *constant(grn_affine_builder *b, const grn_type *type, int64_t v)
{
    const grn_new_attr value = {"value", type ? grn_attr_integer(b->w->ir, type, v) : NULL};
    return grn_new(b->w, "arith.constant", 0, NULL, type, 1, &value);
}

grn_value *grn_affine_index(grn_affine_builder *b, int64_t v)
{
    for (size_t i = 0; i < b->nnumbers; i++)
        if (grn_op_integer(b->number[i]->def, "value", 0) == v)
            return b->number[i];
    grn_value *made = constant(b, b->index, v);
    if (made && b->nnumbers < GRN_AFFINE_NUMBERS)
        b->number[b->nnumbers++] = made;
    return made;
}

grn_value *grn_affine_binary(grn_affine_builder *b, const char *op, grn_value *x, grn_value *y)
{
    grn_value *const both[] = {x, y};
    return x ? grn_new(b->w, op, 2, both, x->type, 0, NULL) : NULL;
}

/* The predicates of arith.cmpi that are needed here, by number. */
enum { EQUAL = 0, LESS = 2, LESS_OR_EQUAL = 3, GREATER_OR_EQUAL = 5 };

static grn_value *compare(grn_affine_builder *b, int64_t predicate, grn_value *x, grn_value *y)
{
    grn_value *const both[] = {x, y};
    const grn_type *i64 = grn_type_integer(b->w->ir, 64, GRN_SIGNLESS),
                   *i1 = grn_type_integer(b->w->ir, 1, GRN_SIGNLESS);
    const grn_new_attr attr = {"predicate", i64 ? grn_attr_integer(b->w->ir, i64, predicate) : NULL};
    return grn_new(b->w, "arith.cmpi", 2, both, i1, 1, &attr);
}

static grn_value *choose(grn_affine_builder *b, grn_value *condition, grn_value *x, grn_value *y)
{
    grn_value *const all[] = {condition, x, y};
    return x ? grn_new(b->w, "arith.select", 3, all, x->type, 0, NULL) : NULL;
}

/* ---- divisions ------------------------------------------------------------------------------- */

/* A negative x is divided as -1 - x, which is not: -1 - (-1 - x) / y. */
grn_value *grn_affine_floor_div(grn_affine_builder *b, grn_value *x, grn_value *y)
{
    grn_value *below = compare(b, LESS, x, grn_affine_index(b, 0)), *less_one = grn_affine_index(b, -1);
    grn_value *dividend = choose(b, below, grn_affine_binary(b, "arith.subi", less_one, x), x);
    grn_value *quotient = grn_affine_binary(b, "arith.divsi", dividend, y);
    return choose(b, below, grn_affine_binary(b, "arith.subi", less_one, quotient), quotient);
}

/* -(-x / y) where x is not positive, (x - 1) / y + 1 where it is. */
static grn_value *ceil_div(grn_affine_builder *b, grn_value *x, grn_value *y)
{
    grn_value *zero = grn_affine_index(b, 0), *one = grn_affine_index(b, 1),
              *below = compare(b, LESS_OR_EQUAL, x, zero);
    grn_value *negated = grn_affine_binary(b, "arith.subi", zero, x),
              *decremented = grn_affine_binary(b, "arith.subi", x, one);
    grn_value *quotient = grn_affine_binary(b, "arith.divsi", choose(b, below, negated, decremented), y);
    negated = grn_affine_binary(b, "arith.subi", zero, quotient);
    return choose(b, below, negated, grn_affine_binary(b, "arith.addi", quotient, one));
}

/* The remainder has the sign of x: one below 0 is y more. */
grn_value *grn_affine_mod(grn_affine_builder *b, grn_value *x, grn_value *y)
{
    grn_value *rest = grn_affine_binary(b, "arith.remsi", x, y),
              *below = compare(b, LESS, rest, grn_affine_index(b, 0));
    return choose(b, below, grn_affine_binary(b, "arith.addi", rest, y), rest);
}

/* ---- expressions ----------------------------------------------------------------------------- */

typedef struct expansion {
    grn_affine_builder *b;
    const grn_affine *a;
    grn_value *const *inputs;
    grn_value *made[GRN_AFFINE_NODES];
} expansion;

static grn_value *node(expansion *e, int32_t n);

static grn_value *divide(expansion *e, const grn_affine_node *of)
{
    const grn_affine_node *by = &e->a->node[of->right];
    if (by->kind == GRN_AFFINE_CONST && by->value <= 0) {
        e->b->status = grn_refuse(e->b->w, "divides by %lld, and what an affine expression divides by is positive",
                                  (long long)by->value);
        return NULL;
    }
    grn_value *x = node(e, of->left), *y = x ? node(e, of->right) : NULL;
    if (!y)
        return NULL;
    return of->kind == GRN_AFFINE_MOD        ? grn_affine_mod(e->b, x, y)
           : of->kind == GRN_AFFINE_FLOORDIV ? grn_affine_floor_div(e->b, x, y)
                                             : ceil_div(e->b, x, y);
}

static grn_value *make(expansion *e, const grn_affine_node *n)
{
    switch (n->kind) {
    case GRN_AFFINE_CONST: return grn_affine_index(e->b, n->value);
    case GRN_AFFINE_DIM: return e->inputs[n->value];
    case GRN_AFFINE_SYMBOL: return e->inputs[e->a->ndims + (size_t)n->value];
    case GRN_AFFINE_ADD:
    case GRN_AFFINE_MUL: break;
    default: return divide(e, n);
    }
    grn_value *x = node(e, n->left), *y = x ? node(e, n->right) : NULL;
    return y ? grn_affine_binary(e->b, n->kind == GRN_AFFINE_ADD ? "arith.addi" : "arith.muli", x, y) : NULL;
}

/* Depth is that of the expression, which has GRN_AFFINE_NODES nodes at most. */
static grn_value *node(expansion *e, int32_t n)
{
    if (!e->made[n])
        e->made[n] = make(e, &e->a->node[n]);
    return e->made[n];
}

bool grn_affine_expand(grn_affine_builder *b, const char *name, grn_value *const *inputs, size_t from, size_t count,
                       grn_affine *a, grn_value *out[GRN_AFFINE_RESULTS])
{
    if (!grn_affine_read(grn_op_attr(b->w->at, name), a)) {
        b->status = grn_refuse(b->w, "has a '%s' that is no map or set, or longer than garner reads", name);
        return false;
    }
    expansion e = {.b = b, .a = a, .inputs = inputs};
    const size_t n = count == SIZE_MAX ? a->nresults - from : count;
    for (size_t i = 0; i < n; i++)
        if (!(out[i] = node(&e, a->result[from + i])))
            return false;
    return true;
}

grn_value *grn_affine_expand_bound(grn_affine_builder *b, const char *name, grn_value *const *inputs, size_t from,
                                   size_t count, bool greatest)
{
    grn_affine a;
    grn_value *out[GRN_AFFINE_RESULTS] = {NULL};
    if (!grn_affine_expand(b, name, inputs, from, count, &a, out))
        return NULL;
    for (size_t i = 1; i < (count == SIZE_MAX ? a.nresults : count); i++)
        out[0] = grn_affine_binary(b, greatest ? "arith.maxsi" : "arith.minsi", out[0], out[i]);
    return out[0];
}

grn_value *grn_affine_expand_set(grn_affine_builder *b, const char *name, grn_value *const *inputs)
{
    grn_affine a;
    grn_value *out[GRN_AFFINE_RESULTS], *holds = NULL;
    if (!grn_affine_expand(b, name, inputs, 0, SIZE_MAX, &a, out))
        return NULL;
    if (a.nresults == 0)
        return constant(b, grn_type_integer(b->w->ir, 1, GRN_SIGNLESS), 1);
    for (size_t i = 0; i < a.nresults; i++) {
        grn_value *one = compare(b, a.is_equal[i] ? EQUAL : GREATER_OR_EQUAL, out[i], grn_affine_index(b, 0));
        holds = i ? grn_affine_binary(b, "arith.andi", holds, one) : one;
    }
    return holds;
}
