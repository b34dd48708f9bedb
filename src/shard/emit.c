/* emit.c - the ops that a device runs beside the program's own: which part it has, cuts,
 * collectives. */
#include "shard/rows.h"

#include "dialects/stablehlo/stablehlo.h"

/* ---- attributes ------------------------------------------------------------------------------ */

static const grn_type *i64_type(grn_sharder *s) { return grn_type_integer(s->w.ir, 64, GRN_SIGNLESS); }

static const grn_attr *i64_attr(grn_sharder *s, int64_t v) { return grn_attr_integer(s->w.ir, i64_type(s), v); }

/* [rows, columns] of numbers as a dense attribute. */
static const grn_attr *table_attr(grn_sharder *s, int64_t rows, int64_t columns, const int64_t *v)
{
    const int64_t shape[2] = {rows, columns};
    grn_attr_elements elements = {.splat = false};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS,
                        .type = grn_type_tensor(s->w.ir, i64_type(s), 2, shape, NULL),
                        .elements = &elements};
    if (!a.type || grn_tensor_init(&elements.tensor, NULL, GRN_I64, 2, shape) != GRN_OK)
        return NULL;
    elements.tensor.data = (void *)v;
    return grn_attr_make(s->w.ir, &a);
}

/* Of its own for each collective: devices meet by it. */
static const grn_attr *channel_attr(grn_sharder *s)
{
    const int64_t channel = ++s->channel, type = 1;
    const grn_field fields[2] = {{.present = true, .count = 1, .v = &channel},
                                 {.present = true, .count = 1, .v = &type}};
    return grn_attr_struct(s->w.ir, &grn_stablehlo_channel_handle, fields);
}

/* The devices that differ along `axes` alone, part by part: a row for each group. */
static const grn_attr *groups_attr(grn_sharder *s, const grn_part_list *axes)
{
    const grn_part_mesh *m = &s->mesh;
    const int64_t size = grn_part_ways(m, axes), count = m->ndevices / size;
    int64_t *v = GRN_ARENA_NEW(&s->w.ir->arena, int64_t, (size_t)m->ndevices), next = 0;
    int64_t *group = GRN_ARENA_NEW(&s->w.ir->arena, int64_t, (size_t)m->ndevices);
    if (!v || !group)
        return NULL;
    const int64_t *at = axes->count ? m->views[m->axes[axes->axis[0]].view].at : NULL;
    for (int64_t p = 0; p < m->ndevices; p++)
        group[p] = -1;
    for (int64_t p = 0; p < m->ndevices; p++) {
        int64_t first = at ? at[p] : p; /* of its group, in the view */
        for (int32_t i = 0; i < axes->count; i++)
            first -= grn_part_digit(m, axes->axis[i], p) * m->axes[axes->axis[i]].step;
        if (group[first] < 0)
            group[first] = next++;
        v[group[first] * size + grn_part_number(m, axes, p)] = m->device[p];
    }
    return table_attr(s, count, size, v);
}

/* ---- numbers --------------------------------------------------------------------------------- */

grn_value *grn_part_scalar(grn_sharder *s, const grn_type *element, int64_t number)
{
    return grn_build_integers(&s->w, element, 0, NULL, 1, &number);
}

grn_value *grn_part_spread_scalar(grn_sharder *s, grn_value *scalar, int32_t rank, const int64_t *shape)
{
    return grn_build_broadcast(&s->w, scalar, NULL, rank, shape);
}

/* Known numbers stand at the head of the function. */
typedef struct grn_part_known {
    grn_part_list axes;
    grn_value *v;
    struct grn_part_known *next;
} known;

static grn_value *process_number(grn_sharder *s, const char *op)
{
    const grn_type *ui32 = grn_tensor_like(&s->w, grn_type_integer(s->w.ir, 32, GRN_UNSIGNED), 0, NULL);
    return grn_build_convert(&s->w, grn_new(&s->w, op, 0, NULL, ui32, 0, NULL), i64_type(s));
}

