/*
 * manual.c - sdy.manual_computation: along its manual axes its body is what a device runs already,
 * of parts that its shardings say.
 *
 * Along axes that are not manual values in the body are cut as all others: its arguments and
 * results are, and so are the values around that they stand for. Those are cut along manual axes
 * first, then along the same free ones, so that an axis that leaves a remainder in the body's
 * extent cuts neither. A body within a body is the same once more: what is around the inner one is
 * what the outer one has.
 */
#include "convert/steps.h"
#include "shard/rows.h"

bool grn_part_is_manual(const grn_op *op)
{
    const bool is_one = grn_op_is(op, GRN_OP(sdy, manual_computation)) && op->nregions == 1;
    return is_one && op->regions[0].first && !op->regions[0].first->next;
}

bool grn_part_has_manual(const grn_op *root)
{
    const grn_op *op = root;
    while (op && !grn_op_is(op, GRN_OP(sdy, manual_computation)))
        op = grn_op_next_in(op, root);
    return op != NULL;
}

/* ---- axes ------------------------------------------------------------------------------------ */

static grn_sdy_list list_of(const grn_op *op, const char *name)
{
    const grn_attr *list = grn_op_attr(op, name);
    return list && grn_sdy_is_shardings.matches(list) ? grn_sdy_axes_of(list) : (grn_sdy_list){.count = 0};
}

/* In every view of its mesh. */
static uint32_t manual_axes(const grn_sharder *s, const grn_op *op)
{
    const grn_attr *axes = grn_op_attr(op, "manual_axes");
    const grn_attr *mesh = grn_sdy_common_mesh(op, list_of(op, "in_shardings"), list_of(op, "out_shardings"));
    uint32_t set = 0;
    for (int32_t i = 0; mesh && axes && grn_sdy_is_manual_axes.matches(axes) && i < s->mesh.naxes; i++)
        if (grn_attr_equal(s->mesh.views[s->mesh.axes[i].view].mesh, mesh) &&
            grn_sdy_has_name(grn_sdy_axes_of(axes), s->mesh.axes[i].name))
            set |= UINT32_C(1) << i;
    return set;
}

/* How many of `axes` are manual: they come first. */
static int32_t manual_count(uint32_t manual, const grn_part_list *axes)
{
    int32_t n = 0;
    while (n < axes->count && manual >> axes->axis[n] & 1)
        n++;
    return n;
}

uint32_t grn_part_manual_enter(grn_sharder *s, const grn_op *op)
{
    const uint32_t entered = manual_axes(s, op) & ~s->manual;
    s->manual |= entered;
    s->bodies++;
    return entered;
}

void grn_part_manual_leave(grn_sharder *s, uint32_t entered)
{
    s->manual &= ~entered;
    s->bodies--;
}

/* ---- divisions around and within ------------------------------------------------------------- */

/* As it is within: without manual axes. NULL: memory refused. */
static grn_division *within(grn_sharder *s, const grn_op *op, const grn_division *around, const grn_type *type)
{
    const uint32_t manual = manual_axes(s, op);
    grn_division *d = grn_division_new(s->w.ir, type);
    for (int32_t i = 0; d && i < d->rank && i < around->rank; i++) {
        d->dims[i] = around->dims[i];
        d->dims[i].axes = grn_part_rest(&around->dims[i].axes, manual_count(manual, &around->dims[i].axes));
    }
    if (d) {
        d->replicated = around->replicated & ~manual;
        d->view = around->view;
    }
    return d;
}

/* The manual axes along which what the body has, or gives, adds up to the value. */
static uint32_t partial_in(const grn_sharder *s, const grn_op *op, const grn_attr *sharding)
{
    const grn_sdy_list unreduced = grn_sdy_sharding_of(sharding).unreduced;
    const grn_attr *mesh = grn_sdy_find_mesh(op, grn_sdy_sharding_of(sharding).mesh);
    grn_part_list axes = {.count = 0};
    bool fits = false;
    for (int32_t v = 0; mesh && !fits && v < s->mesh.nviews; v++) {
        fits = grn_attr_equal(s->mesh.views[v].mesh, mesh);
        axes.count = 0;
        for (size_t i = 0; fits && i < unreduced.count; i++)
            fits = grn_part_read_axis(&s->mesh, v, unreduced.items[i], &axes);
    }
    return fits ? grn_part_set(&axes) & manual_axes(s, op) : 0;
}

