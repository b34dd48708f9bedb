/*
 * kernels.h - bytes, counts and strides.
 *
 * Knows: how to resolve a block of raw indices into checked element offsets,
 * how to move rows and cells, how to accumulate. Must not know: tensors,
 * specs, nests, statuses, policies beyond the one named in a resolve call.
 * Callers prove the preconditions; each head comment lists them. One body per
 * idea; an instruction set is files of its own and a row in sets.h, so that a
 * caller never names one. The plain C bodies are always complete; a set has
 * bodies of its own where they are faster.
 *
 * No kernel needs alignment: every element is read and written as bytes.
 * Steps and offsets count elements and may be negative or zero, except where
 * a name says bytes. Source and destination of one call are disjoint.
 */
#ifndef GRN_KERNELS_H
#define GRN_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/core.h"
#include "garner/spec.h" /* for the list of combiners and no more */

/* Index vectors are resolved in blocks of at most this many; sizes the scratch. */
#define GRN_BLOCK 512

/* ---- resolve (resolve.c) --------------------------------------------------------------------- */

/* How one component of the index vectors is resolved, worked out once per plan. */
typedef struct grn_resolve_axis {
    int64_t low, high; /* the raw values whose difference from base an int64_t holds; others are moved to the nearer */
    int64_t base;      /* subtracted */
    int64_t wrap;      /* added to a negative start: the operand's extent, or 0 */
    int64_t last;      /* the greatest start in range, >= 0; the least is 0 */
    int64_t stride;    /* operand elements per unit */
} grn_resolve_axis;

/*
 * For i in [0, n): the start at raw[i * step], clamped to [0, last], times stride, is added to
 * offset[i], so that every offset stays inside the operand whatever the index is. in_bounds,
 * unless NULL: in_bounds[i] &= whether the start was in range to begin with. One call per
 * component; the caller sets offset[] and in_bounds[] first. n <= GRN_BLOCK.
 */
typedef void (*grn_resolve_fn)(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, int64_t *offset,
                               unsigned char *in_bounds);

/* ---- checked offsets (checked_offsets.c) ----------------------------------------------------- */

/* The bounds of the only component, both below 2^32 and neither below 0; raw indices are starts as
 * they are. */
typedef struct grn_checked_axis {
    int64_t last, stride;
} grn_checked_axis;

/* For i in [0, n): offset[i] = at[i] + base + raw[i] * stride; false: some raw[i] is not in [0,
 * last], and what has been written is of no use. */
typedef bool (*grn_checked_offsets_fn)(const void *raw, const int64_t *at, int64_t base, const grn_checked_axis *axis,
                                       int64_t n, int64_t *offset);

/* The same of those that are in range, one after the other in offset[], as are their from[], which
 * are there to begin with; answers how many. */
typedef int64_t (*grn_compact_fn)(const void *raw, const int64_t *at, int64_t base, const grn_checked_axis *axis,
                                  int64_t n, int64_t *offset, int64_t *from);
grn_compact_fn grn_compact(grn_dtype index_dtype); /* NULL where there are no checked offsets */

/* ---- indices of fewer bits as those of 64 (widen.c) ------------------------------------------ */

/* to[i]: index i of raw */
typedef void (*grn_widen_fn)(const void *raw, int64_t n, int64_t *to);
grn_widen_fn grn_widen_plain(grn_dtype index_dtype); /* integers of 8, 16 and 32 bits; NULL for others */

/* ---- cells: elements of 1, 2, 4, 8 or 16 bytes (cells.c) ------------------------------------- */

/* An element of 16 bytes, which is only moved. */
typedef struct grn_cell16 {
    uint64_t parts[2];
} grn_cell16;

typedef struct grn_cells {
    /* dst[i * dst_step] = src[offset[i]] */
    void (*take)(void *dst, int64_t dst_step, const void *src, const int64_t *offset, int64_t n);
    /* dst[i * dst_step] = src[i * src_step], in ascending i */
    void (*copy)(void *dst, int64_t dst_step, const void *src, int64_t src_step, int64_t n);
    /* dst[i * dst_step] = *element */
    void (*fill)(void *dst, int64_t dst_step, const void *element, int64_t n);
} grn_cells;

/* ---- rows: runs of bytes (rows.c) ------------------------------------------------------------ */

/* Every row has the row_bytes (> 0) that the kernels were looked up by; steps and `scale`, the
 * size of an element that offsets count, are in bytes. */
typedef struct grn_rows {
    /* row i of dst from src + offset[i] * scale */
    void (*take)(char *dst, int64_t dst_step, const char *src, const int64_t *offset, int64_t scale, int64_t n,
                 size_t row_bytes);
    /* row i of src to row i of dst, in ascending i */
    void (*copy)(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, size_t row_bytes);
} grn_rows;

/* ---- accumulate and replace (accumulate.c and its parts, replace.c) -------------------------- */

/* The updates of one call: number i of `count` stands at from[i], or at i * step where from is
 * NULL. The offset[] that comes with them, and from[], may be read up to `known`, beyond the
 * updates of the call; a `known` below `count` means none beyond. Offsets count `unit` elements of
 * the destination, which is other than 1 for rows alone. */
