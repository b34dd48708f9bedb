/* scatter_reference.c - updates in ascending row-major order, one element at a time. */
#include <string.h>

#include "access/meaning.h"

/* One element of the widest dtype, aligned for any. */
typedef union element {
    unsigned char bytes[16];
    double alignment;
    int64_t alignment_too;
} element;

typedef struct scatter {
    const grn_scatter_spec *spec;
    size_t ninputs;
    const grn_tensor *results;
    const grn_tensor *updates;
    grn_meaning meaning;
} scatter;

/* updated_values = update_computation(results...[result_index], updates...[update_index]) by the
 * caller's function. */
static grn_status apply_region(const scatter *s, int64_t *result_at, int64_t *update_at)
{
    element current[GRN_MAX_INPUTS], update[GRN_MAX_INPUTS];
    void *current_of[GRN_MAX_INPUTS];
    const void *update_of[GRN_MAX_INPUTS];
    for (size_t i = 0; i < s->ninputs; i++) {
        size_t bytes = grn_dtype_bytes(s->results[i].dtype);
        memcpy(&current[i], grn_tensor_at(&s->results[i], result_at[i]), bytes);
        memcpy(&update[i], grn_tensor_at(&s->updates[i], update_at[i]), bytes);
        current_of[i] = &current[i];
        update_of[i] = &update[i];
    }
    grn_status status = s->spec->region(s->spec->region_user, 1, current_of, update_of);
    for (size_t i = 0; status == GRN_OK && i < s->ninputs; i++)
        memcpy(grn_tensor_at(&s->results[i], result_at[i]), &current[i], grn_dtype_bytes(s->results[i].dtype));
    return status;
}

static grn_status apply(const scatter *s, const int64_t *result_index, const int64_t *update_index)
{
    int64_t result_at[GRN_MAX_INPUTS], update_at[GRN_MAX_INPUTS];
    for (size_t i = 0; i < s->ninputs; i++) {
        result_at[i] = grn_offset_in(&s->results[i], result_index);
        update_at[i] = grn_offset_in(&s->updates[i], update_index);
    }
    if (s->spec->combiner == GRN_COMBINE_REGION)
        return apply_region(s, result_at, update_at);
    for (size_t i = 0; i < s->ninputs; i++)
        grn_combine_element(s->spec->combiner, s->results[i].dtype, grn_tensor_at(&s->results[i], result_at[i]),
                            grn_tensor_at(&s->updates[i], update_at[i]));
    return GRN_OK;
}

static grn_status scatter_element(const scatter *s, const int64_t *update_index)
{
    int64_t update_scatter_index[GRN_MAX_RANK], update_window_index[GRN_MAX_RANK], result_index[GRN_MAX_RANK];
    grn_split_index(&s->spec->dims, s->updates->rank, update_index, update_scatter_index, update_window_index);
    if (!grn_operand_index(&s->meaning, update_scatter_index, update_window_index, result_index))
        return GRN_OK;
    return apply(s, result_index, update_index);
}

grn_status grn_scatter_reference(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                 const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    scatter s = {.spec = spec, .ninputs = ninputs, .results = results, .updates = updates};
    grn_walk w;
    grn_status status = grn_scatter_check(spec, ninputs, results, indices, updates, diag);
    if (status == GRN_OK)
        status = grn_scatter_check_memory(ninputs, results, indices, updates, diag);
    if (status != GRN_OK)
        return status;
    grn_scatter_meaning(spec, results, indices, updates, &s.meaning);
    status = grn_check_starts(&s.meaning, diag);
    if (status != GRN_OK || grn_tensor_elements(results) == 0) /* no element to reach */
        return status;
    grn_walk_init(&w, updates->rank, updates->shape, 0, NULL);
    for (; status == GRN_OK && w.more; grn_walk_next(&w))
        status = scatter_element(&s, w.index);
    return status;
}
