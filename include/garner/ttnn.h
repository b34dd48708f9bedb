/*
 * ttnn.h - TTNN's gather, scatter and embedding on 32x32 tiles, and the account of what they cost.
 *
 * A call here checks what TTNN checks, in TTNN's words, and then does what the hardware does:
 * tensors are laid out as tiles of four 16x16 faces, a strategy is chosen by the width in tiles,
 * and the work lists of a grid of cores run through circular buffers of the stated sizes. The
 * result is always that of the canonical spec (grn_ttnn_gather_spec, grn_ttnn_scatter_spec), at
 * every size. The account says what the hardware would have moved.
 *
 * Tensors come and go as strided row-major views; tiles are made and unmade inside. The calls keep
 * no pointer, and are thread-safe for results that lie apart. Rules and messages: TTNN's gather
 * report and tt-metal's sources; where garner is stricter or does more than the hardware library,
 * docs/ttnn.md.
 *
 * options, diag and allocators may be NULL; an account where the call says so. Views are checked as
 * tensor.h says; a result must not have two elements in one place. A word of the options outside
 * its list, an allocator or a parallel that cannot be called: GRN_E_ARGUMENT.
 */
#ifndef GARNER_TTNN_H
#define GARNER_TTNN_H

#include "garner/spec.h"
#include "garner/threads.h"

GRN_BEGIN_DECLS

/* ---- layout ---------------------------------------------------------------------------------- */

#define GRN_TTNN_TILE_WIDTH 32
#define GRN_TTNN_FACE_WIDTH 16
#define GRN_TTNN_TILE_ELEMENTS 1024

/* Where element (row, column) of a tile lies in it: faces (0,0), (0,1), (1,0), (1,1), each
 * row-major. */
static inline int32_t grn_ttnn_tile_offset(int32_t row, int32_t column)
{
    return row / 16 * 512 + column / 16 * 256 + row % 16 * 16 + column % 16;
}

/*
 * How a shape lies in tiles: the last two dimensions are cut into tiles, a
 * ragged edge is padded, the leading dimensions count matrices. Rank 1 is one
 * row, rank 0 one element. Tile (h, w) is page h * wt + w.
 */
typedef struct grn_ttnn_tiling {
    int64_t ht; /* rows of tiles: matrices times ceil(rows / 32) */
    int64_t wt; /* tiles in a row: ceil(columns / 32) */
    size_t tile_bytes;
    size_t bytes; /* ht * wt * tile_bytes */
} grn_ttnn_tiling;

/* GRN_E_UNSUPPORTED: elements of other than 1, 2, 4 or 8 bytes. GRN_E_LIMIT: bad rank, or sizes no
 * size_t counts. GRN_E_SHAPE: a negative extent. */
GRN_API GRN_MUST_USE grn_status grn_ttnn_tiling_of(int32_t rank, const int64_t *shape, size_t element_bytes,
                                                   grn_ttnn_tiling *out);

/*
 * Lays `in` (any strides) out as tiles. padding: one element for the places
 * that belong to no element; NULL means zero bits. tiles: at least the bytes
 * that grn_ttnn_tiling_of() reports, any alignment, apart from in: GRN_E_ALIAS.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_tilize(const grn_tensor *in, const void *padding, void *tiles,
                                                size_t tiles_bytes, const grn_diag *diag);
/* The way back: fills `out` (any strides without overlap of its own) from tiles of its shape.
 * Padding is dropped. */
GRN_API GRN_MUST_USE grn_status grn_ttnn_untilize(const void *tiles, size_t tiles_bytes, const grn_tensor *out,
                                                  const grn_diag *diag);

/* ---- arguments ------------------------------------------------------------------------------- */

/* The declared place of a tensor. All zero: on the device, in tiles, interleaved in DRAM, which is
 * what runs. */
typedef enum grn_ttnn_layout { GRN_TTNN_TILE, GRN_TTNN_ROW_MAJOR } grn_ttnn_layout;
typedef enum grn_ttnn_buffer { GRN_TTNN_DRAM, GRN_TTNN_L1 } grn_ttnn_buffer;
typedef enum grn_ttnn_sharding {
    GRN_TTNN_INTERLEAVED,
    GRN_TTNN_HEIGHT_SHARDED,
    GRN_TTNN_WIDTH_SHARDED,
    GRN_TTNN_BLOCK_SHARDED
} grn_ttnn_sharding;
typedef enum grn_ttnn_storage { GRN_TTNN_DEVICE, GRN_TTNN_HOST } grn_ttnn_storage;

