/*
 * kernels.h - bytes, counts and strides.
 *
 * Knows: how to resolve a block of raw indices into checked element offsets,
 * how to move rows and cells, how to accumulate. Must not know: tensors,
 * specs, nests, statuses, policies beyond the one named in a resolve call.
 * Callers prove the preconditions; each head comment lists them. One body per
 * idea; a file per instruction set (this release: the plain C bodies, which
 * are always complete) fills one function-pointer table, so that a caller
 * never names an instruction set.
 *
 * No kernel asks for alignment: every element is read and written as bytes.
 * Steps and offsets count elements and may be negative or zero, except where
 * a name says bytes. Source and destination of one call lie apart.
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

/* ---- resolve (resolve.c) ------------------------------------------------------------------------------------- */

/* What one component of the index vectors is put through, worked out once per plan. */
typedef struct grn_resolve_axis {
    int64_t low, high; /* the raw values whose difference from base an int64_t holds; others are moved to the nearer */
    int64_t base;      /* subtracted */
    int64_t wrap;      /* added to a negative start: the operand's extent, or 0 */
    int64_t last;      /* the greatest start in range, >= 0; the least is 0 */
    int64_t stride;    /* operand elements per unit */
} grn_resolve_axis;

/*
 * For i in [0, n): the start at raw[i * step], held to [0, last], times stride, is added to offset[i], so that every
 * offset stays inside the operand whatever the index says. inside, unless NULL: inside[i] &= whether the start was in
 * range to begin with. One call per component; the caller sets offset[] and inside[] first. n <= GRN_BLOCK.
 */
typedef void (*grn_resolve_fn)(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, int64_t *offset,
                               unsigned char *inside);

/* ---- cells: elements of 1, 2, 4, 8 or 16 bytes (cells.c) ----------------------------------------------------- */

typedef struct grn_cells {
    /* dst[i * dst_step] = src[offset[i]] */
    void (*take)(void *dst, int64_t dst_step, const void *src, const int64_t *offset, int64_t n);
    /* dst[offset[i]] = src[i * src_step], in ascending i */
    void (*put)(void *dst, const int64_t *offset, const void *src, int64_t src_step, int64_t n);
    /* dst[i * dst_step] = src[i * src_step], in ascending i */
    void (*copy)(void *dst, int64_t dst_step, const void *src, int64_t src_step, int64_t n);
    /* dst[i * dst_step] = *element */
    void (*fill)(void *dst, int64_t dst_step, const void *element, int64_t n);
} grn_cells;

/* ---- rows: runs of bytes (rows.c) ---------------------------------------------------------------------------- */

/* Every row has the row_bytes (> 0) that the kernels were asked for with; steps and `scale`, the size of an element
 * that offsets count, are in bytes. */
typedef struct grn_rows {
    /* row i of dst from src + offset[i] * scale */
    void (*take)(char *dst, int64_t dst_step, const char *src, const int64_t *offset, int64_t scale, int64_t n,
                 size_t row_bytes);
    /* row i of src to dst + offset[i] * scale, in ascending i */
    void (*put)(char *dst, const int64_t *offset, int64_t scale, const char *src, int64_t src_step, int64_t n,
                size_t row_bytes);
    /* row i of src to row i of dst, in ascending i */
    void (*copy)(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, size_t row_bytes);
} grn_rows;

/* ---- accumulate (accumulate.c and its parts) ----------------------------------------------------------------- */

/* current = f(current, update), rounded to the dtype at each step, in the order written. Bits as grn_combine_element. */
typedef struct grn_accumulate {
    grn_combiner combiner;
    grn_dtype dtype;
    /* current[i * current_step], update[i * update_step], ascending i; a current_step of 0 folds all into one */
    void (*run)(void *current, int64_t current_step, const void *update, int64_t update_step, int64_t n);
    /* current[offset[i]], update[i * update_step], ascending i; offsets may repeat */
    void (*cells)(void *current, const int64_t *offset, const void *update, int64_t update_step, int64_t n);
    /* current[offset[i] + j], update[i * update_step + j] for j in [0, row), ascending i; rows may overlap */
    void (*rows)(void *current, const int64_t *offset, const void *update, int64_t update_step, int64_t n, int64_t row);
} grn_accumulate;

/* ---- the table ----------------------------------------------------------------------------------------------- */

typedef struct grn_kernels {
    const char *name; /* of the instruction set: "c" */
    grn_resolve_fn (*resolve)(grn_dtype index_dtype); /* integers and i1 */
    const grn_cells *(*cells)(size_t element_bytes);
    const grn_rows *(*rows)(size_t row_bytes);
    const grn_accumulate *(*accumulate)(grn_combiner combiner, grn_dtype dtype); /* NULL: REPLACE, REGION, or no meaning */
} grn_kernels;

/* The kernels to use on this machine. Static storage. */
const grn_kernels *grn_kernels_here(void);

/* The plain C bodies: always complete, and what every other instruction set is tested against. */
grn_resolve_fn grn_resolve_plain(grn_dtype index_dtype);
const grn_cells *grn_cells_plain(size_t element_bytes);
const grn_rows *grn_rows_plain(size_t row_bytes);
const grn_accumulate *grn_accumulate_plain(grn_combiner combiner, grn_dtype dtype);

#endif
