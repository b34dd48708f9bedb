/*
 * spec.h - the one canonical gather and the one canonical scatter, whose types embed.h declares:
 * their names as text, checks, references, promises.
 *
 * All calls here are thread-safe, keep no pointer and do not allocate, unless they say so. diag may
 * be NULL, and so may an allocator; nothing else.
 */
#ifndef GARNER_SPEC_H
#define GARNER_SPEC_H

#include "garner/tensor.h"

GRN_BEGIN_DECLS

/*
 * Windows of an input, in the order of their updates: window i of `count` is
 * the `elements` elements from current + offset[i] on; its updates are those
 * from update + from[i] on, or from update + i * step where `from` is NULL.
 * All count elements of the input's dtype. Windows may share destinations.
 * `next` is the list of the input after it, NULL that of the last input: it has
 * a current and an update of its own, and all else as the first.
 */
typedef struct grn_combine_list {
    int64_t count, elements;
    void *current;
    const int64_t *offset;
    const void *update;
    const int64_t *from;
    int64_t step;
    const struct grn_combine_list *next;
} grn_combine_list;

/* Text of the enumerators ("clamp", "add", GRN_BOUNDS_DEFAULT's is "default"); "unknown" outside
 * the lists. Static storage. */
GRN_API const char *grn_bounds_text(grn_bounds bounds);
GRN_API const char *grn_combiner_text(grn_combiner combiner);

/*
 * Checks a scatter into `inputs` (StableHLO scatter C1-C22). All inputs share
 * a shape, all updates share a shape, and updates[i] has inputs[i]'s dtype.
 */
GRN_API GRN_MUST_USE grn_status grn_scatter_check(const grn_scatter_spec *spec, size_t ninputs,
                                                  const grn_tensor *inputs, const grn_tensor *indices,
                                                  const grn_tensor *updates, const grn_diag *diag);

/*
 * The meaning of a gather, element by element, as the StableHLO specification
 * defines it. Slow on purpose: the oracle for every plan.
 *   operand [d0, ...] any strides; indices of any integer dtype or i1, any strides; result of the
 *   shape grn_gather_shape reports, operand's dtype, any strides without overlap of its own.
 * GRN_E_INDEX under GRN_BOUNDS_ERROR, result untouched. GRN_E_ALIAS when result overlaps operand or
 * indices.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_reference(const grn_gather_spec *spec, const grn_tensor *operand,
                                                     const grn_tensor *indices, const grn_tensor *result,
                                                     const grn_diag *diag);

/*
 * The meaning of a scatter. `results` hold the inputs on entry and the results on exit. Updates are
 * visited in ascending row-major order of the updates, and every step rounds to the element type.
 * Elements of one result may share a place (a stride of 0): the updates of all of them then meet
 * there, in that order.
 */
GRN_API GRN_MUST_USE grn_status grn_scatter_reference(const grn_scatter_spec *spec, size_t ninputs,
                                                      const grn_tensor *results, const grn_tensor *indices,
                                                      const grn_tensor *updates, const grn_diag *diag);

/*
 * Checks the sorted and unique promises a spec makes over actual indices. GRN_E_PROMISE with a
 * message naming the first offending pair of index vectors: their positions in indices and what of
 * them was compared. unique_indices: no element of the operand is reached twice.
 * indices_are_sorted: full start indices ascend, as the specification defines them: after the
 * clamp, compared component by component in the order of the operand's dimensions; batching
 * positions are no part of them. Allocates scratch from `allocator` for the uniqueness check (never
 * more than the operand's element count in bits plus a constant).
 */
GRN_API GRN_MUST_USE grn_status grn_gather_check_promises(const grn_gather_spec *spec, const grn_tensor *operand,
                                                          const grn_tensor *indices, const grn_allocator *allocator,
                                                          const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_scatter_check_promises(const grn_scatter_spec *spec, const grn_tensor *operand,
                                                           const grn_tensor *indices, const grn_tensor *updates,
                                                           const grn_allocator *allocator, const grn_diag *diag);

GRN_END_DECLS

#endif
