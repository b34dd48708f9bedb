/* window.c - loops over index vectors; the part of a window that is copied in one piece. */
#include "lower/window.h"

/* ---- loops over index vectors ---------------------------------------------------------------- */

void grn_lo_nest_begin(grn_lower *l, const grn_lo_access *a, grn_value *const *extent, grn_value **index, bool parallel,
                       grn_lo_nest *nest)
{
    grn_value *extents[GRN_MAX_RANK], *counters[GRN_MAX_RANK];
    int32_t n = 0;
    *nest = (grn_lo_nest){.loops = 0};
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        if ((nest->is_outer[d] = a->hub.map.dense[d].indices >= 0))
            extents[n++] = extent[d];
    nest->parallel = parallel && n > 0;
    if (nest->parallel)
        grn_lo_parallel(l, n, extents, counters);
    n = 0;
    for (int32_t d = 0; d < a->hub.map.dense_rank && l->status == GRN_OK; d++) {
        if (!nest->is_outer[d])
            continue;
        index[d] = nest->parallel ? counters[n++] : grn_lo_for(l, extent[d], NULL);
        nest->loops += !nest->parallel;
        if (!nest->parallel || n == 1)
            grn_lo_say_dim(l, a, d);
    }
}

void grn_lo_nest_end(grn_lower *l, const grn_lo_nest *nest)
{
    for (int32_t i = 0; i < nest->loops; i++)
        grn_lo_end_for(l, NULL);
    if (nest->parallel)
        grn_lo_end_parallel(l);
}

/* ---- the piece ------------------------------------------------------------------------------- */

bool grn_lo_window_find(grn_lower *l, const grn_lo_access *a, const grn_value *operand, const grn_value *dense,
                        grn_lo_window *w)
{
    int64_t elements = 1;
    *w = (grn_lo_window){.dims = 0};
    if (l->status != GRN_OK || !grn_lo_lies_in_rows(l, operand, a->operand) || !grn_lo_lies_in_rows(l, dense, a->dense))
        return false;
    for (int32_t d = a->hub.map.operand_rank - 1; d >= 0; d--) {
        int64_t size = 0;
        if (a->hub.map.operand[d].dense < 0 || a->hub.map.operand[d].dense != a->hub.map.dense_rank - 1 - w->dims ||
            !grn_lo_known(a->window[d], &size))
            break;
        w->dims++;
        elements *= size;
        if (size != a->operand->shape[d])
            break;
    }
    for (int32_t i = 0; i < w->dims; i++)
        grn_lo_known(a->window[a->hub.map.operand_rank - w->dims + i], &w->size[i]);
    return w->dims > 0 && elements > 1;
}

void grn_lo_window_loops(grn_lower *l, const grn_lo_access *a, grn_lo_window *w, grn_value *const *extent,
                         grn_value **index)
{
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++) {
        if (a->hub.map.dense[d].indices >= 0)
            continue;
        if (d >= a->hub.map.dense_rank - w->dims) {
            index[d] = NULL;
            continue;
        }
        index[d] = grn_lo_for(l, extent[d], NULL);
        grn_lo_say_dim(l, a, d);
        w->loops++;
    }
}

void grn_lo_window_end_loops(grn_lower *l, const grn_lo_window *w)
{
    for (int32_t i = 0; i < w->loops; i++)
        grn_lo_end_for(l, NULL);
}

/* memref.subview of the last dims of `of`, which lies row after row, at `at`. */
static grn_value *subview(grn_lower *l, grn_value *of, const grn_type *tensor, const grn_lo_window *w,
                          grn_value *const *at)
{
    grn_value *operands[GRN_MAX_RANK + 1] = {of};
    int64_t offset[GRN_MAX_RANK], size[GRN_MAX_RANK], ones[GRN_MAX_RANK], stride[GRN_MAX_RANK], first = 0, step = 1;
    const int32_t rank = tensor->rank, lead = rank - w->dims;
    size_t n = 0;
    for (int32_t d = 0; d < rank; d++) {
        ones[d] = 1;
        size[d] = d < lead ? 1 : w->size[d - lead];
        if (!grn_lo_known(at[d], &offset[d])) {
            offset[d] = GRN_DYNAMIC;
            operands[++n] = at[d];
        }
    }
    for (int32_t d = rank - 1; d >= 0; d--) {
        const bool known = first != GRN_DYNAMIC && offset[d] != GRN_DYNAMIC && (step != GRN_DYNAMIC || offset[d] == 0);
        first = known ? first + (offset[d] ? offset[d] * step : 0) : GRN_DYNAMIC;
        if (d >= lead)
            stride[d - lead] = step;
        step = step == GRN_DYNAMIC || tensor->shape[d] == GRN_DYNAMIC ? GRN_DYNAMIC : step * tensor->shape[d];
    }
    const grn_type *type = grn_lo_memref(l, grn_lo_element(l, tensor->element), w->dims, w->size, stride, first);
    const int32_t segments[] = {1, (int32_t)n, 0, 0};
    const grn_lo_attr attrs[] = {{"operandSegmentSizes", grn_lo_segments(l, 4, segments)},
                                 {"static_offsets", grn_attr_dense_i64(l->ir, (size_t)rank, offset)},
                                 {"static_sizes", grn_attr_dense_i64(l->ir, (size_t)rank, size)},
                                 {"static_strides", grn_attr_dense_i64(l->ir, (size_t)rank, ones)}};
    return grn_lo_one(l, "memref.subview", n + 1, operands, type, GRN_COUNT(attrs), attrs);
}

grn_value *grn_lo_window_of_memref(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w, grn_value *operand,
                                   grn_value *const *start, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK] = {NULL};
    if (l->status != GRN_OK)
        return NULL;
    grn_lo_address(l, a, start, index, at);
    return l->status == GRN_OK ? subview(l, operand, a->operand, w, at) : NULL;
}

grn_value *grn_lo_window_of_operand(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w,
                                    const grn_value *operand, grn_value *const *start, grn_value *const *index)
{
    return grn_lo_window_of_memref(l, a, w, grn_lo_of(l, operand)->value, start, index);
}

grn_value *grn_lo_window_of_dense(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w, grn_value *dense,
                                  grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        at[d] = index[d] ? index[d] : grn_lo_index(l, 0);
    return l->status == GRN_OK ? subview(l, dense, a->dense, w, at) : NULL;
}

void grn_lo_copy_window(grn_lower *l, grn_value *from, grn_value *to)
{
    grn_value *const both[] = {from, to};
    grn_lo_none(l, "memref.copy", 2, both, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_window_is_inside(grn_lower *l, const grn_lo_access *a, grn_value *const *start)
{
    grn_value *inside = NULL;
    for (int32_t k = 0; k < a->hub.dims.start_index_map.count && l->status == GRN_OK; k++) {
        const int32_t d = (int32_t)a->hub.dims.start_index_map.v[k];
        inside = grn_lo_and(l, inside, grn_lo_in_range(l, start[k], grn_lo_sub(l, a->dim[d], a->window[d])));
    }
    return inside;
}
