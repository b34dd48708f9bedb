/* along.h - indices along one dimension, as torch, ONNX, TCP and TTNN have them. */
#ifndef GRN_GENERATE_ALONG_H
#define GRN_GENERATE_ALONG_H

#include "generate/generate.h"

typedef struct grn_gen_along {
    int32_t dim;    /* of the indices; its lines are what is unique */
    int64_t extent; /* that they point into */
    bool wraps;     /* a negative one counts from the end */
    bool unique;    /* no index twice in one line: there are at most `extent` */
} grn_gen_along;
/* Made for this op. One of them is out of range where the program may fail. */
grn_gen_value grn_gen_indices_along(grn_gen *g, const grn_gen_type *type, const grn_gen_along *how);
/* Index vectors, the last dimension's, into the first of `shape`; `unique`: no vector twice. */
grn_gen_value grn_gen_index_vectors(grn_gen *g, const grn_gen_type *type, const int64_t *shape, bool wraps,
                                    bool unique);
/* What an access along `dim` reads its indices in: extents of the operand but for that dimension. */
grn_gen_type grn_gen_along_type(grn_gen *g, const grn_gen_type *operand, int32_t dim, grn_dtype dtype, bool smaller);
/* Any dimension; or, now and then where `negative`, what counts from the end, in *written. */
int32_t grn_gen_draw_dim(grn_gen *g, int32_t rank, bool negative, int64_t *written);
/* What is put together along a dimension, *written as an op writes it: up to GRN_GEN_PARTS values in x, answered how
 * many, with type and facts of the whole. */
#define GRN_GEN_PARTS 3
size_t grn_gen_draw_parts(grn_gen *g, grn_gen_value *x, int64_t *written, grn_gen_type *type, grn_facts *facts);

#endif
