/*
 * manual.c - sdy.manual_computation: its body is what a device runs already, of parts that its shardings say.
 *
 * Axes that are not manual may cut operands and results too. Here they do not: the body is run alike along them, so that what it gives
 * is the same, and what it is given may be whole.
 */
#include "convert/steps.h"
#include "shard/rows.h"

bool grn_part_is_manual(const grn_op *op) { return grn_str_is(op->name, "sdy.manual_computation"); }

static bool is_manual_axis(const grn_op *op, grn_str name)
{
    const grn_attr *axes = grn_op_attr(op, "manual_axes");
    return axes && grn_sdy_is_manual_axes.matches(axes) && grn_sdy_has_name(grn_sdy_axes_of(axes), name);
}

grn_status grn_part_manual_division(grn_sharder *s, const grn_op *op, bool is_result, size_t i, grn_division **out)
{
    const grn_attr *list = grn_op_attr(op, is_result ? "out_shardings" : "in_shardings");
    const grn_type *type = is_result ? op->results[i].type : op->operands[i]->type;
    const grn_block *body = op->regions[0].first;
    if (!s->mesh.ref || !list || !grn_sdy_is_shardings.matches(list) || i >= grn_sdy_axes_of(list).count)
        return grn_fail(s->w.diag, op->place, GRN_E_UNSUPPORTED, "cannot be divided: '%.*s' has no sharding for %s #%zu",
                        (int)op->name.n, op->name.text, is_result ? "result" : "operand", i);
    grn_status status = grn_division_read(s->w.ir, &s->mesh, op, type, grn_sdy_axes_of(list).items[i], s->w.diag, out);
    for (int32_t d = 0; status == GRN_OK && d < (*out)->rank; d++) {
        grn_part_list *axes = &(*out)->dims[d].axes;
        (*out)->dims[d].is_closed = true;
        for (int32_t k = 0; k < axes->count; k++) /* manual axes come first */
            if (!is_manual_axis(op, s->mesh.axes[axes->axis[k]].name))
                axes->count = (uint8_t)k;
    }
    const grn_type *own = is_result ? body->last->operands[i]->type : body->args[i].type;
    if (status == GRN_OK && grn_division_local(s->w.ir, &s->mesh, *out) != own)
        status = grn_fail(s->w.diag, op->place, GRN_E_UNSUPPORTED,
                          "cannot be divided: %s #%zu of '%.*s' is of another shape in its body than its manual axes leave",
                          is_result ? "result" : "operand", i, (int)op->name.n, op->name.text);
    return status;
}

/* Depth is the regions', which the parser limits. */
static const grn_op *manual_in(const grn_block *block)
{
    const grn_op *found = NULL;
    for (const grn_op *op = block->first; op && !found; op = op->next) {
        found = grn_part_is_manual(op) ? op : NULL;
        for (size_t r = 0; r < op->nregions && !found; r++)
            for (const grn_block *b = op->regions[r].first; b && !found; b = b->next)
                found = manual_in(b);
    }
    return found;
}

grn_status grn_part_local_manual(grn_sharder *s, grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    const grn_op *within = manual_in(body);
    if (within)
        return grn_fail(s->w.diag, within->place, GRN_E_UNSUPPORTED, "cannot be divided: '%.*s' stands within another",
                        (int)within->name.n, within->name.text);
    grn_status status = grn_part_splice(s->w.ir, op, body, s->w.diag);
    s->w.at = op;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        grn_value *v = grn_value_now(&op->results[i]);
        if (grn_part_of(s, v)) /* a value is divided in one way */
            v = grn_new(&s->w, "stablehlo.reshape", 1, &v, v->type, 0, NULL);
        if (!v || !grn_divisions_set(&s->map, v, grn_part_of(s, &op->results[i])))
            return grn_no_memory(&s->w);
        op->results[i].forward = v;
    }
    if (status == GRN_OK)
        grn_op_erase(op);
    return status;
}
