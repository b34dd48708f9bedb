/*
 * row_sort.c - sort: each line along the dimension by merging runs of 1, 2, 4
 * and so on, which is stable, and compares what the interpreter compares.
 * Source: StableHLO spec, sort.
 *
 * Lines lie in cells: those of the results, and those beside them that a pass
 * of merges writes to. Cells are memrefs, or tensors that every loop carries.
 */
#include "lower/function.h"

enum { MOST_OPERANDS = (GRN_LO_MAX_CARRY - 2) / 2 };

typedef struct sorting {
    const grn_op *op;
    size_t n; /* operands */
    int32_t rank, dim;
    grn_value *extent[GRN_MAX_RANK], *index[GRN_MAX_RANK];
    grn_value *cell[2 * MOST_OPERANDS]; /* the results, then those beside */
    grn_lo_carry carry;                 /* numbers, then cells that are tensors */
    size_t numbers;
} sorting;

/* ---- cells ----------------------------------------------------------------------------------- */

static grn_value *load(grn_lower *l, sorting *s, size_t cell, grn_value *at)
{
    s->index[s->dim] = at;
    return grn_lo_load(l, s->cell[cell], grn_lo_element(l, grn_operand_type(s->op, cell % s->n)->element),
                       (size_t)s->rank, s->index);
}

static void store(grn_lower *l, sorting *s, size_t cell, grn_value *v, grn_value *at)
{
    grn_value *operands[GRN_MAX_RANK + 2] = {v, s->cell[cell]};
    s->index[s->dim] = at;
    if (l->o->form->buffers) {
        grn_lo_store(l, v, s->cell[cell], (size_t)s->rank, s->index);
        return;
    }
    memcpy(operands + 2, s->index, (size_t)s->rank * sizeof *operands);
    s->cell[cell] = grn_lo_one(l, "tensor.insert", 2 + (size_t)s->rank, operands,
                               s->cell[cell] ? s->cell[cell]->type : NULL, GRN_LO_NO_ATTRS);
}

/* What a loop carries: these numbers, and the cells. */
static grn_lo_carry *pack(const grn_lower *l, sorting *s, size_t numbers, grn_value *const *number)
{
    const size_t cells = l->o->form->buffers ? 0 : 2 * s->n;
    s->numbers = numbers;
    s->carry.n = numbers + cells;
    for (size_t i = 0; i < numbers; i++)
        s->carry.v[i] = number[i];
    memcpy(s->carry.v + numbers, s->cell, cells * sizeof *s->cell);
    return &s->carry;
}

static void unpack(sorting *s, grn_value **number)
{
    for (size_t i = 0; i < s->numbers; i++)
        number[i] = s->carry.v[i];
    memcpy(s->cell, s->carry.v + s->numbers, (s->carry.n - s->numbers) * sizeof *s->cell);
}

static grn_value *begin_for(grn_lower *l, sorting *s, grn_value *extent, size_t numbers, grn_value **number)
{
    grn_value *counter = grn_lo_for(l, extent, pack(l, s, numbers, number));
    unpack(s, number);
    return counter;
}

static void end_for(grn_lower *l, sorting *s, size_t numbers, grn_value **number)
{
    grn_lo_end_for(l, pack(l, s, numbers, number));
    unpack(s, number);
}

/* ---- merging --------------------------------------------------------------------------------- */

/* Whether the element at `right` goes before the one at `left`. */
static grn_value *compare(grn_lower *l, sorting *s, grn_value *right, grn_value *left)
{
    grn_value *args[2 * MOST_OPERANDS], *result = NULL;
    for (size_t i = 0; i < s->n; i++) {
        args[2 * i] = load(l, s, i, right);
        args[2 * i + 1] = load(l, s, i, left);
    }
    return l->status == GRN_OK && grn_lo_region(l, &s->op->regions[0], 2 * s->n, args, 1, &result) ? result : NULL;
}

