/* print_assembly.c - an op printed by its row's `assembly`. */
#include "text/internal.h"

/* The values of a port. */
typedef struct range {
    size_t first, count;
    bool results;
} range;

typedef struct writing {
    grn_printer *p;
    const grn_op *op;
    const grn_op_def *row;
    bool glue; /* the next part follows without a space */
    range ranges[GRN_MAX_PORTS];
} writing;

static void space(writing *w) { grn_print_space(w->p, &w->glue); }

/* ---- values and types ------------------------------------------------------------------------ */

static range range_of(const writing *w, grn_str name)
{
    const size_t port = grn_find_port(w->row, name);
    return port < GRN_MAX_PORTS ? w->ranges[port] : (range){0, 0, false};
}

static const grn_type *type_in(const writing *w, const range *r, size_t i)
{
    return r->results ? w->op->results[r->first + i].type : w->op->operands[r->first + i]->type;
}

static void write_port(writing *w, grn_str name)
{
    range r = range_of(w, name);
    if (r.count == 0)
        return;
    space(w);
    grn_printer_values(w->p, w->op->operands + r.first, r.count);
}

static void write_types(writing *w, grn_str name)
{
    range r = range_of(w, name);
    for (size_t i = 0; i < r.count; i++) {
        if (i)
            grn_printer_text(w->p, ",");
        space(w);
        grn_printer_type(w->p, type_in(w, &r, i));
    }
}

static void write_list(writing *w)
{
    for (size_t i = 0; i < w->op->noperands; i++) {
        grn_printer_text(w->p, i ? ", " : " ");
        grn_printer_type(w->p, w->op->operands[i]->type);
    }
    for (size_t i = 0; i < w->op->nresults; i++) {
        grn_printer_text(w->p, i ? ", " : " -> ");
        grn_printer_type(w->p, w->op->results[i].type);
    }
}

static const grn_attr *find_attr(const writing *w, grn_str name)
{
    for (size_t i = 0; i < w->op->nattrs; i++)
        if (grn_str_equal(w->op->attrs[i].name, name))
            return w->op->attrs[i].value;
    return NULL;
}

static void write_mixed(writing *w, const grn_format_part *part)
{
    const grn_attr *list = find_attr(w, part->other);
    const size_t count = list ? list->ndims : 0;
    size_t at = 0;
    range r = range_of(w, part->text);
    space(w);
    grn_printer_text(w->p, "[");
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(w->p, i ? ", " : "");
        if (list->dims[i] == GRN_DYNAMIC && at < r.count)
            grn_printer_value(w->p, w->op->operands[r.first + at++]);
        else
            grn_printer_i64(w->p, list->dims[i]);
    }
    grn_printer_text(w->p, "]");
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool not_named(const grn_op *op, grn_str name, const void *user)
{
    (void)op;
    return !grn_str_is(name, "operandSegmentSizes") && !grn_assembly_names(((const grn_op_def *)user)->assembly, name);
}

static void write_dict(writing *w, const char *open)
{
    grn_print_attrs(w->p, w->op, " ", open, "}", not_named, w->row);
}

static void write_attr(writing *w, const grn_format_part *part)
{
    const grn_attr *a = find_attr(w, part->text);
    const grn_attr_def *def = grn_find_attr_def(w->row, part->text);
    if (!a || (def && def->type == &grn_attr_is_unit))
        return;
    space(w);
    if (grn_str_is(part->text, "sym_name") && a->kind == GRN_ATTR_STRING)
        grn_printer_symbol(w->p, a->text);
    else if (part->other.n)
        grn_put(w->p, a->text.text + part->other.n, a->text.n - part->other.n);
    else
        grn_print_attr_value(w->p, def, a);
}

/* ---- groups, regions ------------------------------------------------------------------------- */

static bool is_there(const writing *w, const grn_format_part *part)
{
    switch (part->kind) {
    case PART_PORT:
    case PART_TYPES: return range_of(w, part->text).count > 0;
    case PART_ATTR: return find_attr(w, part->text) != NULL;
    case PART_MIXED: return find_attr(w, part->other) != NULL;
    case PART_REGION: return part->number < w->op->nregions && w->op->regions[part->number].first;
    case PART_FUNCTION:
    case PART_ANY:
    case PART_LIST: return w->op->noperands + w->op->nresults > 0;
    default: return false;
    }
}

static bool group_present(const writing *w, const char *at)
{
    grn_format_part part = grn_assembly_part(&at);
    while (part.kind == PART_LITERAL || part.kind == PART_GLUE)
        part = grn_assembly_part(&at);
    return is_there(w, &part);
}

