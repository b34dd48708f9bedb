/* gather_reference.c - result[result_index] = operand[operand_index], and nothing clever. */
#include <string.h>

#include "access/meaning.h"

static void gather_element(const grn_meaning *m, const grn_gather_spec *spec, const grn_tensor *result,
                           const int64_t *result_index)
{
    int64_t batch_index[GRN_MAX_RANK], offset_index[GRN_MAX_RANK], operand_index[GRN_MAX_RANK];
    const void *value = spec->fill;
    grn_split_index(m->dims, result->rank, result_index, batch_index, offset_index);
    if (grn_operand_index(m, batch_index, offset_index, operand_index))
        value = grn_tensor_at(m->operand, grn_offset_in(m->operand, operand_index));
    memcpy(grn_tensor_at(result, grn_offset_in(result, result_index)), value, grn_dtype_bytes(result->dtype));
}

grn_status grn_gather_reference(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                const grn_tensor *result, const grn_diag *diag)
{
    grn_meaning m;
    grn_walk w;
    grn_status status = grn_gather_check(spec, operand, indices, result, diag);
    if (status == GRN_OK)
        status = grn_gather_check_memory(operand, indices, result, diag);
    if (status != GRN_OK)
        return status;
    grn_gather_meaning(spec, operand, indices, &m);
    status = grn_check_starts(&m, diag);
    if (status != GRN_OK)
        return status;
    for (grn_walk_init(&w, result->rank, result->shape, 0, NULL); w.more; grn_walk_next(&w))
        gather_element(&m, spec, result, w.index);
    return GRN_OK;
}