/* Processes are counted replica by replica. */
static grn_value *device_number(grn_sharder *s)
{
    if (s->device)
        return s->device;
    if (s->replicas == 1)
        return s->device = process_number(s, "stablehlo.partition_id");
    s->device = process_number(s, "stablehlo.replica_id");
    if (s->partitions == 1 || !s->device)
        return s->device;
    grn_value *first =
        grn_build_binary(&s->w, "stablehlo.multiply", s->device, grn_part_scalar(s, i64_type(s), s->partitions));
    grn_value *partition = process_number(s, "stablehlo.partition_id");
    return s->device = first && partition ? grn_build_binary(&s->w, "stablehlo.add", first, partition) : NULL;
}

/* number[device], from a table. */
static grn_value *look_up(grn_sharder *s, const grn_part_list *axes)
{
    const int64_t one = 1, n = s->mesh.ndevices;
    int64_t *v = GRN_ARENA_NEW(&s->w.ir->arena, int64_t, (size_t)n);
    bool counted = true;
    if (!v)
        return NULL;
    for (int64_t d = 0; d < n; d++) {
        v[d] = grn_part_number(&s->mesh, axes, s->mesh.position[d]);
        counted = counted && v[d] == d;
    }
    if (counted)
        return device_number(s);
    grn_value *const operands[] = {grn_build_integers(&s->w, i64_type(s), 1, &n, (size_t)n, v), device_number(s)};
    grn_value *entry =
        grn_new(&s->w, "stablehlo.dynamic_slice", 2, operands, grn_tensor_like(&s->w, i64_type(s), 1, &one), 1,
                &(grn_new_attr){"slice_sizes", grn_attr_dense_i64(s->w.ir, 1, &one)});
    return grn_build_reshape(&s->w, entry, 0, NULL);
}

grn_value *grn_part_number_value(grn_sharder *s, const grn_part_list *axes)
{
    for (const known *k = s->known; k; k = k->next)
        if (grn_part_equal(&k->axes, axes))
            return k->v;
    grn_op *at = s->w.at;
    known *k = GRN_ARENA_NEW(&s->w.ir->arena, known, 1);
    s->w.at = s->head;
    grn_value *v = look_up(s, axes);
    s->w.at = at;
    if (!v || !k)
        return NULL;
    *k = (known){*axes, v, s->known};
    s->known = k;
    return v;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* The device's part of what it has, along more axes of each dimension: `extent` of each are
 * left. */
static grn_value *cut_along(grn_sharder *s, grn_value *v, const grn_part_list *more, const int64_t *extent)
{
    int64_t none[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0};
    grn_value *operands[GRN_MAX_RANK + 1];
    bool cuts = false;
    if (!v)
        return NULL;
    const int32_t rank = v->type->rank;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t ways = grn_part_ways(&s->mesh, &more[d]);
        high[d] = ways == 1 ? 0 : extent[d] * ways - v->type->shape[d];
        cuts |= ways > 1;
    }
    if (!cuts)
        return v;
    operands[0] = grn_part_pad(s, v, none, high);
    for (int32_t d = 0; d < rank; d++) {
        grn_value *number = more[d].count ? grn_part_number_value(s, &more[d]) : grn_part_scalar(s, i64_type(s), 0);
        operands[d + 1] = more[d].count && number ? grn_build_binary(&s->w, "stablehlo.multiply", number,
                                                                     grn_part_scalar(s, i64_type(s), extent[d]))
                                                  : number;
    }
    return grn_new(&s->w, "stablehlo.dynamic_slice", (size_t)rank + 1, operands,
                   grn_tensor_like(&s->w, v->type->element, rank, extent), 1,
                   &(grn_new_attr){"slice_sizes", grn_attr_dense_i64(s->w.ir, (size_t)rank, extent)});
}

