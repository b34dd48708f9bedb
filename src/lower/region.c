/* region.c - the ops of a block one after the other; and regions on single elements, put where
 * their result is needed. */
#include "lower/function.h"
#include "lower/fuse.h"

/* ---- blocks ---------------------------------------------------------------------------------- */

bool grn_lo_in_dialect(const grn_op *op, const char *dialect)
{
    const size_t n = strlen(dialect);
    return op->name.n > n && memcmp(op->name.text, dialect, n) == 0 && op->name.text[n] == '.';
}

bool grn_lower_is_check(const grn_op *op)
{
    const grn_attr *target = grn_op_is(op, GRN_HLO(custom_call)) ? grn_op_attr(op, "call_target_name") : NULL;
    return grn_lo_in_dialect(op, "check") || (target && target->kind == GRN_ATTR_STRING && target->text.n > 6 &&
                                              memcmp(target->text.text, "check.", 6) == 0);
}

static bool is_on_scalars(const grn_op *op)
{
    bool scalars = op->nregions == 0 && (grn_lo_in_dialect(op, "arith") || grn_lo_in_dialect(op, "math") ||
                                         grn_lo_in_dialect(op, "complex"));
    for (size_t i = 0; i < op->noperands; i++)
        scalars = scalars && !grn_type_is_tensor(grn_operand_type(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        scalars = scalars && !grn_type_is_tensor(grn_result_type(op, i));
    return scalars;
}

static void keep_value(grn_lower *l, const grn_value *source, grn_value *v)
{
    if (grn_type_is_memref(source->type))
        grn_lo_set_buffer(l, source, v, false);
    else
        grn_lo_set_scalar(l, source, v);
    if (v->name.n == 0)
        v->name = source->name;
}

/* The op as it is, on what stands for its operands. */
static void copy_op(grn_lower *l, const grn_op *op)
{
    grn_value **operands = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->noperands + 1);
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, op->nresults + 1);
    const char *name = grn_arena_text(&l->ir->arena, op->name.text, op->name.n);
    if (!grn_lo_check(l, operands && types && name))
        return;
    for (size_t i = 0; i < op->noperands; i++)
        operands[i] = grn_lo_of(l, op->operands[i])->value;
    for (size_t i = 0; i < op->nresults; i++)
        types[i] = grn_result_type(op, i);
    grn_op *made = grn_lo_op(l, name, op->noperands, operands, op->nresults, types, op->nregions, GRN_LO_NO_ATTRS);
    for (size_t i = 0; made && i < op->nattrs; i++)
        if (!grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value))
            grn_lo_check(l, false);
    for (size_t r = 0; made && r < op->nregions; r++)
        if (op->regions[r].first)
            grn_lo_keep_region(l, op->regions[r].first, &made->regions[r]);
    for (size_t i = 0; made && i < op->nresults; i++)
        keep_value(l, &op->results[i], &made->results[i]);
}

void grn_lo_keep_region(grn_lower *l, const grn_block *from, grn_region *to)
{
    grn_block *const outer = l->block;
    grn_lo_scope scope;
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, from->nargs + 1);
    for (size_t i = 0; types && i < from->nargs; i++)
        types[i] = from->args[i].type;
    grn_block *made = grn_lo_check(l, types != NULL) ? grn_lo_block(l, to, from->nargs, types) : NULL;
    for (size_t i = 0; made && i < from->nargs; i++)
        keep_value(l, &from->args[i], &made->args[i]);
    if (made) {
        grn_lo_scope_begin(l, &scope);
        grn_lo_ops(l, from);
        grn_lo_scope_end(l);
        l->at = from->last;
        copy_op(l, from->last);
    }
    l->block = outer;
}

/* ---- programs of memory ---------------------------------------------------------------------- */

static bool has_tensors(size_t n, const grn_value *v)
{
    bool has = false;
    for (size_t i = 0; i < n; i++)
        has = has || grn_type_is_tensor(v[i].type);
    return has;
}

/* Ops of loops and memory stay: those of tensors, linalg's where loops are wanted, and scf.forall,
 * which has loops, do not. */
