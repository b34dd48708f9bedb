/* collective_check.c - what has to hold of collective ops: by what each does, the operand's
 * sharding becomes out_sharding. */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>

/* ---- what is compared ------------------------------------------------------------------------ */

typedef struct move {
    const grn_op *op;
    grn_check *check;
    const grn_attr *from, *to, *of_from, *of_to; /* shardings and their meshes; from NULL: none, so replicated */
    grn_sdy_sharding in, out;
    grn_sdy_mesh mesh;    /* of out */
    const grn_attr *what; /* the op's own attribute */
    int32_t reduction;    /* of an op that reduces */
} move;

static grn_sdy_list dim_axes(const grn_sdy_sharding *s, size_t d)
{
    return d < s->dims.count ? grn_sdy_dim_of(s->dims.items[d]).axes : (grn_sdy_list){0, NULL};
}

/* `["a"]` is what dimension d of out_sharding has to be. */
static grn_status check_expected(const move *m, const grn_sdy_axes *expected, size_t d)
{
    if (grn_sdy_axes_are(expected, dim_axes(&m->out, d)))
        return GRN_OK;
    return grn_op_fail(m->op, m->check, "result sharding doesn't match expected sharding %s on dimension %zu",
                       grn_sdy_axes_text(m->check, expected), d);
}

/* The axes of dimension d of the operand without their end, `taken`; `what` they are in words. */
static grn_status gathered(const move *m, size_t d, grn_sdy_list taken, const char *what, grn_sdy_axes *out)
{
    *out = grn_sdy_axes_copy(m->check, dim_axes(&m->in, d), 0);
    if (!out->items)
        return GRN_E_MEMORY;
    for (size_t i = taken.count; i-- > 0;) {
        const grn_sdy_axis a = grn_sdy_axis_of(taken.items[i]);
        if (!grn_sdy_take_suffix(out, &a, &m->mesh))
            return grn_op_fail(m->op, m->check, "can't apply %s axis %s to operand sharding on dimension %zu", what,
                               grn_sdy_axis_text(m->check, &a), d);
    }
    return GRN_OK;
}

/* The axes of dimension d of the operand, then `more`. */
static grn_status sliced(const move *m, size_t d, grn_sdy_list more, grn_sdy_axes *out)
{
    *out = grn_sdy_axes_copy(m->check, dim_axes(&m->in, d), more.count);
    for (size_t i = 0; out->items && i < more.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(more.items[i]);
        grn_sdy_append(out, &a, &m->mesh);
    }
    return out->items ? GRN_OK : GRN_E_MEMORY;
}

/* ---- a list of axes for each dimension ------------------------------------------------------- */

static grn_status check_axes_per_dim(const move *m, grn_sdy_list dims)
{
    grn_sdy_uses uses;
    size_t at = 0;
    grn_sdy_list *lists = GRN_ARENA_NEW(&m->check->scratch->arena, grn_sdy_list, dims.count + 1);
    if (!lists)
        return GRN_E_MEMORY;
    for (size_t d = 0; d < dims.count; d++)
        lists[d] = grn_sdy_list_of(dims.items[d]);
    grn_status status = grn_sdy_collect(m->check, &m->mesh, dims.count, lists, &uses);
    for (size_t d = 0; status == GRN_OK && d < dims.count; d++) {
        status = grn_sdy_check_list(m->op, m->check, "", &uses, at, lists[d].count);
        at += lists[d].count;
    }
    if (status == GRN_OK && m->out.dims.count != dims.count)
        status = grn_op_fail(m->op, m->check, "result sharding has rank %zu but collective axes has rank %zu",
                             m->out.dims.count, dims.count);
    return status;
}

