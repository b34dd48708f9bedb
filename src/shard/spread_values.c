/*
 * spread_values.c - which state each value has, and where its text says and gets it.
 *
 * What goes around a loop, and what a branch, an optimization barrier or a manual computation
 * gives, is the target of a data-flow edge (Shardy, ShardableDataFlowOpInterface): its state is
 * that of all targets, and the edge's sources keep their own.
 */
#include "convert/steps.h"
#include "shard/rows.h"
#include "shard/spread_parts.h"

/* ---- meshes ---------------------------------------------------------------------------------- */

static grn_status check_mesh(const grn_spreading *p, const grn_sdy_mesh *m)
{
    int64_t devices = 1;
    for (size_t i = 0; i < m->names.count; i++)
        if (!grn_mul_i64(devices, m->sizes[i], &devices) || devices > GRN_PART_MOST_DEVICES)
            return grn_fail(p->s->w.diag, p->s->function->place, GRN_E_LIMIT, "a mesh of more than %d devices",
                            GRN_PART_MOST_DEVICES);
    return GRN_OK;
}

/* Meshes that are the same are one, however they are named. */
static grn_spread_mesh *mesh_of(grn_spreading *p, const grn_op *op, const grn_attr *ref)
{
    const grn_attr *attr = grn_sdy_find_mesh(op, ref);
    for (grn_spread_mesh *m = p->meshes; m; m = m->next)
        if (attr && grn_attr_equal(m->attr, attr))
            return m;
    grn_spread_mesh *made = attr ? GRN_ARENA_NEW(&p->ir->arena, grn_spread_mesh, 1) : NULL;
    if (!made) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    *made = (grn_spread_mesh){.attr = attr, .of = grn_sdy_mesh_of(attr), .next = p->meshes};
    p->status = check_mesh(p, &made->of);
    p->meshes = made;
    return p->status == GRN_OK ? made : NULL;
}

/* ---- shardings as they are written (import/remove_size_one_axes.cc) -------------------------- */

static void read_axes(const grn_spread_mesh *mesh, grn_sdy_list axes, grn_spread_list *out)
{
    out->count = 0;
    for (size_t i = 0; i < axes.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[i]);
        for (size_t k = 0; k < mesh->of.names.count; k++) {
            const int64_t size = a.is_sub ? a.size : mesh->of.sizes[k];
            if (grn_str_equal(mesh->of.names.items[k]->text, a.name) && size > 1)
                grn_spread_push(out, (grn_spread_axis){(int32_t)k, (int32_t)a.pre, (int32_t)size});
        }
    }
}

const grn_spread_sharding *grn_spread_read(grn_spreading *p, const grn_op *op, const grn_attr *written,
                                           const grn_type *type)
{
    const grn_sdy_sharding from = grn_sdy_sharding_of(written);
    const int32_t rank = grn_type_is_tensor(type) ? type->rank : 0;
    grn_spread_dim *dims;
    const grn_spread_mesh *mesh = mesh_of(p, op, from.mesh);
    grn_spread_sharding *s = mesh ? grn_spread_sharding_new(p->ir, from.mesh, mesh, rank, &dims) : NULL;
    if (!s) {
        p->status = p->status == GRN_OK ? grn_no_memory(&p->s->w) : p->status;
        return NULL;
    }
    for (int32_t i = 0; i < rank; i++) {
        if ((size_t)i >= from.dims.count) { /* of a mesh of one device */
            dims[i].is_closed = true;
            continue;
        }
        const grn_sdy_dim d = grn_sdy_dim_of(from.dims.items[i]);
        read_axes(mesh, d.axes, &dims[i].axes);
        dims[i].is_closed = d.is_closed;
        dims[i].priority = d.is_closed && dims[i].axes.count == 0 ? -1 : d.priority;
    }
    read_axes(mesh, from.replicated, &s->replicated);
    read_axes(mesh, from.unreduced, &s->unreduced);
    s->reduction = from.reduction;
    return s;
}

/* ---- values ---------------------------------------------------------------------------------- */