static bool stays_in_memory(const grn_lower *l, const grn_op *op)
{
    static const char *const dialects[] = {"scf", "memref", "linalg", "complex"};
    bool stays = false;
    for (size_t i = 0; i < GRN_COUNT(dialects); i++)
        stays = stays || grn_lo_in_dialect(op, dialects[i]);
    stays = stays && !grn_op_is(op, GRN_OP(scf, forall)) &&
            !(grn_lo_in_dialect(op, "linalg") && l->o->form->walk != GRN_WALK_GENERIC) &&
            !has_tensors(op->nresults, op->results);
    for (size_t i = 0; i < op->noperands; i++)
        stays = stays && !grn_type_is_tensor(grn_operand_type(op, i));
    for (size_t r = 0; r < op->nregions; r++)
        stays =
            stays && (!op->regions[r].first || (!op->regions[r].first->next &&
                                                !has_tensors(op->regions[r].first->nargs, op->regions[r].first->args)));
    return stays;
}

/* Whether `to` shares memory with none of op's operands but `own`, which is given where it is to be
 * one. */
static bool lies_apart(const grn_op *op, const grn_value *own, const grn_value *to)
{
    bool apart = own == NULL || own == to;
    for (size_t k = 0; apart && k < op->noperands; k++)
        apart = (own && op->operands[k] == own) || (op->operands[k] != to && grn_lo_are_apart(op->operands[k], to));
    return apart;
}

/* What an access makes goes to where it is copied behind it, unless it reads from there. */
static void note_copies(grn_lower *l, const grn_op *op)
{
    const grn_op *copy = op->next;
    grn_hub hub;
    if (!grn_hub_read(op, &hub))
        return;
    for (size_t i = 0; i < op->nresults && copy; i++, copy = copy->next) {
        const bool is_copy =
            grn_op_is(copy, GRN_OP(memref, copy)) && copy->operands[0] == &op->results[i] && op->results[i].uses == 1;
        if (is_copy && lies_apart(op, hub.is_scatter ? hub.operands[i] : NULL, copy->operands[1]))
            l->destination[op->results[i].slot] = grn_lo_of(l, copy->operands[1])->value;
    }
}

/* In a form of tensors too an access of memrefs is one: as in the stage of buffers, or in loops. */
static void lower_access(grn_lower *l, const grn_op *op, const grn_lower_row *row)
{
    const grn_lower_options *const asked = l->o;
    grn_lower_options in_memory = *asked;
    in_memory.form =
        asked->form->buffers ? asked->form : grn_lower_form_of("scf", asked->form->accesses ? "buffer" : "loops");
    l->o = &in_memory;
    note_copies(l, op);
    row->lower(l, op);
    l->o = asked;
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) { /* the program says when it goes */
        grn_lo_give_away(l, grn_lo_of(l, &op->results[i])->value);
        grn_lo_of(l, &op->results[i])->owned = false;
    }
}

/* A copy of what is there already is none. */
static bool is_in_place(grn_lower *l, const grn_op *op)
{
    return grn_op_is(op, GRN_OP(memref, copy)) &&
           grn_lo_of(l, op->operands[0])->value == grn_lo_of(l, op->operands[1])->value;
}

/* An element of a value that is computed where it is read costs what all of those behind it cost,
 * each time. */
enum { LAZY_IN_REGIONS = 4 };

bool grn_lo_set_lazy(grn_lower *l, const grn_op *op, uint32_t most)
{
    uint32_t depth = 0;
    bool guarded = false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_lo_value *v = grn_lo_of(l, op->operands[i]);
        depth = v->kind == GRN_LO_LAZY && v->depth > depth ? v->depth : depth;
        guarded = guarded || (v->kind == GRN_LO_LAZY && v->guarded);
    }
    if (depth < most)
        *grn_lo_of(l, &op->results[0]) =
            (grn_lo_value){.kind = GRN_LO_LAZY, .op = op, .depth = depth + 1, .guarded = guarded};
    return depth < most;
}

static void make_element(grn_lower *l, const grn_op *op, const grn_lower_row *row)
{
    const grn_value *result = &op->results[0];
    grn_value *extent[GRN_MAX_RANK];
    const bool elsewhere = row->flags & GRN_LO_FREE ? !l->needs_buffer[result->slot] : grn_lo_site(l, op) != op;
    if (elsewhere && grn_lo_set_lazy(l, op, GRN_LO_IN_A_ROW))
        return;
    grn_lo_result_extents(l, op, result, extent);
    grn_lo_fill(l, op, result, row->element, extent);
}

/* A function of math or complex, which is not copied: its row says in which precision it is
 * computed, and how. */
static bool is_function_of_scalars(const grn_op *op, const grn_lower_row *row)
{
    return is_on_scalars(op) && row && row->element &&
           (grn_lo_in_dialect(op, "math") || grn_lo_in_dialect(op, "complex"));
}

