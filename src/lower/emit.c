/* emit.c - ops appended to the block that is written; reports of refused ops and of refused memory. */
#include <stdarg.h>
#include <stdio.h>

#include "lower/steps.h"

/* ---- failures -------------------------------------------------------------------------------- */

void *grn_lo_refuse(grn_lower *l, const char *format, ...)
{
    char why[GRN_MESSAGE_BYTES];
    va_list args;
    if (l->status != GRN_OK)
        return NULL;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    const grn_str name = grn_origin_name(l->at);
    l->status =
        grn_fail(l->diag, l->at->place, GRN_E_UNSUPPORTED, "cannot be lowered: '%.*s' %s", (int)name.n, name.text, why);
    return NULL;
}

bool grn_lo_check(grn_lower *l, bool ok)
{
    if (!ok && l->status == GRN_OK) {
        grn_ir_refused(l->ir, l->diag, l->at->place, "lowering");
        l->status = GRN_E_MEMORY;
    }
    return l->status == GRN_OK;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static grn_op *new_op(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands, size_t nresults,
                      const grn_type *const *types, size_t nregions)
{
    const grn_op_def *def = grn_ir_find_op(l->ir, (grn_str){name, strlen(name)});
    grn_op *op = grn_op_new(l->ir, def, (grn_str){name, strlen(name)}, l->at->place, noperands, nresults, nregions);
    if (!grn_lo_check(l, op != NULL))
        return NULL;
    for (size_t i = 0; i < noperands; i++) {
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, operands[i]);
    }
    for (size_t i = 0; types && i < nresults; i++)
        op->results[i].type = types[i];
    return op;
}

grn_op *grn_lo_op(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands, size_t nresults,
                  const grn_type *const *types, size_t nregions, size_t nattrs, const grn_lo_attr *attrs)
{
    bool whole = l->status == GRN_OK;
    for (size_t i = 0; whole && i < noperands; i++)
        whole = operands[i] != NULL;
    for (size_t i = 0; whole && types && i < nresults; i++)
        whole = types[i] != NULL;
    grn_op *op = grn_lo_check(l, whole) ? new_op(l, name, noperands, operands, nresults, types, nregions) : NULL;
    if (!op)
        return NULL;
    grn_block_append(l->block, op);
    for (size_t i = 0; i < nattrs; i++)
        grn_lo_set_attr(l, op, attrs[i].name, attrs[i].value);
    return op;
}

grn_value *grn_lo_one(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands,
                      const grn_type *type, size_t nattrs, const grn_lo_attr *attrs)
{
    grn_op *op = grn_lo_op(l, name, noperands, operands, 1, &type, 0, nattrs, attrs);
    return op ? &op->results[0] : NULL;
}

void grn_lo_none(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands, size_t nattrs,
                 const grn_lo_attr *attrs)
{
    grn_lo_op(l, name, noperands, operands, 0, NULL, 0, nattrs, attrs);
}

void grn_lo_set_attr(grn_lower *l, grn_op *op, const char *name, const grn_attr *value)
{
    if (op && l->status == GRN_OK)
        grn_lo_check(l, value && grn_op_set_attr(l->ir, op, (grn_str){name, strlen(name)}, value));
}

void grn_lo_set_text(grn_lower *l, grn_op *op, const char *name, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    grn_lo_set_attr(l, op, name, grn_attr_string(l->ir, (grn_str){text, strlen(text)}));
}

grn_block *grn_lo_block(grn_lower *l, grn_region *region, size_t nargs, const grn_type *const *types)
{
    grn_block *block = l->status == GRN_OK ? grn_region_add_block(l->ir, region) : NULL;
    grn_value *args = block ? GRN_ARENA_NEW(&l->ir->arena, grn_value, nargs ? nargs : 1) : NULL;
    if (!grn_lo_check(l, args != NULL))
        return NULL;
    block->args = args;
    block->nargs = nargs;
    for (size_t i = 0; i < nargs; i++) {
        args[i] = (grn_value){.type = types[i], .block = block, .index = (uint32_t)i, .place = l->at->place};
        grn_lo_check(l, types[i] != NULL);
    }
    l->block = block;
    return block;
}

void grn_lo_move_before(grn_op *op, grn_op *before)
{
    if (!op || before == op || !before)
        return;
    op->block->last = op->prev;
    if (op->prev)
        op->prev->next = NULL;
    else
        op->block->first = NULL;
    grn_op_insert_before(before, op);
    op->from = GRN_STR("");
}

/* ---- attributes ------------------------------------------------------------------------------ */

const grn_attr *grn_lo_i64(grn_lower *l, int64_t v) { return grn_attr_integer(l->ir, grn_lo_integer_type(l, 64), v); }

const grn_attr *grn_lo_segments(grn_lower *l, size_t count, const int32_t *sizes)
{
    const int32_t *copy = grn_arena_copy(&l->ir->arena, sizes, count * sizeof *sizes);
    const grn_type *i32 = grn_lo_integer_type(l, 32);
    return copy && i32
               ? grn_attr_make(l->ir,
                               &(grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = i32, .dense_array = {count, copy}})
               : NULL;
}

/* ---- types ----------------------------------------------------------------------------------- */

const grn_type *grn_lo_integer_type(grn_lower *l, uint32_t width)
{
    return grn_type_integer(l->ir, width, GRN_SIGNLESS);
}
const grn_type *grn_lo_index_type(grn_lower *l) { return grn_type_of_dtype(l->ir, GRN_INDEX); }

const grn_type *grn_lo_element(grn_lower *l, const grn_type *element)
{
    if (element->kind == GRN_TYPE_INTEGER)
        return grn_lo_integer_type(l, element->width);
    if (element->kind == GRN_TYPE_QUANT)
        return grn_lo_refuse(
            l, "has quantized values: their arithmetic is integers and scales, which upstream's arith has no ops for");
    if (element->dtype == GRN_NO_DTYPE)
        return grn_lo_refuse(l, "has elements of a type that is not computed with");
    return element;
}

const grn_type *grn_lo_memref(grn_lower *l, const grn_type *element, int32_t rank, const int64_t *shape,
                              const int64_t *strides, int64_t offset)
{
    const grn_type description = {.kind = GRN_TYPE_MEMREF,
                                  .element = element,
                                  .rank = rank,
                                  .shape = shape,
                                  .strided = strides != NULL,
                                  .strides = strides,
                                  .offset = offset};
    return element ? grn_type_memref(l->ir, &description) : NULL;
}

const grn_type *grn_lo_buffer_type(grn_lower *l, const grn_type *tensor)
{
    const grn_type *element = grn_lo_element(l, tensor->element);
    if (!element)
        return NULL;
    return l->o->form->buffers ? grn_lo_memref(l, element, tensor->rank, tensor->shape, NULL, 0)
                               : grn_type_tensor(l->ir, element, tensor->rank, tensor->shape, NULL);
}
