/*
 * fit_dynamic.c - the differences where an extent is not known: numbers of the index rule that
 * follow from it are computed when the program runs, and forms that need it as a number (row-major
 * numbers, counts along a batching dim) are refused.
 */
#include "convert/fit.h"

/* ---- what can be done ------------------------------------------------------------------------ */

static bool is_window(const grn_fit *f, int64_t d)
{
    return f->h.map.operand[d].component < 0 && f->h.map.operand[d].batching < 0;
}

/* Whether all but the extents of what is read or written is known: components that are constant, or
 * count along batching dims, can then be added to the indices. */
static bool has_known_positions(const grn_fit *f)
{
    bool known = grn_type_has_static_shape(f->indices->type);
    for (int32_t d = 0; known && d < f->dense.count; d++)
        known = f->h.map.dense[d].indices < 0 || f->dense.v[d] != GRN_DYNAMIC;
    return known;
}

/* A slice needs every limit to be known, or nothing to cut off. */
bool grn_fit_can_slice(const grn_fit *f)
{
    bool known = true, whole = true;
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        known =
            known && (grn_full_extent(f, d) != GRN_DYNAMIC || (is_window(f, d) && grn_fit_window(f, d) != GRN_DYNAMIC));
        whole = whole && (!is_window(f, d) || grn_fit_window(f, d) == grn_full_extent(f, d));
    }
    return !f->h.is_scatter && (known || whole);
}

/* The part of dim `d` of `full` that is used: for a chosen dim an element or a window of known
 * length; for another all, or a part that can be sliced off or indexed. */
static bool can_take(const grn_fit *f, int32_t d)
{
    const int64_t window = grn_fit_window(f, d), walked = f->h.map.operand[d].dense;
    if (f->h.map.operand[d].batching >= 0)
        return true;
    if (!is_window(f, d) && walked >= 0 && window == 1 &&
        f->dense.v[walked] != 1) /* one element that is declared as any number */
        return false;
    const bool declared = window > 0 && (walked < 0 || f->dense.v[walked] == window);
    if (!is_window(f, d))
        return window == 1 || declared;
    if (window == grn_full_extent(f, d))
        return !(f->h.is_scatter && window == GRN_DYNAMIC);
    return declared && (grn_fit_can_slice(f) || has_known_positions(f));
}

/* Whether no extent that is not known has to be counted. */
static bool is_simple(const grn_fit *f)
{
    const int64_t vector = f->h.dims.index_vector_dim, components = f->h.dims.start_index_map.count;
    if (components == 0 || (vector < f->indices->type->rank && f->indices->type->shape[vector] != components))
        return false;
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (!can_take(f, d))
            return false;
    return true;
}

/* Batching dims of which the indices may be shorter, where the target's are of one extent. */
bool grn_fit_may_be_prefix(const grn_fit *f)
{
    const grn_dims *full = &f->h.dims.operand_batching_dims, *in = &f->h.dims.start_indices_batching_dims;
    bool may = false;
    for (int32_t i = 0; f->h.rule.batch_rule == GRN_BATCH_PREFIX && i < full->count; i++) {
        const int64_t a = grn_full_extent(f, full->v[i]), b = f->indices->type->shape[in->v[i]];
        may = may || a != b || a == GRN_DYNAMIC;
    }
    return may && !(f->can->forms & GRN_CAN_PREFIX);
}

/* The form of the access once the parts that it leaves out are sliced off or indexed, and moving
 * windows are positions. */
static unsigned form_of(const grn_fit *f, int32_t *chosen)
{
    const int32_t rank = f->full->type->rank, batched = f->h.dims.operand_batching_dims.count;
    int32_t windows = 0, positions = grn_access_batch_rank(&f->h.map);
    for (int32_t d = 0; d < rank; d++) {
        const bool whole = grn_fit_window(f, d) == grn_full_extent(f, d);
        const bool dropped = whole && grn_fit_window(f, d) > 1 && !grn_fit_rule_masks(f);
        const bool stays = is_window(f, d) ? grn_fit_can_slice(f) || whole : dropped;
        const bool batch = f->h.map.operand[d].batching >= 0;
        windows += stays;
        positions += !stays && !batch && grn_fit_window(f, d) > 1;
    }
    *chosen = rank - batched - windows;
    return grn_form_for(f->can, f->h.combiner, *chosen, batched, positions == rank ? windows : 1);
}

static bool has_form(const grn_fit *f)
{
    int32_t chosen;
    const int32_t batched = f->h.dims.operand_batching_dims.count;
    const bool keeps_batches = f->can->forms & GRN_CAN_BATCH && !f->h.is_scatter;
    if (f->can->forms & GRN_CAN_ANY)
        return true;
    if (!is_simple(f))
        return false;
    switch (form_of(f, &chosen)) {
    case GRN_CAN_SLICES: return chosen == 1;
    case GRN_CAN_VECTORS:
        return chosen > 0 &&
               (batched == 0 || has_known_positions(f) || (keeps_batches && f->h.rule.batch_rule == GRN_BATCH_EQUAL));
    default: return chosen == 1 && batched == f->full->type->rank - 1 && f->dense.count == f->full->type->rank;
    }
}

static bool windows_move(const grn_fit *f)
{
    bool move = false;
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        move = move || grn_fit_window(f, f->h.dims.start_index_map.v[j]) > 1;
    return move;
}

/* A gather that fills with zeros reads them from an element that is added behind `full`. */
static bool fills_from_padding(const grn_fit *f)
{
    static const unsigned char zeros[sizeof f->h.fill];
    return !f->h.is_scatter && f->can->forms & GRN_CAN_ANY && !windows_move(f) &&
           memcmp(f->h.fill, zeros, sizeof zeros) == 0;
}

