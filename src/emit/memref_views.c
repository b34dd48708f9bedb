/* memref_views.c - views of memory and their extents, which are no code: only other addresses. */
#include "emit/state.h"

static void write_dim(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *v = grn_c_operand_view(s, op, 0);
    const grn_c_expr d = grn_c_operand(s, op, 1);
    (void)row;
    if (grn_c_is_constant(&d) && d.least >= 0 && d.least < v->rank)
        grn_c_give(s, op, 0, v->size[d.least]);
    else
        grn_c_refuse(s, "asks for a dimension that is no constant in range");
}

/* A list whose entries are numbers, or operands in order from `first` on where they are
 * GRN_DYNAMIC. */
static bool read_mixed(grn_c *s, const grn_op *op, const char *name, size_t *next, int32_t *count, grn_c_expr *out)
{
    size_t n = 0;
    const int64_t *v = NULL;
    if (!grn_op_dims(op, name, &n, &v) || n > GRN_MAX_RANK) {
        grn_c_refuse(s, "has no list '%s'", name);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = v[i] != GRN_DYNAMIC     ? grn_c_number(s, v[i], NULL)
                 : *next < op->noperands ? grn_c_operand_named(s, op, (*next)++)
                                         : grn_c_number(s, 0, NULL);
    *count = (int32_t)n;
    return true;
}

/* The dims of the source that the result keeps: those of one element may be left out. */
static int32_t kept_dims(const grn_c_expr *size, int32_t rank, const grn_c_memref *m, int32_t kept[GRN_MAX_RANK])
{
    int32_t n = 0;
    for (int32_t d = 0; d < rank; d++) {
        const bool known = grn_c_is_constant(&size[d]);
        const int64_t extent = known ? size[d].least : GRN_DYNAMIC;
        const bool must_go = n >= m->rank || (m->shape[n] != extent && m->shape[n] != GRN_DYNAMIC);
        if (!must_go || !known || extent != 1)
            kept[n < GRN_MAX_RANK ? n : 0] = d, n++;
    }
    return n;
}

/* Texts of views stay short, so that views of views have short texts too. */
static grn_c_expr short_one(grn_c *s, grn_c_expr e, const char *hint)
{
    return grn_c_columns(e.text) > 60 ? grn_c_named(s, e, hint) : e;
}

static void write_subview(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0);
    grn_c_expr offset[GRN_MAX_RANK], size[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    int32_t kept[GRN_MAX_RANK], rank = 0;
    size_t next = 1;
    grn_c_memref m;
    (void)row;
    if (!grn_c_read_memref(s, grn_result_type(op, 0), &m) ||
        !read_mixed(s, op, "static_offsets", &next, &rank, offset) ||
        !read_mixed(s, op, "static_sizes", &next, &rank, size) ||
        !read_mixed(s, op, "static_strides", &next, &rank, stride))
        return;
    if (rank != from->rank || kept_dims(size, rank, &m, kept) != m.rank) {
        grn_c_refuse(s, "leaves out dimensions that cannot be told");
        return;
    }
    grn_c_view *v = grn_c_new_view(s, &op->results[0]);
    *v = *from;
    v->rank = m.rank;
    v->is_compact = false;
    for (int32_t d = 0; d < rank; d++)
        v->offset = grn_c_add(s, v->offset, grn_c_multiply(s, offset[d], from->stride[d], NULL), NULL);
    v->offset = short_one(s, v->offset, "offset");
    for (int32_t d = 0; d < m.rank; d++) {
        v->size[d] = size[kept[d]];
        v->stride[d] = short_one(s, grn_c_multiply(s, stride[kept[d]], from->stride[kept[d]], NULL), "stride");
    }
}

static void write_same(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0);
    const grn_type *t = grn_result_type(op, 0);
    (void)row;
    grn_c_view *v = grn_c_new_view(s, &op->results[0]);
    *v = *from;
    for (int32_t d = 0; d < v->rank && d < t->rank; d++)
        if (t->shape[d] != GRN_DYNAMIC)
            v->size[d] = grn_c_number(s, t->shape[d], NULL);
}