/* `gathers` (NULL: the op slices) are the axes in words. */
static grn_status per_dim_rule(const move *m, const char *gathers)
{
    const grn_sdy_list dims = grn_sdy_axes_of(m->what);
    grn_status status = check_axes_per_dim(m, dims);
    for (size_t d = 0; status == GRN_OK && d < dims.count; d++) {
        const grn_sdy_list axes = grn_sdy_list_of(dims.items[d]);
        grn_sdy_axes expected;
        status = gathers ? gathered(m, d, axes, gathers, &expected) : sliced(m, d, axes, &expected);
        if (status == GRN_OK)
            status = check_expected(m, &expected, d);
    }
    return status;
}

static grn_status gather_rule(const move *m) { return per_dim_rule(m, "gathering"); }
static grn_status slice_rule(const move *m) { return per_dim_rule(m, NULL); }

/* ---- reductions ------------------------------------------------------------------------------ */

static grn_status check_unreduced(const move *m)
{
    return m->from ? grn_sdy_check_unreduced(m->op, m->check, m->from, m->to, &m->reduction) : GRN_OK;
}

static grn_status reduce_scatter_rule(const move *m)
{
    grn_status status = check_unreduced(m);
    return status == GRN_OK ? slice_rule(m) : status;
}

/* Both shardings divide the tensor alike. */
static bool are_equivalent(const move *m)
{
    if (grn_sdy_is_replicated(&m->in) || grn_sdy_is_replicated(&m->out))
        return grn_sdy_is_replicated(&m->in) && grn_sdy_is_replicated(&m->out);
    bool same = grn_attr_equal(m->in.mesh, m->out.mesh) && m->in.dims.count == m->out.dims.count;
    for (size_t d = 0; same && d < m->in.dims.count; d++)
        same = grn_sdy_lists_equal(dim_axes(&m->in, d), dim_axes(&m->out, d));
    return same;
}

static bool shards_by(const grn_sdy_sharding *s, const grn_sdy_axis *a)
{
    for (size_t d = 0; d < s->dims.count; d++)
        if (grn_sdy_overlaps_any(a, dim_axes(s, d)))
            return true;
    return false;
}

/* The one list that is the op's attribute, in the order of the mesh. */
static grn_status check_own_list(const move *m, const char *what)
{
    grn_sdy_uses uses;
    const grn_sdy_list list = grn_sdy_axes_of(m->what);
    grn_status status = grn_sdy_collect(m->check, &m->mesh, 1, &list, &uses);
    return status == GRN_OK ? grn_sdy_check_sorted(m->op, m->check, "", what, &uses, 0, list.count) : status;
}

static grn_status reduce_rule(const move *m)
{
    const grn_sdy_list list = grn_sdy_axes_of(m->what);
    if (!are_equivalent(m))
        return grn_op_fail(m->op, m->check, "operand and result shardings are not equivalent");
    grn_status status = check_own_list(m, "reduction");
    for (size_t i = 0; status == GRN_OK && i < list.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(list.items[i]);
        if (shards_by(&m->in, &a) || grn_sdy_overlaps_any(&a, m->in.replicated))
            return grn_op_fail(m->op, m->check,
                               "reduction axis %s overlaps with operand dimension sharding or replicated axes",
                               grn_sdy_axis_text(m->check, &a));
        if (grn_sdy_overlaps_any(&a, m->out.unreduced))
            return grn_op_fail(m->op, m->check, "reduction axis %s overlaps with result unreduced axes",
                               grn_sdy_axis_text(m->check, &a));
    }
    return status == GRN_OK ? check_unreduced(m) : status;
}

/* ---- to unreduced ---------------------------------------------------------------------------- */

static grn_status check_same_operator(const move *m)
{
    if (m->in.unreduced.count == 0 || m->in.reduction == m->out.reduction)
        return GRN_OK;
    return grn_op_fail(m->op, m->check, "cannot change reduction_op of existing unreduced axes");
}

/* The result's unreduced axes are the operand's and those of the lists; `what` says which those
 * are. */