int32_t grn_spread_state_new(grn_spreading *p, const grn_spread_sharding *sharding)
{
    grn_spread_state *s = grn_vec_push(&p->states);
    if (!s) {
        p->status = grn_no_memory(&p->s->w);
        return -1;
    }
    *s = (grn_spread_state){.now = sharding, .group = -1, .next_in_group = -1, .step = -1, .watchers = -1};
    return (int32_t)p->states.count - 1;
}

grn_spread_value *grn_spread_value_new(grn_spreading *p, grn_value *v, int32_t state, bool is_edge)
{
    grn_spread_value *one = grn_vec_push(&p->values);
    if (!one) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    *one = (grn_spread_value){.value = v, .state = state, .is_edge = is_edge};
    v->slot = (uint32_t)p->values.count - 1;
    return one;
}

void grn_spread_use_new(grn_spreading *p, grn_op *op, size_t index)
{
    grn_spread_value *v = grn_spread_value_of(p, op->operands[index]);
    grn_spread_use *use = GRN_ARENA_NEW(&p->ir->arena, grn_spread_use, 1);
    if (!use) {
        p->status = grn_no_memory(&p->s->w);
        return;
    }
    *use = (grn_spread_use){.op = op, .index = index};
    *(v->last ? &v->last->next : &v->first) = use;
    v->last = use;
}

/* A state of its own, as the text says it; none where the value can have no sharding. */
static void add_value(grn_spreading *p, const grn_op *op, grn_value *v, bool is_edge)
{
    grn_check check = {.scratch = p->ir, .diag = p->s->w.diag};
    const grn_attr *written = grn_sdy_sharding_of_value(&check, v, &p->status);
    const bool has = written && grn_type_is_tensor(v->type);
    const grn_spread_sharding *sharding = p->status == GRN_OK && has ? grn_spread_read(p, op, written, v->type) : NULL;
    int32_t state = -1;
    if (p->status == GRN_OK && (has || grn_part_divides(v->type)))
        state = grn_spread_state_new(p, sharding);
    if (p->status == GRN_OK)
        grn_spread_value_new(p, v, state, is_edge);
}

bool grn_spread_is_named(const grn_op *op)
{
    const grn_block *b =
        grn_op_is(op, GRN_OP(sdy, named_computation)) && op->nregions == 1 ? op->regions[0].first : NULL;
    return b && !b->next && b->last && b->nargs == op->noperands && b->last->noperands == op->nresults;
}

static bool is_flow(const grn_op *op) { return grn_spread_opens(op) || grn_op_is(op, GRN_HLO(optimization_barrier)); }

static bool goes_around(const grn_op *op) { return grn_part_is_control(op) && grn_op_is(op, GRN_HLO(while)); }

static void add_block(grn_spreading *p, const grn_op *op, grn_block *block, bool is_opaque);

static void add_argument(grn_spreading *p, const grn_op *op, grn_value *v, bool is_opaque)
{
    if (goes_around(op) && v->index < op->nresults)
        grn_spread_value_new(p, v, grn_spread_value_of(p, &op->results[v->index])->state, true);
    else if (is_opaque || grn_part_is_control(op))
        grn_spread_value_new(p, v, -1, false);
    else
        add_value(p, op, v, grn_part_is_manual(op) || grn_spread_is_named(op));
}

static bool follows_edge(const grn_spreading *p, const grn_op *op)
{
    return grn_op_is(op, GRN_OP(sdy, data_flow_edge)) && op->noperands == 1 &&
           grn_spread_value_of(p, op->operands[0])->is_edge && grn_spread_value_of(p, op->operands[0])->state >= 0;
}

/* An edge that the text has is the edge of its operand. */
static void add_edge(grn_spreading *p, grn_op *op)
{
    const int32_t state = grn_spread_value_of(p, op->operands[0])->state;
    const grn_attr *written = grn_op_attr(op, "sharding");
    if (written)
        grn_spread_state_at(p, state)->now = grn_spread_read(p, op, written, op->results[0].type);
    if (p->status == GRN_OK)
        grn_spread_value_new(p, &op->results[0], state, true);
}