/* Manual axes that cut no dimension: the value is the same along those, or what is there adds up to
 * it. */
static grn_status read_uncut(grn_sharder *s, const grn_op *op, const grn_attr *sharding, grn_division *d)
{
    const grn_type *element = grn_type_element_or_self(d->type);
    const bool adds =
        grn_part_divides(d->type) && (element->kind == GRN_TYPE_INTEGER || element->kind == GRN_TYPE_FLOAT);
    const grn_part_view *view = &s->mesh.views[d->view];
    const uint32_t all = (uint32_t)(((UINT64_C(1) << view->naxes) - 1) << view->first);
    d->replicated |= manual_axes(s, op) & all & ~grn_division_axes(d);
    d->partial = partial_in(s, op, sharding);
    d->reduction = d->partial ? grn_sdy_sharding_of(sharding).reduction : GRN_SDY_SUM;
    return !d->partial || adds
               ? GRN_OK
               : grn_fail(s->w.diag, op->place, GRN_E_UNSUPPORTED,
                          "cannot be divided: a value of '%.*s' is unreduced along manual axes, and is no tensor of "
                          "known shape, of integers or floats",
                          (int)op->name.n, op->name.text);
}

static const grn_attr *sharding_of(const grn_op *op, bool is_result, size_t i)
{
    const grn_sdy_list list = list_of(op, is_result ? "out_shardings" : "in_shardings");
    return i < list.count ? list.items[i] : NULL;
}

/* The manual axes leave of a value what the body has. */
static grn_status check_shape(grn_sharder *s, const grn_op *op, bool is_result, size_t i, const grn_division *around)
{
    const grn_block *body = op->regions[0].first;
    const grn_type *own = is_result ? body->last->operands[i]->type : body->args[i].type;
    grn_division *alone = grn_division_copy(s->w.ir, around);
    for (int32_t d = 0; alone && d < alone->rank; d++)
        alone->dims[d].axes.count = (uint8_t)manual_count(manual_axes(s, op), &alone->dims[d].axes);
    const grn_type *left = alone ? grn_division_local(s->w.ir, &s->mesh, alone) : NULL;
    if (!left)
        return grn_no_memory(&s->w);
    return left == own
               ? GRN_OK
               : grn_fail(
                     s->w.diag, op->place, GRN_E_UNSUPPORTED,
                     "cannot be divided: %s #%zu of '%.*s' is of another shape in its body than its manual axes leave",
                     is_result ? "result" : "operand", i, (int)op->name.n, op->name.text);
}

grn_status grn_part_manual_read(grn_sharder *s, const grn_op *op, bool is_result, size_t i, grn_division **out)
{
    const grn_attr *sharding = sharding_of(op, is_result, i);
    const grn_type *type = is_result ? op->results[i].type : op->operands[i]->type;
    if (!s->mesh.ref || !sharding)
        return grn_fail(s->w.diag, op->place, GRN_E_UNSUPPORTED,
                        "cannot be divided: '%.*s' has no sharding for %s #%zu", (int)op->name.n, op->name.text,
                        is_result ? "result" : "operand", i);
    grn_status status = grn_division_read(s->w.ir, &s->mesh, op, type, sharding, s->w.diag, out);
    if (status == GRN_OK)
        status = read_uncut(s, op, sharding, *out);
    return status == GRN_OK ? check_shape(s, op, is_result, i, *out) : status;
}

grn_status grn_part_manual_in(grn_sharder *s, const grn_op *op, size_t i, grn_division **out)
{
    const grn_division *inner = grn_part_of(s, &op->regions[0].first->args[i]);
    const uint32_t manual = manual_axes(s, op);
    const int32_t view = grn_division_view(&s->mesh, inner);
    grn_status status = grn_part_manual_read(s, op, false, i, out);
    for (int32_t d = 0; status == GRN_OK && d < (*out)->rank && d < inner->rank; d++) {
        grn_part_list *axes = &(*out)->dims[d].axes, first = *axes;
        first.count = (uint8_t)manual_count(manual, axes);
        if (view < 0 || !grn_part_translate(&s->mesh, &first, view, axes)) /* whole axes, which every view has */
            *axes = first;
        grn_part_append(axes, &inner->dims[d].axes);
    }
    if (status == GRN_OK && view >= 0)
        (*out)->view = view;
    return status;
}

