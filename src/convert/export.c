/*
 * export.c - the last pass: every op of the hub becomes the target's, where the
 * target has a row for it.
 */
#include "convert/steps.h"

#include "dialects/stablehlo/stablehlo.h"

/* ---- what a row applies to ------------------------------------------------------------------- */

/* Its loops may carry scalars, which are tensors to it. */
static bool has_loops(const grn_target *target)
{
    return target->export_patterns && target->export_patterns[GRN_HLO(while)];
}

/* Whether the op is on the scalars of a reducer, a comparator or a combiner: the region of an op
 * that stays. */
bool grn_is_in_scalar_region(const grn_rewrite *w, const grn_op *op)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || grn_is_carrier(parent) || (grn_op_is(parent, GRN_HLO(while)) && has_loops(w->target)))
        return false;
    for (size_t i = 0; i < op->block->nargs; i++)
        if (!grn_type_is_tensor(op->block->args[i].type) || op->block->args[i].type->rank != 0)
            return false;
    return op->block->nargs > 0;
}

bool grn_is_exportable(const grn_rewrite *w, const grn_op *op)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    return index && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)) &&
           !grn_is_in_scalar_region(w, op) && !grn_convert_stays(op, w->target->takes_index(index));
}

bool grn_is_total(const grn_op *compare)
{
    const grn_attr *by = grn_op_attr(compare, "compare_type");
    return by && by->kind == GRN_ATTR_ENUM && by->enumeration.value == GRN_COMPARE_TOTALORDER &&
           grn_kind_of(grn_operand_type(compare, 0)) == GRN_KIND_FLOAT;
}

bool grn_is_directed(const grn_op *compare, const char *direction)
{
    const grn_attr *is = grn_op_attr(compare, "comparison_direction");
    return is && is->kind == GRN_ATTR_ENUM &&
           strcmp(is->enumeration.def->keyword[is->enumeration.value], direction) == 0;
}

bool grn_has_direction(const grn_op *compare, const char *direction)
{
    return !grn_is_total(compare) && grn_is_directed(compare, direction);
}

static bool port_takes(const grn_port **port, const grn_op *op, size_t i)
{
    const grn_port *p = *port;
    *port += p->name && p->how_many == GRN_ONE;
    return !p->name || p->type->matches(grn_operand_type(op, i));
}

/* By the ports of the target's op: the operands whose types it takes. */
static bool ports_take(const grn_rewrite *w, const grn_export_pattern *row, const grn_op *op)
{
    static const grn_part all[] = {{NULL, GRN_PART_OPERAND, NULL, -1}, {NULL, GRN_PART_END, NULL, 0}};
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){row->as, strlen(row->as)});
    const grn_port *port = def ? def->operands : NULL;
    bool takes = def != NULL;
    for (const grn_part *part = row->parts ? row->parts : all; port && part->kind != GRN_PART_END; part++) {
        if (part->kind != GRN_PART_OPERAND) {
            /* made for this port, in the type that it takes */
            port += !part->name && port->name && port->how_many == GRN_ONE;
            continue;
        }
        const size_t first = part->number < 0 ? 0 : (size_t)part->number,
                     end = part->number < 0 ? op->noperands : first + 1;
        for (size_t i = first; takes && i < end; i++)
            takes = port_takes(&port, op, i);
    }
    return takes;
}

static bool types_take(const grn_rewrite *w, const grn_export_pattern *row, const grn_op *op)
{
    if (!row->any_shape && !grn_op_is_static(op))
        return false;
    bool all = !w->target->takes || w->target->takes(grn_result_type(op, 0));
    for (size_t i = 0; all && w->target->takes && i < op->noperands; i++)
        all = w->target->takes(grn_operand_type(op, i));
    return all && (!row->as || w->target->own_type || ports_take(w, row, op));
}

