/*
 * spec.h - the meaning of gather and scatter, and their addresses.
 *
 * Knows: the canonical spec, its rules against shapes, the element-by-element
 * reference, the promises, and the nest: the spec applied to shapes and
 * strides. Must not know: any dialect's name, IR, strategies, threads,
 * instruction sets.
 */
#ifndef GRN_ACCESS_SPEC_H
#define GRN_ACCESS_SPEC_H

#include "core/core.h"
#include "garner/spec.h"

/* The index rule of a spec, with the policy that GRN_BOUNDS_DEFAULT stands for. All code takes the
 * policy from here. */
static inline grn_index_rule grn_gather_rule(const grn_gather_spec *spec)
{
    grn_index_rule rule = spec->index;
    rule.bounds = rule.bounds == GRN_BOUNDS_DEFAULT ? GRN_BOUNDS_CLAMP : rule.bounds;
    return rule;
}
static inline grn_index_rule grn_scatter_rule(const grn_scatter_spec *spec)
{
    grn_index_rule rule = spec->index;
    rule.bounds = rule.bounds == GRN_BOUNDS_DEFAULT ? GRN_BOUNDS_SKIP : rule.bounds;
    return rule;
}

/*
 * One loop of the nest: a dimension of the dense tensor (a gather's result, a
 * scatter's updates), with what one step along it adds to each address.
 * Window dims have index == 0, since the index vector stays; so does a
 * broadcast of the index tensor, which makes that dim a window dim.
 */
typedef struct grn_loop {
    int64_t extent;
    int64_t dense;   /* stride in the dense tensor, elements */
    int64_t operand; /* stride in the operand, elements: the window's own, or a batching dim's; else 0 */
    int64_t index;   /* stride in the indices tensor, elements */
} grn_loop;

/* One component of the index vector. */
typedef struct grn_coordinate {
    int64_t index_offset;   /* from the vector's start, in elements of the indices tensor */
    int64_t operand_stride; /* elements per unit of the start index */
    int64_t dim;            /* operand extent along its dimension */
    int64_t window;         /* window extent along it; a start is in range in [0, dim - window] */
    /* the loop that walks the window along this dimension, -1 when the window is dropped (extent
     * 1) */
    int32_t window_loop;
    int32_t operand_dim; /* for messages */
} grn_coordinate;

/*
 * The address of every element: for loop counters i and the start vector s
 * resolved from indices at sum(i * loop.index),
 *   operand offset = sum(i * loop.operand) + sum(s_k * coord[k].operand_stride).
 * Loops stand in the dense tensor's row-major order, which is the order a
 * scatter visits its updates in. Made from checked shapes only. A scatter that
 * can reach no element at all, because an inserted dim that nothing indexes has
 * extent 0, is one loop of extent 0.
 */
typedef struct grn_nest {
    int32_t nloops;
    int32_t ncoords;
    grn_loop loop[GRN_MAX_RANK];
    grn_coordinate coord[GRN_MAX_RANK];
    grn_index_rule rule;
    grn_dtype dtype; /* of operand and dense */
    grn_dtype index_dtype;
    int64_t elements; /* product of the extents */
} grn_nest;

/* Both expect tensors that passed grn_gather_shape / grn_scatter_check. `dense` may have any
 * strides. */
void grn_gather_nest(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                     const grn_tensor *result, grn_nest *out);
void grn_scatter_nest(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                      const grn_tensor *updates, grn_nest *out);

/* The nest as text, a line per loop and per coordinate: for people and tests. */
grn_status grn_nest_print(const grn_nest *nest, const grn_sink *sink);

/*
 * A start from a raw index value (grn_index_load's): base and wrap applied,
 * then the policy. Returns whether the window starting there is wholly in
 * range; *start is clamped into range under CLAMP and PROMISE, raw otherwise.
 */
bool grn_resolve_start(const grn_index_rule *rule, const grn_coordinate *coord, int64_t raw, int64_t *start);

/* current = f(current, update) for one element of a named combiner, rounding to dtype; the
 * reference's arithmetic. A NaN result of ADD, MUL, MIN, MAX is the dtype's canonical quiet NaN
 * (grn_float_nan_bits), so that its bits never depend on operand order or instruction set. */
void grn_combine_element(grn_combiner combiner, grn_dtype dtype, void *current, const void *update);
/* Whether the combiner means something on dtype (AND on floats does not). */
bool grn_combiner_takes(grn_combiner combiner, grn_dtype dtype);

/* The message for the first out-of-range start under GRN_BOUNDS_ERROR: value, position in indices,
 * bound. position: of the component's own element in indices, rank(indices) entries,
 * index_vector_dim included. */
grn_status grn_fail_index(const grn_diag *diag, const grn_nest *nest, const grn_tensor *indices,
                          const int64_t *position, int32_t component);

/*
 * Under GRN_BOUNDS_ERROR: GRN_E_INDEX and grn_fail_index's message for the first start out of
 * range, index vectors in row-major order of indices; GRN_OK under every other policy. All index
 * vectors count, those of an empty window too. A plan that has found a bad start calls these for
 * the message.
 */
grn_status grn_gather_check_starts(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                   const grn_diag *diag);
grn_status grn_scatter_check_starts(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                    const grn_tensor *updates, const grn_diag *diag);

/* grn_gather_shape, and that `result` has its shape and dtype. Data is not read. */
grn_status grn_gather_check(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                            const grn_tensor *result, const grn_diag *diag);
/* That non-empty views have data and that no destination overlaps a source or another
 * destination. */
grn_status grn_gather_check_memory(const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *result,
                                   const grn_diag *diag);
grn_status grn_scatter_check_memory(size_t ninputs, const grn_tensor *results, const grn_tensor *indices,
                                    const grn_tensor *updates, const grn_diag *diag);

/* The most inputs one scatter takes; grn_scatter_check answers GRN_E_LIMIT above it. */
#define GRN_MAX_INPUTS 64

/* GRN_E_ALIAS with a message when the destination overlaps a source. */
grn_status grn_check_alias(const grn_tensor *destination, const grn_tensor *source, const char *source_name,
                           const grn_diag *diag);

/* ---- lists of dimensions --------------------------------------------------------------------- */

bool grn_dims_has(const grn_dims *list, int64_t dim);
bool grn_dims_equal(const grn_dims *a, const grn_dims *b);
bool grn_same_dimension_numbers(const grn_dimension_numbers *a, const grn_dimension_numbers *b);
/* *to = *from, the first `count` entries. A count that is out of range is kept, for the checks to
 * report. */
static inline void grn_dims_copy(grn_dims *to, const grn_dims *from)
{
    to->count = from->count;
    for (int32_t i = 0; i < from->count && i < GRN_MAX_RANK; i++)
        to->v[i] = from->v[i];
}
/* The same of all lists; and all lists empty, index_vector_dim 0. */
void grn_dimension_numbers_copy(grn_dimension_numbers *to, const grn_dimension_numbers *from);
void grn_dimension_numbers_clear(grn_dimension_numbers *out);
/* At the end of a list that has place for it. */
static inline void grn_dims_push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }
/* from, from + 1, ... before to. */
static inline void grn_dims_push_range(grn_dims *list, int64_t from, int64_t to)
{
    for (int64_t v = from; v < to; v++)
        grn_dims_push(list, v);
}
/* A list of any length; false: it has more than GRN_MAX_RANK entries. */
bool grn_dims_read(size_t count, const int64_t *v, grn_dims *out);

#endif
