/*
 * bag.h - sums and extremes of the rows that a list names, with accumulators that stay in
 * registers for a whole bag.
 *
 * Knows: rows and how their numbers lie, lists of row numbers, weights. Must not know: specs,
 * tensors, offsets, threads. What is accumulated is f32, or f64 of rows of f64: called the wide
 * type here. A column is accumulated by itself, in the order of the list, so that neither the
 * width of vectors nor the columns that a call takes change its bits.
 */
#ifndef GRN_KERNELS_BAG_H
#define GRN_KERNELS_BAG_H

#include "kernels/sets.h"

/* How the numbers of a row lie: name, columns that share a byte. */
#define GRN_BAG_ROWS(R)                                         \
    R(f64, 1)                                                   \
    R(f32, 1)                                                   \
    R(f16, 1)                                                   \
    R(bf16, 1)                                                  \
    R(e4m3, 1) /* scaled by blocks, as e5m2 */                  \
    R(e5m2, 1)                                                  \
    R(ui8, 1) /* scaled by rows, with a bias, as those below */ \
    R(ui4, 2)                                                   \
    R(ui2, 4)

typedef enum grn_bag_rows_kind {
#define GRN_BAG_ROWS_ENUM(name, per_byte) GRN_BAG_KIND_##name,
    GRN_BAG_ROWS(GRN_BAG_ROWS_ENUM)
#undef GRN_BAG_ROWS_ENUM
        GRN_BAG_KINDS
} grn_bag_rows_kind;

/* Columns that share a scale, where it belongs to a block. */
#define GRN_BAG_BLOCK 32

typedef struct grn_bag_rows {
    const char *data;    /* the first number of row 0 */
    int64_t row_bytes;   /* from row to row; any sign */
    int64_t count;       /* rows */
    const char *scale;   /* of row 0, with the bias behind it, or that of its first block; NULL: none */
    int64_t scale_bytes; /* from row to row */
    bool half_scale;     /* scale and bias are f16, else f32; of blocks e8m0 whatever this says */
} grn_bag_rows;

/* A list of entries as tensors have it. */
typedef struct grn_bag_list {
    const void *index;  /* NULL: entry e is row e */
    bool index_is_wide; /* i64, else i32 */
    /* entry e has the weight e * weight_step; NULL: 1. f64 where the wide type is, else as
     * weight_dtype says: f32, f16 or bf16 */
    const void *weight;
    int64_t weight_step;
    grn_dtype weight_dtype;
    int64_t padding; /* entries of this row are skipped; -1: of none */
    int64_t entries; /* of the list */
} grn_bag_list;

/* A list as kernels have it: of entries that count, all of whose rows are in [0, rows->count). */
typedef struct grn_bag_entries {
    const void *row;    /* int64_t of each entry, at any address */
    const void *weight; /* of the wide type; NULL: 1 */
    int64_t weight_step;
    int64_t entries; /* whose rows may be prefetched */
    int64_t ahead;   /* entries; 0: nothing is prefetched */
    bool fused;      /* products are not rounded before they are added */
    /* of extremes */
    const int32_t *place; /* what arg gets of each entry; NULL: its number, counted from its bag's first */
    bool is_min;          /* else a maximum */
    bool nan_begins;      /* a NaN may be the first value */
    bool nan_wins;        /* a NaN takes the place of a number */
} grn_bag_entries;

/* Bags of a list, and where they go. */
typedef struct grn_bag_batch {
    const int64_t *start; /* bag b has entries [start[b], start[b + 1]) */
    int64_t bags;         /* 1 where arg or before is not NULL */
    int64_t column, ncolumns;
    void *out;        /* columns [column, column + ncolumns) of the first bag, of the wide type */
    int64_t out_step; /* from bag to bag, in elements */
    /* of extremes: the place of the entry that gave the value, -1 where there is none: int32_t, or
     * int64_t of f64. It may be NULL where a NaN is kept if it is the first, and passed over else. */
    void *arg;
    /* what earlier entries, of which there were some, have come to, apart from out and arg; NULL: none */
    const void *before, *arg_before;
} grn_bag_batch;

/*
 * Bags over columns of the rows. A sum without entries is 0; of an extreme without entries out has something.
 * NaNs are canonical. Numbers lie at any address.
 */
typedef void (*grn_bag_fn)(const grn_bag_rows *rows, const grn_bag_entries *entries, const grn_bag_batch *batch);

/*
 * lanes[i % GRN_BAG_LANES] = fma(x[i], grad[i], lanes[i % GRN_BAG_LANES]) of columns column + i of
 * one row, i ascending in [0, ncolumns); lanes and grad are of the wide type.
 */
#define GRN_BAG_LANES 16
typedef void (*grn_bag_dot_fn)(const grn_bag_rows *rows, int64_t row, int64_t column, int64_t ncolumns,
                               const void *grad, void *lanes);

/* n numbers of f32 rounded to f16 or bf16; NaNs are canonical. */
typedef void (*grn_bag_narrow_fn)(const float *x, int64_t n, void *to);

/* Whether one of n indices, i64 or i32 at any address, is not in [0, last], nor -1 where that is right. last is
 * -1 where there are no rows. */
typedef bool (*grn_bag_range_fn)(const void *index, bool is_wide, int64_t n, int64_t last, bool minus_one);

typedef struct grn_bag_kernels {
    grn_bag_fn sum, extreme;
    grn_bag_dot_fn dot;
    /* the same of every kind */
    grn_bag_narrow_fn to_f16, to_bf16;
    grn_bag_range_fn any_beyond;
} grn_bag_kernels;

/* Those of a set, by kind, GRN_BAG_KINDS of them; a set that has none answers those of the one
 * below it. */
#define BAG_OF(set) const grn_bag_kernels *grn_bag_##set(void);
KERNEL_SETS(BAG_OF)
#undef BAG_OF
/* Those of the set of this name; NULL: this processor does not run it. */
const grn_bag_kernels *grn_bag_named(const char *name);

#endif
