/*
 * row_select_scatter.c - select_and_scatter: a loop over windows finds which
 * element of each `select` keeps, and combines the source's element with the
 * result there, in ascending row-major order. A window without an element adds
 * nothing. Source: StableHLO spec, select_and_scatter.
 */
#include "lower/function.h"
#include "lower/shape.h"

#include "dialects/stablehlo/stablehlo.h"

enum { OPERAND, SOURCE, INIT };

/* What the loops over a window carry: whether there was an element, the one that is kept, and where
 * it is. */
enum { FOUND, KEPT, PLACE };

typedef struct selecting {
    const grn_op *op;
    int32_t rank;
    grn_windows windows;
    grn_value *to;      /* a memref; */
    grn_lo_carry carry; /* or a tensor */
    grn_value *window[GRN_MAX_RANK];
} selecting;

static grn_value *init(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    (void)index;
    return grn_lo_convert(l, grn_lo_read(l, op->operands[INIT], NULL), grn_lo_operand_element(op, INIT),
                          grn_result_type(op, 0)->element);
}

/* The element at `at` becomes the one that is kept, unless there is one that select keeps. */
static void compare(grn_lower *l, const selecting *s, grn_value *const *at, grn_lo_carry *best)
{
    grn_value *args[] = {best->v[KEPT], grn_lo_read(l, s->op->operands[OPERAND], at)}, *stays = NULL;
    if (l->status != GRN_OK || !grn_lo_region(l, &s->op->regions[0], 2, args, 1, &stays))
        return;
    stays = grn_lo_and(l, best->v[FOUND], stays);
    best->v[FOUND] = grn_lo_integer(l, grn_lo_integer_type(l, 1), 1);
    best->v[KEPT] = grn_lo_select(l, stays, args[0], args[1]);
    for (int32_t d = 0; d < s->rank; d++)
        best->v[PLACE + d] = grn_lo_select(l, stays, best->v[PLACE + d], at[d]);
}

static void compare_where(grn_lower *l, const selecting *s, grn_value *inside, grn_value *const *at, grn_lo_carry *best)
{
    const grn_lo_carry before = *best;
    if (!inside) {
        compare(l, s, at, best);
        return;
    }
    grn_op *branch = grn_lo_if(l, inside, best->n);
    compare(l, s, at, best);
    grn_lo_yield(l, best->n, best->v);
    grn_lo_otherwise(l, branch);
    grn_lo_yield(l, before.n, before.v);
    grn_lo_end_if(l, branch);
    for (size_t i = 0; branch && i < best->n; i++)
        best->v[i] = &branch->results[i];
}

static void select_in_window(grn_lower *l, const selecting *s, grn_lo_carry *best)
{
    static const unsigned char zero[16];
    grn_value *at[GRN_MAX_RANK], *inside = NULL;
    *best = (grn_lo_carry){.n = PLACE + (size_t)s->rank,
                           .v = {grn_lo_integer(l, grn_lo_integer_type(l, 1), 0),
                                 grn_lo_constant(l, grn_lo_operand_element(s->op, OPERAND), zero)}};
    for (int32_t d = 0; d < s->rank; d++)
        best->v[PLACE + d] = grn_lo_index(l, 0);
    for (int32_t d = 0; d < s->rank; d++) {
        at[d] = grn_lo_for(l, grn_lo_index(l, s->windows.size[d]), best);
        grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "window dim %d", (int)d);
    }
    for (int32_t d = 0; d < s->rank; d++)
        at[d] = grn_lo_window_place(l, s->op, &s->windows, d, s->window[d], at[d], &inside);
    if (l->status == GRN_OK)
        compare_where(l, s, inside, at, best);
    for (int32_t d = 0; d < s->rank; d++)
        grn_lo_end_for(l, best);
}

/* The source's element of this window is combined with the result's at `place`. */
static void scatter(grn_lower *l, selecting *s, grn_value *const *place)
{
    const grn_type *element = grn_result_type(s->op, 0)->element;
    const size_t rank = (size_t)s->rank;
    grn_value *result = NULL, *source = grn_lo_read(l, s->op->operands[SOURCE], s->window);
    grn_value *to = l->o->form->buffers ? s->to : s->carry.v[0];
    grn_value *args[] = {grn_lo_load(l, to, grn_lo_element(l, element), rank, place),
                         grn_lo_convert(l, source, grn_lo_operand_element(s->op, SOURCE), element)};
    if (l->status != GRN_OK || !grn_lo_region(l, &s->op->regions[1], 2, args, 1, &result))
        return;
    grn_value *operands[GRN_MAX_RANK + 2] = {result, to};
    memcpy(operands + 2, place, rank * sizeof *operands);
    if (l->o->form->buffers)
        grn_lo_store(l, result, to, rank, place);
    else
        s->carry.v[0] = grn_lo_one(l, "tensor.insert", 2 + rank, operands, to->type, GRN_LO_NO_ATTRS);
}

static void one_window(grn_lower *l, selecting *s)
{
    const grn_lo_carry before = s->carry;
    grn_lo_carry best;
    select_in_window(l, s, &best);
    grn_op *branch = grn_lo_if(l, best.v[FOUND], s->carry.n);
    scatter(l, s, best.v + PLACE);
    grn_lo_yield(l, s->carry.n, s->carry.v);
    if (s->carry.n) {
        grn_lo_otherwise(l, branch);
        grn_lo_yield(l, before.n, before.v);
    }
    grn_lo_end_if(l, branch);
    for (size_t i = 0; branch && i < s->carry.n; i++)
        s->carry.v[i] = &branch->results[i];
}

static void all_windows(grn_lower *l, selecting *s)
{
    for (int32_t d = 0; d < s->rank; d++) {
        s->window[d] = grn_lo_for(l, grn_lo_extent(l, s->op->operands[SOURCE], d), &s->carry);
        grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "source dim %d", (int)d);
    }
    one_window(l, s);
    for (int32_t d = 0; d < s->rank; d++)
        grn_lo_end_for(l, &s->carry);
}

/* Whether the region takes elements of another type than it is given. */
static bool promotes(const grn_op *op)
{
    const grn_block *block = op->regions[1].first;
    return block->args[0].type->element != grn_result_type(op, 0)->element ||
           block->args[1].type->element != grn_result_type(op, 0)->element;
}

static void lower_select_and_scatter(grn_lower *l, const grn_op *op)
{
    selecting s = {.op = op, .rank = grn_operand_type(op, OPERAND)->rank};
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    if (promotes(op)) {
        grn_lo_refuse(l, "has a region whose arguments are of another type than its result");
        return;
    }
    if (!grn_lo_read_windows(l, op, &s.windows))
        return;
    grn_lo_extents(l, op->operands[OPERAND], extent);
    grn_lo_fill(l, op, &op->results[0], init, extent);
    grn_lo_value *made = grn_lo_of(l, &op->results[0]);
    s.to = made->value;
    s.carry = (grn_lo_carry){.n = !l->o->form->buffers, .v = {made->value}};
    grn_op *guard = grn_lo_guard(l, &op->results[0]);
    if (l->status == GRN_OK)
        all_windows(l, &s);
    grn_lo_end_guard(l, guard);
    if (!l->o->form->buffers)
        made->value = s.carry.v[0];
}

GRN_LOWER(stablehlo, select_and_scatter) = {.lower = lower_select_and_scatter, .flags = GRN_LO_READS_ELEMENTS};