/* Regions are those of control flow and computations; values in others are of one device. Depth is
 * the regions'. */
static void add_op(grn_spreading *p, grn_op *op, bool is_opaque)
{
    const bool opens = grn_spread_opens(op);
    for (size_t i = 0; p->status == GRN_OK && i < op->noperands; i++)
        grn_spread_use_new(p, op, i);
    if (p->status == GRN_OK && !is_opaque && follows_edge(p, op))
        add_edge(p, op);
    else
        for (size_t i = 0; p->status == GRN_OK && i < op->nresults; i++)
            if (is_opaque)
                grn_spread_value_new(p, &op->results[i], -1, false);
            else
                add_value(p, op, &op->results[i], is_flow(op));
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; p->status == GRN_OK && b; b = b->next)
            add_block(p, op, b, is_opaque || !opens);
}

static void add_block(grn_spreading *p, const grn_op *op, grn_block *block, bool is_opaque)
{
    for (size_t i = 0; p->status == GRN_OK && i < block->nargs; i++)
        add_argument(p, op, &block->args[i], is_opaque);
    for (grn_op *inner = block->first; p->status == GRN_OK && inner; inner = inner->next)
        add_op(p, inner, is_opaque);
}

static void add_results(grn_spreading *p)
{
    const grn_op *end = p->s->block->last;
    const grn_attr *list = grn_op_attr(p->s->function, "res_attrs");
    p->nresults = (int32_t)end->noperands;
    p->results = GRN_ARENA_NEW(&p->ir->arena, int32_t, end->noperands + 1);
    if (!p->results)
        p->status = grn_no_memory(&p->s->w);
    for (size_t i = 0; p->status == GRN_OK && i < end->noperands; i++) {
        const grn_type *type = end->operands[i]->type;
        const bool has = list && list->kind == GRN_ATTR_ARRAY && i < list->array.count;
        const grn_attr *written = grn_part_sharding_in(has ? list->array.items[i] : NULL);
        const grn_spread_sharding *s = written ? grn_spread_read(p, p->s->function, written, type) : NULL;
        p->results[i] = p->status == GRN_OK && (written || grn_part_divides(type)) ? grn_spread_state_new(p, s) : -1;
    }
}

void grn_spread_collect(grn_spreading *p)
{
    add_block(p, p->s->function, p->s->block, false);
    if (p->status == GRN_OK)
        add_results(p);
}

/* ---- written --------------------------------------------------------------------------------- */

static const grn_spread_sharding *now_of(const grn_spreading *p, int32_t state)
{
    return state < 0 ? NULL : grn_spread_state_at(p, state)->now;
}

/* Fully open, as what has no sharding is. */
static const grn_attr *open_attr(grn_spreading *p, const grn_spread_sharding *like, const grn_type *type)
{
    const grn_spread_sharding *s =
        grn_spread_sharding_new(p->ir, like->ref, like->mesh, grn_type_is_tensor(type) ? type->rank : 0, NULL);
    return s ? grn_spread_attr(p->ir, s) : NULL;
}

static bool set(grn_spreading *p, grn_op *op, const char *name, const grn_attr *value)
{
    return value && grn_op_set_attr(p->ir, op, (grn_str){name, strlen(name)}, value);
}

static bool set_list(grn_spreading *p, grn_op *op, const char *name, size_t n, const grn_attr *const *items)
{
    const grn_field field = {.present = true, .value = grn_attr_array(p->ir, n, items)};
    return field.value && set(p, op, name, grn_attr_struct(p->ir, &grn_sdy_shardings_attr, &field));
}