static grn_status check_sum(const move *m, size_t nlists, const grn_sdy_list *lists, const char *what)
{
    size_t room = 0;
    for (size_t i = 0; i < nlists; i++)
        room += lists[i].count;
    grn_sdy_axes sum = grn_sdy_axes_copy(m->check, m->in.unreduced, room);
    if (!sum.items)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < nlists; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            sum.items[sum.count++] = grn_sdy_axis_of(lists[i].items[k]);
    grn_status status = grn_sdy_sort_and_merge(m->check, &sum, &m->mesh);
    if (status != GRN_OK || grn_sdy_axes_are(&sum, m->out.unreduced))
        return status;
    return grn_op_fail(m->op, m->check, "out_unreduced_axes should be in_unreduced_axes + %s", what);
}

static grn_status sharded_rule(const move *m)
{
    const grn_sdy_list dims = grn_sdy_axes_of(m->what);
    grn_sdy_list *lists = GRN_ARENA_NEW(&m->check->scratch->arena, grn_sdy_list, dims.count + 1);
    if (!lists)
        return GRN_E_MEMORY;
    for (size_t d = 0; d < dims.count; d++)
        lists[d] = grn_sdy_list_of(dims.items[d]);
    grn_status status = check_same_operator(m);
    if (status == GRN_OK)
        status = per_dim_rule(m, "shard-to-unreduce");
    return status == GRN_OK ? check_sum(m, dims.count, lists, "sharded_to_unreduced_axes") : status;
}

static grn_status replicated_rule(const move *m)
{
    const grn_sdy_list list = grn_sdy_axes_of(m->what);
    grn_status status = check_same_operator(m);
    if (status != GRN_OK)
        return status;
    if (!grn_sdy_lists_equal(m->in.dims, m->out.dims))
        return grn_op_fail(m->op, m->check, "input and output must share the same dimension shardings");
    if (list.count == 0)
        return grn_op_fail(m->op, m->check, "r2u axes must not be empty");
    status = check_own_list(m, "r2u");
    for (size_t i = 0; status == GRN_OK && i < list.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(list.items[i]);
        if (shards_by(&m->in, &a))
            return grn_op_fail(m->op, m->check, "r2u axis %s overlaps with operand dimension sharding",
                               grn_sdy_axis_text(m->check, &a));
        if (grn_sdy_overlaps_any(&a, m->in.unreduced))
            return grn_op_fail(m->op, m->check, "r2u axis %s overlaps with operand unreduced axes",
                               grn_sdy_axis_text(m->check, &a));
    }
    return status == GRN_OK ? check_sum(m, 1, &list, "r2u_axes") : status;
}

/* ---- collective_permute ---------------------------------------------------------------------- */

static bool same_axes_of(const grn_sdy_mesh *a, const grn_sdy_mesh *b)
{
    bool same = grn_sdy_lists_equal(a->names, b->names);
    for (size_t i = 0; same && i < a->names.count; i++)
        same = a->sizes[i] == b->sizes[i];
    return same;
}

static bool same_ids(const grn_sdy_mesh *a, const grn_sdy_mesh *b)
{
    return a->nids == b->nids && (a->nids == 0 || memcmp(a->ids, b->ids, a->nids * sizeof *a->ids) == 0);
}

/* A message about two meshes, with the operand's. */
static grn_status fail_meshes(const move *m, const char *text)
{
    const grn_value *v = m->op->operands[0];
    grn_status status = grn_op_fail(m->op, m->check, "%s", text);
    grn_note(m->check->diag, v->def ? v->def->place : v->place, "operand mesh: %s",
             grn_sdy_attr_text(m->check, m->of_from));
    return status;
}

