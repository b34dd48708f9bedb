/*
 * torch.h - what PyTorch's indexing demands and gives; messages are PyTorch's.
 *
 *   PT-1  dim is in [-r, r-1], where a tensor of rank 0 counts as [1]
 *   PT-2  gather, scatter: self, index and src have one rank
 *   PT-3  index is at most as long as self beside dim; scatter: and as src everywhere
 *   PT-4  index_select, index_add, index_copy: index has rank 0 or 1
 *   PT-5  an index is in [0, s): a negative one is an error
 *   PT-6  of several scattered to one place the last in row-major order stays, or all are reduced
 *         in that order
 *   PT-7  the result is typed as what the operands give
 *   PT-8  an empty index gives an empty result, or self as it is; nothing else about it is checked
 *   PT-9  index.Tensor, index_put: an index is in [-s, s)
 *   PT-10 index.Tensor, index_put: a list of index tensors for the leading dims, one at least,
 *         broadcast together
 *   PT-11 operands of an element-wise op are broadcast, and have one dtype (PyTorch would promote
 *         them)
 *   PT-12 a list is a torch.prim.ListConstruct
 *   PT-13 index_add, index_copy, index_reduce: source has self's shape, with index's length along
 *         dim
 *   PT-14 masked_select, masked_scatter: the mask is boolean and is broadcast together with self;
 *         source has self's dtype, and an element for each true place at least
 *   PT-15 bincount: 1-d integers that are not negative; weights are 1-d and as many
 *   PT-16 histc: floats, one bin at least, a range that is finite and ascending
 *   PT-17 embedding_bag: a table of floats, 1-d indices and offsets; mode is 0 (sum), 1 (mean) or
 *         2 (max); per_sample_weights, of sum alone, are typed as weight and shaped as indices;
 *         padding_idx names a row
 *   PT-18 embedding_bag: offsets begin at 0, ascend and do not pass the end of indices; an index is
 *         in [0, rows)
 *   PT-19 segment_reduce: data of floats; lengths, or else offsets, of i32 or i64, with data's extents
 *         before axis, which is their last dim; offsets are one more than there are segments
 *   PT-20 segment_reduce: lengths are not negative, and those of a row add up to data's extent along
 *         axis; offsets ascend, and lie within it
 */
#ifndef GRN_RULES_TORCH_H
#define GRN_RULES_TORCH_H

#include "garner/segments.h"
#include "rules/rules.h"

/* ---- shapes (torch.c) ------------------------------------------------------------------------ */

/* "Long", "Float" */
const char *grn_torch_dtype_text(grn_dtype dtype);
/* "[3, ?]" in a buffer of GRN_LIST_BYTES. */
static inline const char *grn_torch_shape_text(const grn_shaped *s, char *buffer)
{
    return grn_extents_text(s->shape, s->rank, ", ", buffer);
}

/* A tensor of rank 0 counts as [1]. */
static inline int32_t grn_torch_rank(const grn_shaped *s) { return s->rank > 0 ? s->rank : 1; }
static inline int64_t grn_torch_extent(const grn_shaped *s, int32_t d) { return s->rank > 0 ? s->shape[d] : 1; }
static inline bool grn_torch_is_index(grn_dtype dtype) { return dtype == GRN_I64 || dtype == GRN_I32; }
/* Some extent is 0. */
bool grn_torch_is_empty(const grn_shaped *s);
/* Shapes aligned at their ends, the common one into rank and shape. False: they do not go
 * together. */
bool grn_torch_broadcast(int32_t *rank, int64_t *shape, int32_t by_rank, const int64_t *by);
/* PT-7: GRN_E_LIMIT. */
grn_status grn_torch_rule_rank(const grn_rule_report *to, int32_t rank);
/* PT-1: *axis is dim from the front, -1 where `dim` is NULL: not known yet. GRN_E_ARGUMENT. */
grn_status grn_torch_rule_dim(const grn_rule_report *to, int32_t rank, const int64_t *dim, int32_t *axis);

/* ---- along a dim (torch_elements.c, torch_slices.c) ------------------------------------------ */

typedef struct grn_torch_args {
    grn_shaped self, index;
    grn_shaped source; /* scatter's src, index_add's source; not read without has_source */
    bool has_source;
    bool even_empty; /* an empty index is held against PT-2 and PT-3 too */
    /* index is about to be read: where the indexed dim of self is empty, any index is out of
     * range */
    bool reads;
    const int64_t *dim; /* NULL: not known yet */
} grn_torch_args;

typedef struct grn_torch_found {
    grn_shaped result; /* PT-7 */
    int32_t axis;      /* dim from the front, -1: not known */
    bool idle;         /* index has no element */
} grn_torch_found;

/* GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_ARGUMENT (dim), GRN_E_INDEX, GRN_E_LIMIT. */
typedef grn_status grn_torch_rule(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out);