static bool write_manual(grn_spreading *p, grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const size_t n = op->noperands > op->nresults ? op->noperands : op->nresults;
    const grn_attr **items = GRN_ARENA_NEW(&p->ir->arena, const grn_attr *, n + 1);
    for (size_t i = 0; items && i < op->noperands; i++) {
        const grn_attr *written = grn_spread_listed(op, "in_shardings", i);
        const grn_spread_sharding *now = now_of(p, grn_spread_value_of(p, &body->args[i])->state);
        const grn_spread_sharding *base = now ? grn_spread_base(p, op, written, op->operands[i]->type) : NULL;
        const grn_spread_sharding *outer = base ? grn_spread_around(p->ir, base, now, manual) : NULL;
        if (now && !outer)
            return false;
        items[i] = outer ? grn_spread_attr(p->ir, outer) : written;
        if (!items[i])
            return false;
    }
    if (!items || (op->noperands && !set_list(p, op, "in_shardings", op->noperands, items)))
        return false;
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_spread_sharding *now = now_of(p, grn_spread_value_of(p, &op->results[i])->state);
        if (!(items[i] = now ? grn_spread_attr(p->ir, now) : grn_spread_listed(op, "out_shardings", i)))
            return false;
    }
    return op->nresults == 0 || set_list(p, op, "out_shardings", op->nresults, items);
}

/* Shardings of values as a list; none where no one has any. */
static bool write_list(grn_spreading *p, grn_op *op, const char *name, size_t n, const grn_value *values)
{
    const grn_spread_sharding *any = NULL;
    const grn_attr **items = GRN_ARENA_NEW(&p->ir->arena, const grn_attr *, n + 1);
    for (size_t i = 0; i < n && !any; i++)
        any = now_of(p, grn_spread_value_of(p, &values[i])->state);
    for (size_t i = 0; any && items && i < n; i++) {
        const grn_spread_sharding *now = now_of(p, grn_spread_value_of(p, &values[i])->state);
        if (!(items[i] = now ? grn_spread_attr(p->ir, now) : open_attr(p, any, values[i].type)))
            return false;
    }
    return items && (!any || set_list(p, op, name, n, items));
}

static bool write_op(grn_spreading *p, grn_op *op)
{
    if (!grn_part_is_move(op) || grn_op_is(op, GRN_OP(sdy, propagation_barrier)))
        return write_list(p, op, "sdy.sharding", op->nresults, op->results);
    const grn_spread_sharding *now = now_of(p, grn_spread_value_of(p, &op->results[0])->state);
    return !now || set(p, op, grn_part_move_attr(op), grn_spread_attr(p->ir, now));
}

static bool write_named(grn_spreading *p, grn_op *op)
{
    return write_list(p, op, "in_shardings", op->noperands, op->regions[0].first->args) &&
           write_list(p, op, "out_shardings", op->nresults, op->results);
}

/* Depth is the regions', which the parser limits. */
static bool write_block(grn_spreading *p, grn_block *block)
{
    bool done = true;
    for (grn_op *op = block->first; done && op; op = op->next) {
        done = grn_part_is_manual(op)    ? write_manual(p, op)
               : grn_spread_is_named(op) ? write_named(p, op)
                                         : write_op(p, op);
        for (size_t r = 0; done && grn_spread_opens(op) && r < op->nregions; r++)
            done = write_block(p, op->regions[r].first);
    }
    return done;
}

static bool write_values(grn_spreading *p, const char *name, size_t n, const int32_t *states)
{
    const grn_attr **items = GRN_ARENA_NEW(&p->ir->arena, const grn_attr *, n + 1);
    bool any = false;
    for (size_t i = 0; items && i < n; i++) {
        const grn_spread_sharding *now = now_of(p, states[i]);
        if (now && !(items[i] = grn_spread_attr(p->ir, now)))
            return false;
        any |= now != NULL;
    }
    return items && (!any || grn_part_write_attrs(p->s, name, n, items));
}

void grn_spread_write(grn_spreading *p)
{
    const size_t nargs = p->s->block->nargs;
    int32_t *args = GRN_ARENA_NEW(&p->ir->arena, int32_t, nargs + 1);
    for (size_t i = 0; args && i < nargs; i++)
        args[i] = grn_spread_value_of(p, &p->s->block->args[i])->state;
    if (!args || !write_values(p, "arg_attrs", nargs, args) ||
        !write_values(p, "res_attrs", (size_t)p->nresults, p->results) || !write_block(p, p->s->block))
        p->status = grn_no_memory(&p->s->w);
}