typedef struct grn_updates {
    const void *data;
    const int64_t *from;
    int64_t step, count, known, unit;
} grn_updates;

/* Raw indices that are starts where they are in [0, last], last below 2^32: one index with a scale
 * of 1, or two side by side. For one, both entries of last are its bound. `index32`: they have 32
 * bits, and last is below 2^31; for `fused` alone. `known`: as in grn_updates; for `fused` and
 * `stepped`. */
typedef struct grn_starts {
    const void *raw;
    int64_t ncoords, last[2], scale[2], known;
    bool index32;
} grn_starts;

/*
 * A fused kernel checks a group of indices before it does any of its updates. The one branch goes
 * the same way as long as all are in range, and the processor checks the next group while this one
 * waits for memory.
 */
#define GRN_FUSED_GROUP 64

/*
 * current = f(current, update), rounded to the dtype at each step, in the order written. Bits as
 * grn_combine_element; REPLACE is f(current, update) = update, by element size.
 *
 * `ahead`: the target of update i + ahead is prefetched for writing while update i is worked on; 0
 * prefetches nothing.
 */
typedef struct grn_accumulate {
    grn_combiner combiner;
    grn_dtype dtype; /* 0: REPLACE */
    /* current[i * current_step], update[i * update_step], ascending i; a current_step of 0 folds
     * all into one */
    void (*run)(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n);
    /* current[offset[i]], update i, ascending i; offsets may repeat */
    void (*cells)(void *current, const int64_t *offset, const grn_updates *u, int64_t ahead);
    /* current[offset[i] + j], the j-th element from update i, for j in [0, row), ascending i; rows
     * may overlap */
    void (*rows)(void *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead);
    /* cells fused with the check of their raw indices, update i at i, as long as groups of them are
     * in range; answers how many were done. NULL: there is none, as for elements of 16 bytes */
    int64_t (*fused)(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead);
    /* the same of one index, whose update goes to current[raw[i] * scale[0] + i * scale[1]] */
    int64_t (*stepped)(void *current, const grn_starts *s, const void *updates, int64_t n, int64_t ahead);
    /* rows by stores that bypass the caches where they fill whole lines; NULL: none. Later reads
     * see these stores. */
    void (*stream)(void *current, const int64_t *offset, const grn_updates *u, int64_t row);
    /* rows are set up one by one, short ones go element by element, and fused cells by their
     * offsets */
    bool is_compact;
} grn_accumulate;

/* A compact kernel treats a row of fewer elements as short: starting a run for it takes longer than
 * the work. */
#define GRN_SHORT_ROW 6

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct grn_take_kernels grn_take_kernels; /* take.h */
struct grn_owner_filter;                          /* filter.h */
struct grn_bin;

typedef struct grn_kernels {
    /* of the instruction set: "scalar", "avx2", ... */
    const char *name;
    grn_resolve_fn (*resolve)(grn_dtype index_dtype);                 /* integers and i1 */
    grn_checked_offsets_fn (*checked_offsets)(grn_dtype index_dtype); /* integers of whole bytes; NULL for others */
    grn_widen_fn (*widen)(grn_dtype index_dtype);
    const grn_cells *(*cells)(size_t element_bytes);
    const grn_rows *(*rows)(size_t row_bytes);
    /* NULL: REPLACE, REGION, or no meaning */
    const grn_accumulate *(*accumulate)(grn_combiner combiner, grn_dtype dtype);
    const grn_accumulate *(*replace)(size_t element_bytes); /* 1, 2, 4, 8, 16 */
    /* the lines of [p, p + bytes), bytes > 0, are soon used */
    void (*prefetch)(const void *p, int64_t bytes, bool write);
    const grn_take_kernels *take;
    int64_t (*filter)(struct grn_owner_filter *p, int64_t n);
    int64_t (*bin)(const struct grn_owner_filter *p, struct grn_bin *to, int64_t n);
} grn_kernels;

/* The kernels to use on this machine. Static storage. */
const grn_kernels *grn_kernels_here(void);
/* Those of the instruction set `name`; NULL when this build or this machine has none of that
 * name. */
const grn_kernels *grn_kernels_named(const char *name);
/* Number i of those that run on this machine, the first the one to use, the last the plain one;
 * NULL behind it. */
const grn_kernels *grn_kernels_at(size_t i);

/* The plain C bodies: always complete, and what every other instruction set is tested against. */
grn_resolve_fn grn_resolve_plain(grn_dtype index_dtype);
grn_checked_offsets_fn grn_checked_offsets_plain(grn_dtype index_dtype);
const grn_cells *grn_cells_plain(size_t element_bytes);
const grn_rows *grn_rows_plain(size_t row_bytes);
const grn_accumulate *grn_accumulate_plain(grn_combiner combiner, grn_dtype dtype);
const grn_accumulate *grn_replace_plain(size_t element_bytes);
void grn_prefetch_plain(const void *p, int64_t bytes, bool write);

#endif
