/*
 * collective.c - ops that move a tensor from one sharding to another (Shardy,
 * the op of each name). A tensor that is seen whole is not changed by any of
 * them; what they have to say is checked: the operand's sharding, where it is
 * known, becomes out_sharding by what the op does.
 */
#include "dialects/sdy/sdy.h"

/* ---- text: `[{"b"}, {}] %x out_sharding=<..> : T` -------------------------------------------------------------------------- */

/* The attribute that says what an op does, and how it is written; NULL: it has none. */
static const struct collective {
    const char *op, *name;
    const grn_struct_def *def;
    bool reduces; /* may begin with `max`, .. */
} collectives[] = {
    {"sdy.all_gather", "gathering_axes", &grn_sdy_axes_lists_attr, false},
    {"sdy.all_slice", "slicing_axes", &grn_sdy_axes_lists_attr, false},
    {"sdy.all_to_all", "params", &grn_sdy_all_to_all_attr, false},
    {"sdy.collective_permute", NULL, NULL, false},
    {"sdy.all_reduce", "reduction_axes", &grn_sdy_axes_attr, true},
    {"sdy.reduce_scatter", "reduce_scatter_axes", &grn_sdy_axes_lists_attr, true},
    {"sdy.sharded_to_unreduced", "axes", &grn_sdy_axes_lists_attr, false},
    {"sdy.replicated_to_unreduced", "axes", &grn_sdy_axes_attr, false},
};

static const struct collective *collective_of(const grn_op *op)
{
    size_t i = 0;
    while (strcmp(collectives[i].op, op->def->name) != 0)
        i++;
    return &collectives[i];
}

static grn_status set_named(grn_parser *p, grn_op *op, const char *name, const grn_attr *value)
{
    return grn_parse_set(p, op, (grn_str){name, strlen(name)}, value);
}

static grn_status parse_reduction(grn_parser *p, grn_op *op)
{
    for (int32_t i = 0; grn_sdy_reduction.keyword[i]; i++)
        if (grn_parser_try(p, grn_sdy_reduction.keyword[i]))
            return set_named(p, op, "reduction_op", grn_attr_enum(grn_parser_ir(p), &grn_sdy_reduction, i));
    return GRN_OK;
}

static grn_status parse_what(grn_parser *p, grn_op *op, const struct collective *c)
{
    const grn_attr *what;
    grn_status status = c->reduces ? parse_reduction(p, op) : GRN_OK;
    if (status != GRN_OK || !c->name)
        return status;
    status = grn_parser_at(p, "{") || grn_parser_at(p, "[") ? grn_sdy_parse_bare(p, c->def, &what) : grn_parser_attr(p, &what);
    return status == GRN_OK ? set_named(p, op, c->name, what) : status;
}

static grn_status collective_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    const grn_type *type;
    const grn_attr *sharding;
    grn_status status = parse_what(p, op, collective_of(op));
    if (status == GRN_OK)
        status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "out_sharding");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_struct(p, &grn_sdy_sharding_attr, &sharding);
    if (status == GRN_OK)
        status = set_named(p, op, "out_sharding", sharding);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, 1, &use, &type);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

static int32_t reduction_of(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "reduction_op");
    return a ? a->enumeration.value : GRN_SDY_SUM;
}

static grn_status collective_print(grn_printer *p, const grn_op *op)
{
    const struct collective *c = collective_of(op);
    const char *const skip[] = {"out_sharding", "reduction_op", c->name, NULL};
    grn_printer_text(p, " ");
    if (c->reduces && reduction_of(op) != GRN_SDY_SUM) {
        grn_printer_text(p, grn_sdy_reduction.keyword[reduction_of(op)]);
        grn_printer_text(p, " ");
    }
    if (c->name) {
        grn_printer_struct(p, grn_op_attr(op, c->name));
        grn_printer_text(p, " ");
    }
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " out_sharding=");
    grn_printer_struct(p, grn_op_attr(op, "out_sharding"));
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_result_type(op, 0));
    return GRN_OK;
}

