/*
 * export_embedding.c - gathers of whole slices across one dimension as ttnn.embedding, which takes
 * rows of a table of two dimensions by ids of one or two.
 *
 * As tt-mlir lowers them (lib/Conversion/TTIRToTTIRDecomposition,
 * GatherToEmbeddingConversionPattern): the dimension comes to the front, the others are one row;
 * ids of more dimensions are one list; and the way back with what was taken. Slices of one element
 * are ttnn.gather's, of a list.
 */
#include "dialects/ttnn/translate.h"

/* The parts of the slices: the dims before the one that is chosen, that one, and those behind
 * it. */
typedef struct slices {
    grn_dims full, ids;
    int64_t axis, rows, before, behind; /* extents, each of all dims */
} slices;

static int64_t product(const grn_dims *shape, int64_t from, int64_t to)
{
    int64_t n = 1;
    for (int64_t d = from; d < to; d++)
        n *= shape->v[d];
    return n;
}

static slices slices_of(const grn_hub *hub)
{
    slices s = {.full = grn_extents(hub->operands[0]->type),
                .ids = grn_extents(hub->indices->type),
                .axis = hub->dims.start_index_map.v[0]};
    s.rows = s.full.v[s.axis];
    s.before = product(&s.full, 0, s.axis);
    s.behind = product(&s.full, s.axis + 1, s.full.count);
    return s;
}

bool grn_ttnn_is_slices(const grn_hub *hub)
{
    const grn_type *full = hub->operands[0]->type, *ids = hub->indices->type;
    return hub->ninputs == 1 && hub->dims.start_index_map.count == 1 && hub->dims.operand_batching_dims.count == 0 &&
           hub->dims.collapsed_slice_dims.count == 1 && hub->dims.index_vector_dim == ids->rank &&
           hub->dims.offset_dims.count == full->rank - 1;
}

/* ---- steps, each exported at once ------------------------------------------------------------ */

static grn_value *reshaped(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    return v ? grn_exported(w, grn_build_reshape(w, v, rank, shape)) : NULL;
}

/* [first, second, rest] with the first two the other way around. */
static grn_value *swapped(grn_rewrite *w, grn_value *v, int64_t first, int64_t second, int64_t rest)
{
    static const int64_t order[] = {1, 0, 2};
    v = reshaped(w, v, 3, (const int64_t[]){first, second, rest});
    return v ? grn_exported(w, grn_build_transpose(w, v, order)) : NULL;
}

static grn_value *as_ui32(grn_rewrite *w, grn_value *v)
{
    return v ? grn_exported(w, grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_UI32))) : NULL;
}

/* ---- what it becomes ------------------------------------------------------------------------- */

/* Elements of a list. */
static grn_value *gather_of(grn_rewrite *w, const grn_hub *hub, const slices *s)
{
    const int64_t n = product(&s->ids, 0, s->ids.count);
    const grn_type *t = grn_tensor_like(w, hub->result->element, 1, &n);
    grn_value *const operands[] = {reshaped(w, hub->operands[0], 1, &s->rows), reshaped(w, hub->indices, 1, &n)};
    return grn_new(w, "ttnn.gather", 2, operands, t, 1, &(grn_new_attr){"dim", grn_ttnn_i32(w, GRN_SIGNLESS, 0)});
}

/* Rows of a table: [ids, before, behind], as one row each. */
static grn_value *embedding_of(grn_rewrite *w, const grn_hub *hub, const slices *s)
{
    const int64_t n = product(&s->ids, 0, s->ids.count), row = s->before * s->behind;
    const bool as_they_are = s->ids.count == 1 || s->ids.count == 2;
    grn_dims shape = {.count = 1, .v = {n}};
    if (as_they_are)
        shape = s->ids;
    grn_value *table = s->before == 1 ? hub->operands[0] : swapped(w, hub->operands[0], s->before, s->rows, s->behind);
    grn_value *const operands[] = {as_ui32(w, reshaped(w, hub->indices, shape.count, shape.v)),
                                   reshaped(w, table, 2, (const int64_t[]){s->rows, row})};
    grn_dims_push(&shape, row);
    grn_value *v = grn_new(w, "ttnn.embedding", 2, operands,
                           grn_tensor_like(w, hub->result->element, shape.count, shape.v), 0, NULL);
    return s->before == 1 ? v : swapped(w, v, n, s->before, s->behind);
}

grn_status grn_ttnn_export_slices(grn_rewrite *w, const grn_hub *hub)
{
    const slices s = slices_of(hub);
    grn_value *v = s.before * s.behind == 1 ? gather_of(w, hub, &s) : embedding_of(w, hub, &s);
    return grn_replace(w, reshaped(w, v, hub->result->rank, hub->result->shape));
}