/* Of two runs, the right one's head where the left one has ended or has its head behind. */
static grn_value *takes_right(grn_lower *l, sorting *s, grn_value *const *head, grn_value *middle, grn_value *last)
{
    grn_value *has_left = grn_lo_compare(l, "slt", head[0], middle),
              *has_right = grn_lo_compare(l, "slt", head[1], last);
    grn_op *branch = grn_lo_if(l, grn_lo_and(l, has_left, has_right), 1);
    grn_value *before = compare(l, s, head[1], head[0]);
    grn_lo_yield(l, 1, &before);
    grn_lo_otherwise(l, branch);
    grn_lo_yield(l, 1, &has_right);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

static void move(grn_lower *l, sorting *s, size_t from_cell, grn_value *from, size_t to_cell, grn_value *to)
{
    for (size_t i = 0; i < s->n && l->status == GRN_OK; i++)
        store(l, s, to_cell + i, load(l, s, from_cell + i, from), to);
}

/* Two neighbours of `width` elements, the last of which may be shorter, to the cells beside. */
static void merge(grn_lower *l, sorting *s, grn_value *first, grn_value *width, grn_value *span)
{
    grn_value *length = s->extent[s->dim], *one = grn_lo_index(l, 1);
    grn_value *middle = grn_lo_min(l, grn_lo_add(l, first, width), length),
              *last = grn_lo_min(l, grn_lo_add(l, first, span), length);
    grn_value *head[] = {first, middle};
    grn_value *step = begin_for(l, s, grn_lo_sub(l, last, first), 2, head);
    grn_value *right = takes_right(l, s, head, middle, last);
    move(l, s, 0, grn_lo_select(l, right, head[1], head[0]), s->n, grn_lo_add(l, first, step));
    head[0] = grn_lo_select(l, right, head[0], grn_lo_add(l, head[0], one));
    head[1] = grn_lo_select(l, right, grn_lo_add(l, head[1], one), head[1]);
    end_for(l, s, 2, head);
}

/* Runs of `width` become runs of twice that, which is answered. */
static grn_value *merge_all(grn_lower *l, sorting *s, grn_value *width)
{
    grn_value *length = s->extent[s->dim], *span = grn_lo_add(l, width, width);
    grn_value *first = begin_for(l, s, length, 0, NULL);
    grn_op *pairs = grn_lo_loop(l);
    if (pairs && span)
        grn_op_set_operand(pairs, 2, span); /* the step */
    grn_lo_set_text(l, pairs, "garner.dim", "pairs of runs along dim %d", (int)s->dim);
    merge(l, s, first, width, span);
    end_for(l, s, 0, NULL);
    grn_value *at = begin_for(l, s, length, 0, NULL);
    move(l, s, s->n, at, 0, at);
    end_for(l, s, 0, NULL);
    return span;
}

/* scf.while: as long as the runs are shorter than the line. */
static void sort_line(grn_lower *l, sorting *s)
{
    grn_value *width = grn_lo_index(l, 1), *condition[1 + GRN_LO_MAX_CARRY];
    const grn_type *types[GRN_LO_MAX_CARRY];
    grn_block *const outer = l->block;
    pack(l, s, 1, &width);
    const size_t n = s->carry.n;
    for (size_t i = 0; i < n; i++)
        types[i] = s->carry.v[i] ? s->carry.v[i]->type : NULL;
    grn_op *loop = grn_lo_op(l, "scf.while", n, s->carry.v, n, types, 2, GRN_LO_NO_ATTRS);
    grn_block *block = loop ? grn_lo_block(l, &loop->regions[0], n, types) : NULL;
    condition[0] = block ? grn_lo_compare(l, "slt", &block->args[0], s->extent[s->dim]) : NULL;
    for (size_t i = 0; block && i < n; i++)
        condition[1 + i] = &block->args[i];
    grn_lo_none(l, "scf.condition", 1 + n, condition, GRN_LO_NO_ATTRS);
    block = l->status == GRN_OK ? grn_lo_block(l, &loop->regions[1], n, types) : NULL;
    for (size_t i = 0; block && i < n; i++)
        s->carry.v[i] = &block->args[i];
    if (!block)
        return;
    unpack(s, &width);
    width = merge_all(l, s, width);
    pack(l, s, 1, &width);
    grn_lo_yield(l, n, s->carry.v);
    for (size_t i = 0; i < n; i++)
        s->carry.v[i] = &loop->results[i];
    unpack(s, &width);
    l->block = outer;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void parallel_lines(grn_lower *l, sorting *s)
{
    grn_value *extent[GRN_MAX_RANK], *counter[GRN_MAX_RANK];
    int32_t n = 0;
    for (int32_t d = 0; d < s->rank; d++)
        if (d != s->dim)
            extent[n++] = s->extent[d];
    if (n > 0)
        grn_lo_parallel(l, n, extent, counter);
    for (int32_t d = s->rank - 1, k = n; d >= 0; d--)
        if (d != s->dim)
            s->index[d] = counter[--k];
    sort_line(l, s);
    if (n > 0)
        grn_lo_end_parallel(l);
}

static void lines(grn_lower *l, sorting *s)
{
    if (l->o->form->walk == GRN_WALK_PARALLEL) {
        parallel_lines(l, s);
        return;
    }
    for (int32_t d = 0; d < s->rank; d++)
        if (d != s->dim) {
            s->index[d] = begin_for(l, s, s->extent[d], 0, NULL);
            grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "dim %d", (int)d);
        }
    sort_line(l, s);
    for (int32_t d = 0; d + 1 < s->rank; d++)
        end_for(l, s, 0, NULL);
}

/* The results' cells hold the operands. */
static void take_operands(grn_lower *l, sorting *s, bool *owned)
{
    for (size_t i = 0; i < s->n && l->status == GRN_OK; i++) {
        const grn_value *in = s->op->operands[i];
        s->cell[s->n + i] = grn_lo_allocate(l, in->type, s->extent);
        if (!l->o->form->buffers) {
            s->cell[i] = grn_lo_buffer(l, in);
            continue;
        }
        s->cell[i] = grn_lo_allocate_for(l, &s->op->results[i], s->extent, &owned[i]);
        grn_op *guard = grn_lo_guard(l, &s->op->results[i]);
        grn_lo_copy_to(l, in, s->cell[i]);
        grn_lo_end_guard(l, guard);
    }
}

static void lower_sort(grn_lower *l, const grn_op *op)
{
    sorting s = {.op = op, .n = op->noperands, .rank = grn_operand_type(op, 0)->rank};
    bool owned[MOST_OPERANDS] = {false}, guarded = false;
    const int64_t dim = grn_op_integer(op, "dimension", -1);
    s.dim = (int32_t)(dim < 0 ? dim + s.rank : dim);
    if (s.n > MOST_OPERANDS) {
        grn_lo_refuse(l, "has %zu operands, %d can be lowered", s.n, MOST_OPERANDS);
        return;
    }
    grn_lo_extents(l, op->operands[0], s.extent);
    take_operands(l, &s, owned);
    for (size_t i = 0; i < s.n; i++)
        guarded = guarded || grn_lo_guards(l, &op->results[i]);
    grn_op *guard = guarded && l->o->form->buffers ? grn_lo_when_fine(l) : NULL;
    if (l->status == GRN_OK)
        lines(l, &s);
    grn_lo_end_guard(l, guard);
    for (size_t i = 0; i < s.n && l->status == GRN_OK; i++)
        grn_lo_set_buffer(l, &op->results[i], s.cell[i], owned[i]);
}

GRN_LOWER(stablehlo, sort) = {.lower = lower_sort, .flags = GRN_LO_READS_ELEMENTS};
