/*
 * embed.c - a program outside the tree, with gathers and scatters alone: a
 * DLPack tensor as a view, a gather of its columns, a scatter by a call and by
 * a plan. docs/embedding.md shows parts of it.
 */
#include <garner/garner.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GARNER_MODULE_H
#error "module.h came with garner.h"
#endif

/* What DLPack's dlpack.h says of a tensor, whose producer would include that. */
typedef struct DLTensor {
    void *data;
    struct {
        int32_t device_type, device_id;
    } device;
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;

static grn_dtype dtype_of(const DLTensor *t)
{
    static const struct {
        uint8_t code, bits;
        grn_dtype dtype;
    } types[] = {{0, 32, GRN_I32}, {0, 64, GRN_I64}, {2, 32, GRN_F32}, {2, 64, GRN_F64}, {4, 16, GRN_BF16}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].code == t->dtype.code && types[i].bits == t->dtype.bits && t->dtype.lanes == 1)
            return types[i].dtype;
    return GRN_NO_DTYPE;
}

/* No copy: DLPack's strides count elements too, and are NULL for a compact tensor. */
static grn_status view_of(const DLTensor *t, grn_tensor *out)
{
    grn_status status = grn_tensor_init(out, (char *)t->data + t->byte_offset, dtype_of(t), t->ndim, t->shape);
    if (status == GRN_OK && t->strides != NULL)
        memcpy(out->stride, t->strides, (size_t)t->ndim * sizeof *t->strides);
    return status;
}

/* Rows 2 and 0 of the transpose of {{1, 2, 3}, {4, 5, 6}}, which are columns of it. */
static int gathers(void)
{
    float table[2][3] = {{1, 2, 3}, {4, 5, 6}}, got[2][2] = {{0}};
    int64_t which[2] = {2, 0}, shape[2] = {3, 2}, strides[2] = {1, 3};
    DLTensor columns = {table, {1, 0}, 2, {2, 32, 1}, shape, strides, 0};
    grn_tensor operand, indices, result;
    if (view_of(&columns, &operand) != GRN_OK ||
        grn_tensor_init(&indices, which, GRN_I64, 1, (int64_t[]){2}) != GRN_OK ||
        grn_tensor_init(&result, got, GRN_F32, 2, (int64_t[]){2, 2}) != GRN_OK)
        return 1;
    if (grn_torch_index_select(&operand, 0, &indices, &result, NULL) != GRN_OK)
        return 1;
    return !(got[0][0] == 3 && got[0][1] == 6 && got[1][0] == 1 && got[1][1] == 4);
}

/* Updates 1, 2, 3 added to elements 1, 3 and 1 of four tens; out of range is left out. */
static int scatters(void)
{
    float sums[4] = {10, 10, 10, 10}, updates[4] = {1, 2, 3, 4};
    int64_t to[4] = {1, 3, 1, 9};
    grn_tensor result, index, update;
    grn_plan *plan = NULL;
    grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = GRN_COMBINE_ADD};
    if (grn_tensor_init(&result, sums, GRN_F32, 1, (int64_t[]){4}) != GRN_OK ||
        grn_tensor_init(&index, to, GRN_I64, 1, (int64_t[]){4}) != GRN_OK ||
        grn_tensor_init(&update, updates, GRN_F32, 1, (int64_t[]){4}) != GRN_OK)
        return 1;
    if (grn_scatter(&spec, 1, &result, &index, &update, NULL) != GRN_OK || sums[1] != 14 || sums[3] != 12)
        return 1;
    if (grn_plan_scatter(&spec, 1, &result, &index, &update, NULL, NULL, NULL, &plan) != GRN_OK)
        return 1;
    size_t bytes = grn_plan_scratch_bytes(plan);
    void *scratch = bytes > 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    grn_status status = grn_plan_run_scatter(plan, (void *[]){sums}, to, (const void *[]){updates}, scratch, NULL);
    free(scratch);
    grn_plan_destroy(plan);
    return !(status == GRN_OK && sums[0] == 10 && sums[1] == 18 && sums[2] == 10 && sums[3] == 14);
}

int main(void)
{
    if (gathers() || scatters()) {
        fputs("embed: a result is wrong\n", stderr);
        return 1;
    }
    return 0;
}
