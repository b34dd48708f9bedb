/* find.c - what ops refer to: meshes by their symbols, and the shardings of values where they are
 * said (Shardy, getSharding). */
#include "dialects/sdy/sdy.h"

/* ---- meshes ---------------------------------------------------------------------------------- */

/* Of the closest module around op. */
const grn_attr *grn_sdy_find_mesh(const grn_op *op, const grn_attr *mesh)
{
    if (mesh->kind == GRN_ATTR_STRUCT)
        return mesh;
    const grn_op *module = grn_op_parent(op);
    while (module && !grn_str_is(module->name, "builtin.module"))
        module = grn_op_parent(module);
    const grn_op *found = module ? grn_ir_find_symbol(module, mesh->text) : NULL;
    return found && found->def == &grn_sdy_mesh_ops[0] ? grn_op_attr(found, "mesh") : NULL;
}

static bool is_empty(const grn_attr *mesh)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    return m.names.count == 0 && m.nids == 0;
}

const grn_attr *grn_sdy_common_mesh(const grn_op *op, grn_sdy_list a, grn_sdy_list b)
{
    const grn_attr *common = NULL;
    for (size_t i = 0; i < a.count + b.count; i++) {
        const grn_attr *sharding = i < a.count ? a.items[i] : b.items[i - a.count];
        const grn_attr *mesh = grn_sdy_find_mesh(op, grn_sdy_sharding_of(sharding).mesh);
        if (!common || is_empty(common))
            common = mesh;
        else if (!mesh || (!is_empty(mesh) && !grn_attr_equal(mesh, common)))
            return NULL;
    }
    return common;
}

/* ---- shardings of values --------------------------------------------------------------------- */

bool grn_sdy_has_name(grn_sdy_list strings, grn_str name)
{
    for (size_t i = 0; i < strings.count; i++)
        if (grn_str_equal(strings.items[i]->text, name))
            return true;
    return false;
}

bool grn_sdy_is_replicated(const grn_sdy_sharding *s)
{
    for (size_t d = 0; d < s->dims.count; d++)
        if (grn_sdy_dim_of(s->dims.items[d]).axes.count)
            return false;
    return true;
}

/* A list without the axes that are manual. NULL: memory is refused. */
static const grn_attr *free_axes(grn_ir *ir, grn_sdy_list axes, grn_sdy_list manual)
{
    const grn_attr **kept = GRN_ARENA_NEW(&ir->arena, const grn_attr *, axes.count + 1);
    size_t n = 0;
    for (size_t i = 0; kept && i < axes.count; i++)
        if (!grn_sdy_has_name(manual, grn_sdy_axis_of(axes.items[i]).name))
            kept[n++] = axes.items[i];
    return kept ? grn_attr_array(ir, n, kept) : NULL;
}

static const grn_attr *free_dims(grn_ir *ir, grn_sdy_list dims, grn_sdy_list manual)
{
    const grn_attr **out = GRN_ARENA_NEW(&ir->arena, const grn_attr *, dims.count + 1);
    for (size_t d = 0; out && d < dims.count; d++) {
        const grn_field *f = dims.items[d]->record.fields;
        const grn_field fields[3] = {
            {.present = true, .value = free_axes(ir, grn_sdy_list_of(f[0].value), manual)}, f[1], f[2]};
        out[d] = fields[0].value ? grn_attr_struct(ir, &grn_sdy_dim_attr, fields) : NULL;
        if (!out[d])
            return NULL;
    }
    return out ? grn_attr_array(ir, dims.count, out) : NULL;
}

/* A sharding as the body of a manual computation sees it. */
static const grn_attr *without_manual(grn_check *check, const grn_attr *sharding, grn_sdy_list manual,
                                      grn_status *status)
{
    grn_ir *ir = check->scratch;
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_field *f = sharding->record.fields;
    if (manual.count == 0)
        return sharding;
    const grn_field fields[5] = {f[0],
                                 {.present = true, .value = free_dims(ir, s.dims, manual)},
                                 {.present = true, .value = free_axes(ir, s.replicated, manual)},
                                 {.present = true, .value = free_axes(ir, s.unreduced, manual)},
                                 f[4]};
    const bool whole = fields[1].value && fields[2].value && fields[3].value;
    const grn_attr *out = whole ? grn_attr_struct(ir, &grn_sdy_sharding_attr, fields) : NULL;
    if (!out)
        *status = GRN_E_MEMORY;
    return out;
}

