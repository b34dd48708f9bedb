/*
 * fit_forms.c - from the normal form to one the target has an op for.
 *
 *   broadcast  no index chooses anything
 *   slices     one dim chosen, none batched
 *   vectors    several dims chosen; batching dims lead, or count as chosen
 *   elements   one dim chosen, every other a batching dim: an index for each element
 *
 * Several chosen dims become one, by its row-major number, where the target
 * has no vectors.
 */
#include "convert/fit.h"

/* ---- full in another arrangement ------------------------------------------------------------- */

/* Transposes `full` into the order given, and the facts about its dims with it. */
static void arrange(grn_fit *f, const grn_dims *order)
{
    grn_fit was = *f;
    int64_t place[GRN_MAX_RANK];
    f->full = grn_build_transpose(f->w, f->full, order->v);
    f->order = *order;
    for (int32_t d = 0; d < order->count; d++) {
        place[order->v[d]] = d;
        f->role[d] = was.role[order->v[d]];
        f->window_dense[d] = was.window_dense[order->v[d]];
    }
    for (int32_t j = 0; j < f->chosen.count; j++)
        f->chosen.v[j] = place[f->chosen.v[j]];
    for (int32_t p = 0; p < f->batch.count; p++)
        if (f->batch.v[p] >= 0)
            f->batch.v[p] = place[f->batch.v[p]];
}

static void push_role(const grn_fit *f, grn_fit_role role, grn_dims *order)
{
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (f->role[d] == role)
            grn_dims_push(order, d);
}

/* Row-major numbers of what the components choose, as one component. */
static grn_value *row_major(grn_fit *f)
{
    grn_value *sum = NULL;
    int64_t stride = 1;
    f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
    for (int32_t j = f->chosen.count - 1; j >= 0; j--) {
        grn_value *part = grn_fit_component(f, j);
        if (part && stride != 1)
            part = grn_build_binary(
                f->w, "stablehlo.multiply", part,
                grn_build_integers(f->w, part->type->element, part->type->rank, part->type->shape, 1, &stride));
        sum = sum ? grn_build_binary(f->w, "stablehlo.add", sum, part) : part;
        if (!sum)
            return NULL;
        stride *= grn_full_extent(f, f->chosen.v[j]);
    }
    return sum;
}

/* Chosen dims next to each other, where the first of them is. */
static grn_dims chosen_together(const grn_fit *f)
{
    grn_dims order = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        if (f->role[d] != GRN_FIT_CHOSEN)
            grn_dims_push(&order, d);
        for (int32_t j = 0; d == f->chosen.v[0] && j < f->chosen.count; j++)
            grn_dims_push(&order, f->chosen.v[j]);
    }
    return order;
}

static void merge_chosen(grn_fit *f)
{
    grn_dims order = chosen_together(f), shape = {0};
    int32_t k = f->chosen.count;
    if (k == 1)
        return;
    arrange(f, &order);
    f->indices = f->full ? row_major(f) : NULL;
    if (!f->full)
        return;
    f->before_merge = grn_extents(f->full->type);
    int64_t first = f->chosen.v[0];
    for (int32_t d = 0; d < f->before_merge.count; d++) {
        if (d > first && d < first + k) {
            shape.v[first] *= f->before_merge.v[d];
            continue;
        }
        f->role[shape.count] = f->role[d];
        f->window_dense[shape.count] = f->window_dense[d];
        grn_dims_push(&shape, f->before_merge.v[d]);
    }
    for (int32_t p = 0; p < f->batch.count; p++)
        if (f->batch.v[p] > first)
            f->batch.v[p] -= k - 1;
    f->chosen.count = 1;
    f->full = grn_build_reshape(f->w, f->full, shape.count, shape.v);
}

/* A batching dim of full no longer than its position. */
static void cut_batches(grn_fit *f)
{
    if (f->h.rule.batch_rule != GRN_BATCH_PREFIX)
        return;
    grn_dims start = {.count = f->full->type->rank}, limit = grn_extents(f->full->type);
    for (int32_t p = 0; p < f->batch.count; p++)
        if (f->batch.v[p] >= 0)
            limit.v[f->batch.v[p]] = f->position.v[p];
    f->full = grn_build_slice(f->w, f->full, start.v, limit.v);
}

/* ---- masks ----------------------------------------------------------------------------------- */