typedef struct grn_ttnn_memory_config {
    grn_ttnn_sharding sharding;
    grn_ttnn_buffer buffer;
} grn_ttnn_memory_config;

typedef struct grn_ttnn_placement {
    grn_ttnn_storage storage;
    grn_ttnn_layout layout;
    grn_ttnn_memory_config memory;
} grn_ttnn_placement;

/* Cores (x, y) with x0 <= x <= x1 and y0 <= y <= y1. */
typedef struct grn_ttnn_core_range {
    int32_t x0, y0, x1, y1;
} grn_ttnn_core_range;

/* How the work is cut, and when AUTO is that: by the threshold's rule (GRN_TTNN_WT_THRESHOLD), or
 * by an embedding's extents. A strategy of another operation counts as AUTO. */
#define GRN_TTNN_STRATEGIES(S)                                                        \
    S(AUTO, "auto")                                                                   \
    S(SINGLE_CORE, "single row, single core") /* Wt_input <= 60 and Wt_index <= 60 */ \
    S(MULTI_CORE, "single row, multi core")   /* either is over 60 */                 \
    S(ROWS, "rows, row-major")                /* embedding */                         \
    S(TILED_ROWS, "rows, tiled")              /* the same, of ids and columns in multiples of 32 */

typedef enum grn_ttnn_strategy {
#define GRN_TTNN_STRATEGY_ENUM(name, text) GRN_TTNN_##name,
    GRN_TTNN_STRATEGIES(GRN_TTNN_STRATEGY_ENUM)
#undef GRN_TTNN_STRATEGY_ENUM
        GRN_TTNN_STRATEGY_COUNT
} grn_ttnn_strategy;

/* The strategy's name as above, "unknown" outside the list. Static storage. */
GRN_API const char *grn_ttnn_strategy_text(grn_ttnn_strategy strategy);

#define GRN_TTNN_WT_THRESHOLD 60
#define GRN_TTNN_MAX_CORES 256
#define GRN_TTNN_GRID_X 8
#define GRN_TTNN_GRID_Y 8
#define GRN_TTNN_L1_BYTES 1572864 /* 1.5 MB */

/* All zero is TTNN's own defaults. */
typedef struct grn_ttnn_options {
    size_t size_bytes;                    /* 0, or sizeof(grn_ttnn_options): garner.h */
    bool sparse_grad;                     /* gather: refused, as TTNN refuses it */
    const char *reduce;                   /* scatter: NULL (replace), "add" or "multiply" */
    grn_ttnn_memory_config memory_config; /* of the result */
    const grn_tensor *output;             /* preallocated result; NULL: the call allocates one */
    /* cores to use, numbered from 0 in this order; NULL: the whole grid, row by row */
    const grn_ttnn_core_range *sub_core_grids;
    size_t nsub_core_grids;
    int32_t grid_x, grid_y;                  /* 0: GRN_TTNN_GRID_X, GRN_TTNN_GRID_Y */
    grn_ttnn_strategy strategy;              /* other than AUTO: this one, whatever the threshold */
    int64_t l1_bytes;                        /* local memory of a core; 0: GRN_TTNN_L1_BYTES */
    grn_ttnn_placement input, index, source; /* embedding: of the weight, of the ids; their layout is not read */
    const grn_allocator *allocator;          /* for tiles, local memory and the result */
    /* whose threads the cores' work lists run on; NULL: the calling thread, core by core */
    const grn_parallel *parallel;
} grn_ttnn_options;

/* ---- the account ----------------------------------------------------------------------------- */

/* Tiles moved between the tensors, interleaved in DRAM or L1, and the circular buffers of a core,
 * and their bytes over the network-on-chip. Numbers stop at INT64_MAX. */
typedef struct grn_ttnn_traffic {
    /* tiles; of an embedding: rows of the weight, pieces of the
     *                                                                    list of ids, and rows or
     *                                                                    tiles of the result */
    int64_t input_reads, index_reads, source_reads, output_writes;
    int64_t read_bytes, write_bytes;
} grn_ttnn_traffic;

/* One core's share. */
typedef struct grn_ttnn_core_account {
    int32_t x, y;
    int64_t rows;  /* rows of tiles it works on; of an embedding: ids */
    int64_t tiles; /* output tiles it writes, or rows */
    grn_ttnn_traffic traffic;
} grn_ttnn_core_account;

