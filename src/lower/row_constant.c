/* row_constant.c - constants: one number, or a table. */
#include <stdio.h>

#include "lower/steps.h"

static bool tensor_of(const grn_op *op, grn_tensor *out)
{
    int64_t scalar;
    return op->nresults == 1 && grn_constant_tensor(&op->results[0], &scalar, out);
}

static bool is_splat(const grn_tensor *t)
{
    bool splat = true;
    for (int32_t d = 0; d < t->rank; d++)
        splat = splat && (t->stride[d] == 0 || t->shape[d] == 1);
    return splat;
}

static grn_value *splat_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_tensor t;
    unsigned char bytes[16] = {0};
    (void)index;
    if (!tensor_of(op, &t))
        return grn_lo_refuse(l, "has a value that is not known");
    if (grn_tensor_elements(&t) > 0)
        grn_tensor_read(&t, 0, 1, bytes);
    return grn_lo_constant(l, grn_result_type(op, 0)->element, bytes);
}

/* The attribute with elements of the lowered type. */
static const grn_attr *table_of(grn_lower *l, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *t = grn_result_type(op, 0), *element = grn_lo_element(l, t->element);
    const grn_type *as = element ? grn_type_tensor(l->ir, element, t->rank, t->shape, NULL) : NULL;
    if (!as)
        return NULL;
    grn_attr_elements elements = *value->elements;
    elements.tensor.dtype = element->dtype;
    elements.resource = GRN_STR("");
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = as, .elements = &elements};
    return grn_attr_make(l->ir, &a);
}

/* ---- tables in memory ------------------------------------------------------------------------ */

static grn_block *module_block(const grn_lower *l) { return l->ir->top->regions[0].first; }

/* A global that holds the same; NULL: none does. */
static const grn_op *same_global(const grn_lower *l, const grn_attr *table)
{
    for (const grn_op *op = module_block(l)->first; op; op = op->next) {
        const grn_attr *has = grn_op_is(op, GRN_OP(memref, global)) && grn_op_attr(op, "constant")
                                  ? grn_op_attr(op, "initial_value")
                                  : NULL;
        if (has && has->type == table->type && grn_attr_equal(has, table))
            return op;
    }
    return NULL;
}

static bool is_taken(const grn_lower *l, const char *name)
{
    for (const grn_op *op = module_block(l)->first; op; op = op->next) {
        const grn_attr *has = grn_op_attr(op, "sym_name");
        if (has && has->kind == GRN_ATTR_STRING && grn_str_is(has->text, name))
            return true;
    }
    return false;
}

/* What the program calls the value, or table0, table1 and so on. */
static const grn_attr *new_name(const grn_lower *l, const grn_value *v)
{
    char name[80];
    const bool named = v->name.n > 0 && v->name.n < 48 && !(v->name.text[0] >= '0' && v->name.text[0] <= '9');
    const int n = named ? (int)v->name.n : 5;
    const char *base = named ? v->name.text : "table";
    snprintf(name, sizeof name, named ? "%.*s" : "%.*s0", n, base);
    for (size_t i = 1; is_taken(l, name); i++)
        snprintf(name, sizeof name, named ? "%.*s_%zu" : "%.*s%zu", n, base, i);
    return grn_attr_string(l->ir, (grn_str){name, strlen(name)});
}

static const grn_op *new_global(grn_lower *l, const grn_op *op, const grn_attr *table, const grn_type *type)
{
    grn_block *const block = l->block;
    l->block = module_block(l);
    grn_op *made = grn_lo_op(l, "memref.global", 0, NULL, 0, NULL, 0, GRN_LO_NO_ATTRS);
    l->block = block;
    grn_lo_set_attr(l, made, "sym_name", new_name(l, &op->results[0]));
    grn_lo_set_attr(l, made, "sym_visibility", grn_attr_string(l->ir, GRN_STR("private")));
    grn_lo_set_attr(l, made, "type", grn_attr_type(l->ir, type));
    grn_lo_set_attr(l, made, "initial_value", table);
    grn_lo_set_attr(l, made, "constant", grn_attr_unit(l->ir));
    grn_lo_move_before(made, module_block(l)->first);
    return made;
}

/* The memory that a get_global at the beginning of the function gives; NULL: none does so far. */
static grn_value *got_before(const grn_lower *l, grn_str name)
{
    for (grn_op *op = l->last_constant; op; op = op->prev)
        if (grn_op_is(op, GRN_OP(memref, get_global)) && grn_str_equal(grn_op_attr(op, "name")->text, name))
            return &op->results[0];
    return NULL;
}

static void lower_to_global(grn_lower *l, const grn_op *op, const grn_attr *table)
{
    const grn_type *type = grn_lo_buffer_type(l, grn_result_type(op, 0));
    const grn_op *global = type ? same_global(l, table) : NULL;
    if (type && !global)
        global = new_global(l, op, table, type);
    if (!global || l->status != GRN_OK)
        return;
    const grn_str name = grn_op_attr(global, "sym_name")->text;
    const grn_lo_attr attr = {"name", grn_attr_symbol(l->ir, name)};
    grn_value *v = got_before(l, name);
    if (!v) {
        v = grn_lo_one(l, "memref.get_global", 0, NULL, type, 1, &attr);
        grn_lo_to_entry(l, v);
    }
    grn_lo_set_buffer(l, &op->results[0], v, false);
}

static void lower_table(grn_lower *l, const grn_op *op)
{
    const grn_attr *table = table_of(l, op);
    const grn_lo_attr attr = {"value", table};
    if (!grn_lo_check(l, table != NULL))
        return;
    if (l->o->form->buffers)
        lower_to_global(l, op, table);
    else
        grn_lo_set_buffer(l, &op->results[0], grn_lo_one(l, "arith.constant", 0, NULL, table->type, 1, &attr), false);
}

static void lower_constant(grn_lower *l, const grn_op *op)
{
    grn_tensor t;
    if (!tensor_of(op, &t))
        grn_lo_refuse(l, "has a value that is not known");
    else if (!is_splat(&t) && grn_tensor_elements(&t) > 0)
        lower_table(l, op);
    else if (!l->needs_buffer[op->results[0].slot])
        grn_lo_set_lazy(l, op, 1);
    else
        grn_lo_fill(l, op, &op->results[0], splat_element, NULL);
}

GRN_LOWER(stablehlo, constant) = {.element = splat_element, .lower = lower_constant, .flags = GRN_LO_FREE};
GRN_LOWER(arith, constant) = {.element = splat_element, .lower = lower_constant, .flags = GRN_LO_FREE};