static grn_status permute_rule(const move *m)
{
    const grn_sdy_mesh mesh = grn_sdy_mesh_of(m->of_from);
    if (!same_axes_of(&m->mesh, &mesh))
        return fail_meshes(m, "result mesh has different axes than operand mesh");
    if (!grn_attr_equal(m->in.mesh, m->out.mesh) && same_ids(&m->mesh, &mesh))
        return fail_meshes(m, "result mesh name is different but same device ids as operand");
    for (size_t d = 0; d < m->out.dims.count; d++) {
        const grn_sdy_list in = dim_axes(&m->in, d), out = dim_axes(&m->out, d);
        const int64_t from = grn_sdy_list_ways(&m->mesh, in), to = grn_sdy_list_ways(&m->mesh, out);
        if (from != to)
            return grn_op_fail(m->op, m->check,
                               "sharded size of result doesn't match operand on dimension %zu: %" PRId64 " != %" PRId64,
                               d, to, from);
    }
    return GRN_OK;
}

/* ---- all_to_all ------------------------------------------------------------------------------ */

/* What moves, from where to where. */
typedef struct param {
    grn_sdy_list axes;
    int64_t dims[2];
} param;

static param param_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (param){grn_sdy_list_of(f[0].value), {f[1].v[0], f[2].v[0]}};
}

static grn_status check_param_dims(const move *m, const param *p, const param *last, bool *seen)
{
    static const char *const names[] = {"source", "target"};
    const int64_t rank = (int64_t)m->out.dims.count;
    for (size_t i = 0; i < 2; i++)
        if (p->dims[i] < 0 || p->dims[i] >= rank)
            return grn_op_fail(m->op, m->check, "%s dimension %" PRId64 " is out of range [0, %" PRId64 ")", names[i],
                               p->dims[i], rank);
    for (size_t i = 0; i < 2; i++) {
        if (seen[p->dims[i]])
            return grn_op_fail(m->op, m->check, "overlapping source/target dimensions in all-to-all params: %" PRId64,
                               p->dims[i]);
        seen[p->dims[i]] = true;
    }
    if (last && last->dims[0] >= p->dims[0])
        return grn_op_fail(m->op, m->check,
                           "source dimensions are not sorted in ascending order: %" PRId64 " appears after %" PRId64,
                           p->dims[0], last->dims[0]);
    return GRN_OK;
}

static grn_status check_params(const move *m, grn_sdy_list params, bool *seen)
{
    grn_sdy_uses uses;
    size_t at = 0;
    param last;
    grn_sdy_list *lists = GRN_ARENA_NEW(&m->check->scratch->arena, grn_sdy_list, params.count + 1);
    if (!lists)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < params.count; i++)
        lists[i] = param_of(params.items[i]).axes;
    grn_status status = grn_sdy_collect(m->check, &m->mesh, params.count, lists, &uses);
    for (size_t i = 0; status == GRN_OK && i < params.count; i++) {
        const param p = param_of(params.items[i]);
        status = grn_sdy_check_list(m->op, m->check, "", &uses, at, p.axes.count);
        at += p.axes.count;
        if (status == GRN_OK)
            status = check_param_dims(m, &p, i ? &last : NULL, seen);
        last = p;
    }
    return status;
}

static grn_status check_moved(const move *m, const param *p)
{
    const size_t from = (size_t)p->dims[0], to = (size_t)p->dims[1];
    grn_sdy_axes expected;
    grn_status status = gathered(m, from, p->axes, "all-to-all", &expected);
    if (status == GRN_OK)
        status = check_expected(m, &expected, from);
    if (status == GRN_OK)
        status = sliced(m, to, p->axes, &expected);
    return status == GRN_OK ? check_expected(m, &expected, to) : status;
}