grn_value *grn_fit_fill(grn_fit *f, grn_value *dense)
{
    if (!f->mask || f->h.is_scatter || !dense)
        return dense;
    grn_value *mask = grn_build_broadcast(f->w, f->mask, f->position_dense.v, f->dense.count, f->dense.v);
    grn_value *fill = grn_build_splat(f->w, dense->type->element, f->dense.count, f->dense.v, f->h.fill);
    return grn_build_select(f->w, mask, dense, fill);
}

/* An index of its own for each position, past the end of the first dim chosen. */
static grn_value *distinct_indices(grn_fit *f, int64_t extent, int64_t positions)
{
    static const int64_t zero = 0;
    grn_dims one = f->position, rest = f->position;
    const grn_type *i64 = grn_fit_i64(f);
    grn_dims_push(&one, 1);
    grn_dims_push(&rest, f->chosen.count - 1);
    grn_value *count = grn_build_iota(f->w, i64, 1, &positions, 0);
    grn_value *first =
        grn_build_binary(f->w, "stablehlo.add", count, grn_build_integers(f->w, i64, 1, &positions, 1, &extent));
    grn_value *const parts[] = {grn_build_reshape(f->w, first, one.count, one.v),
                                f->chosen.count > 1 ? grn_build_integers(f->w, i64, rest.count, rest.v, 1, &zero)
                                                    : NULL};
    return grn_build_concatenate(f->w, f->chosen.count > 1 ? 2 : 1, parts, f->position.count);
}

/*
 * Updates out of range go into an extra row past the end of the first dim chosen, which is sliced
 * off again; into one row for each position where no two may go to the same place.
 */
static void divert(grn_fit *f)
{
    static const unsigned char zero[16];
    int64_t d = f->chosen.v[0], outside[GRN_MAX_RANK] = {grn_full_extent(f, d)}, positions = 1;
    int32_t rank = f->full->type->rank;
    bool alone = f->can->keeps_unique && f->h.rule.unique_indices;
    grn_dims row = grn_extents(f->full->type), shape = grn_extents(f->indices->type), places = {0};
    for (int32_t p = 0; p < f->position.count; p++)
        positions *= f->position.v[p];
    f->before_row = row;
    row.v[d] = alone ? positions : 1;
    f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
    grn_value *const rows[] = {f->full, grn_build_splat(f->w, f->full->type->element, rank, row.v, zero)};
    grn_value *away =
        alone ? distinct_indices(f, outside[0], positions) : grn_fit_components(f, f->position.count, outside);
    for (int32_t p = 0; p < f->position.count; p++)
        grn_dims_push(&places, p);
    grn_value *mask = grn_build_broadcast(f->w, f->mask, places.v, shape.count, shape.v);
    f->full = grn_build_concatenate(f->w, 2, rows, d);
    f->indices = grn_build_select(f->w, mask, f->indices, away);
}

/* A scatter's result without what was done to its input before. */
static grn_value *undo(grn_fit *f, grn_value *v)
{
    grn_dims start = {0}, back = {0}, whole = grn_extents(f->h.operands[0]->type);
    if (f->before_merge.count)
        v = grn_build_reshape(f->w, v, f->before_merge.count, f->before_merge.v);
    for (int32_t d = 0; d < f->order.count; d++)
        back.v[f->order.v[d]] = d;
    if (f->order.count)
        v = grn_build_transpose(f->w, v, back.v);
    if (f->before_row.count)
        v = grn_build_slice(f->w, v, start.v, f->before_row.v);
    v = grn_fit_without_padding(f, v);
    return grn_build_reshape(f->w, v, whole.count, whole.v);
}

/* ---- the op itself --------------------------------------------------------------------------- */

static uint32_t index_bits(const grn_type *element) { return element->kind == GRN_TYPE_INTEGER ? element->width : 64; }

/* An index out of range must not come into range in a narrower type: 2^32 is not 0. An index in
 * range must not change. A row-major number made of indices out of range may be in range
 * already. */
static grn_value *limited(const grn_fit *f, grn_value *v, const grn_type *element)
{
    const grn_bounds bounds = f->h.rule.bounds;
    const grn_type *t = v->type;
    bool in_range = f->w->assume_in_bounds || f->masks || f->before_merge.count || bounds == GRN_BOUNDS_CLAMP ||
                    bounds == GRN_BOUNDS_PROMISE;
    if (in_range || index_bits(element) >= index_bits(t->element) || t->element->kind != GRN_TYPE_INTEGER)
        return v;
    bool sign = element->signedness != GRN_UNSIGNED;
    int64_t most = (INT64_C(1) << (element->width - sign)) - 1, least = sign ? -most - 1 : -1;
    grn_range r;
    if (grn_range_of(v, -1, 0, &f->w->evaluate_left, &r) && grn_range_within(r, (grn_range){sign ? least : 0, most}))
        return v;
    v = grn_build_binary(f->w, "stablehlo.minimum", v,
                         grn_build_integers(f->w, t->element, t->rank, t->shape, 1, &most));
    if (v && t->element->signedness != GRN_UNSIGNED)
        v = grn_build_binary(f->w, "stablehlo.maximum", v,
                             grn_build_integers(f->w, t->element, t->rank, t->shape, 1, &least));
    return v;
}