/* Number i of the list that is attribute `name`; NULL: there is none. */
static const grn_attr *listed(const grn_op *op, const char *name, size_t i)
{
    const grn_attr *a = grn_op_attr(op, name);
    if (!a || !grn_sdy_is_shardings.matches(a))
        return NULL;
    const grn_sdy_list list = grn_sdy_axes_of(a);
    return i < list.count ? list.items[i] : NULL;
}

static const grn_attr *single(const grn_op *op, const char *name)
{
    const grn_attr *a = grn_op_attr(op, name);
    return a && grn_sdy_is_sharding.matches(a) ? a : NULL;
}

/* Where an op of the dialect says how its results are sharded; those that are not here do it as all
 * others. */
static const grn_attr *of_result(const grn_op *op, size_t i)
{
    static const struct {
        const char *op, *name;
        bool per_value;
    } places[] = {
        {"sdy.sharding_constraint", "sharding", false},   {"sdy.reshard", "sharding", false},
        {"sdy.data_flow_edge", "sharding", false},        {"sdy.manual_computation", "out_shardings", true},
        {"sdy.named_computation", "out_shardings", true},
    };
    for (size_t k = 0; k < GRN_COUNT(places); k++)
        if (grn_str_is(op->name, places[k].op))
            return places[k].per_value ? listed(op, places[k].name, i) : single(op, places[k].name);
    for (const grn_op_def *def = grn_sdy_collective_ops; def->name; def++)
        if (op->def == def)
            return single(op, "out_sharding");
    return listed(op, "sdy.sharding", i);
}

/* Of argument i of a function. */
static const grn_attr *in_dictionary(const grn_attr *list, size_t i)
{
    const grn_attr *dict = list && list->kind == GRN_ATTR_ARRAY && i < list->array.count ? list->array.items[i] : NULL;
    for (size_t k = 0; dict && dict->kind == GRN_ATTR_DICT && k < dict->dict.count; k++)
        if (grn_str_is(dict->dict.items[k].name, "sdy.sharding"))
            return grn_sdy_is_sharding.matches(dict->dict.items[k].value) ? dict->dict.items[k].value : NULL;
    return NULL;
}

static const grn_attr *of_argument(grn_check *check, const grn_value *v, grn_status *status)
{
    const grn_op *op = v->block->region->parent;
    if (v->block != v->block->region->first || !op)
        return NULL;
    if (grn_str_is(op->name, "sdy.named_computation"))
        return listed(op, "in_shardings", v->index);
    if (grn_str_is(op->name, "stablehlo.while")) /* its results are sharded as what goes around */
        return listed(op, "sdy.sharding", v->index);
    if (!grn_str_is(op->name, "sdy.manual_computation"))
        return in_dictionary(grn_op_attr(op, "arg_attrs"), v->index);
    const grn_attr *sharding = listed(op, "in_shardings", v->index), *manual = grn_op_attr(op, "manual_axes");
    return sharding && manual && grn_sdy_is_manual_axes.matches(manual)
               ? without_manual(check, sharding, grn_sdy_axes_of(manual), status)
               : sharding;
}

const grn_attr *grn_sdy_sharding_of_value(grn_check *check, const grn_value *v, grn_status *status)
{
    *status = GRN_OK;
    return v->def ? of_result(v->def, v->index) : of_argument(check, v, status);
}

static bool is_behind_barrier(const grn_value *v)
{
    return v->def && grn_str_is(v->def->name, "sdy.propagation_barrier") && v->def->noperands;
}

/* Barriers that are operands of one another, which is told elsewhere, have no value behind them: a
 * second walk at half the pace meets the first one then. */
const grn_attr *grn_sdy_sharding_behind_barriers(grn_check *check, const grn_value *v, grn_status *status)
{
    const grn_value *slow = v;
    *status = GRN_OK;
    for (bool both = false; is_behind_barrier(v); both = !both) {
        v = v->def->operands[0];
        slow = both ? slow->def->operands[0] : slow;
        if (v == slow)
            return NULL;
    }
    return grn_sdy_sharding_of_value(check, v, status);
}
