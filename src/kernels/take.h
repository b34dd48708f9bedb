/*
 * take.h - the kernels of a gather into contiguous memory.
 *
 * The general kernels of kernels.h take 64-bit offsets and any strides. These serve the common
 * gather: an operand of fewer than 2^32 elements, and results that are written in order. Each
 * instruction set fills one grn_take_kernels; where an entry is NULL for the sizes of a call, the
 * caller takes the general kernels.
 *
 * `stream`: with stores that bypass the caches, for results that will not be read soon. Other reads
 * see such stores only after fence().
 */
#ifndef GRN_KERNELS_TAKE_H
#define GRN_KERNELS_TAKE_H

#include "kernels/kernels.h"

/* As grn_resolve_fn, into offsets of 32 bits; every sum fits. n is any. */
typedef void (*grn_narrow_fn)(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, int32_t *offset,
                              unsigned char *in_bounds);

/*
 * dst[i] = the element at src + raw[i] * scale + i * step, i ascending, as long as raw[i] is in [0,
 * last]. Groups are checked whole, so it may end up to a group before the first index out of range.
 * Answers how many were moved. No policy and no in-bounds mask: the caller resolves what follows
 * that prefix.
 */
typedef struct grn_fused {
    int64_t last, scale, step;         /* last >= 0; bytes */
    int64_t ahead;                     /* how many vectors ahead elements are prefetched; 0: none */
    bool far;                          /* ... into the second cache, and not into the first */
    int64_t second_last, second_scale; /* of pairs */
} grn_fused;
typedef int64_t (*grn_fused_fn)(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d);

/*
 * Runs of single elements, one after the other: element k of run j is at src + j * src_hop + raw *
 * scale + k * step, for the k-th index of the run, which begins j * raw_hop after raw; it goes to
 * the k-th place of dst + j * dst_hop. Every index is known to be in [0, last]. `ahead` counts
 * runs: an index of one of them need not be known, as what it points at is prefetched and no more.
 */
typedef struct grn_fused_runs {
    int64_t runs, length;              /* length: of each */
    int64_t dst_hop, src_hop, raw_hop; /* bytes from run to run */
} grn_fused_runs;
typedef void (*grn_fused_runs_fn)(void *dst, const void *src, const void *raw, const grn_fused_runs *r,
                                  const grn_fused *d);
/* How many raw values from the first on are known to be in [0, last]: groups are checked whole. */
typedef int64_t (*grn_prefix_fn)(const void *raw, int64_t n, int64_t last);

/* dst[i] = src[offset[i]] */
typedef void (*grn_take_cells_fn)(void *dst, const void *src, const int32_t *offset, int64_t n);

/* Windows of rows: row r of a window of dst from row r of the window of src. */
typedef struct grn_window_rows {
    size_t row_bytes;
    int64_t nrows;                  /* per window */
    const int64_t *dst_at, *src_at; /* [nrows], bytes from the window's start; of a single row 0 */
    int64_t dst_step;               /* bytes from window to window */
    int64_t scale;                  /* bytes of src per unit of offset */
    int64_t ahead;                  /* how many windows ahead to prefetch; 0: none */
    bool far;                       /* ... into the second cache, and not into the first */
} grn_window_rows;
/* Window i of dst from src + offset[i] * scale. offset[] is known up to `known` >= n: prefetching
 * ahead reads so far. */
typedef void (*grn_take_windows_fn)(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known,
                                    const grn_window_rows *w);

/* dst[i * step] = *element where in_bounds[i] is 0; it is 1 elsewhere. */
typedef void (*grn_put_outside_fn)(void *dst, int64_t step, const void *element, const unsigned char *in_bounds,
                                   int64_t n);

/* Element k of strip i of dst, at i * dst_step + k * dst_next, from src + offset[i] * scale + k *
 * src_next. Bytes. offset[] is known up to `known` >= n: prefetching the ends of strips ahead reads
 * so far. */
typedef struct grn_strips {
    int64_t length; /* of each, > 0 */
    int64_t dst_step, dst_next, src_next, scale;
    int64_t ahead; /* how many strips ahead to prefetch; 0: none */
} grn_strips;
typedef void (*grn_take_strips_fn)(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known,
                                   const grn_strips *s);

struct grn_take_kernels {
    grn_narrow_fn (*narrow)(grn_dtype index_dtype);
    grn_prefix_fn (*prefix)(grn_dtype index_dtype);                                  /* may be NULL */
    grn_fused_fn (*fused)(grn_dtype index_dtype, size_t element_bytes, bool stream); /* may be NULL */
    /* By the processor's gather instruction, where scale is element_bytes and step is 0; NULL where
     * there is none for these. */
    grn_fused_fn (*gathered)(grn_dtype index_dtype, size_t element_bytes, bool stream);
    /* of pairs: src + raw[2 * i] * scale + raw[2 * i + 1] * second_scale; step is not read. May be
     * NULL. */
    grn_fused_fn (*pairs)(grn_dtype index_dtype, size_t element_bytes, bool stream);
    /* Rows of 32 bytes or a few times that, by the same check: row i to dst + i * row_bytes, past
     * the caches where `stream` is, and 32 then divides dst. NULL for other rows and indices. */
    grn_fused_fn (*fused_rows)(grn_dtype index_dtype, size_t row_bytes, bool stream);
    grn_fused_runs_fn (*runs)(grn_dtype index_dtype, size_t element_bytes); /* may be NULL */
    grn_take_cells_fn (*cells)(size_t element_bytes, bool stream);
    grn_take_cells_fn (*gathered_cells)(size_t element_bytes, bool stream); /* as gathered; NULL likewise */
    grn_take_strips_fn (*strips)(size_t element_bytes);
    grn_put_outside_fn (*put_outside)(size_t element_bytes);
    grn_take_windows_fn (*windows)(size_t row_bytes);
    /* Rows that fill whole vectors of an aligned destination; NULL for others. `unit`: what divides
     * every address and step of dst. */
    grn_take_windows_fn (*stream_windows)(size_t row_bytes, size_t unit);
    void (*stream)(void *dst, const void *src, size_t bytes); /* a copy */
    void (*fence)(void);
};

grn_narrow_fn grn_narrow_plain(grn_dtype index_dtype);
grn_put_outside_fn grn_put_outside_plain(size_t element_bytes);
grn_take_strips_fn grn_take_strips_plain(size_t element_bytes);
grn_prefix_fn grn_prefix_plain(grn_dtype index_dtype);
grn_fused_fn grn_pairs_plain(grn_dtype index_dtype, size_t element_bytes, bool stream);
grn_fused_fn grn_no_fused(grn_dtype index_dtype, size_t bytes, bool stream);
grn_take_cells_fn grn_no_cells(size_t element_bytes, bool stream);
grn_fused_runs_fn grn_fused_runs_plain(grn_dtype index_dtype, size_t element_bytes);
grn_take_cells_fn grn_take_cells_plain(size_t element_bytes, bool stream);
grn_take_windows_fn grn_windows_plain(size_t row_bytes);
grn_take_windows_fn grn_no_windows(size_t row_bytes, size_t unit);
void grn_stream_plain(void *dst, const void *src, size_t bytes);
void grn_no_fence(void);

extern const grn_take_kernels grn_take_plain;

#endif