/* ---- what is known of the operand ------------------------------------------------------------------------------------------ */

static const grn_attr *in_dictionary(const grn_attr *list, size_t i)
{
    const grn_attr *dict = list && list->kind == GRN_ATTR_ARRAY && i < list->array.count ? list->array.items[i] : NULL;
    for (size_t k = 0; dict && dict->kind == GRN_ATTR_DICT && k < dict->dict.count; k++)
        if (grn_str_is(dict->dict.items[k].name, "sdy.sharding"))
            return dict->dict.items[k].value;
    return NULL;
}

/* The sharding of a value where its op or its function says it; NULL: neither does. */
static const grn_attr *sharding_of(const grn_value *v)
{
    const grn_attr *a;
    if (v->def) {
        if ((a = grn_op_attr(v->def, "sdy.sharding")) && grn_sdy_is_shardings.matches(a)) {
            const grn_sdy_list list = grn_sdy_axes_of(a);
            return v->index < list.count ? list.items[v->index] : NULL;
        }
        a = v->def->def && strncmp(v->def->def->name, "sdy.", 4) == 0 ? grn_op_attr(v->def, "out_sharding") : NULL;
        a = a ? a : v->def->def && strncmp(v->def->def->name, "sdy.", 4) == 0 ? grn_op_attr(v->def, "sharding") : NULL;
    } else {
        const grn_op *function = v->block->region->parent;
        a = v->block == v->block->region->first ? in_dictionary(grn_op_attr(function, "arg_attrs"), v->index) : NULL;
    }
    return a && grn_sdy_is_sharding.matches(a) ? a : NULL;
}

/* ---- lists of axes that are the same ------------------------------------------------------------------------------------------ */

/* Axes one after the other; neighbours that are one are one. */
typedef struct axes {
    grn_sdy_list part[2];
    size_t at; /* the next, over both */
    const grn_sdy_mesh *mesh;
} axes;

static bool next_single(axes *a, grn_sdy_axis *out)
{
    const size_t first = a->part[0].count;
    if (a->at >= first + a->part[1].count)
        return false;
    *out = grn_sdy_axis_of(a->at < first ? a->part[0].items[a->at] : a->part[1].items[a->at - first]);
    out->size = out->size ? out->size : grn_sdy_mesh_axis_size(a->mesh, out->name);
    a->at++;
    return true;
}

static bool next_axis(axes *a, grn_sdy_axis *out)
{
    grn_sdy_axis more;
    if (!next_single(a, out))
        return false;
    while (next_single(a, &more)) {
        if (!grn_str_equal(out->name, more.name) || out->pre * out->size != more.pre) {
            a->at--;
            break;
        }
        out->size *= more.size;
    }
    return true;
}

static bool same_axes(axes a, axes b)
{
    grn_sdy_axis x, y;
    bool more = next_axis(&a, &x), other = next_axis(&b, &y);
    while (more && other && grn_str_equal(x.name, y.name) && x.pre == y.pre && x.size == y.size) {
        more = next_axis(&a, &x);
        other = next_axis(&b, &y);
    }
    return !more && !other;
}

/* ---- rules -------------------------------------------------------------------------------------------------------------------- */

/* What the rules of one op compare. */
typedef struct move {
    const grn_op *op;
    grn_check *check;
    grn_sdy_mesh mesh;
    bool known;                   /* `in` is */
    grn_sdy_sharding in, out;
    const grn_attr *what;         /* the op's own attribute */
} move;

static grn_sdy_list dim_axes(const grn_sdy_sharding *s, size_t d)
{
    return d < s->dims.count ? grn_sdy_dim_of(s->dims.items[d]).axes : (grn_sdy_list){0, NULL};
}

static axes both(const move *m, grn_sdy_list a, grn_sdy_list b) { return (axes){.part = {a, b}, .mesh = &m->mesh}; }

static grn_status differs(const move *m, size_t d)
{
    return grn_op_fail(m->op, m->check, "result sharding doesn't match expected sharding on dimension %zu", d);
}