/* Whether it is known where the last windows begin that are in range. A gather's window that is not
 * known is all of its extent, and begins at 0 where starts are clamped. */
static bool has_known_windows(const grn_fit *f)
{
    const bool may_be_all = !f->h.is_scatter && !grn_fit_rule_masks(f);
    bool known = true;
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        known = known && (may_be_all || grn_fit_window(f, f->h.dims.start_index_map.v[j]) != GRN_DYNAMIC);
    return known;
}

static bool is_possible(const grn_fit *f)
{
    const bool by_position = !windows_move(f) || f->h.rule.grain == GRN_GRAIN_ELEMENT;
    const bool diverts = (f->h.is_scatter || fills_from_padding(f)) && is_simple(f) && by_position;
    return !f->w->target->static_only && has_form(f) && !grn_fit_may_be_prefix(f) &&
           (!grn_fit_rule_masks(f) || diverts) && !f->h.rule.base && f->h.combiner != GRN_COMBINE_REGION &&
           f->indices->type->element->dtype != GRN_UI64 && has_known_windows(f);
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* Vectors of indices along their last dim, or single indices. */
static void put_vectors_last(grn_fit *f)
{
    grn_dims *batching = &f->h.dims.start_indices_batching_dims;
    const int64_t vector = f->h.dims.index_vector_dim, rank = f->indices->type->rank;
    if (vector >= rank - 1)
        return;
    f->indices = grn_fit_vectors_last(f);
    f->h.dims.index_vector_dim = rank - 1;
    for (int32_t i = 0; i < batching->count; i++)
        batching->v[i] -= batching->v[i] > vector;
    grn_access_map_of(&f->h.dims, f->h.map.operand_rank, f->h.map.indices_rank, &f->h.map);
}

/* Components out of range are moved to one past the last, where `full` gets an element more along
 * every chosen dim. `less`: how far before the end of its dim the last start of each lies. */
static void divert(grn_fit *f, grn_fit_vectors v, const int64_t *less)
{
    const grn_dims low = {0};
    f->indices = grn_build_select(f->w, grn_fit_in_range(f, v, less), f->indices, grn_fit_numbers(f, v, 1, NULL));
    f->padded = (grn_dims){.count = f->full->type->rank};
    for (int32_t j = 0; j < v.dims->count; j++)
        f->padded.v[v.dims->v[j]] = 1;
    f->full = grn_build_pad(f->w, f->full, low.v, f->padded.v);
}

/* For windows that do not move, each of one element or as long as its dim. */
static void divert_windows(grn_fit *f)
{
    const grn_fit_vectors v = {&f->h.dims.start_index_map, f->h.dims.index_vector_dim};
    int64_t less[GRN_MAX_RANK];
    grn_fit_windows_less(f, v, less);
    divert(f, v, less);
}

/* In normal form, where every position is one element. */
static void divert_positions(grn_fit *f)
{
    int64_t less[GRN_MAX_RANK];
    for (int32_t j = 0; j < f->chosen.count; j++)
        less[j] = -1;
    f->below |= f->above; /* an index and a step in its window wrap to a negative number */
    divert(f, (grn_fit_vectors){&f->chosen, f->position.count}, less);
}

grn_value *grn_fit_without_padding(grn_fit *f, grn_value *v)
{
    const grn_dims low = {0};
    grn_dims high = f->padded;
    for (int32_t d = 0; d < high.count; d++)
        high.v[d] = -high.v[d];
    return high.count > 0 && v ? grn_build_pad(f->w, v, low.v, high.v) : v;
}

static bool obey(grn_fit *f, bool masks)
{
    if (grn_fit_rule_is_native(f))
        return true;
    put_vectors_last(f);
    if (f->indices)
        grn_fit_obey(f, f->h.dims.index_vector_dim);
    if (f->indices && masks && !windows_move(f))
        divert_windows(f);
    f->moved = true;
    return f->indices && f->full;
}

/* ---- the op ---------------------------------------------------------------------------------- */

/* Indices that stay as they are may be of `index`; the size of such a tensor is not computed. */
static bool has_vectors_of_index(const grn_fit *f)
{
    return grn_fit_takes_index(f, f->indices->type->element) &&
           f->h.dims.index_vector_dim == f->indices->type->rank - 1 && f->form == GRN_CAN_VECTORS &&
           grn_fit_rule_is_native(f);
}

grn_status grn_fit_dynamic(grn_rewrite *w, grn_fit *f)
{
    if (!is_possible(f))
        return grn_refuse(w, "has operands or results of a shape that is not known");
    const bool apart = !(f->can->forms & GRN_CAN_ANY); /* bounds in an encoding are those of other shapes */
    const grn_status encoded = apart ? grn_check_encodings(w) : GRN_OK;
    if (encoded != GRN_OK)
        return encoded;
    if (apart && f->full->type->rank + f->indices->type->rank + f->dense.count > GRN_MAX_RANK)
        return grn_refuse(w, "has too many dimensions to be taken apart");
    if (f->indices->type->element->kind == GRN_TYPE_INDEX && !has_vectors_of_index(f))
        f->indices = grn_build_convert(w, f->indices, grn_fit_i64(f));
    const bool masks = grn_fit_rule_masks(f);
    if (!f->indices || !obey(f, masks))
        return grn_no_memory(w);
    if (!apart)
        return grn_fit_same(f);
    f->masks = masks && windows_move(f); /* else the access that it stands for is exported */
    grn_status status = grn_fit_normal(f);
    if (status == GRN_OK && f->masks)
        divert_positions(f);
    f->masks = false;
    if (status == GRN_OK && !(f->indices && f->full))
        status = grn_no_memory(w);
    return status == GRN_OK ? grn_fit_form(f) : status;
}