grn_status grn_part_manual_flow(grn_sharder *s, const grn_op *op, grn_part_flow *out)
{
    grn_block *body = op->regions[0].first;
    *out = (grn_part_flow){.block = body, .nresults = op->nresults};
    out->results = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, op->nresults + 1);
    if (!out->results)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < op->nresults; i++)
        if (!(out->results[i] = within(s, op, grn_part_of(s, &op->results[i]), body->last->operands[i]->type)))
            return grn_no_memory(&s->w);
    return GRN_OK;
}

/* ---- once shardings have spread -------------------------------------------------------------- */

/* The free axes of a dimension, which are behind the first `n`, as long as they divide the body's
 * extent. */
static void settle_axes(const grn_part_mesh *mesh, grn_part_list *axes, int32_t n, int64_t extent)
{
    grn_part_list rest = grn_part_rest(axes, n);
    while (rest.count && extent % grn_part_ways(mesh, &rest))
        rest.count--;
    axes->count = (uint8_t)(n + rest.count);
}

static grn_status settle_one(grn_sharder *s, const grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    const uint32_t manual = manual_axes(s, op);
    for (size_t i = 0; i < op->noperands; i++) {
        grn_division *d = grn_part_of(s, &body->args[i]);
        for (int32_t k = 0; k < d->rank; k++)
            settle_axes(&s->mesh, &d->dims[k].axes, 0, d->type->shape[k]);
    }
    for (size_t i = 0; i < op->nresults; i++) {
        grn_division *d = grn_part_of(s, &op->results[i]);
        const grn_type *inner = body->last->operands[i]->type;
        for (int32_t k = 0; k < d->rank; k++)
            settle_axes(&s->mesh, &d->dims[k].axes, manual_count(manual, &d->dims[k].axes), inner->shape[k]);
    }
    return grn_part_manual_settle(s, body);
}

/* Depth is the regions', which the parser limits. */
grn_status grn_part_manual_settle(grn_sharder *s, const grn_block *block)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = block->first; status == GRN_OK && op; op = op->next) {
        if (grn_part_is_manual(op))
            status = settle_one(s, op);
        for (size_t r = 0; status == GRN_OK && grn_part_is_control(op) && r < op->nregions; r++)
            status = grn_part_manual_settle(s, op->regions[r].first);
    }
    return status;
}

/* ---- written --------------------------------------------------------------------------------- */

static bool write_list(grn_sharder *s, grn_op *op, const char *name, size_t n, grn_division *const *divisions)
{
    const grn_attr **items = GRN_ARENA_NEW(&s->w.ir->arena, const grn_attr *, n + 1);
    for (size_t i = 0; items && i < n; i++)
        if (!(items[i] = grn_division_attr(s->w.ir, &s->mesh, divisions[i])))
            return false;
    const grn_field field = {.present = true, .value = items ? grn_attr_array(s->w.ir, n, items) : NULL};
    const grn_attr *all = field.value ? grn_attr_struct(s->w.ir, &grn_sdy_shardings_attr, &field) : NULL;
    return all && grn_op_set_attr(s->w.ir, op, (grn_str){name, strlen(name)}, all);
}

bool grn_part_manual_write(grn_sharder *s, grn_op *op)
{
    grn_division **in = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, op->noperands + 1);
    grn_division **out = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, op->nresults + 1);
    if (!in || !out)
        return false;
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_part_manual_in(s, op, i, &in[i]) != GRN_OK)
            return false;
    for (size_t i = 0; i < op->nresults; i++)
        out[i] = grn_part_of(s, &op->results[i]);
    return (op->noperands == 0 || write_list(s, op, "in_shardings", op->noperands, in)) &&
           (op->nresults == 0 || write_list(s, op, "out_shardings", op->nresults, out));
}

/* ---- local ----------------------------------------------------------------------------------- */

static grn_part_list axes_in(const grn_sharder *s, uint32_t set)
{
    grn_part_list axes = {.count = 0};
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        if (set >> i & 1)
            grn_part_push(&axes, i);
    return axes;
}

/* What adds up to a value: the value on one device and nothing elsewhere. Of the least and the
 * greatest, the value itself. */
static grn_status take_arguments(grn_sharder *s, grn_op *op)
{
    grn_block *body = op->regions[0].first;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_attr *sharding = sharding_of(op, false, i);
        const grn_part_list axes = axes_in(s, partial_in(s, op, sharding));
        grn_value *v = grn_value_now(op->operands[i]);
        if (axes.count && grn_sdy_sharding_of(sharding).reduction == GRN_SDY_SUM)
            v = grn_part_first_alone(s, v, &axes, GRN_COMBINE_ADD);
        if (!v)
            return grn_no_memory(&s->w);
        body->args[i].forward = v;
    }
    return GRN_OK;
}