/* in[d] then more[d] is out[d]; or out[d] then more[d] is in[d]. */
static grn_status lists_rule(const move *m, bool grows)
{
    const grn_sdy_list lists = grn_sdy_axes_of(m->what), none = {0, NULL};
    if (lists.count != m->out.dims.count)
        return grn_op_fail(m->op, m->check, "result sharding rank %zu doesn't match the number of lists of axes, %zu", m->out.dims.count,
                           lists.count);
    for (size_t d = 0; d < lists.count; d++) {
        grn_status status = grn_sdy_check_axes(m->op, m->check, "", grn_sdy_list_of(lists.items[d]), grn_sdy_find_mesh(m->op, m->out.mesh));
        if (status != GRN_OK)
            return status;
        const grn_sdy_list more = grn_sdy_list_of(lists.items[d]);
        const grn_sdy_list from = dim_axes(grows ? &m->in : &m->out, d), to = dim_axes(grows ? &m->out : &m->in, d);
        if (m->known && !same_axes(both(m, from, more), both(m, to, none)))
            return differs(m, d);
    }
    return GRN_OK;
}

static grn_status gather_rule(const move *m) { return lists_rule(m, false); }
static grn_status slice_rule(const move *m) { return lists_rule(m, true); }

static grn_status same_dims(const move *m)
{
    const grn_sdy_list none = {0, NULL};
    for (size_t d = 0; m->known && d < m->out.dims.count; d++)
        if (!same_axes(both(m, dim_axes(&m->in, d), none), both(m, dim_axes(&m->out, d), none)))
            return differs(m, d);
    return GRN_OK;
}

static bool meets(const move *m, grn_sdy_list a, grn_sdy_list b)
{
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++) {
            const grn_sdy_axis x = grn_sdy_axis_of(a.items[i]), y = grn_sdy_axis_of(b.items[k]);
            const int64_t whole = grn_sdy_mesh_axis_size(&m->mesh, x.name), x1 = x.size ? x.pre * x.size : whole,
                          y1 = y.size ? y.pre * y.size : whole;
            if (grn_str_equal(x.name, y.name) && x.pre < y1 && y.pre < x1)
                return true;
        }
    return false;
}

static grn_status one_list(const move *m)
{
    return grn_sdy_check_axes(m->op, m->check, "", grn_sdy_axes_of(m->what), grn_sdy_find_mesh(m->op, m->out.mesh));
}

static grn_status reduce_rule(const move *m)
{
    const grn_sdy_list list = grn_sdy_axes_of(m->what);
    grn_status status = one_list(m);
    if (status == GRN_OK)
        status = same_dims(m);
    for (size_t d = 0; status == GRN_OK && m->known && d < m->in.dims.count; d++)
        if (meets(m, list, dim_axes(&m->in, d)))
            status = grn_op_fail(m->op, m->check, "reduction axes overlap with the axes that shard dimension %zu of the operand", d);
    if (status == GRN_OK && m->known && meets(m, list, m->in.replicated))
        status = grn_op_fail(m->op, m->check, "reduction axes overlap with the operand's replicated axes");
    if (status == GRN_OK && meets(m, list, m->out.unreduced))
        status = grn_op_fail(m->op, m->check, "reduction axes overlap with the unreduced axes of the result");
    return status;
}

static grn_status replicated_rule(const move *m)
{
    const grn_sdy_list list = grn_sdy_axes_of(m->what);
    if (list.count == 0)
        return grn_op_fail(m->op, m->check, "axes must not be empty");
    grn_status status = one_list(m);
    if (status == GRN_OK)
        status = same_dims(m);
    for (size_t d = 0; status == GRN_OK && m->known && d < m->in.dims.count; d++)
        if (meets(m, list, dim_axes(&m->in, d)))
            status = grn_op_fail(m->op, m->check, "axes must be replicated in the operand, dimension %zu is sharded along them", d);
    if (status == GRN_OK && m->known && meets(m, list, m->in.unreduced))
        status = grn_op_fail(m->op, m->check, "axes must be replicated in the operand, which is unreduced along them");
    return status;
}