static void lower_op(grn_lower *l, const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    l->at = op;
    if (grn_lower_is_check(op) && l->o->drop_checks && op->nresults == 0)
        return;
    if (grn_lower_is_check(op))
        grn_lo_refuse(l, "is a check, which a lowered program has no op for; it can be left out (--drop-checks)");
    else if (is_in_place(l, op))
        return;
    else if (op->nregions && stays_in_memory(l, op) && grn_lo_may_fail(op) && !row)
        grn_lo_refuse(
            l, "has an access within whose indices may be an error, which is lowered at the function's own level");
    else if (is_function_of_scalars(op, row))
        grn_lo_set_scalar(l, &op->results[0], row->element(l, op, NULL));
    else if (is_on_scalars(op) || (stays_in_memory(l, op) && !(op->nregions && grn_lo_may_fail(op))))
        copy_op(l, op);
    else if (row && row->lower && op->nresults && grn_op_is_of_hub(op) && grn_type_is_memref(grn_result_type(op, 0)))
        lower_access(l, op, row);
    else if (row && row->lower)
        row->lower(l, op);
    else if (row && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)))
        make_element(l, op, row);
    else
        grn_lo_refuse(l, "has no lowering");
}

void grn_lo_ops(grn_lower *l, const grn_block *block)
{
    const grn_op *end = grn_block_terminator(block);
    for (const grn_op *op = block->first; op && op != end && l->status == GRN_OK; op = op->next)
        lower_op(l, op);
}

/* ---- regions on elements --------------------------------------------------------------------- */

/* Whether all that it takes and gives has one element. */
static bool is_of_scalars(const grn_op *op)
{
    bool scalars = true;
    for (size_t i = 0; i < op->noperands; i++)
        scalars = scalars && !(grn_type_is_tensor(grn_operand_type(op, i)) && grn_operand_type(op, i)->rank > 0);
    for (size_t i = 0; i < op->nresults; i++)
        scalars = scalars && !(grn_type_is_tensor(grn_result_type(op, i)) && grn_result_type(op, i)->rank > 0);
    return scalars;
}

/* Memory that is only read. */
static bool reads_memory(const grn_op *op) { return GRN_OP_IS_ONE_OF(op, GRN_OP(memref, load), GRN_OP(memref, dim)); }

/* A value of one element is a scalar; of more, it is computed where it is read. */
static void element_op(grn_lower *l, const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    l->at = op;
    if (is_function_of_scalars(op, row))
        grn_lo_set_scalar(l, &op->results[0], row->element(l, op, NULL));
    else if (is_on_scalars(op) || reads_memory(op))
        copy_op(l, op);
    else if (row && row->lower && row->flags & GRN_LO_READS_ELEMENTS && op->nresults == 1 &&
             !grn_type_is_tensor(grn_result_type(op, 0)))
        row->lower(l, op);
    else if (row && row->on_scalars && is_of_scalars(op))
        row->on_scalars(l, op);
    else if (!row || !row->element || op->nresults != 1 || !grn_type_is_tensor(grn_result_type(op, 0)))
        grn_lo_refuse(
            l,
            "stands in a region that is applied to one element after the other, and does not compute one of another");
    else if (grn_result_type(op, 0)->rank == 0)
        grn_lo_set_scalar(l, &op->results[0], row->element(l, op, NULL));
    else if (!grn_lo_set_lazy(l, op, LAZY_IN_REGIONS))
        grn_lo_refuse(l, "stands in a region that is applied to one element after the other, behind too many tensors");
}

bool grn_lo_region(grn_lower *l, const grn_region *region, size_t nargs, grn_value *const *args, size_t nresults,
                   grn_value **results)
{
    const grn_block *block = region->first;
    const grn_op *end = grn_block_terminator(block), *at = l->at;
    const grn_lo_inputs *outer = l->inputs;
    l->inputs = NULL;
    for (size_t i = 0; i < nargs && i < block->nargs; i++)
        grn_lo_set_scalar(l, &block->args[i], args[i]);
    for (const grn_op *op = block->first; op != end && l->status == GRN_OK; op = op->next)
        element_op(l, op);
    for (size_t i = 0; i < nresults && l->status == GRN_OK; i++)
        results[i] = grn_lo_read(l, end->operands[i], NULL);
    l->inputs = outer;
    l->at = at;
    return l->status == GRN_OK;
}