bool grn_fit_takes_index(const grn_fit *f, const grn_type *element)
{
    const grn_target *target = f->w->target;
    bool as_list = target->takes_list_index && f->form & (GRN_CAN_SLICES | GRN_CAN_VECTORS);
    return as_list ? target->takes_list_index(element) : target->takes_index(element);
}

grn_value *grn_fit_index_type(const grn_fit *f, grn_value *indices)
{
    const grn_target *target = f->w->target;
    if (!indices || grn_fit_takes_index(f, indices->type->element))
        return indices;
    const grn_type *element = grn_type_of_dtype(f->w->ir, target->index);
    return element ? grn_build_convert(f->w, limited(f, indices, element), element) : NULL;
}

static grn_dims whole_slices(const grn_fit *f)
{
    grn_dims sizes = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++)
        grn_dims_push(&sizes, f->role[d] == GRN_FIT_WINDOW ? grn_full_extent(f, d) : 1);
    return sizes;
}

/* For a batching dim that is longer in full, the first elements are used. */
static grn_batch_rule batch_rule(const grn_fit *f, const grn_hub *h)
{
    const grn_dims *full = &h->dims.operand_batching_dims, *in = &h->dims.start_indices_batching_dims;
    for (int32_t i = 0; i < full->count; i++) {
        const int64_t a = grn_full_extent(f, full->v[i]), b = h->indices->type->shape[in->v[i]];
        if (a != GRN_DYNAMIC && b != GRN_DYNAMIC ? a != b : f->h.rule.batch_rule == GRN_BATCH_PREFIX)
            return GRN_BATCH_PREFIX;
    }
    return GRN_BATCH_EQUAL;
}

static grn_value *emit_gather(grn_fit *f, grn_hub *h, const grn_fit_layout *l)
{
    grn_dims shape = grn_fit_layout_shape(f, l);
    h->slice_sizes = whole_slices(f);
    h->result = grn_tensor_like(f->w, f->full->type->element, shape.count, shape.v);
    grn_op *op = grn_hub_make(f->w, h);
    return grn_fit_fill(f, op ? grn_fit_layout_undo(f, &op->results[0], l) : NULL);
}

static grn_value *emit_scatter(grn_fit *f, grn_hub *h, const grn_fit_layout *l)
{
    grn_value *updates = grn_fit_layout_apply(f, f->updates, l);
    h->updates = &updates;
    grn_op *op = grn_hub_make(f->w, h);
    return op ? undo(f, &op->results[0]) : NULL;
}

/* Updates out of range that go to padding may meet there; those that go to rows of their own do
 * not. */
static bool stays_unique(const grn_fit *f)
{
    const bool apart = f->can->keeps_unique && f->padded.count == 0;
    return f->h.rule.unique_indices && ((!f->mask && !f->moved) || apart);
}