/* How many ways a list of axes divides; 0: more than can be counted. */
static int64_t ways(const move *m, grn_sdy_list list)
{
    int64_t product = 1;
    for (size_t i = 0; i < list.count && product; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(list.items[i]);
        const int64_t n = grn_sdy_axis_ways(&m->mesh, &a);
        product = n && product <= INT64_MAX / n ? product * n : 0;
    }
    return product;
}

static grn_status permute_rule(const move *m)
{
    for (size_t d = 0; m->known && d < m->out.dims.count; d++)
        if (ways(m, dim_axes(&m->in, d)) != ways(m, dim_axes(&m->out, d)))
            return grn_op_fail(m->op, m->check, "sharded size of result doesn't match operand on dimension %zu", d);
    return GRN_OK;
}

/* Of parameter i: what moves, from where to where. */
static grn_status param_rule(const move *m, const grn_sdy_list params, size_t i, uint64_t *seen)
{
    const grn_field *f = params.items[i]->record.fields;
    const int64_t from = f[1].v[0], to = f[2].v[0], rank = (int64_t)m->out.dims.count;
    const grn_sdy_list moved = grn_sdy_list_of(f[0].value), none = {0, NULL};
    if (from < 0 || from >= rank || to < 0 || to >= rank)
        return grn_op_fail(m->op, m->check, "dimensions of parameter %zu must be in range [0, %zu)", i, m->out.dims.count);
    if (from == to || (*seen >> from & 1) || (*seen >> to & 1))
        return grn_op_fail(m->op, m->check, "overlapping source/target dimensions of parameter %zu", i);
    *seen |= (uint64_t)1 << from | (uint64_t)1 << to;
    if (i > 0 && params.items[i - 1]->record.fields[1].v[0] >= from)
        return grn_op_fail(m->op, m->check, "source dimensions must be in ascending order");
    grn_status status = grn_sdy_check_axes(m->op, m->check, "", moved, grn_sdy_find_mesh(m->op, m->out.mesh));
    if (status != GRN_OK || !m->known)
        return status;
    if (!same_axes(both(m, dim_axes(&m->out, (size_t)from), moved), both(m, dim_axes(&m->in, (size_t)from), none)))
        return differs(m, (size_t)from);
    if (!same_axes(both(m, dim_axes(&m->in, (size_t)to), moved), both(m, dim_axes(&m->out, (size_t)to), none)))
        return differs(m, (size_t)to);
    return GRN_OK;
}

static grn_status exchange_rule(const move *m)
{
    const grn_sdy_list params = grn_sdy_axes_of(m->what), none = {0, NULL};
    uint64_t seen = 0;
    grn_status status = GRN_OK;
    if (params.count == 0)
        return grn_op_fail(m->op, m->check, "parameter list is empty");
    for (size_t i = 0; status == GRN_OK && i < params.count; i++)
        status = param_rule(m, params, i, &seen);
    for (size_t d = 0; status == GRN_OK && m->known && d < m->out.dims.count; d++)
        if (!(seen >> d & 1) && !same_axes(both(m, dim_axes(&m->in, d), none), both(m, dim_axes(&m->out, d), none)))
            status = differs(m, d);
    return status;
}

