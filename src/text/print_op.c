/* print_op.c - one operation: by the format of its row, or in the generic form that any MLIR tool
 * reads. */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>

static void print_results(grn_printer *p, const grn_op *op)
{
    const grn_numbered *number = op->nresults ? grn_number_of(p, op) : NULL;
    char text[160];
    if (!number)
        return;
    snprintf(text, sizeof text, "%%%" PRIu32, number->first);
    if (number->name.n > 0)
        snprintf(text, sizeof text, "%%%.*s", (int)number->name.n, number->name.text);
    grn_printer_text(p, text);
    snprintf(text, sizeof text, ":%zu", op->nresults);
    grn_printer_text(p, op->nresults == 1 ? "" : text);
    grn_printer_text(p, " = ");
}

/* ---- generic --------------------------------------------------------------------------------- */

static bool is_property(const grn_op *op, grn_str name, const void *user)
{
    (void)user;
    for (size_t i = 0; !op->def && i < op->nproperties && i < op->nattrs; i++)
        if (grn_str_equal(op->attrs[i].name, name))
            return true;
    return op->def && !(op->def->traits & GRN_TRAIT_PLAIN_ATTRS) && grn_find_attr_def(op->def, name);
}

static bool is_no_property(const grn_op *op, grn_str name, const void *user) { return !is_property(op, name, user); }

static void print_successors(grn_printer *p, const grn_op *op)
{
    for (size_t i = 0; i < op->nsuccessors; i++) {
        grn_printer_text(p, i ? ", " : "[");
        grn_printer_block(p, op->successors[i]);
    }
    grn_printer_text(p, op->nsuccessors ? "]" : "");
}

/* A row's regions that are not there are written as empty ones. */
static void print_regions(grn_printer *p, const grn_op *op)
{
    const grn_region none = {NULL, NULL, NULL};
    size_t n = op->nregions;
    if (op->def && op->def->nregions > 0 && (size_t)op->def->nregions > n)
        n = (size_t)op->def->nregions;
    for (size_t r = 0; r < n; r++) {
        grn_printer_text(p, r ? ", " : " (");
        grn_printer_region(p, r < op->nregions ? &op->regions[r] : &none, true);
    }
    grn_printer_text(p, n ? ")" : "");
}

static void print_generic(grn_printer *p, const grn_op *op)
{
    grn_printer_string(p, op->name);
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_text(p, ")");
    print_successors(p, op);
    grn_print_attrs(p, op, " ", "<{", "}>", is_property, NULL);
    print_regions(p, op);
    grn_print_attrs(p, op, " ", "{", "}", is_no_property, NULL);
    grn_printer_text(p, " : ");
    grn_printer_function_type(p, op);
}

/* ---- by the row ------------------------------------------------------------------------------ */

static bool fits_ports(const grn_port *ports, size_t count)
{
    size_t least = 0;
    bool open = false;
    for (; ports && ports->name; ports++) {
        least += ports->how_many == GRN_ONE;
        open = open || ports->how_many != GRN_ONE;
    }
    return open ? count >= least : count == least;
}

/* A module may be printed before it is verified: a row's own syntax is used only for an op with all
 * the parts that the row declares. */
static bool fits_row(const grn_op *op)
{
    const grn_op_def *def = op->def;
    if (!def || (!def->print && !def->format && !def->assembly) || (op->nsuccessors && !def->print) ||
        !fits_ports(def->operands, op->noperands) || !fits_ports(def->results, op->nresults) ||
        (def->nregions >= 0 && op->nregions != (size_t)def->nregions))
        return false;
    for (const grn_attr_def *a = def->attrs; a && a->name; a++) {
        const grn_attr *value = grn_op_attr(op, a->name);
        if (value ? a->type && a->type->matches && !a->type->matches(value) : a->need == GRN_REQUIRED)
            return false;
    }
    for (size_t r = 0; r < op->nregions; r++)
        if (!op->regions[r].first && def->nregions > 0)
            return false;
    return true;
}

/* Directly inside a function or a module of the same dialect, and at the very top, the dialect's
 * name is left out. */
static const char *short_name(const grn_op *op)
{
    const char *name = op->def->name, *dot = strchr(name, '.');
    const grn_op *parent = grn_op_parent(op);
    if (!dot || strchr(dot + 1, '.'))
        return name;
    if (!parent)
        return dot + 1;
    bool holds = parent->def && parent->def->traits & GRN_TRAIT_ISOLATED &&
                 parent->def->traits & (GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE);
    size_t n = (size_t)(dot - name) + 1;
    return holds && parent->name.n > n && memcmp(parent->name.text, name, n) == 0 ? dot + 1 : name;
}

/* Its generic form would lack the regions that its name stands for. */
static bool stays_short(const grn_op *op)
{
    return op->def && op->def->traits & GRN_TRAIT_SHORT && op->def->assembly && !op->nregions;
}

/* An op without a row, as all ops of its dialect are written. */
static bool print_uniform(grn_printer *p, const grn_op *op)
{
    const grn_op_def *row = op->def || op->nregions || op->nsuccessors ? NULL : grn_uniform_row(p->ir, op->name);
    return row && grn_is_identifier(op->name) && grn_print_by_assembly(p, op, row, op->name);
}

static void print_op(grn_printer *p, const grn_op *op)
{
    print_results(p, op);
    if (!p->options->generic && print_uniform(p, op))
        return;
    const bool short_ = fits_row(op) && (!p->options->generic || stays_short(op));
    const char *name = short_ ? short_name(op) : "";
    if (short_ && op->def->assembly && grn_print_by_assembly(p, op, op->def, (grn_str){name, strlen(name)}))
        return;
    if (!short_ || op->def->assembly) {
        print_generic(p, op);
        return;
    }
    grn_printer_text(p, name);
    if (!op->def->print) {
        grn_print_by_format(p, op);
        return;
    }
    grn_status status = op->def->print(p, op);
    if (p->status == GRN_OK)
        p->status = status;
}

void grn_print_op(grn_printer *p, const grn_op *op)
{
    grn_collect_location(p, op->location);
    print_op(p, op);
    grn_print_location(p, op->location);
}