/* One circular buffer in a core's local memory. */
typedef struct grn_ttnn_buffer_account {
    const char *name;          /* "c_0"; static storage, as role */
    const char *role;          /* "input" */
    int64_t tiles, tile_bytes; /* of an embedding: pages */
} grn_ttnn_buffer_account;

#define GRN_TTNN_BUFFERS 5

/* What one strategy would take. */
typedef struct grn_ttnn_cost {
    grn_ttnn_strategy strategy;
    int32_t cores;
    grn_ttnn_traffic traffic;
    int32_t nbuffers;
    grn_ttnn_buffer_account buffers[GRN_TTNN_BUFFERS];
    int64_t l1_bytes; /* of the busiest core: the sum of its buffers */
    bool fits;        /* l1_bytes within the limit */
} grn_ttnn_cost;

typedef struct grn_ttnn_account {
    const char *op;                     /* "ttnn.gather", "ttnn.scatter" or "ttnn.embedding"; static storage */
    char why[256];                      /* why this strategy, with the numbers compared */
    int64_t ht, wt_input, wt_index;     /* in tiles, after the dimension was moved last; of an embedding 0 */
    int64_t ids, table_rows, row_bytes; /* of an embedding, else 0 */
    int32_t grid_x, grid_y;
    int32_t usable_cores; /* the grid's, or those of sub_core_grids */
    int64_t l1_limit_bytes;
    /* where each tensor lies; source: scatter's */
    grn_ttnn_buffer input_buffer, index_buffer, source_buffer, output_buffer;
    grn_ttnn_cost taken, not_taken;                   /* not_taken: no cores where an embedding's extents rule it out */
    int64_t min_rows, max_rows, min_tiles, max_tiles; /* over the cores that work; 0 when none does */
    grn_ttnn_core_account core[GRN_TTNN_MAX_CORES];   /* the first taken.cores are filled */
    grn_ttnn_traffic counted;                         /* what the run's cores really moved; all zero when nothing ran */
} grn_ttnn_account;

/* The account as a table for people, or as one JSON object and a newline. GRN_E_ARGUMENT: NULL, a
 * text that is missing or does not end, or more cores or buffers than the arrays hold. */
GRN_API GRN_MUST_USE grn_status grn_ttnn_account_print(const grn_ttnn_account *account, const grn_sink *sink);
GRN_API GRN_MUST_USE grn_status grn_ttnn_account_print_json(const grn_ttnn_account *account, const grn_sink *sink);

/* ---- the calls ------------------------------------------------------------------------------- */

/*
 * ttnn.gather(input, dim, index): the element of `input` at each place of `index`, with the
 * coordinate along `dim` replaced by the index value there.
 *
 *   input  bf16, f32, ui16, ui32 or i32, any strides
 *   dim    in [-rank, rank)
 *   index  ui16 or ui32, input's rank, at most input's extent in every dimension but dim
 *   out    index's shape, input's dtype. It is *options->output where that is given (data any
 *          strides, apart from input and index); otherwise a compact tensor of the call's, to be
 *          freed by grn_ttnn_release().
 *
 * options, diag and account may be NULL; out too where options->output is given. Rank 0 counts as
 * [1].
 *
 * Errors carry TTNN's message, and a note with the argument, what was seen and what would have been
 * right; out's data is untouched. GRN_E_INDEX: a value not below input's extent, named with its
 * position. GRN_E_LIMIT: the circular buffers of the strategy asked for (or of both, under AUTO)
 * pass l1_bytes.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                                                grn_ttnn_account *account);

/*
 * ttnn.scatter(input, dim, index, src): a copy of `input` in which the element that each place of
 * `index` names (its coordinate along `dim` replaced by the value there) has met the element of
 * `source` at that place.
 *
 *   input   as for gather
 *   index   ui8, ui16, ui32 or i32; at most source's extent in every dimension, at most input's in
 *           all but dim
 *   source  input's dtype and rank
 *   out     input's shape and dtype; options->output may be input itself
 *
 * A value outside input's extent, negative ones included, is skipped. Updates of one place come in
 * ascending order along dim: without reduce the last one stays. "add" and "multiply" on bf16 run in
 * f32 and round once at the end; the other dtypes round (floats) or wrap (integers) at each step.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                 const grn_tensor *source, const grn_ttnn_options *options,
                                                 const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account);
/* ttnn.scatter_add: grn_ttnn_scatter with reduce "add". */
GRN_API GRN_MUST_USE grn_status grn_ttnn_scatter_add(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                     const grn_tensor *source, const grn_ttnn_options *options,
                                                     const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account);