static bool applies(const grn_rewrite *w, const grn_export_pattern *row, const grn_op *op)
{
    const grn_type *first = op->noperands ? grn_operand_type(op, 0) : grn_result_type(op, 0);
    if (row->kinds && !(row->kinds & 1u << grn_kind_of(first)))
        return false;
    if (row->direction && !grn_has_direction(op, row->direction))
        return false;
    return (!row->when || row->when(op)) && (row->export || types_take(w, row, op));
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* The value of a part for the op: a number, or a list in memory of the module. False: memory
 * refused. */
static bool give_part(const grn_rewrite *w, const grn_part *part, const grn_op *op, grn_given *out)
{
    const grn_type *t = grn_result_type(op, 0), *first = op->noperands ? grn_operand_type(op, 0) : t;
    const int64_t *from = NULL;
    size_t count = 1;
    if (part->kind == GRN_PART_NUMBERS)
        grn_op_dims(op, part->from, &count, &from);
    else if (part->kind == GRN_PART_SHAPE)
        count = (size_t)t->rank, from = t->shape;
    else if (part->kind == GRN_PART_AXES)
        count = (size_t)first->rank;
    int64_t *v = GRN_ARENA_NEW(&w->ir->arena, int64_t, count + 1);
    *out = (grn_given){.op = op, .count = count, .v = v};
    for (size_t i = 0; v && i < count; i++)
        v[i] = (from                          ? (from[i] == GRN_DYNAMIC ? -1 : from[i])
                : part->kind == GRN_PART_AXES ? (int64_t)i
                                              : 0) +
               part->number;
    if (v && part->kind == GRN_PART_NUMBER && part->from)
        v[0] += grn_op_integer(op, part->from, 0);
    return v != NULL;
}

static const grn_attr *number(const grn_rewrite *w, int64_t v)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    return i64 ? grn_attr_integer(w->ir, i64, v) : NULL;
}

/* In the form of MLIR's own dialects. */
static const grn_attr *plain_attr(const grn_rewrite *w, const grn_part *part, const grn_given *given)
{
    switch (part->kind) {
    case GRN_PART_NUMBER: return number(w, given->v[0]);
    case GRN_PART_NUMBERS:
    case GRN_PART_SHAPE:
    case GRN_PART_AXES: return grn_attr_dense_i64(w->ir, given->count, given->v);
    case GRN_PART_FLAG: return grn_attr_bool(w->ir, part->number != 0);
    case GRN_PART_TEXT: return grn_attr_string(w->ir, (grn_str){part->from, strlen(part->from)});
    case GRN_PART_ELEMENT: return grn_attr_type(w->ir, grn_result_type(given->op, 0)->element);
    case GRN_PART_ATTR: return grn_op_attr(given->op, part->from);
    default: return NULL;
    }
}

/* Numbers as a constant of the target's, i64. */
static grn_value *plain_operand(grn_rewrite *w, const grn_part *part, const grn_given *given)
{
    const int64_t shape[] = {(int64_t)given->count};
    bool one = part->kind == GRN_PART_NUMBER;
    return grn_exported(w, grn_build_integers(w, grn_type_integer(w->ir, 64, GRN_SIGNLESS), one ? 0 : 1, shape,
                                              given->count, given->v));
}

static const grn_attr *attr_of(grn_rewrite *w, const grn_part *part, const grn_given *given)
{
    bool own = !w->row && w->target->attr;
    const grn_attr *a = own ? w->target->attr(w, part, given, &own) : NULL;
    return own ? a : plain_attr(w, part, given);
}

static grn_value *operand_of(grn_rewrite *w, const grn_part *part, const grn_given *given)
{
    if (part->kind == GRN_PART_OPERAND)
        return given->op->operands[part->number];
    bool own = !w->row && w->target->operand;
    grn_value *v = own ? w->target->operand(w, part, given, &own) : NULL;
    return own ? v : plain_operand(w, part, given);
}

/* ---- the op ---------------------------------------------------------------------------------- */

