/* carrier.c - variables that loops and branches hand on. */
#include "emit/carrier.h"

static grn_c_carrier declare_scalar(grn_c *s, const grn_value *v, const char *name, const grn_value *first)
{
    const grn_c_type *type = grn_c_type_of(s, v->type);
    const grn_c_expr e = grn_c_name_expr(s, name, type);
    if (first) {
        const grn_c_expr value = grn_c_value(s, first);
        grn_c_statement(s, GRN_C_DECLARES, name, "%s %s = %s;", type->name, e.text,
                        grn_c_as_element(s, value, v->type, type));
    } else
        grn_c_statement(s, GRN_C_DECLARES, name, "%s %s;", type->name, e.text);
    return (grn_c_carrier){e, NULL};
}

/* Moves the pointer of `from` to `to`, with those extents that are not constants. */
void grn_c_move(grn_c *s, const grn_value *from, const grn_c_view *to)
{
    const grn_c_view *v = s->known[from->slot].view;
    if (!v || !grn_c_is_constant(&v->offset) || v->offset.least != 0 || !v->is_compact || !grn_c_owns(s, v->base)) {
        grn_c_refuse(s, "hands on memory that it does not own");
        return;
    }
    if (strcmp(v->base, to->base) == 0)
        return;
    grn_c_line(s, "%s = %s;", to->base, v->base);
    grn_c_line(s, "%s = NULL;", v->base);
    for (int32_t d = 0; d < to->rank; d++)
        if (!grn_c_is_constant(&to->size[d]))
            grn_c_statement(s, GRN_C_STORES, to->size[d].text, "%s = %s;", to->size[d].text, v->size[d].text);
}

static grn_c_carrier declare_memory(grn_c *s, const grn_value *v, const char *base, const grn_value *first)
{
    grn_c_expr size[GRN_MAX_RANK];
    grn_c_memref m;
    grn_c_view *view = grn_c_new_view(s, v);
    if (!grn_c_read_memref(s, v->type, &m))
        return (grn_c_carrier){.view = view};
    for (int32_t d = 0, n = 0; d < m.rank; d++)
        if (m.shape[d] == GRN_DYNAMIC) {
            size[n] = grn_c_name_expr(s, grn_c_local(s, grn_c_text(s, "%s_extent%d", base, (int)d)), &grn_c_int64);
            grn_c_range(&size[n], 0, GRN_C_MOST_EXTENT);
            grn_c_statement(s, GRN_C_DECLARES, size[n].text, "int64_t %s = 0;", size[n].text);
            n++;
        }
    grn_c_sizes(s, view, &m, size);
    grn_c_make_compact(s, view);
    view->base = base;
    view->root = v;
    grn_c_own(s, view);
    if (first)
        grn_c_move(s, first, view);
    return (grn_c_carrier){.view = view};
}

/* The pointers that own memory are variables of the function, not of a block. */
const char *grn_c_carrier_name(grn_c *s, const grn_value *v, const char *hint)
{
    const char *wish = grn_c_wish(s, v, hint);
    return grn_c_variable_name(s, wish, grn_c_is_memref(v->type));
}

grn_c_carrier grn_c_declare_as(grn_c *s, const grn_value *v, const char *name, const grn_value *first)
{
    return grn_c_is_memref(v->type) ? declare_memory(s, v, name, first) : declare_scalar(s, v, name, first);
}

/* Declared, with its first value where `first` is given. */
grn_c_carrier grn_c_declare(grn_c *s, const grn_value *v, const char *hint, const grn_value *first)
{
    return grn_c_declare_as(s, v, grn_c_carrier_name(s, v, hint), first);
}

void grn_c_bind_carrier(grn_c *s, const grn_value *v, const grn_c_carrier *c)
{
    if (c->view)
        s->known[v->slot].view = c->view;
    else
        grn_c_bind(s, v, c->e);
}

/* Scalars get the terminator's operands from `first` on, all at once: a variable that a later
 * assignment still reads is set by way of a temporary. */
static void assign_scalars(grn_c *s, const grn_op *terminator, size_t first, size_t n, const grn_c_carrier *variables)
{
    grn_c_expr *value = GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, n + 1);
    if (!value) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (!variables[i].view)
            value[i] = grn_c_operand(s, terminator, first + i);
    for (size_t i = 0; i < n; i++) {
        bool is_read = false;
        for (size_t k = 0; k < i && !variables[i].view; k++)
            is_read |= !variables[k].view && strstr(value[i].text, variables[k].e.text);
        if (is_read && strcmp(value[i].text, variables[i].e.text) != 0) {
            const char *name = grn_c_local(s, "next");
            grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s;", value[i].type->name, name, value[i].text);
            value[i] = grn_c_name_expr(s, name, value[i].type);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (!variables[i].view && strcmp(value[i].text, variables[i].e.text) != 0)
            grn_c_statement(s, GRN_C_STORES, variables[i].e.text, "%s = %s;", variables[i].e.text,
                            grn_c_as_element(s, value[i], terminator->operands[first + i]->type, variables[i].e.type));
}

/* An exchange of memrefs between variables is refused: the pointer that is overwritten first would
 * be lost. */
void grn_c_assign(grn_c *s, const grn_op *terminator, size_t first, size_t n, const grn_c_carrier *variables)
{
    assign_scalars(s, terminator, first, n, variables);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const grn_c_view *from = variables[i].view ? s->known[terminator->operands[first + i]->slot].view : NULL;
            if (from && variables[k].view && k != i && strcmp(from->base, variables[k].view->base) == 0) {
                grn_c_refuse(s, "exchanges memrefs");
                return;
            }
        }
    for (size_t i = 0; i < n; i++)
        if (variables[i].view)
            grn_c_move(s, terminator->operands[first + i], variables[i].view);
}
