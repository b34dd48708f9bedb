/* plan_problem.c - see plan_problem.h. */
#include "support/plan_problem.h"

#include <stdio.h>
#include <stdlib.h>

static grn_status combine_nothing(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_OK;
}

static void combine_nothing_in_order(void *user, const grn_combine_list *list) { (void)user, (void)list; }

static grn_tensor tensor_of(grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    static char nowhere[64];
    grn_tensor t;
    if (grn_tensor_init(&t, nowhere, dtype, rank, shape) != GRN_OK)
        abort();
    return t;
}

grn_status plan_problem_plan(const plan_problem *p, const grn_plan_options *options, const grn_diag *diag,
                             grn_plan **out)
{
    const grn_gather_spec gather = {.dims = p->dims,
                                    .slice_sizes = {p->rank, {p->slice[0], p->slice[1], p->slice[2]}},
                                    .index = {.indices_are_sorted = p->sorted}};
    const bool in_order = p->combiner == REGION_IN_ORDER;
    const grn_scatter_spec scatter = {
        .dims = p->dims,
        .combiner = in_order ? GRN_COMBINE_REGION : p->combiner,
        .region = combine_nothing,
        .region_in_order = in_order ? combine_nothing_in_order : NULL,
        .index = {.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = p->sorted, .unique_indices = p->unique}};
    grn_tensor operand = tensor_of(p->dtype, p->rank, p->operand),
               indices = tensor_of(p->index_dtype, p->index_rank, p->indices);
    grn_tensor dense = tensor_of(p->dtype, p->dense_rank, p->dense);
    for (int32_t d = 0; d < p->dense_rank; d++)
        dense.stride[d] *= p->dense_step > 0 ? p->dense_step : 1;
    return p->is_scatter ? grn_plan_scatter(&scatter, 1, &operand, &indices, &dense, options, NULL, diag, out)
                         : grn_plan_gather(&gather, &operand, &indices, &dense, options, NULL, diag, out);
}

void stored_machine(const char *name, grn_machine *m)
{
    char path[512], bytes[1 << 14];
    snprintf(path, sizeof path, "%s/share/machines/%s", GARNER_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    size_t n = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    grn_machine_default(m);
    if (n == 0 || n == sizeof bytes || grn_machine_read(bytes, n, NULL, m) != GRN_OK)
        abort();
}

void for_nobody(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user, (void)ntasks, (void)task, (void)context;
}