grn_value *grn_part_cut(grn_sharder *s, grn_value *v, const grn_division *d)
{
    grn_part_list more[GRN_MAX_RANK];
    int64_t extent[GRN_MAX_RANK];
    for (int32_t i = 0; i < d->rank; i++) {
        more[i] = d->dims[i].axes;
        extent[i] = grn_division_extent(&s->mesh, d, i);
    }
    return cut_along(s, v, more, extent);
}

/* Without a channel replicas meet, with one partitions: ops that cannot count both have it as an
 * attribute that may be left out. */
static size_t with_channel(const grn_sharder *s, size_t n) { return s->replicas > 1 ? n - 1 : n; }

/* What has no elements need not be exchanged, and StableHLO's collectives do not take it. */
static bool is_empty(const grn_value *v)
{
    bool empty = false;
    for (int32_t d = 0; d < v->type->rank; d++)
        empty |= v->type->shape[d] == 0;
    return empty;
}

static grn_value *nothing(grn_sharder *s, const grn_type *element, int32_t rank, const int64_t *shape)
{
    static const unsigned char zero[16];
    return grn_build_splat(&s->w, element, rank, shape, zero);
}

/* ---- collectives ----------------------------------------------------------------------------- */

static grn_value *all_gather(grn_sharder *s, grn_value *v, const grn_part_list *axes, int32_t dim)
{
    int64_t shape[GRN_MAX_RANK];
    if (!v)
        return NULL;
    for (int32_t d = 0; d < v->type->rank; d++)
        shape[d] = v->type->shape[d] * (d == dim ? grn_part_ways(&s->mesh, axes) : 1);
    if (is_empty(v))
        return nothing(s, v->type->element, v->type->rank, shape);
    const grn_new_attr attrs[] = {{"all_gather_dim", i64_attr(s, dim)},
                                  {"replica_groups", groups_attr(s, axes)},
                                  {"channel_handle", channel_attr(s)},
                                  {"use_global_device_ids", grn_attr_unit(s->w.ir)}};
    return grn_new(&s->w, "stablehlo.all_gather", 1, &v, grn_tensor_like(&s->w, v->type->element, v->type->rank, shape),
                   GRN_COUNT(attrs), attrs);
}

static grn_value *all_to_all(grn_sharder *s, grn_value *v, const grn_part_list *axes, int32_t split, int32_t join)
{
    int64_t shape[GRN_MAX_RANK];
    const int64_t ways = grn_part_ways(&s->mesh, axes);
    if (!v)
        return NULL;
    for (int32_t d = 0; d < v->type->rank; d++)
        shape[d] = d == split ? v->type->shape[d] / ways : v->type->shape[d] * (d == join ? ways : 1);
    if (is_empty(v))
        return nothing(s, v->type->element, v->type->rank, shape);
    const grn_new_attr attrs[] = {{"split_dimension", i64_attr(s, split)},
                                  {"concat_dimension", i64_attr(s, join)},
                                  {"split_count", i64_attr(s, ways)},
                                  {"replica_groups", groups_attr(s, axes)},
                                  {"channel_handle", channel_attr(s)}};
    return grn_new(&s->w, "stablehlo.all_to_all", 1, &v, grn_tensor_like(&s->w, v->type->element, v->type->rank, shape),
                   with_channel(s, GRN_COUNT(attrs)), attrs);
}

/* Whether the part that `p` has of `from` is the one that `q` is to have of `to`. */
static bool is_the_part(const grn_part_mesh *m, const grn_division *from, int64_t p, const grn_division *to, int64_t q)
{
    for (int32_t d = 0; d < from->rank; d++)
        if (grn_part_number(m, &from->dims[d].axes, p) != grn_part_number(m, &to->dims[d].axes, q))
            return false;
    return true;
}

/* In manual computations each device has values of its own, that it shares with those that lie
 * where it does along the manual axes. */
static bool is_of_the_same(const grn_sharder *s, int64_t p, int64_t q)
{
    bool same = true;
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        same = same && (!(s->manual >> i & 1) || grn_part_digit(&s->mesh, i, p) == grn_part_digit(&s->mesh, i, q));
    return same;
}

