/* jax_segment.c - jax.ops.segment_sum, segment_prod, segment_min and segment_max. */
#include <inttypes.h>

#include "grouped/grouped.h"

#define ROW(name, operation)                                                             \
    {                                                                                    \
        name, { .op = GRN_SEGMENT_##operation, .rounding = GRN_SEGMENT_ROUND_EACH_STEP } \
    }
static const grn_grouped_word words[] = {
    ROW("sum", SUM), ROW("prod", PRODUCT), ROW("min", MIN), ROW("max", MAX), {NULL, {.axis = 0}}};
#undef ROW

static grn_status check_mode(grn_jax_mode mode, int64_t num_segments, const grn_diag *diag)
{
    if (mode < 0 || mode >= GRN_JAX_MODE_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "mode is %d, there is no such mode", (int)mode);
    if (num_segments < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "num_segments must be non-negative: %" PRId64,
                        num_segments);
    return GRN_OK;
}

grn_status grn_jax_segment_spec(const char *reduce, int64_t num_segments, grn_jax_mode mode, const grn_diag *diag,
                                grn_segment_spec *out)
{
    grn_status status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        status = check_mode(mode, num_segments, diag);
    if (status == GRN_OK)
        status = grn_grouped_find(words, reduce, "segment_spec", diag, out);
    if (status != GRN_OK)
        return status;
    out->ids = mode == GRN_JAX_FILL ? GRN_SEGMENT_IDS_DROP : GRN_SEGMENT_IDS_CLIP;
    out->nsegments = num_segments;
    return GRN_OK;
}

static grn_status reduce_by(const char *name, const char *reduce, const grn_tensor *data, const grn_tensor *segment_ids,
                            int64_t num_segments, grn_jax_mode mode, const grn_allocator *allocator,
                            const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c = {
        .name = name, .data_name = "data", .ids_name = "segment_ids", .arg_name = "arg", .report = NULL};
    grn_status status = grn_jax_segment_spec(reduce, num_segments, mode, diag, &c.spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(&c, data, segment_ids, diag);
    if (status == GRN_OK)
        status = grn_grouped_along_first(&c);
    if (status == GRN_OK)
        status = grn_check_view(out, "out", diag);
    if (status == GRN_OK && (out->rank != data->rank || out->shape[0] != num_segments))
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                          "%s: out must have data's shape with num_segments, %" PRId64 ", first", name, num_segments);
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, -1) : status;
}

#define CALL(reduce)                                                                                                 \
    grn_status grn_jax_segment_##reduce(const grn_tensor *data, const grn_tensor *segment_ids, int64_t num_segments, \
                                        grn_jax_mode mode, const grn_allocator *allocator, const grn_tensor *out,    \
                                        const grn_diag *diag)                                                        \
    {                                                                                                                \
        return reduce_by("segment_" #reduce, #reduce, data, segment_ids, num_segments, mode, allocator, out, diag);  \
    }
GRN_JAX_SEGMENTS(CALL)
