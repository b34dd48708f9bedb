/* nest.c - the spec applied to shapes and strides: every element's address as a sum over loops and coordinates. */
#include "spec/check.h"

/* What both builders need: the window's extent along each operand dim. */
typedef struct frame {
    const grn_dimension_numbers *dims;
    const grn_tensor *operand, *indices, *dense;
    int64_t window[GRN_MAX_RANK];
    int32_t window_loop[GRN_MAX_RANK]; /* the dense dim that walks each operand dim, -1 when none does */
} frame;

/* The window is the caller's to fill, along the operand's dims; beyond them nothing is read. */
static void frame_of(const grn_dimension_numbers *dims, const grn_tensor *operand, const grn_tensor *indices,
                     const grn_tensor *dense, frame *f)
{
    f->dims = dims;
    f->operand = operand;
    f->indices = indices;
    f->dense = dense;
}

static void window_loops(frame *f)
{
    int32_t offset = 0;
    for (int32_t d = 0; d < f->operand->rank; d++)
        f->window_loop[d] = grn_dim_is_dropped(f->dims, d) ? -1 : (int32_t)f->dims->offset_dims.v[offset++];
}

/* The stride along a dimension. One along which nothing is stepped may be any number in a view from outside, and is 0 here. */
static int64_t stride_of(const grn_tensor *t, int64_t d) { return t->shape[d] > 1 ? t->stride[d] : 0; }

/* The operand's stride along a batch loop: a batching dim moves with it, else the operand stands still. */
static int64_t batching_stride(const frame *f, int32_t indices_dim)
{
    for (int32_t i = 0; i < f->dims->operand_batching_dims.count; i++)
        if (f->dims->start_indices_batching_dims.v[i] == indices_dim)
            return stride_of(f->operand, f->dims->operand_batching_dims.v[i]);
    return 0;
}

static void add_loops(const frame *f, grn_nest *out)
{
    int32_t batch = 0;
    out->nloops = f->dense->rank;
    for (int32_t d = 0; d < f->dense->rank; d++) {
        out->loop[d] = (grn_loop){.extent = f->dense->shape[d], .dense = stride_of(f->dense, d)};
        if (grn_dims_has(&f->dims->offset_dims, d))
            continue;
        int32_t indices_dim = grn_batch_to_indices_dim(f->dims, batch++);
        out->loop[d].index = stride_of(f->indices, indices_dim);
        out->loop[d].operand = batching_stride(f, indices_dim);
    }
    for (int32_t d = 0; d < f->operand->rank; d++)
        if (f->window_loop[d] >= 0)
            out->loop[f->window_loop[d]].operand = stride_of(f->operand, d);
}

static void add_coordinates(const frame *f, grn_nest *out)
{
    int64_t vector_stride = grn_has_vector_dim(f->dims, f->indices) ? stride_of(f->indices, f->dims->index_vector_dim) : 0;
    bool empty = grn_tensor_elements(f->indices) == 0;
    out->ncoords = f->dims->start_index_map.count;
    for (int32_t k = 0; k < out->ncoords; k++) {
        int32_t d = (int32_t)f->dims->start_index_map.v[k];
        out->coord[k] = (grn_coordinate){
            .index_offset = empty ? 0 : k * vector_stride,
            .operand_stride = stride_of(f->operand, d),
            .dim = f->operand->shape[d],
            .window = f->window[d],
            .window_loop = f->window_loop[d],
            .operand_dim = d,
        };
    }
}

static void build(frame *f, grn_index_rule rule, grn_nest *out)
{
    out->rule = rule;
    out->dtype = f->operand->dtype;
    out->index_dtype = f->indices->dtype;
    window_loops(f);
    add_loops(f, out);
    add_coordinates(f, out);
    out->elements = grn_tensor_elements(f->dense);
}

void grn_gather_nest(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *result,
                     grn_nest *out)
{
    frame f;
    frame_of(&spec->dims, operand, indices, result, &f);
    for (int32_t d = 0; d < operand->rank; d++)
        f.window[d] = spec->slice_sizes.v[d];
    build(&f, grn_gather_rule(spec), out);
}

/* An inserted dim of extent 0 that no index points at: no start to test, and no element to reach. */
static bool is_unreachable(const grn_dimension_numbers *dims, const grn_tensor *operand)
{
    for (int32_t i = 0; i < dims->collapsed_slice_dims.count; i++) {
        int64_t d = dims->collapsed_slice_dims.v[i];
        if (operand->shape[d] == 0 && !grn_dims_has(&dims->start_index_map, d))
            return true;
    }
    return false;
}

static void visit_nothing(grn_nest *nest)
{
    nest->nloops = 1;
    nest->ncoords = 0;
    nest->loop[0] = (grn_loop){0};
    nest->elements = 0;
}

void grn_scatter_nest(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *updates,
                      grn_nest *out)
{
    frame f;
    int32_t window = 0;
    frame_of(&spec->dims, operand, indices, updates, &f);
    for (int32_t d = 0; d < operand->rank; d++)
        f.window[d] = grn_dim_is_dropped(&spec->dims, d) ? 1 : updates->shape[spec->dims.offset_dims.v[window++]];
    build(&f, grn_scatter_rule(spec), out);
    if (is_unreachable(&spec->dims, operand) && out->rule.bounds != GRN_BOUNDS_ERROR)
        visit_nothing(out);
}