static void write_reinterpret(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0);
    grn_c_expr offset[GRN_MAX_RANK], size[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    int32_t rank = 0, count = 0;
    size_t next = 1;
    (void)row;
    if (!read_mixed(s, op, "static_offsets", &next, &count, offset) ||
        !read_mixed(s, op, "static_sizes", &next, &rank, size) ||
        !read_mixed(s, op, "static_strides", &next, &rank, stride))
        return;
    grn_c_view *v = grn_c_new_view(s, &op->results[0]);
    *v = *from;
    v->rank = rank;
    v->is_compact = false;
    v->offset = offset[0];
    for (int32_t d = 0; d < rank; d++) {
        v->size[d] = size[d];
        v->stride[d] = stride[d];
    }
}

/* Group `g` of a reassociation: dims [*first, *last] of the finer shape. */
static bool group_of(const grn_op *op, size_t g, int64_t *first, int64_t *last)
{
    const grn_attr *all = grn_op_attr(op, "reassociation");
    if (!all || all->kind != GRN_ATTR_ARRAY || g >= all->array.count || all->array.items[g]->kind != GRN_ATTR_ARRAY)
        return false;
    const grn_attr *group = all->array.items[g];
    if (group->array.count == 0)
        return false;
    *first = group->array.items[0]->integer;
    *last = group->array.items[group->array.count - 1]->integer;
    return true;
}

static void write_collapse(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0);
    grn_c_memref m;
    (void)row;
    if (!grn_c_read_memref(s, grn_result_type(op, 0), &m))
        return;
    grn_c_view *v = grn_c_new_view(s, &op->results[0]);
    *v = *from;
    v->rank = m.rank;
    for (int32_t d = 0; d < m.rank; d++) {
        int64_t first, last;
        if (!group_of(op, (size_t)d, &first, &last) || last >= from->rank) {
            grn_c_refuse(s, "has no reassociation that fits");
            return;
        }
        v->size[d] = grn_c_number(s, 1, NULL);
        v->stride[d] = from->stride[last];
        for (int64_t k = first; k <= last; k++) {
            const bool counts = !grn_c_is_constant(&from->size[k]) || from->size[k].least != 1;
            v->stride[d] = counts ? from->stride[k] : v->stride[d];
            v->size[d] = grn_c_multiply(s, v->size[d], from->size[k], NULL);
        }
        v->size[d] = m.shape[d] != GRN_DYNAMIC ? grn_c_number(s, m.shape[d], NULL) : short_one(s, v->size[d], "extent");
    }
}

static void write_expand(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0);
    grn_c_memref m;
    size_t next = 1;
    int32_t count = 0;
    grn_c_expr size[GRN_MAX_RANK];
    (void)row;
    if (!grn_c_read_memref(s, grn_result_type(op, 0), &m) ||
        !read_mixed(s, op, "static_output_shape", &next, &count, size))
        return;
    grn_c_view *v = grn_c_new_view(s, &op->results[0]);
    *v = *from;
    v->rank = m.rank;
    for (int32_t g = 0; g < from->rank; g++) {
        int64_t first, last;
        if (!group_of(op, (size_t)g, &first, &last) || last >= m.rank || last >= count) {
            grn_c_refuse(s, "has no reassociation that fits");
            return;
        }
        grn_c_expr step = from->stride[g];
        for (int64_t k = last; k >= first; k--) {
            v->size[k] = size[k];
            v->stride[k] = step;
            step = short_one(s, grn_c_multiply(s, step, size[k], NULL), "stride");
        }
    }
    for (int32_t d = 0; d < m.rank && from->rank == 0; d++) {
        v->size[d] = grn_c_number(s, 1, NULL);
        v->stride[d] = grn_c_number(s, 1, NULL);
    }
}

GRN_C(memref, dim) = {write_dim, "", "extent", 0, 0};
GRN_C(memref, subview) = {write_subview, "", "", GRN_C_VIEWS, 0};
GRN_C(memref, cast) = {write_same, "", "", GRN_C_VIEWS, 0};
GRN_C(memref, reinterpret_cast) = {write_reinterpret, "", "", GRN_C_VIEWS, 0};
GRN_C(memref, collapse_shape) = {write_collapse, "", "", GRN_C_VIEWS, 0};
GRN_C(memref, expand_shape) = {write_expand, "", "", GRN_C_VIEWS, 0};