/* `dims` over full and `indices`; dense as `l` has it. */
static grn_status emit(grn_fit *f, const grn_dimension_numbers *dims, grn_value *indices, const grn_fit_layout *l)
{
    grn_hub out = {
        .is_scatter = f->h.is_scatter,
        .dims = *dims,
        .ninputs = 1,
        .operands = &f->full,
        .combiner = f->h.combiner,
        .rule = {.bounds = f->can->bounds, .wrap_negative = f->wraps_itself, .unique_indices = stays_unique(f)}};
    out.indices = grn_fit_index_type(f, indices);
    if (!f->full || !out.indices)
        return grn_no_memory(f->w);
    out.rule.batch_rule = batch_rule(f, &out);
    f->made = f->h.is_scatter ? emit_scatter(f, &out, l) : emit_gather(f, &out, l);
    return f->made ? GRN_OK : grn_no_memory(f->w);
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* Gather only. */
static grn_status broadcast(grn_fit *f)
{
    grn_dims shape = {0}, dims = {0};
    cut_batches(f);
    for (int32_t d = 0; f->full && d < f->full->type->rank; d++) {
        int64_t to = f->window_dense[d];
        for (int32_t p = 0; p < f->batch.count; p++)
            if (f->batch.v[p] == d)
                to = f->position_dense.v[p];
        if (to < 0)
            continue;
        grn_dims_push(&shape, grn_full_extent(f, d));
        grn_dims_push(&dims, to);
    }
    grn_value *v = grn_build_reshape(f->w, f->full, shape.count, shape.v);
    f->made = grn_build_broadcast(f->w, v, dims.v, f->dense.count, f->dense.v);
    return f->made ? GRN_OK : grn_no_memory(f->w);
}

static grn_status slices(grn_fit *f)
{
    merge_chosen(f);
    if (!f->full || !f->indices)
        return grn_no_memory(f->w);
    grn_fit_layout l = {0};
    grn_dimension_numbers dims = {
        .collapsed_slice_dims = f->chosen, .start_index_map = f->chosen, .index_vector_dim = f->position.count};
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        if (f->role[d] == GRN_FIT_WINDOW) {
            grn_dims_push(&dims.offset_dims, l.count);
            grn_fit_layout_add(&l, f->window_dense[d]);
            continue;
        }
        for (int32_t p = 0; p < f->position.count; p++)
            grn_fit_layout_add(&l, f->position_dense.v[p]);
    }
    return emit(f, &dims, grn_build_reshape(f->w, f->indices, f->position.count, f->position.v), &l);
}

/* Positions that are batching dims first, in the order of full's dims; then the others. */
static grn_dims batches_first(const grn_fit *f)
{
    grn_dims order = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++)
        for (int32_t p = 0; p < f->batch.count; p++)
            if (f->batch.v[p] == d)
                grn_dims_push(&order, p);
    for (int32_t p = 0; p < f->batch.count; p++)
        if (f->batch.v[p] < 0)
            grn_dims_push(&order, p);
    return order;
}

/* Batching dims, chosen dims, windows. */
static void arrange_by_role(grn_fit *f)
{
    grn_dims order = {0};
    push_role(f, GRN_FIT_BATCH, &order);
    push_role(f, GRN_FIT_CHOSEN, &order);
    push_role(f, GRN_FIT_WINDOW, &order);
    arrange(f, &order);
}

/* The dim of full in whose place the positions stand: the first. */
static int64_t place_of_positions(const grn_fit *f, unsigned forms)
{
    const grn_dims *c = &f->chosen;
    bool neighbours = c->v[c->count - 1] - c->v[0] == c->count - 1;
    return forms & GRN_CAN_PLACED && neighbours ? c->v[0] : 0;
}

/* The windows, and at `place` among them the positions in the order `first`. */
static grn_fit_layout vector_layout(const grn_fit *f, const grn_dims *first, int64_t place, grn_dimension_numbers *dims)
{
    grn_fit_layout l = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        for (int32_t p = 0; d == place && p < first->count; p++) {
            grn_fit_layout_add(&l, f->position_dense.v[first->v[p]]);
            if (f->batch.v[first->v[p]] < 0)
                continue;
            grn_dims_push(&dims->operand_batching_dims, f->batch.v[first->v[p]]);
            grn_dims_push(&dims->start_indices_batching_dims, p);
        }
        if (f->role[d] == GRN_FIT_WINDOW) {
            grn_dims_push(&dims->offset_dims, l.count);
            grn_fit_layout_add(&l, f->window_dense[d]);
        }
    }
    return l;
}

static grn_status vectors(grn_fit *f, unsigned forms)
{
    grn_dims first = batches_first(f);
    grn_dimension_numbers dims = {.index_vector_dim = f->position.count};
    cut_batches(f);
    if (f->full && !(forms & GRN_CAN_SPREAD))
        arrange_by_role(f);
    if (!f->full)
        return grn_no_memory(f->w);
    dims.collapsed_slice_dims = dims.start_index_map = f->chosen;
    grn_fit_layout l = vector_layout(f, &first, place_of_positions(f, forms), &dims);
    grn_dims_push(&first, f->position.count);
    return emit(f, &dims, grn_build_transpose(f->w, f->indices, first.v), &l);
}

/* Where each dim of the elements' indices comes from: positions, in the order of full's dims. */
typedef struct sources {
    grn_dims order;  /* of positions */
    grn_dims merged; /* extents: a dim of full's that is no window each */
    grn_dims places; /* its dim of full */
    grn_dims shape;  /* all */
    grn_fit_layout layout;
} sources;

