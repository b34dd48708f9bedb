/* scene.c - an op with its tensors: the names of its steps, and the elements that show the most
 * kinds of them. */
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

const grn_step_names *grn_names_of(bool is_scatter)
{
    static const grn_step_names names[] = {
        {"operand", "start_indices", "result", "result_index", "batch_index", "batch_dims", "offset_index",
         "full_offset_index", "operand_index", "offset_dims", "collapsed_slice_dims", "operand_batching_dims",
         "start_indices_batching_dims", "start_index_map"},
        {"input", "scatter_indices", "updates", "update_index", "update_scatter_index", "update_scatter_dims",
         "update_window_index", "full_window_index", "result_index", "update_window_dims", "inserted_window_dims",
         "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"}};
    return &names[is_scatter];
}

static const char *or_else(const char *own, const char *word) { return own ? own : word; }

grn_access_words grn_scene_words(const grn_scene *s)
{
    static const grn_access_words none = {.op = NULL};
    const grn_step_names *names = grn_names_of(s->problem.scatter != NULL);
    grn_access_words w = s->words ? *s->words : none;
    w.dimension = or_else(w.dimension, "dim");
    w.dimensions = or_else(w.dimensions, "dims");
    w.operand = or_else(w.operand, names->operand);
    w.indices = or_else(w.indices, names->indices);
    w.result = or_else(w.result, "result");
    w.updates = s->problem.gather ? w.result : or_else(w.updates, names->dense);
    return w;
}

size_t grn_shown_inputs(const grn_scene *s, const grn_question *q, size_t *first)
{
    *first = q->only_input ? q->only_input - 1 : 0;
    return q->only_input ? 1 : s->problem.npairs;
}

const char *grn_part_name(const grn_scene *s, const char *name, size_t input, char *buffer)
{
    if (s->problem.npairs == 1)
        snprintf(buffer, GRN_PART_BYTES, "%s", name);
    else
        snprintf(buffer, GRN_PART_BYTES, "%s %zu", name, input);
    return buffer;
}

void grn_batch_dims(const grn_dimension_numbers *dims, int32_t dense_rank, grn_dims *out)
{
    out->count = 0;
    for (int32_t d = 0; d < dense_rank; d++)
        if (!grn_dims_has(&dims->offset_dims, d))
            grn_dims_push(out, d);
}

void grn_vector_position(const grn_meaning *m, const int64_t *batch_index, int64_t *position)
{
    bool has_vector_dim = grn_has_vector_dim(m->dims, m->indices);
    int32_t rank = has_vector_dim ? m->indices->rank - 1 : m->indices->rank;
    for (int32_t b = 0; b < rank; b++)
        position[grn_batch_to_indices_dim(m->dims, b)] = batch_index[b];
    if (has_vector_dim)
        position[m->dims->index_vector_dim] = 0;
}

void grn_scene_meaning(const grn_scene *s, grn_meaning *out)
{
    if (s->problem.gather)
        grn_gather_meaning(s->problem.gather, s->problem.operand, s->problem.indices, out);
    else
        grn_scatter_meaning(s->problem.scatter, s->problem.operand, s->problem.indices, s->problem.dense, out);
}

/* ---- the elements that are traced ------------------------------------------------------------ */

/* The most index vectors that are searched for kinds of elements. */
#define VECTORS_LOOKED_AT 4096

typedef struct chooser {
    const grn_scene *scene;
    grn_meaning meaning;
    size_t count, most;
    int64_t (*at)[GRN_MAX_RANK];
} chooser;

static void take_element(chooser *c, const int64_t *dense_index)
{
    size_t bytes = (size_t)c->scene->problem.dense->rank * sizeof *dense_index;
    for (size_t i = 0; i < c->count; i++)
        if (memcmp(c->at[i], dense_index, bytes) == 0)
            return;
    if (c->count < c->most)
        memcpy(c->at[c->count++], dense_index, bytes);
}

/* The element at a place of a window: at its first corner, its last, or one between. */
static void element_of(const chooser *c, const int64_t *batch_index, int corner, int64_t *dense_index)
{
    const grn_tensor *dense = c->scene->problem.dense;
    const grn_dims *offset_dims = &c->meaning.dims->offset_dims;
    int32_t batch = 0;
    for (int32_t d = 0; d < dense->rank; d++)
        if (!grn_dims_has(offset_dims, d))
            dense_index[d] = batch_index[batch++];
        else
            dense_index[d] = corner == 0 ? 0 : corner == 1 ? dense->shape[d] - 1 : (dense->shape[d] - 1) / 2;
}

/* A number for how an element is addressed: elements of different kinds have different numbers. */
static unsigned kind_of(const grn_explained *e)
{
    unsigned kind = 1u + (unsigned)e->end;
    for (int32_t k = 0; k < e->components; k++)
        kind |= e->wrapped[k] ? 16u : 0u;
    return kind;
}

static void take_kinds(chooser *c)
{
    int64_t shape[GRN_MAX_RANK], dense_index[GRN_MAX_RANK];
    unsigned seen[8] = {0};
    size_t nseen = 0;
    int looked = 0, corner = 0;
    int32_t rank = grn_batch_shape(&c->meaning, shape);
    grn_walk w;
    for (grn_walk_init(&w, rank, shape, 0, NULL); w.more && looked < VECTORS_LOOKED_AT; grn_walk_next(&w), looked++) {
        grn_explained e;
        element_of(c, w.index, corner, dense_index);
        grn_explain_steps(&c->meaning, c->scene->problem.scatter != NULL, c->scene->problem.dense->rank, dense_index,
                          &e);
        unsigned kind = kind_of(&e);
        bool known = nseen == GRN_COUNT(seen);
        for (size_t i = 0; i < nseen; i++)
            known |= seen[i] == kind;
        if (known)
            continue;
        seen[nseen++] = kind;
        take_element(c, dense_index);
        corner = (corner + 1) % 3;
    }
}

/* The element two thirds of the way through the index vectors, then the one at a third: for
 * accesses whose elements are all of one kind. */
static void take_between(chooser *c, int64_t part)
{
    int64_t shape[GRN_MAX_RANK], batch_index[GRN_MAX_RANK], dense_index[GRN_MAX_RANK];
    int32_t rank = grn_batch_shape(&c->meaning, shape);
    for (int32_t b = 0; b < rank; b++)
        batch_index[b] = shape[b] * (part == 1 ? 2 : 1) / 3;
    element_of(c, batch_index, part == 1 ? 1 : 2, dense_index);
    take_element(c, dense_index);
}

size_t grn_choose_traces(const grn_scene *s, size_t most, int64_t (*at)[GRN_MAX_RANK])
{
    chooser c = {.scene = s, .most = most, .at = at};
    if (grn_tensor_elements(s->problem.dense) == 0)
        return 0;
    grn_scene_meaning(s, &c.meaning);
    take_kinds(&c);
    for (int64_t part = 1; part <= 2 && c.count < 3; part++)
        take_between(&c, part);
    return c.count;
}