static const grn_combiner combiners[] = {
    [GRN_SDY_SUM] = GRN_COMBINE_ADD, [GRN_SDY_MAX] = GRN_COMBINE_MAX, [GRN_SDY_MIN] = GRN_COMBINE_MIN};

grn_value *grn_part_fold_manual(grn_sharder *s, const grn_op *op)
{
    const grn_attr *list = grn_op_attr(op, "reduction_axes");
    const grn_attr *mesh = grn_sdy_find_mesh(op, grn_sdy_sharding_of(grn_op_attr(op, "out_sharding")).mesh);
    const grn_sdy_list written = list ? grn_sdy_axes_of(list) : (grn_sdy_list){.count = 0};
    grn_part_list axes = {.count = 0}, folded = {.count = 0};
    bool fits = false;
    for (int32_t v = 0; mesh && written.count && !fits && v < s->mesh.nviews; v++) {
        fits = grn_attr_equal(s->mesh.views[v].mesh, mesh);
        axes.count = 0;
        for (size_t i = 0; fits && i < written.count; i++)
            fits = grn_part_read_axis(&s->mesh, v, written.items[i], &axes);
    }
    for (int32_t i = 0; fits && i < axes.count; i++)
        if (s->manual >> axes.axis[i] & 1)
            grn_part_push(&folded, axes.axis[i]);
    const char *combine = grn_part_combiner_op(combiners[grn_op_integer(op, "reduction_op", GRN_SDY_SUM)]);
    return folded.count ? grn_part_all_reduce(s, op->operands[0], &folded, combine) : op->operands[0];
}

/* What stands for a result that the body gives as `v`. */
static grn_value *given(grn_sharder *s, grn_value *v, const grn_division *d, bool is_free)
{
    const grn_part_list axes = axes_in(s, d->partial);
    grn_value *made = v;
    if (axes.count) {
        const int64_t bytes = grn_division_bytes(&s->mesh, d), ways = grn_part_ways(&s->mesh, &axes);
        grn_part_tell(s, "all_reduce", &axes, "a manual computation leaves a result unreduced",
                      2 * (bytes / ways) * (ways - 1), bytes / ways * (ways - 1));
        made = grn_part_all_reduce(s, v, &axes, grn_part_combiner_op(combiners[d->reduction]));
    }
    return made == v && !is_free ? grn_new(&s->w, "stablehlo.reshape", 1, &v, v->type, 0, NULL) : made;
}

/* A value is divided in one way: what the body did not make, or gives twice, stands for a result by
 * another that is the same. */
static grn_status give_results(grn_sharder *s, grn_op *op, grn_op *end, const bool *is_made)
{
    for (size_t i = 0; i < op->nresults; i++) {
        grn_division *d = grn_part_of(s, &op->results[i]);
        grn_value *v = grn_value_now(end->operands[i]);
        bool is_free = is_made[i];
        for (size_t k = 0; k < i; k++)
            is_free = is_free && grn_value_now(end->operands[k]) != v;
        v = given(s, v, d, is_free);
        if (!v || !grn_divisions_set(&s->map, v, d))
            return grn_no_memory(&s->w);
        op->results[i].forward = v;
    }
    return GRN_OK;
}

/* Ops of the body stand before `op` then. */
static grn_status move_body(grn_sharder *s, grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    grn_op *const end = body->last;
    bool *is_made = GRN_ARENA_NEW(&s->w.ir->arena, bool, op->nresults + 1);
    if (!is_made)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_op *def = grn_value_now(end->operands[i])->def;
        is_made[i] = def && def->block == body;
    }
    while (body->first != end)
        grn_op_move_before(op, body->first);
    return give_results(s, op, end, is_made);
}

grn_status grn_part_local_manual(grn_sharder *s, grn_op *op)
{
    const uint32_t entered = grn_part_manual_enter(s, op);
    grn_status status = grn_part_local_inner(s, op->regions[0].first);
    grn_part_manual_leave(s, entered);
    if (status != GRN_OK)
        return status;
    s->w.at = op;
    status = take_arguments(s, op);
    if (status == GRN_OK)
        status = move_body(s, op);
    if (status != GRN_OK)
        return status;
    if (s->head == op)
        s->head = op->next;
    grn_op_erase(op);
    return GRN_OK;
}
