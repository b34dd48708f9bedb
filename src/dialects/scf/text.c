/* text.c - the pieces that scf ops are written in. */
#include "dialects/scf/scf.h"

void grn_scf_header_init(grn_parser *p, grn_scf_header *h)
{
    grn_vec_init(&h->args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_uses_init(p, &h->uses);
}

void grn_scf_header_end(grn_scf_header *h)
{
    grn_vec_destroy(&h->args);
    grn_uses_end(&h->uses);
}

grn_status grn_scf_read_use(grn_parser *p, grn_scf_header *h) { return grn_uses_read(p, &h->uses); }

grn_status grn_scf_read_arg(grn_parser *p, grn_scf_header *h)
{
    grn_use name;
    grn_region_arg *arg = grn_vec_push(&h->args);
    grn_status status = arg ? grn_parser_use(p, &name) : GRN_E_MEMORY;
    if (status == GRN_OK)
        *arg = (grn_region_arg){.name = name.name, .place = name.place};
    return status;
}

grn_status grn_scf_read_bindings(grn_parser *p, grn_scf_header *h)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status != GRN_OK || grn_parser_try(p, ")"))
        return status;
    do {
        status = grn_scf_read_arg(p, h);
        if (status == GRN_OK)
            status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = grn_scf_read_use(p, h);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status read_type(grn_parser *p, grn_vec *types)
{
    const grn_type **slot = grn_vec_push(types);
    return slot ? grn_parser_type(p, slot) : GRN_E_MEMORY;
}

grn_status grn_scf_read_types(grn_parser *p, grn_vec *types)
{
    grn_status status = GRN_OK;
    if (!grn_parser_try(p, "("))
        return read_type(p, types);
    if (grn_parser_try(p, ")"))
        return GRN_OK;
    do
        status = read_type(p, types);
    while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

void grn_scf_print_bindings(grn_printer *p, const grn_op *op, const grn_block *block, size_t arg, size_t first,
                            size_t count)
{
    grn_printer_text(p, "(");
    for (size_t i = 0; i < count && arg + i < block->nargs && first + i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &block->args[arg + i]);
        grn_printer_text(p, " = ");
        grn_printer_value(p, op->operands[first + i]);
    }
    grn_printer_text(p, ")");
}

void grn_scf_print_results(grn_printer *p, const grn_op *op, bool parentheses)
{
    bool list = parentheses || op->nresults > 1;
    if (op->nresults == 0)
        return;
    grn_printer_text(p, list ? " -> (" : " -> ");
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_type(p, grn_result_type(op, i));
    }
    grn_printer_text(p, list ? ")" : "");
}
