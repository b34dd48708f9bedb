/* nest.c - the spec applied to shapes and strides: every element's address as a sum over loops and
 * coordinates. */
#include "access/map.h"
#include "access/spec.h"

/* What both builders need: the three tensors, and the window's extent along each operand dim. */
typedef struct frame {
    const grn_dims *component_dims; /* start_index_map */
    const grn_tensor *operand, *indices, *dense;
    grn_access_map map;
    int64_t window[GRN_MAX_RANK];
} frame;

/* The window is the caller's to fill, along the operand's dims; beyond them nothing is read. */
static void frame_of(const grn_dimension_numbers *dims, const grn_tensor *operand, const grn_tensor *indices,
                     const grn_tensor *dense, frame *f)
{
    f->component_dims = &dims->start_index_map;
    f->operand = operand;
    f->indices = indices;
    f->dense = dense;
    grn_access_map_of(dims, operand->rank, indices->rank, &f->map);
}

/* The stride along a dimension. One along which nothing is stepped may be any number in a view from
 * outside, and is 0 here. */
static int64_t stride_of(const grn_tensor *t, int32_t d) { return d >= 0 && t->shape[d] > 1 ? t->stride[d] : 0; }

/* A loop over a window moves the operand alone; one that goes along with indices moves those, and
 * the operand along its batching dim. */
static void add_loops(const frame *f, grn_nest *out)
{
    out->nloops = f->dense->rank;
    for (int32_t d = 0; d < f->dense->rank; d++) {
        const int32_t i = f->map.dense[d].indices;
        out->loop[d] = (grn_loop){
            .extent = f->dense->shape[d],
            .dense = stride_of(f->dense, d),
            .operand = stride_of(f->operand, i < 0 ? f->map.dense[d].operand : f->map.indices[i].operand),
            .index = stride_of(f->indices, i),
        };
    }
}

static void add_coordinates(const frame *f, grn_nest *out)
{
    int64_t vector_stride = stride_of(f->indices, f->map.vector_dim);
    bool empty = grn_tensor_elements(f->indices) == 0;
    out->ncoords = f->map.components;
    for (int32_t k = 0; k < out->ncoords; k++) {
        int32_t d = (int32_t)f->component_dims->v[k];
        out->coord[k] = (grn_coordinate){
            .index_offset = empty ? 0 : k * vector_stride,
            .operand_stride = stride_of(f->operand, d),
            .dim = f->operand->shape[d],
            .window = f->window[d],
            .window_loop = f->map.operand[d].dense,
            .operand_dim = d,
        };
    }
}

static void build(frame *f, grn_index_rule rule, grn_nest *out)
{
    out->rule = rule;
    out->dtype = f->operand->dtype;
    out->index_dtype = f->indices->dtype;
    add_loops(f, out);
    add_coordinates(f, out);
    out->elements = grn_tensor_elements(f->dense);
}

void grn_gather_nest(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                     const grn_tensor *result, grn_nest *out)
{
    frame f;
    frame_of(&spec->dims, operand, indices, result, &f);
    for (int32_t d = 0; d < operand->rank; d++)
        f.window[d] = spec->slice_sizes.v[d];
    build(&f, grn_gather_rule(spec), out);
}

/* An inserted dim of extent 0 that no index points at: no start to test, and no element to
 * reach. */
static bool is_unreachable(const frame *f)
{
    for (int32_t d = 0; d < f->operand->rank; d++)
        if (f->operand->shape[d] == 0 && f->map.operand[d].dense < 0 && f->map.operand[d].batching < 0 &&
            f->map.operand[d].component < 0)
            return true;
    return false;
}

static void visit_nothing(grn_nest *nest)
{
    nest->nloops = 1;
    nest->ncoords = 0;
    nest->loop[0] = (grn_loop){0};
    nest->elements = 0;
}

void grn_scatter_nest(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                      const grn_tensor *updates, grn_nest *out)
{
    frame f;
    frame_of(&spec->dims, operand, indices, updates, &f);
    for (int32_t d = 0; d < operand->rank; d++)
        f.window[d] = grn_access_window(&f.map, updates->shape, d);
    build(&f, grn_scatter_rule(spec), out);
    if (is_unreachable(&f) && out->rule.bounds != GRN_BOUNDS_ERROR)
        visit_nothing(out);
}