/*
 * ttnn.embedding(input, weight): for each id the row of `weight` that it names.
 *
 *   ids     ui32, of at most two dimensions, any strides
 *   weight  bf16, f32, ui16, ui32 or i32, of two dimensions, or with extents of 1 in front of them,
 *           any strides
 *   out     the ids' shape and the weight's last extent behind it, the weight's dtype; as gather's
 *
 * The weight and the ids count as row-major, a page for each row. TTNN takes weights of bf16 alone.
 * Under AUTO the result is made in tiles where both the ids' last extent and the weight's are
 * multiples of 32, else in rows. Errors as gather's; GRN_E_SHAPE also: tiles are asked for, and an
 * extent is no multiple.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_embedding(const grn_tensor *ids, const grn_tensor *weight,
                                                   const grn_ttnn_options *options, const grn_diag *diag,
                                                   grn_tensor *out, grn_ttnn_account *account);

/* Frees what a call without options->output allocated, with that call's allocator, and clears
 * `out`. NULL is fine. */
GRN_API void grn_ttnn_release(grn_tensor *out, const grn_allocator *allocator);

/* The account alone: the same checks except on data (index values, aliasing), nothing run. */
GRN_API GRN_MUST_USE grn_status grn_ttnn_gather_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                        const grn_ttnn_options *options, const grn_diag *diag,
                                                        grn_ttnn_account *account);
GRN_API GRN_MUST_USE grn_status grn_ttnn_scatter_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                         const grn_tensor *source, const grn_ttnn_options *options,
                                                         const grn_diag *diag, grn_ttnn_account *account);

GRN_API GRN_MUST_USE grn_status grn_ttnn_embedding_account(const grn_tensor *ids, const grn_tensor *weight,
                                                           const grn_ttnn_options *options, const grn_diag *diag,
                                                           grn_ttnn_account *account);

/*
 * ttnn.tosa.gather and scatter: a row of C elements per index.
 *   gather:  input [N, K, C], index [N, W] -> [N, W, C]
 *   scatter: input [N, K, C], index [N, W], source [N, W, C] -> [N, K, C], replacing
 * The index is broadcast along C (no copy) and the call above made with dim 1.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_tosa_gather(const grn_tensor *input, const grn_tensor *index,
                                                     const grn_ttnn_options *options, const grn_diag *diag,
                                                     grn_tensor *out, grn_ttnn_account *account);
GRN_API GRN_MUST_USE grn_status grn_ttnn_tosa_scatter(const grn_tensor *input, const grn_tensor *index,
                                                      const grn_tensor *source, const grn_ttnn_options *options,
                                                      const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account);

/* ---- programs -------------------------------------------------------------------------------- */

/* What a run reports of one gather or scatter, of whatever dialect. All of it lives during the call
 * only. */
typedef struct grn_ttnn_report {
    grn_place place;
    const char *op;                  /* "onnx.GatherElements" */
    int64_t dim;                     /* with an account */
    const grn_ttnn_account *account; /* NULL: TTNN cannot express it */
    const char *note;                /* why not; with an account, what was taken for granted, "" for nothing */
} grn_ttnn_report;

/* Where accounts are reported, and of which machine: grid, local memory and strategy are read from
 * options, which may be NULL. Set as grn_run_options.ttnn (module.h). */
typedef struct grn_ttnn_planner {
    const grn_ttnn_options *options;
    void (*report)(void *user, const grn_ttnn_report *what);
    void *user;
} grn_ttnn_planner;

/* ---- meaning --------------------------------------------------------------------------------- */

/*
 * The canonical spec of a call on `input` (only its shape is read; rank 0 counts as [1]: view all
 * tensors so). The gather's slice sizes are 1, and 0 where input is empty. GRN_E_ARGUMENT: dim or
 * reduce not valid. For scatter, updates are the part of source that index's shape covers; a bf16
 * reduction equals the spec's on tensors widened to f32, each element that was reached rounded
 * once.
 */
GRN_API GRN_MUST_USE grn_status grn_ttnn_gather_spec(const grn_tensor *input, int64_t dim, const grn_diag *diag,
                                                     grn_gather_spec *out);
GRN_API GRN_MUST_USE grn_status grn_ttnn_scatter_spec(const grn_tensor *input, int64_t dim, const char *reduce,
                                                      const grn_diag *diag, grn_scatter_spec *out);

GRN_END_DECLS

#endif
