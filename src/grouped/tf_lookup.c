/* tf_lookup.c - tf.nn.embedding_lookup_sparse. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

typedef struct lookup {
    const grn_diag *diag;
    const grn_tensor *params, *ids, *segment_ids, *weights, *out;
} lookup;

static grn_status find_combiner(const char *combiner, const grn_diag *diag, grn_bag_spec *out)
{
    static const struct {
        const char *name;
        grn_bag_combiner combiner;
        grn_bag_divisor divisor;
    } words[] = {{"sum", GRN_BAG_SUM, GRN_BAG_BY_COUNT},
                 {"mean", GRN_BAG_MEAN, GRN_BAG_BY_WEIGHTS},
                 {"sqrtn", GRN_BAG_MEAN, GRN_BAG_BY_ROOT}};
    for (size_t i = 0; combiner != NULL && i < GRN_COUNT(words); i++)
        if (strcmp(combiner, words[i].name) == 0) {
            *out = (grn_bag_spec){
                .combiner = words[i].combiner, .divisor = words[i].divisor, .lists = GRN_BAG_OFFSETS_AND_END};
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "combiner must be one of 'mean', 'sqrtn' or 'sum', got %s",
                    combiner != NULL ? combiner : "NULL");
}

static grn_status check_views(const lookup *l)
{
    const struct {
        const grn_tensor *t;
        const char *name;
    } views[] = {{l->params, "params"}, {l->ids, "ids"}, {l->segment_ids, "segment_ids"}, {l->weights, "weights"}};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(views); i++)
        if (views[i].t != NULL || i + 1 < GRN_COUNT(views)) /* weights may be NULL */
            status = grn_check_view(views[i].t, views[i].name, l->diag);
    if (status == GRN_OK && l->params->rank != 2)
        status = grn_fail(l->diag, grn_no_place, GRN_E_SHAPE, "params has rank %" PRId32 "; right: 2", l->params->rank);
    if (status == GRN_OK && (!grn_torch_is_index(l->ids->dtype) || !grn_torch_is_index(l->segment_ids->dtype)))
        status = grn_fail(l->diag, grn_no_place, GRN_E_DTYPE, "ids and segment_ids must be i32 or i64");
    if (status == GRN_OK &&
        (l->ids->rank != 1 || l->segment_ids->rank != 1 || l->ids->shape[0] != l->segment_ids->shape[0]))
        status = grn_fail(l->diag, grn_no_place, GRN_E_SHAPE, "ids and segment_ids must be vectors of one length");
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(views); i++)
        status = views[i].t != NULL ? grn_check_data(views[i].t, views[i].name, l->diag) : GRN_OK;
    if (status == GRN_OK)
        status = grn_check_view(l->out, "out", l->diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor like = {
        .dtype = l->params->dtype, .rank = 2, .shape = {l->out->rank > 0 ? l->out->shape[0] : 0, l->params->shape[1]}};
    status = grn_fw_check_destination(l->out, "out", &like, l->diag);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(views); i++)
        status = views[i].t != NULL ? grn_check_alias(l->out, views[i].t, views[i].name, l->diag) : GRN_OK;
    return status;
}

/* Where each row's ids begin. GRN_E_INDEX: segments that descend, or are none of out's. */
static grn_status find_offsets(const lookup *l, int64_t *offsets)
{
    const int64_t rows = l->out->shape[0], n = l->ids->shape[0];
    int64_t row = 0;
    for (int64_t e = 0; e < n; e++) {
        const grn_tensor *t = l->segment_ids;
        const int64_t segment = grn_index_load(t->dtype, grn_tensor_at(t, e * t->stride[0]));
        if (segment < 0 || segment >= rows)
            return grn_fail(l->diag, grn_no_place, GRN_E_INDEX,
                            "segment_ids[%" PRId64 "] = %" PRId64 " is out of range [0, %" PRId64 ")", e, segment,
                            rows);
        if (segment + 1 < row)
            return grn_fail(l->diag, grn_no_place, GRN_E_INDEX, "segment ids are not increasing");
        for (; row <= segment; row++)
            offsets[row] = e;
    }
    for (; row <= rows; row++)
        offsets[row] = n;
    return GRN_OK;
}

static grn_status look_up(const lookup *l, const grn_bag_spec *spec, int64_t *offsets)
{
    const grn_tensor starts = grn_tensor_1d(offsets, GRN_I64, l->out->shape[0] + 1);
    const grn_bag_tensors tensors = {
        .table = l->params, .indices = l->ids, .offsets = &starts, .weights = l->weights, .result = l->out};
    grn_status status = find_offsets(l, offsets);
    return status == GRN_OK ? grn_bag(spec, &tensors, NULL, l->diag) : status;
}

grn_status grn_tf_embedding_lookup_sparse(const grn_tensor *params, const grn_tensor *ids,
                                          const grn_tensor *segment_ids, const grn_tensor *weights,
                                          const char *combiner, const grn_allocator *allocator, const grn_tensor *out,
                                          const grn_diag *diag)
{
    const lookup l = {diag, params, ids, segment_ids, weights, out};
    grn_bag_spec spec;
    size_t bytes;
    grn_status status = find_combiner(combiner, diag, &spec);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_views(&l);
    if (status != GRN_OK)
        return status;
    int64_t *offsets =
        grn_mul_size((size_t)out->shape[0] + 1, sizeof *offsets, &bytes) ? grn_allocate(allocator, bytes) : NULL;
    if (offsets == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "embedding_lookup_sparse: %zu bytes were refused", bytes);
    status = look_up(&l, &spec, offsets);
    grn_release(allocator, offsets, bytes);
    return status;
}
