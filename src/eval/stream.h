/*
 * stream.h - a strided view as a stream of elements in row-major order, taken
 * or put block after block. Internal to src/eval.
 */
#ifndef GRN_EVAL_STREAM_H
#define GRN_EVAL_STREAM_H

#include "core/core.h"

/* Dimensions of extent 1 are dropped and neighbours merged, so that rows are as long as the strides
 * allow. The last of `rank` >= 1 loops is the row. */
typedef struct grn_stream {
    char *data;
    size_t bytes; /* per element */
    int32_t rank;
    bool same;   /* every element is the first one: a broadcast scalar */
    bool filled; /* ... and the caller's buffer holds it already */
    int64_t offset;
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK], index[GRN_MAX_RANK];
} grn_stream;

void grn_stream_init(grn_stream *s, const grn_tensor *view);
/* The next n elements, n no more than are left. Either a place in the view, or `buffer`, which is
 * for this stream only: that of a broadcast scalar is filled once, with the count of its first
 * call, the largest one. */
const void *grn_stream_take(grn_stream *s, size_t n, void *buffer);
void grn_stream_put(grn_stream *s, size_t n, const void *from);
/* Goes to the row-major position `at` (no more than the number of elements), of the view now at
 * `data`. */
void grn_stream_seek(grn_stream *s, void *data, int64_t at);

#endif