grn_torch_rule grn_torch_rule_gather, grn_torch_rule_index_select, grn_torch_rule_take_along_dim;
grn_torch_rule grn_torch_rule_scatter; /* scatter_add and scatter_reduce too */
grn_torch_rule grn_torch_rule_index_add, grn_torch_rule_index_copy, grn_torch_rule_index_reduce;
/* self: weight; no dim */
grn_torch_rule grn_torch_rule_embedding;
/* take, and take_along_dim without a dim: self is read flat */
grn_torch_rule grn_torch_rule_take, grn_torch_rule_take_flat;
/* PT-4 and the dtypes of source and self, as index_copy says it or as index_add does. GRN_E_SHAPE,
 * GRN_E_DTYPE. */
grn_status grn_torch_rule_vector(const grn_rule_report *to, const grn_torch_args *a, bool copies);
grn_status grn_torch_rule_source_dtype(const grn_rule_report *to, const grn_torch_args *a, bool copies);
/* PT-1, the dtype of index, and whether it is empty; out->result is left. */
grn_status grn_torch_rule_begin(const grn_rule_report *to, const grn_torch_args *a, grn_torch_found *out);

/* ---- lists of index tensors (torch_lists.c) -------------------------------------------------- */

typedef struct grn_torch_chosen {
    grn_dims dims; /* of self */
    int32_t rank;  /* of the index tensors, broadcast together */
    int64_t shape[GRN_MAX_RANK];
} grn_torch_chosen;
/* One more: for dim `dim` of self. False: it cannot be broadcast with the others. */
bool grn_torch_choose(grn_torch_chosen *c, int64_t dim, int32_t rank, const int64_t *shape);
/*
 * The dimension numbers for coordinates stacked along a new last dim, and the shape of
 * self[indices]: the dims of indices replace the indexed dims where those are adjacent, else they
 * come first. False: too many dims.
 */
bool grn_torch_place(const grn_torch_chosen *c, int32_t self_rank, const int64_t *self, grn_dimension_numbers *n,
                     int32_t *rank, int64_t *shape);

#define GRN_TORCH_WHOLE (-1) /* the rank of no index tensor: a dimension taken whole */

typedef struct grn_torch_indexed {
    grn_torch_chosen chosen;
    grn_dimension_numbers dims;
    grn_shaped result; /* self[indices] */
} grn_torch_indexed;
/* PT-10: how many index tensors there may be. GRN_E_SHAPE. */
grn_status grn_torch_rule_count(const grn_rule_report *to, int32_t self_rank, size_t n);
/* PT-7, PT-10 of so many. GRN_E_ARGUMENT, GRN_E_SHAPE, GRN_E_DTYPE; GRN_E_UNSUPPORTED: a mask;
 * GRN_E_LIMIT. */
grn_status grn_torch_rule_index(const grn_rule_report *to, const grn_shaped *self, size_t n, const grn_shaped *indices,
                                grn_torch_indexed *out);
/* PT-11: values go with self[indices], which they do not make larger. GRN_E_DTYPE, GRN_E_SHAPE. */
grn_status grn_torch_rule_values(const grn_rule_report *to, const grn_shaped *values, const grn_shaped *result);
grn_status grn_torch_rule_spread(const grn_rule_report *to, const grn_shaped *values, const grn_shaped *result);

/* ---- reductions (torch_reduce.c) ------------------------------------------------------------- */

typedef enum grn_torch_identity {
    GRN_TORCH_ZERO,
    GRN_TORCH_ONE,
    GRN_TORCH_LEAST,
    GRN_TORCH_GREATEST
} grn_torch_identity;
typedef struct grn_torch_reduction {
    const char *name;
    grn_combiner combiner;
    grn_torch_identity identity; /* where self does not take part */
    bool divides;                /* by the number of values that went to a place */
} grn_torch_reduction;
/* scatter's: NULL, "add", "multiply". GRN_E_ARGUMENT. */
grn_status grn_torch_rule_combiner(const grn_rule_report *to, const char *reduce, grn_combiner *out);
/* scatter_reduce's; NULL: there is none of that name. */
const grn_torch_reduction *grn_torch_reduction_named(const char *name, size_t n);
/* GRN_E_ARGUMENT */
grn_status grn_torch_rule_reduction(const grn_rule_report *to, const char *name, size_t n,
                                    const grn_torch_reduction **out);
/* index_reduce's: as scatter_reduce's, without sum. GRN_E_ARGUMENT */
grn_status grn_torch_rule_index_reduction(const grn_rule_report *to, const char *name, size_t n,
                                          const grn_torch_reduction **out);
/* What index_reduce has no kernel for: an order of complex numbers, the mean of bools. GRN_E_DTYPE. */
grn_status grn_torch_rule_index_reduced(const grn_rule_report *to, const grn_torch_reduction *r, grn_dtype dtype);
/* Complex numbers have no order for amin and amax. GRN_E_DTYPE. */
grn_status grn_torch_rule_ordered(const grn_rule_report *to, const grn_torch_reduction *r, grn_dtype dtype);
/* Least and greatest are infinities where dtype has them. */
void grn_torch_store_identity(grn_torch_identity i, grn_dtype dtype, void *element);
/* By count > 1; integers round down. */
void grn_torch_divide(grn_dtype dtype, void *element, int64_t count);