grn_value *grn_new_of_parts(grn_rewrite *w, const char *as, const grn_part *parts, const grn_op *op)
{
    enum { MOST = 8 };
    grn_value *operands[MOST], *const *all = operands;
    grn_new_attr attrs[MOST];
    size_t noperands = 0, nattrs = 0;
    for (const grn_part *part = parts; part->kind != GRN_PART_END; part++) {
        grn_given given;
        if (part->kind == GRN_PART_OPERAND && part->number < 0) {
            all = op->operands;
            noperands = op->noperands;
        } else if (!give_part(w, part, op, &given)) {
            return NULL;
        } else if (part->name) {
            attrs[nattrs++] = (grn_new_attr){part->name, attr_of(w, part, &given)};
        } else {
            operands[noperands++] = operand_of(w, part, &given);
        }
    }
    return grn_new(w, as, noperands, all, grn_result_type(op, 0), nattrs, attrs);
}

static grn_status follow(grn_rewrite *w, const grn_export_pattern *row, const grn_op *op)
{
    if (row->export)
        return row->export(w, op);
    grn_value *v = row->parts ? grn_new_of_parts(w, row->as, row->parts, op)
                              : grn_new(w, row->as, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL);
    if (v && row->then)
        v = grn_new(w, row->then, 1, &v, grn_result_type(op, 0), 0, NULL);
    return grn_replace(w, v);
}

static bool is_end(const grn_export_pattern *row) { return !row->as && !row->export; }

static grn_status export_op(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    const grn_export_pattern *row =
        w->target->export_patterns ? w->target->export_patterns[grn_op_number_of(op)] : NULL;
    if (!row || (!grn_hub_read(op, &hub) && !row->any_results && !grn_is_exportable(w, op)))
        return GRN_OK;
    while (!is_end(row) && !applies(w, row, op))
        row++;
    if (is_end(row))
        return GRN_OK;
    grn_status status = row->any_encoding ? GRN_OK : grn_check_encodings(w);
    return status == GRN_OK ? follow(w, row, op) : status;
}

bool grn_has_plain_operand(const grn_op *op) { return grn_is_plain(grn_operand_type(op, 0)); }

grn_status grn_export_operand(grn_rewrite *w, const grn_op *op)
{
    return grn_op_attr(op, GRN_BROADCASTS_ITSELF) ? grn_replace(w, op->operands[0]) : GRN_OK;
}

/* The list of extents of a dynamic_reshape, and the ops that made it. */
static bool export_extents(grn_rewrite *w, grn_op *op, size_t first)
{
    for (size_t i = first; i < op->noperands; i++) {
        grn_op *from = op->operands[i]->def;
        const bool is_size = grn_op_is(from, GRN_HLO(get_dimension_size));
        if (from && !is_size && !export_extents(w, from, 0))
            return false;
        grn_value *v = grn_exported(w, op->operands[i]);
        if (!v)
            return false;
        grn_op_set_operand(op, i, v);
    }
    return true;
}

grn_value *grn_exported(grn_rewrite *w, grn_value *v)
{
    if (!v || !v->def || v->forward)
        return v ? grn_value_now(v) : NULL;
    if (grn_op_is(v->def, GRN_HLO(dynamic_reshape)) && !export_extents(w, v->def, 1))
        return NULL;
    grn_rewrite here = *w;
    here.at = v->def;
    grn_status status = export_op(&here, v->def);
    w->evaluate_left = here.evaluate_left;
    w->count_left = here.count_left;
    return status == GRN_OK ? grn_value_now(v) : NULL;
}

grn_status grn_pass_export_ops(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return grn_convert_walk(ir, o, diag, export_op);
}

grn_status grn_pass_export(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = grn_pass_export_ops(ir, o, diag);
    if (status == GRN_OK)
        status = grn_leave_out_shapes(ir, o, diag);
    if (status == GRN_OK && o->target->own_type)
        status = grn_own_types(ir, o, diag);
    return status == GRN_OK ? grn_merge_constants(ir, diag) : status;
}