/* Who sends to whom: each sends once and gets once. Those that have their part already keep it. */
static const grn_attr *pairs_attr(grn_sharder *s, const grn_division *from, const grn_division *to)
{
    const grn_part_mesh *m = &s->mesh;
    const int64_t n = m->ndevices;
    int64_t *pairs = GRN_ARENA_NEW(&s->w.ir->arena, int64_t, 2 * (size_t)n);
    bool *sends = GRN_ARENA_NEW(&s->w.ir->arena, bool, (size_t)n);
    if (!pairs || !sends)
        return NULL;
    for (int64_t p = 0; p < n; p++)
        sends[p] = is_the_part(m, from, p, to, p);
    for (int64_t q = 0; q < n; q++) {
        int64_t p = 0;
        if (is_the_part(m, from, q, to, q))
            p = q;
        else
            while (p < n - 1 && (sends[p] || !is_of_the_same(s, p, q) || !is_the_part(m, from, p, to, q)))
                p++;
        sends[p] = true;
        pairs[2 * q] = m->device[p];
        pairs[2 * q + 1] = m->device[q];
    }
    return table_attr(s, n, 2, pairs);
}

static grn_value *permute(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    if (!v || is_empty(v) || grn_division_same_parts(&s->mesh, from, to))
        return v;
    const grn_new_attr attrs[] = {{"source_target_pairs", pairs_attr(s, from, to)},
                                  {"channel_handle", channel_attr(s)}};
    return grn_new(&s->w, "stablehlo.collective_permute", 1, &v, v->type, with_channel(s, GRN_COUNT(attrs)), attrs);
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* { ^bb0(%a, %b): return %a op %b } */
static bool fill_region(grn_sharder *s, grn_op *op, const grn_type *element, const char *combine)
{
    grn_block *block = grn_region_add_block(s->w.ir, &op->regions[0]);
    grn_value *args = GRN_ARENA_NEW(&s->w.ir->arena, grn_value, 2);
    const grn_op_def *ends = grn_ir_find_op(s->w.ir, GRN_STR("stablehlo.return"));
    grn_op *end = ends ? grn_op_new(s->w.ir, ends, GRN_STR(""), op->place, 1, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    block->args = args;
    block->nargs = 2;
    for (uint32_t i = 0; i < 2; i++)
        args[i] = (grn_value){.type = grn_tensor_like(&s->w, element, 0, NULL), .block = block, .index = i};
    grn_block_append(block, end);
    grn_rewrite within = s->w;
    within.at = end;
    grn_value *folded = args[0].type && args[1].type ? grn_build_binary(&within, combine, &args[0], &args[1]) : NULL;
    if (!folded)
        return false;
    end->operands[0] = NULL;
    grn_op_set_operand(end, 0, folded);
    return true;
}

static grn_value *reduction(grn_sharder *s, const char *name, grn_value *v, const grn_part_list *axes,
                            const grn_type *type, int64_t dim, const char *combine)
{
    const grn_op_def *def = grn_ir_find_op(s->w.ir, (grn_str){name, strlen(name)});
    const grn_attr *groups = groups_attr(s, axes), *channel = channel_attr(s), *unit = grn_attr_unit(s->w.ir);
    grn_op *op = def && v && type && groups && channel && unit
                     ? grn_op_new(s->w.ir, def, GRN_STR(""), s->w.at->place, 1, 1, 1)
                     : NULL;
    if (!op || !grn_op_set_attr(s->w.ir, op, GRN_STR("replica_groups"), groups) ||
        !grn_op_set_attr(s->w.ir, op, GRN_STR("channel_handle"), channel) ||
        !grn_op_set_attr(s->w.ir, op, GRN_STR("use_global_device_ids"), unit))
        return NULL;
    const grn_attr *along = dim >= 0 ? i64_attr(s, dim) : NULL;
    if (dim >= 0 && (!along || !grn_op_set_attr(s->w.ir, op, GRN_STR("scatter_dimension"), along)))
        return NULL;
    op->operands[0] = NULL;
    grn_op_set_operand(op, 0, v);
    op->results[0].type = type;
    grn_op_insert_before(s->w.at, op);
    return fill_region(s, op, type->element, combine) ? &op->results[0] : NULL;
}

grn_value *grn_part_all_reduce(grn_sharder *s, grn_value *v, const grn_part_list *axes, const char *op)
{
    return !v || is_empty(v) ? v : reduction(s, "stablehlo.all_reduce", v, axes, v->type, -1, op);
}

grn_value *grn_part_reduce_scatter(grn_sharder *s, grn_value *v, const grn_part_list *axes, int64_t dim, const char *op)
{
    int64_t low[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0}, shape[GRN_MAX_RANK];
    if (!v)
        return NULL;
    const int64_t ways = grn_part_ways(&s->mesh, axes);
    for (int32_t d = 0; d < v->type->rank; d++)
        shape[d] = d == dim ? grn_part_extent(v->type->shape[d], ways) : v->type->shape[d];
    if (is_empty(v))
        return nothing(s, v->type->element, v->type->rank, shape);
    high[dim] = shape[dim] * ways - v->type->shape[dim];
    v = grn_part_pad(s, v, low, high);
    return v ? reduction(s, "stablehlo.reduce_scatter", v, axes,
                         grn_tensor_like(&s->w, v->type->element, v->type->rank, shape), dim, op)
             : NULL;
}

/* ---- one move -------------------------------------------------------------------------------- */

grn_value *grn_part_pad(grn_sharder *s, grn_value *v, const int64_t *low, const int64_t *high)
{
    bool pads = false;
    for (int32_t d = 0; v && d < v->type->rank; d++)
        pads |= low[d] || high[d];
    return pads ? grn_build_pad(&s->w, v, low, high) : v;
}

static grn_value *gather_dims(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    for (int32_t d = 0; v && d < from->rank; d++) {
        const grn_part_list gone = grn_part_rest(&from->dims[d].axes, to->dims[d].axes.count);
        int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
        if (from->dims[d].axes.count <= to->dims[d].axes.count)
            continue;
        v = all_gather(s, v, &gone, d);
        for (int32_t k = 0; v && k < from->rank; k++)
            limit[k] = k == d ? grn_division_extent(&s->mesh, to, d) : v->type->shape[k];
        v = v ? grn_build_slice(&s->w, v, start, limit) : NULL;
    }
    return v;
}

static grn_value *cut_dims(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    grn_part_list more[GRN_MAX_RANK];
    int64_t extent[GRN_MAX_RANK];
    for (int32_t d = 0; d < from->rank; d++) {
        more[d] = grn_part_rest(&to->dims[d].axes, from->dims[d].axes.count);
        extent[d] = more[d].count ? grn_division_extent(&s->mesh, to, d) : v->type->shape[d];
    }
    return cut_along(s, v, more, extent);
}

static grn_value *move(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    const grn_part_move_form form = grn_part_form_of(&s->mesh, from, to);
    switch (form.kind) {
    case GRN_PART_PERMUTES: return permute(s, v, from, to);
    case GRN_PART_EXCHANGES: return all_to_all(s, v, &form.axes, form.to, form.from);
    case GRN_PART_CUTS: return cut_dims(s, v, from, to);
    default: return gather_dims(s, v, from, to);
    }
}

/* Collectives take no tensors of index. */
grn_value *grn_part_move(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    if (!v || grn_division_equal(from, to))
        return v;
    const grn_type *element = v->type->element;
    if (element->kind != GRN_TYPE_INDEX)
        return move(s, v, from, to);
    v = grn_build_convert(&s->w, v, i64_type(s));
    return v ? grn_build_convert(&s->w, move(s, v, from, to), element) : NULL;
}