/* ---- masks and counts (torch_masks.c, torch_counts.c) ---------------------------------------- */

/* PT-14: *wide is self and mask broadcast together, of self's dtype. GRN_E_DTYPE, GRN_E_SHAPE,
 * GRN_E_LIMIT. */
grn_status grn_torch_rule_masked_select(const grn_rule_report *to, const grn_shaped *self, const grn_shaped *mask,
                                        grn_shaped *wide);
grn_status grn_torch_rule_masked_scatter(const grn_rule_report *to, const grn_shaped *self, const grn_shaped *mask,
                                         const grn_shaped *source, grn_shaped *wide);
/* PT-14: of `places` that are true. GRN_E_SHAPE. */
grn_status grn_torch_rule_masked_source(const grn_rule_report *to, int64_t elements, int64_t places);
/* PT-15 of types; weights may be NULL. *dtype is the result's. GRN_E_ARGUMENT, GRN_E_DTYPE,
 * GRN_E_SHAPE. */
grn_status grn_torch_rule_bincount(const grn_rule_report *to, const grn_shaped *input, const grn_shaped *weights,
                                   int64_t minlength, grn_dtype *dtype);
/* PT-15: the least of the values. GRN_E_ARGUMENT. */
grn_status grn_torch_rule_counted(const grn_rule_report *to, int64_t least);
/* PT-16 of what is no range. GRN_E_ARGUMENT, GRN_E_DTYPE. */
grn_status grn_torch_rule_histc(const grn_rule_report *to, const grn_shaped *input, int64_t bins);
/* PT-16: *min and *max are equal, or the range as it is given; then what they stand for, where
 * [least, greatest] are the data's, of `elements`. GRN_E_ARGUMENT. */
grn_status grn_torch_rule_range(const grn_rule_report *to, int64_t elements, double least, double greatest, double *min,
                                double *max);

/* ---- bags (torch_bags.c) --------------------------------------------------------------------- */

enum { GRN_TORCH_BAG_SUM, GRN_TORCH_BAG_MEAN, GRN_TORCH_BAG_MAX };

typedef struct grn_torch_bag_args {
    grn_shaped weight, indices, offsets, weights; /* the last two are not read without has_ */
    bool has_offsets, has_weights;                /* without offsets indices are [bags, length] */
    const int64_t *mode, *padding;                /* NULL: not known yet; of padding also that there is none */
    const bool *include_last;
} grn_torch_bag_args;

typedef struct grn_torch_bag_found {
    int64_t bags, entries; /* GRN_DYNAMIC: not known yet */
    int64_t padding;       /* the row, counted from the front where that is known; -1: there is none */
} grn_torch_bag_found;

/* The mode of a name, which may be NULL. GRN_E_ARGUMENT. */
grn_status grn_torch_rule_bag_mode(const grn_rule_report *to, const char *name, int64_t *mode);
/* PT-17. GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_ARGUMENT. */
grn_status grn_torch_rule_bag(const grn_rule_report *to, const grn_torch_bag_args *a, grn_torch_bag_found *out);
/* PT-18 of tensors that passed PT-17; offsets may be NULL. Whether offsets ascend is not looked at.
 * GRN_E_INDEX. */
grn_status grn_torch_rule_bag_values(const grn_rule_report *to, const grn_tensor *indices, const grn_tensor *offsets,
                                     int64_t rows);
/* ---- segments (torch_segments.c) ------------------------------------------------------------- */

typedef struct grn_torch_segment_args {
    grn_shaped data, lengths, offsets; /* the last two are not read without has_ */
    bool has_lengths, has_indices, has_offsets;
    const int64_t *axis; /* NULL: not known yet */
} grn_torch_segment_args;

typedef struct grn_torch_segment_found {
    int32_t axis;
    bool by_offsets;
    grn_shaped result;
} grn_torch_segment_found;

/* scatter_reduce's names, and "max" and "min"; NULL: there is none of that name. */
const grn_torch_reduction *grn_torch_segment_reduction_named(const char *name, size_t n);
/* GRN_E_ARGUMENT */
grn_status grn_torch_rule_segment_reduction(const grn_rule_report *to, const char *name, size_t n,
                                            const grn_torch_reduction **out);
/* PT-1, PT-7, PT-19. GRN_E_ARGUMENT, GRN_E_SHAPE, GRN_E_DTYPE. */
grn_status grn_torch_rule_segments(const grn_rule_report *to, const grn_torch_segment_args *a,
                                   grn_torch_segment_found *out);
/* PT-20 of lengths: the first that is negative, or else they do not add up. GRN_E_INDEX: one of the
 * two holds. */
grn_status grn_torch_rule_lengths(const grn_rule_report *to, const grn_tensor *lengths);
/* What is computed. `initial`: an element of data's dtype, or NULL. */
void grn_torch_segment_spec(const grn_torch_reduction *r, const grn_torch_segment_found *found, grn_dtype dtype,
                            const void *initial, grn_segment_spec *out);
/* A mean of floats: by count > 0, which is rounded to the dtype first. */
void grn_torch_divide_rounded(grn_dtype dtype, void *element, int64_t count);

#endif
