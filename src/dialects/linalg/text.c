/* text.c - the pieces that linalg ops are written in. */
#include "dialects/linalg/linalg.h"

static grn_status read_types(grn_parser *p, grn_vec *types)
{
    bool list = grn_parser_try(p, "(");
    grn_status status = GRN_OK;
    do {
        const grn_type **slot = grn_vec_push(types);
        status = slot ? grn_parser_type(p, slot) : GRN_E_MEMORY;
    } while (status == GRN_OK && list && grn_parser_try(p, ","));
    return status == GRN_OK && list ? grn_parser_expect(p, ")") : status;
}

grn_status grn_linalg_read_results(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_vec types;
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = grn_parser_try(p, "->") ? read_types(p, &types) : GRN_OK;
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, types.count, types.items);
    grn_vec_destroy(&types);
    return status;
}

void grn_linalg_print_results(grn_printer *p, const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : op->nresults > 1 ? " -> (" : " -> ");
        grn_printer_type(p, grn_result_type(op, i));
    }
    grn_printer_text(p, op->nresults > 1 ? ")" : "");
}

/* `types` are the operands': one that is never defined has no value to ask. */
grn_status grn_linalg_add_region(grn_parser *p, grn_op *op, const grn_type *const *types)
{
    const grn_type *elements[2];
    grn_ir *ir = grn_parser_ir(p);
    for (size_t i = 0; i < 2; i++)
        elements[i] = grn_linalg_element(types[i]);
    grn_block *block = grn_parser_add_block_region(p, op, 2, elements);
    grn_op *end =
        block ? grn_op_new(ir, grn_ir_find_op(ir, GRN_STR("linalg.yield")), GRN_STR("linalg.yield"), op->place, 1, 0, 0)
              : NULL;
    if (!end)
        return GRN_E_MEMORY;
    end->operands[0] = NULL;
    grn_op_set_operand(end, 0, &block->args[0]);
    grn_block_append(block, end);
    return GRN_OK;
}