static void write_region(writing *w, const grn_format_part *part)
{
    space(w);
    if (part->text.n)
        grn_printer_body(w->p, &w->op->regions[part->number]);
    else
        grn_printer_region(w->p, &w->op->regions[part->number], true);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void write_part(writing *w, const grn_format_part *part, const char **at)
{
    switch (part->kind) {
    case PART_LITERAL: grn_print_literal(w->p, &w->glue, part->text); break;
    case PART_GLUE: w->glue = true; break;
    case PART_PORT: write_port(w, part->text); break;
    case PART_TYPES: write_types(w, part->text); break;
    case PART_FUNCTION:
        space(w);
        grn_printer_function_type(w->p, w->op);
        break;
    case PART_LIST: write_list(w); break;
    case PART_ATTR: write_attr(w, part); break;
    case PART_MIXED: write_mixed(w, part); break;
    case PART_DICT: write_dict(w, "{"); break;
    case PART_KEYED_DICT: write_dict(w, "attributes {"); break;
    case PART_REGION: write_region(w, part); break;
    case PART_GROUP:
        if (!group_present(w, *at))
            grn_assembly_skip(at);
        break;
    case PART_ANY:
    case PART_GROUP_END:
    case PART_RULE:
    case PART_END: break;
    }
}

/* ---- whether the text says all of the op ----------------------------------------------------- */

static const grn_type *type_of_port(void *user, grn_str name)
{
    const writing *w = user;
    range r = range_of(w, name);
    return r.count ? type_in(w, &r, 0) : NULL;
}

/* Types of ports that are not written follow from the ports' rules. */
static bool rule_holds(writing *w, const grn_format_part *part)
{
    range r = range_of(w, part->text);
    const grn_type *want = r.count ? grn_assembly_type(&w->p->scratch, part->other, type_of_port, w) : NULL;
    for (size_t i = 0; i < r.count; i++)
        if (!want || !grn_types_equal(want, type_in(w, &r, i)))
            return false;
    return true;
}

static bool find_ranges(writing *w)
{
    const size_t operands = grn_count_ports(w->row->operands), n = operands + grn_count_ports(w->row->results);
    for (size_t port = 0; port < n; port++) {
        range *r = &w->ranges[port];
        r->results = port >= operands;
        if (!grn_port_range(w->op, w->row, port, &r->first, &r->count))
            return false;
    }
    return true;
}

/* A list of numbers has as many holes as there are operands for them; a short attribute begins with
 * what is left out. */
static bool attr_fits(const writing *w, const grn_format_part *part)
{
    const grn_attr *a = find_attr(w, part->kind == PART_MIXED ? part->other : part->text);
    size_t holes = 0;
    if (part->kind == PART_ATTR)
        return !a || !part->other.n ||
               (a->kind == GRN_ATTR_OPAQUE && a->text.n > part->other.n &&
                memcmp(a->text.text, part->other.text, part->other.n) == 0 && a->text.text[part->other.n] == '<');
    if (!a)
        return true;
    for (size_t i = 0; a->is_dims && i < a->ndims; i++)
        holes += a->dims[i] == GRN_DYNAMIC;
    return a->is_dims && holes == range_of(w, part->text).count;
}

static bool part_fits(writing *w, const grn_format_part *part)
{
    if (part->kind == PART_ANY) /* it is not known which of its forms the op's own dialect reads */
        return false;
    if (part->kind == PART_RULE)
        return rule_holds(w, part);
    return (part->kind != PART_ATTR && part->kind != PART_MIXED) || attr_fits(w, part);
}

static bool fits(writing *w)
{
    const char *at = w->row->assembly;
    bool good = true;
    for (grn_format_part part = grn_assembly_part(&at); good && part.kind != PART_END; part = grn_assembly_part(&at))
        good = part_fits(w, &part);
    if (w->p->scratch.arena.refused && w->p->status == GRN_OK)
        w->p->status = GRN_E_MEMORY;
    return good;
}

bool grn_print_by_assembly(grn_printer *p, const grn_op *op, const grn_op_def *row, grn_str name)
{
    writing w = {.p = p, .op = op, .row = row, .glue = false};
    const char *at = row->assembly;
    if (!find_ranges(&w) || !fits(&w))
        return false;
    grn_printer_str(p, name);
    for (grn_format_part part = grn_assembly_part(&at); part.kind != PART_END; part = grn_assembly_part(&at))
        write_part(&w, &part, &at);
    return true;
}
