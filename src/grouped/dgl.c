/* dgl.c - DGL's segment_reduce and gspmm. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

#define ROW(name, operation)                                                                             \
    {                                                                                                    \
        name,                                                                                            \
        {                                                                                                \
            .op = GRN_SEGMENT_##operation, .form = GRN_SEGMENT_LENGTHS, .empty = GRN_SEGMENT_EMPTY_ZERO, \
            .nan = GRN_SEGMENT_NAN_IGNORED, .arg_of_empty = -1                                           \
        }                                                                                                \
    }
static const grn_grouped_word words[] = {
    ROW("sum", SUM), ROW("mean", MEAN), ROW("min", MIN), ROW("max", MAX), {NULL, {.axis = 0}}};
#undef ROW

grn_status grn_dgl_segment_reduce(const grn_tensor *seglen, const grn_tensor *value, const char *reducer,
                                  const grn_allocator *allocator, const grn_tensor *out, const grn_tensor *arg,
                                  const grn_diag *diag)
{
    grn_grouped_call c = {.name = "segment_reduce", .data_name = "value", .ids_name = "seglen", .arg_name = "arg"};
    grn_status status = grn_grouped_find(words, reducer, c.name, diag, &c.spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(&c, value, seglen, diag);
    if (status == GRN_OK && (seglen->rank != 1 || !grn_torch_is_index(seglen->dtype)))
        status = grn_fail(diag, grn_no_place, seglen->rank != 1 ? GRN_E_SHAPE : GRN_E_DTYPE,
                          "segment_reduce: seglen must be a vector of i32 or i64");
    if (status == GRN_OK && arg != NULL && c.spec.op != GRN_SEGMENT_MIN && c.spec.op != GRN_SEGMENT_MAX)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "segment_reduce: arg is of min and max; right: NULL");
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, arg, -1) : status;
}

/* ---- gspmm ----------------------------------------------------------------------------------- */

/* op is copy_lhs without rhs, or mul with one. */
static grn_status find_op(const char *op, const grn_tensor *rhs, const grn_diag *diag)
{
    const bool copies = op != NULL && strcmp(op, "copy_lhs") == 0, multiplies = op != NULL && strcmp(op, "mul") == 0;
    if (!copies && !multiplies)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "gspmm: op is %s; right: copy_lhs or mul",
                        op != NULL ? op : "NULL");
    if (copies && rhs != NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "gspmm: copy_lhs takes no rhs; right: NULL");
    return multiplies ? grn_check_view(rhs, "rhs", diag) : GRN_OK;
}

static grn_status find_combiner(const char *reduce_op, const grn_diag *diag, grn_bag_combiner *out)
{
    static const struct {
        const char *name;
        grn_bag_combiner combiner;
    } reducers[] = {{"sum", GRN_BAG_SUM}, {"min", GRN_BAG_MIN}, {"max", GRN_BAG_MAX}};
    for (size_t i = 0; reduce_op != NULL && i < GRN_COUNT(reducers); i++)
        if (strcmp(reduce_op, reducers[i].name) == 0) {
            *out = reducers[i].combiner;
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "gspmm: reduce_op is %s; right: sum, min or max",
                    reduce_op != NULL ? reduce_op : "NULL");
}

/* [N, H, F] as [N, H * F]. */
static grn_status flatten_rows(const grn_tensor *t, const char *name, const grn_diag *diag, grn_tensor *out)
{
    int64_t shape[2];
    grn_status status = grn_check_view(t, name, diag);
    if (status != GRN_OK)
        return status;
    if (t->rank != 2 && t->rank != 3)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "gspmm: %s has rank %" PRId32 "; right: 2 or 3", name,
                        t->rank);
    shape[0] = t->shape[0];
    if (!grn_mul_i64(t->shape[1], t->rank == 2 ? 1 : t->shape[2], &shape[1]))
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "gspmm: a row of %s has more elements than can be counted",
                        name);
    return grn_view_reshape(t, 2, shape, out)
               ? GRN_OK
               : grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "gspmm: a row of %s is not one run of elements", name);
}

static grn_status check_out(const grn_tensor *out, const char *name, grn_dtype dtype, const grn_tensor *lhs,
                            const grn_tensor *indptr, const grn_diag *diag)
{
    grn_tensor like = *lhs;
    like.dtype = dtype;
    like.shape[0] = indptr->rank == 1 && indptr->shape[0] > 0 ? indptr->shape[0] - 1 : 0;
    return grn_fw_check_destination(out, name, &like, diag);
}

static grn_status check_apart(const grn_tensor *out, const grn_tensor *const *read, const char *const *names, size_t n,
                              const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        if (read[i] != NULL)
            status = grn_check_alias(out, read[i], names[i], diag);
    return status;
}

grn_status grn_dgl_gspmm(const char *op, const char *reduce_op, const grn_tensor *indptr, const grn_tensor *indices,
                         const grn_tensor *lhs, const grn_tensor *rhs, const grn_tensor *out, const grn_tensor *arg,
                         const grn_diag *diag)
{
    static const char *const names[] = {"indptr", "indices", "lhs", "rhs", "out"};
    const grn_tensor *const read[] = {indptr, indices, lhs, rhs, out};
    grn_bag_spec spec = {.lists = GRN_BAG_OFFSETS_AND_END, .nan = GRN_BAG_NAN_IGNORED, .empty_arg = -1};
    grn_tensor table, result, found;
    grn_status status = find_op(op, rhs, diag);
    if (status == GRN_OK)
        status = find_combiner(reduce_op, diag, &spec.combiner);
    if (status == GRN_OK)
        status = grn_check_view(indptr, "indptr", diag);
    if (status == GRN_OK)
        status = grn_check_view(indices, "indices", diag);
    if (status == GRN_OK)
        status = flatten_rows(lhs, "lhs", diag, &table);
    if (status == GRN_OK)
        status = check_out(out, "out", lhs->dtype, lhs, indptr, diag);
    if (status == GRN_OK)
        status = flatten_rows(out, "out", diag, &result);
    if (status == GRN_OK && arg != NULL)
        status = check_out(arg, "arg", GRN_I64, lhs, indptr, diag);
    if (status == GRN_OK && arg != NULL)
        status = flatten_rows(arg, "arg", diag, &found);
    for (size_t i = 0; status == GRN_OK && i + 1 < GRN_COUNT(read); i++)
        status = read[i] != NULL ? grn_check_data(read[i], names[i], diag) : GRN_OK;
    if (status == GRN_OK)
        status = check_apart(out, read, names, GRN_COUNT(read) - 1, diag);
    if (status == GRN_OK && arg != NULL)
        status = check_apart(arg, read, names, GRN_COUNT(read), diag);
    if (status != GRN_OK)
        return status;
    const grn_bag_tensors tensors = {.table = &table,
                                     .indices = indices,
                                     .offsets = indptr,
                                     .weights = rhs,
                                     .result = &result,
                                     .arg = arg != NULL ? &found : NULL};
    return grn_bag(&spec, &tensors, NULL, diag);
}