static sources element_sources(const grn_fit *f)
{
    sources s = {0};
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        grn_fit_layout_add(&s.layout,
                           f->window_dense[d] >= 0 && f->role[d] == GRN_FIT_WINDOW ? f->window_dense[d] : -1);
        int64_t extent = 1;
        for (int32_t p = 0; p < f->batch.count && f->role[d] != GRN_FIT_WINDOW; p++) {
            if (f->batch.v[p] != (f->role[d] == GRN_FIT_BATCH ? d : -1))
                continue;
            grn_dims_push(&s.order, p);
            grn_dims_push(&s.layout.dim[d].parts, f->position_dense.v[p]);
            extent *= f->position.v[p];
        }
        if (f->role[d] == GRN_FIT_WINDOW) {
            extent = grn_full_extent(f, d);
        } else {
            grn_dims_push(&s.merged, extent);
            grn_dims_push(&s.places, d);
        }
        grn_dims_push(&s.shape, extent);
    }
    return s;
}

static grn_status elements(grn_fit *f)
{
    merge_chosen(f);
    if (!f->full || !f->indices)
        return grn_no_memory(f->w);
    bool prefix = f->can->forms & GRN_CAN_PREFIX;
    if (!prefix && !f->h.is_scatter)
        cut_batches(f);
    if (!f->full)
        return grn_no_memory(f->w);
    sources s = element_sources(f);
    grn_dimension_numbers dims = {
        .collapsed_slice_dims = f->chosen, .start_index_map = f->chosen, .index_vector_dim = f->full->type->rank};
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (d != f->chosen.v[0]) {
            grn_dims_push(&dims.operand_batching_dims, d);
            grn_dims_push(&dims.start_indices_batching_dims, d);
            f->role[d] = GRN_FIT_BATCH;
        }
    grn_value *v = grn_build_reshape(f->w, f->indices, f->position.count, f->position.v);
    v = grn_build_transpose(f->w, v, s.order.v);
    v = grn_build_reshape(f->w, v, s.merged.count, s.merged.v);
    v = grn_build_broadcast(f->w, v, s.places.v, s.shape.count, s.shape.v);
    return emit(f, &dims, v, &s.layout);
}

/* ---- choosing -------------------------------------------------------------------------------- */

static int32_t count_role(const grn_fit *f, grn_fit_role role)
{
    int32_t n = 0;
    for (int32_t d = 0; d < f->full->type->rank; d++)
        n += f->role[d] == role;
    return n;
}

static unsigned forms_of(const grn_abilities *can)
{
    return can->forms & GRN_CAN_ANY ? GRN_CAN_VECTORS | GRN_CAN_SPREAD | GRN_CAN_BATCH : can->forms;
}

unsigned grn_form_for(const grn_abilities *can, grn_combiner combiner, int32_t chosen, int32_t batched, int32_t windows)
{
    const unsigned forms = forms_of(can);
    const bool combines = !can->vector_combiners || can->vector_combiners & 1u << combiner;
    if (forms & GRN_CAN_SLICES && chosen == 1 && batched == 0)
        return GRN_CAN_SLICES;
    if (forms & GRN_CAN_ELEMENTS && chosen == 1 && windows == 0)
        return GRN_CAN_ELEMENTS;
    if (forms & GRN_CAN_VECTORS && combines)
        return GRN_CAN_VECTORS;
    return forms & GRN_CAN_SLICES && batched == 0 ? GRN_CAN_SLICES : GRN_CAN_ELEMENTS;
}

/* Batching dims that the target's vectors have not are components. */
static grn_status unbatched_vectors(grn_fit *f)
{
    const unsigned forms = forms_of(f->can);
    bool keeps = forms & GRN_CAN_BATCH && !f->h.is_scatter;
    grn_status status = count_role(f, GRN_FIT_BATCH) > 0 && !keeps ? grn_fit_unbatch(f) : GRN_OK;
    return status == GRN_OK ? vectors(f, forms) : status;
}

grn_status grn_fit_form(grn_fit *f)
{
    /* Positions that are no dim's would have to be made one. */
    const int32_t windows = f->position.count == f->full->type->rank ? count_role(f, GRN_FIT_WINDOW) : 1;
    f->form = grn_form_for(f->can, f->h.combiner, f->chosen.count, count_role(f, GRN_FIT_BATCH), windows);
    if (f->chosen.count == 0)
        return broadcast(f);
    if (f->mask && f->h.is_scatter)
        divert(f);
    if (!f->full || !f->indices)
        return grn_no_memory(f->w);
    return f->form == GRN_CAN_SLICES ? slices(f) : f->form == GRN_CAN_VECTORS ? unbatched_vectors(f) : elements(f);
}
