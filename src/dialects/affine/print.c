/* print.c - affine ops as MLIR prints them. */
#include "dialects/affine/expr.h"

/* What is no expression that is read here stands as it is written. */
static void print_attr_map(grn_printer *p, const grn_attr *map)
{
    grn_affine a;
    if (grn_affine_read(map, &a))
        grn_affine_print(p, &a);
    else
        grn_printer_attr(p, map);
}

static size_t dims_of(const grn_attr *map, size_t most)
{
    grn_affine a;
    return grn_affine_read(map, &a) && a.ndims < most ? a.ndims : most;
}

/* `map(%d)[%s]` */
static void print_applied(grn_printer *p, const grn_attr *map, grn_value *const *operands, size_t count)
{
    const size_t dims = dims_of(map, count);
    print_attr_map(p, map);
    grn_printer_text(p, "(");
    grn_printer_values(p, operands, dims);
    grn_printer_text(p, ")");
    if (count == dims)
        return;
    grn_printer_text(p, "[");
    grn_printer_values(p, operands + dims, count - dims);
    grn_printer_text(p, "]");
}

grn_status grn_affine_map_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"map", NULL};
    grn_printer_text(p, " ");
    print_applied(p, grn_op_attr(op, "map"), op->operands, op->noperands);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* `%m[%i + 1, symbol(%n)] {..} : memref<..>`; operand `memory` is the memref. */
static grn_status print_access(grn_printer *p, const grn_op *op, size_t memory)
{
    static const char *const skip[] = {"map", NULL};
    grn_affine a;
    const bool good = grn_affine_read(grn_op_attr(op, "map"), &a) && a.ndims + a.nsymbols == op->noperands - memory - 1;
    grn_printer_value(p, op->operands[memory]);
    grn_printer_text(p, "[");
    for (size_t r = 0; good && r < a.nresults; r++) {
        grn_printer_text(p, r ? ", " : "");
        grn_affine_print_over(p, &a, r, op->operands + memory + 1, true);
    }
    grn_printer_text(p, "]");
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, memory));
    return GRN_OK;
}

grn_status grn_affine_load_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    return print_access(p, op, 0);
}

grn_status grn_affine_store_print(grn_printer *p, const grn_op *op)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, ", ");
    return print_access(p, op, 1);
}

/* A number, a symbol alone, or `max map(..)`. */
static void print_bound(grn_printer *p, const grn_attr *map, const char *choice, grn_value *const *operands,
                        size_t count)
{
    grn_affine a;
    const bool one = grn_affine_read(map, &a) && a.nresults == 1;
    const grn_affine_node *only = one ? &a.node[a.result[0]] : NULL;
    if (only && only->kind == GRN_AFFINE_CONST && count == 0) {
        grn_printer_i64(p, only->value);
    } else if (only && only->kind == GRN_AFFINE_SYMBOL && a.ndims == 0 && count == 1) {
        grn_printer_value(p, operands[0]);
    } else {
        grn_printer_text(p, one ? "" : choice);
        print_applied(p, map, operands, count);
    }
}

static void print_carried(grn_printer *p, const grn_op *op, size_t first)
{
    const grn_block *body = op->regions[0].first;
    for (size_t i = 0; i < op->nresults && i + 1 < body->nargs && first + i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : " iter_args(");
        grn_printer_value(p, &body->args[i + 1]);
        grn_printer_text(p, " = ");
        grn_printer_value(p, op->operands[first + i]);
    }
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : ") -> (");
        grn_printer_type(p, grn_result_type(op, i));
    }
    grn_printer_text(p, op->nresults ? ")" : "");
}

grn_status grn_affine_for_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes", NULL};
    size_t sizes[2];
    const int64_t step = grn_op_integer(op, "step", 1);
    const grn_block *body = op->regions[0].first;
    grn_affine_sizes(op, sizes);
    grn_printer_text(p, " ");
    grn_printer_value(p, body->nargs ? &body->args[0] : NULL);
    grn_printer_text(p, " = ");
    print_bound(p, grn_op_attr(op, "lowerBoundMap"), "max ", op->operands, sizes[0]);
    grn_printer_text(p, " to ");
    print_bound(p, grn_op_attr(op, "upperBoundMap"), "min ", op->operands + sizes[0], sizes[1]);
    if (step != 1) {
        grn_printer_text(p, " step ");
        grn_printer_i64(p, step);
    }
    print_carried(p, op, sizes[0] + sizes[1]);
    grn_printer_text(p, " ");
    grn_printer_body(p, &op->regions[0]);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

grn_status grn_affine_if_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"condition", NULL};
    grn_printer_text(p, " ");
    print_applied(p, grn_op_attr(op, "condition"), op->operands, op->noperands);
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : op->nresults > 1 ? " -> (" : " -> ");
        grn_printer_type(p, grn_result_type(op, i));
    }
    grn_printer_text(p, op->nresults > 1 ? ") " : " ");
    grn_printer_body(p, &op->regions[0]);
    if (op->nregions > 1 && op->regions[1].first) {
        grn_printer_text(p, " else ");
        grn_printer_body(p, &op->regions[1]);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}