/* What is known of both sides. */
static grn_status begin(const grn_op *op, grn_check *check, bool other_mesh, move *m)
{
    const grn_attr *in = sharding_of(op->operands[0]), *out = grn_op_attr(op, "out_sharding");
    const struct collective *c = collective_of(op);
    *m = (move){.op = op, .check = check, .out = grn_sdy_sharding_of(out), .what = c->name ? grn_op_attr(op, c->name) : NULL};
    if (grn_operand_type(op, 0) != grn_result_type(op, 0))
        return grn_op_fail(op, check, "requires the same type for all operands and results");
    grn_status status = grn_sdy_check_sharding(op, check, "", out, grn_result_type(op, 0));
    if (status != GRN_OK)
        return status;
    m->mesh = grn_sdy_mesh_of(grn_sdy_find_mesh(op, m->out.mesh));
    if (!in)
        return GRN_OK;
    m->in = grn_sdy_sharding_of(in);
    const grn_attr *of_in = grn_sdy_find_mesh(op, m->in.mesh), *of_out = grn_sdy_find_mesh(op, m->out.mesh);
    if (!of_in)
        return GRN_OK; /* told of where it is written */
    if (!other_mesh && !grn_attr_equal(of_in, of_out))
        return grn_op_fail(op, check, "result mesh does not match operand mesh");
    grn_check silent = {.scratch = check->scratch};
    status = grn_sdy_check_sharding(op, &silent, "", in, grn_operand_type(op, 0));
    if (status == GRN_E_MEMORY)
        return status;
    m->known = status == GRN_OK; /* else told of where it is written */
    return GRN_OK;
}

#define VERIFY(op, rule, other_mesh)                                                                                       \
    static grn_status op##_verify(const grn_op *o, grn_check *check)                                                       \
    {                                                                                                                      \
        move m;                                                                                                            \
        grn_status status = begin(o, check, other_mesh, &m);                                                               \
        return status == GRN_OK ? rule(&m) : status;                                                                       \
    }
VERIFY(all_gather, gather_rule, false)
VERIFY(all_slice, slice_rule, false)
VERIFY(all_to_all, exchange_rule, false)
VERIFY(collective_permute, permute_rule, true)
VERIFY(all_reduce, reduce_rule, false)
VERIFY(reduce_scatter, slice_rule, false)
VERIFY(sharded_to_unreduced, gather_rule, false)
VERIFY(replicated_to_unreduced, replicated_rule, false)

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static grn_status identity_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->share(x, &x->operands[0], NULL, &x->results[0]);
}

static const grn_port operands[] = {{"tensor", &grn_sdy_shaped, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port results[] = {{"result", &grn_sdy_shaped, GRN_ONE}, GRN_HLO_PORTS_END};
#define OUT GRN_HLO_ATTR("out_sharding", grn_sdy_is_sharding), GRN_HLO_ATTRS_END
#define REDUCTION GRN_HLO_ATTR_MAYBE("reduction_op", grn_sdy_is_reduction)
static const grn_attr_def all_gather_attrs[] = {GRN_HLO_ATTR("gathering_axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def all_slice_attrs[] = {GRN_HLO_ATTR("slicing_axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def all_to_all_attrs[] = {GRN_HLO_ATTR("params", grn_sdy_is_all_to_all), OUT};
static const grn_attr_def collective_permute_attrs[] = {OUT};
static const grn_attr_def all_reduce_attrs[] = {GRN_HLO_ATTR("reduction_axes", grn_sdy_is_axes), REDUCTION, OUT};
static const grn_attr_def reduce_scatter_attrs[] = {GRN_HLO_ATTR("reduce_scatter_axes", grn_sdy_is_axes_lists), REDUCTION, OUT};
static const grn_attr_def sharded_to_unreduced_attrs[] = {GRN_HLO_ATTR("axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def replicated_to_unreduced_attrs[] = {GRN_HLO_ATTR("axes", grn_sdy_is_axes), OUT};

#define ROW(op)                                                                                                            \
    {.name = "sdy." #op, .source = "Shardy, sdy." #op, .operands = operands, .results = results, .attrs = op##_attrs,      \
     .traits = GRN_TRAIT_VIEW, .parse = collective_parse, .print = collective_print, .verify = op##_verify,                \
     .eval = identity_eval, .work = GRN_WORK_OWN}

const grn_op_def grn_sdy_collective_ops[] = {
    ROW(all_gather),     ROW(all_slice),      ROW(all_to_all),           ROW(collective_permute),
    ROW(all_reduce),     ROW(reduce_scatter), ROW(sharded_to_unreduced), ROW(replicated_to_unreduced),
    {.name = NULL},
};