static grn_status exchange_rule(const move *m)
{
    const grn_sdy_list params = grn_sdy_axes_of(m->what), none = {0, NULL};
    bool seen[GRN_MAX_RANK] = {false};
    if (params.count == 0)
        return grn_op_fail(m->op, m->check, "parameter list is empty");
    grn_status status = check_params(m, params, seen);
    for (size_t i = 0; status == GRN_OK && i < params.count; i++) {
        const param p = param_of(params.items[i]);
        status = check_moved(m, &p);
    }
    for (size_t d = 0; status == GRN_OK && d < m->out.dims.count; d++) {
        grn_sdy_axes expected;
        if (seen[d])
            continue;
        status = sliced(m, d, none, &expected);
        if (status == GRN_OK)
            status = check_expected(m, &expected, d);
    }
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* What each op asks for. */
static const struct rules {
    const char *op;
    grn_status (*rule)(const move *m);
    bool may_lack;   /* the operand may have no sharding */
    bool may_differ; /* the meshes may */
} rules[] = {
    {"sdy.all_gather", gather_rule, false, false},
    {"sdy.all_slice", slice_rule, true, false},
    {"sdy.all_to_all", exchange_rule, false, false},
    {"sdy.collective_permute", permute_rule, false, true},
    {"sdy.all_reduce", reduce_rule, true, false},
    {"sdy.reduce_scatter", reduce_scatter_rule, true, false},
    {"sdy.sharded_to_unreduced", sharded_rule, false, false},
    {"sdy.replicated_to_unreduced", replicated_rule, false, false},
};

static const struct rules *rules_of(const grn_op *op)
{
    size_t i = 0;
    while (strcmp(rules[i].op, op->def->name) != 0)
        i++;
    return &rules[i];
}

/* Whether the operand's sharding is a valid one; a wrong one is reported where it is written. */
static grn_status check_operand(const move *m, bool *known)
{
    grn_check silent = {.scratch = m->check->scratch};
    grn_status status = grn_sdy_check_sharding(m->op, &silent, "", m->from, grn_operand_type(m->op, 0));
    *known = status == GRN_OK;
    return status == GRN_E_MEMORY ? status : GRN_OK;
}

/* The rules of any collective, of what is known of both sides; *known: enough for the op's own. */
static grn_status begin(move *m, const struct rules *r, bool *known)
{
    grn_status status;
    *known = true;
    m->from = grn_sdy_sharding_of_value(m->check, m->op->operands[0], &status);
    if (status != GRN_OK)
        return status;
    if (!m->from && !r->may_lack)
        return grn_op_fail(m->op, m->check, "collective on operand without sharding");
    status = grn_sdy_check_sharding(m->op, m->check, "", m->to, grn_result_type(m->op, 0));
    if (status != GRN_OK)
        return status;
    m->of_to = grn_sdy_find_mesh(m->op, m->out.mesh);
    m->mesh = grn_sdy_mesh_of(m->of_to);
    if (!m->from) {
        m->in.mesh = m->out.mesh;
        return GRN_OK;
    }
    m->in = grn_sdy_sharding_of(m->from);
    m->of_from = grn_sdy_find_mesh(m->op, m->in.mesh);
    if (!r->may_differ && m->of_from && !grn_attr_equal(m->of_from, m->of_to))
        return fail_meshes(m, "result mesh does not match operand mesh");
    if (m->in.dims.count != m->out.dims.count)
        return grn_op_fail(m->op, m->check, "result sharding has rank %zu but operand sharding has rank %zu",
                           m->out.dims.count, m->in.dims.count);
    return check_operand(m, known);
}

grn_status grn_sdy_verify_collective(const grn_op *op, grn_check *check)
{
    const struct rules *r = rules_of(op);
    const char *what = grn_sdy_collective_attr(op);
    const grn_attr *to = grn_op_attr(op, "out_sharding");
    move m = {.op = op,
              .check = check,
              .to = to,
              .out = grn_sdy_sharding_of(to),
              .what = what ? grn_op_attr(op, what) : NULL,
              .reduction = (int32_t)grn_op_integer(op, "reduction_op", GRN_SDY_SUM)};
    bool known;
    grn_status status = grn_sdy_check_same_type(op, check);
    if (status == GRN_OK)
        status = begin(&m, r, &known);
    return status == GRN_OK && known ? r->rule(&m) : status;
}
