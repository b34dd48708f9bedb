/*
 * tile.h - gather, scatter and embedding on TTNN's tiles.
 *
 * Knows: the 32x32 tile and its faces, a grid of cores with circular buffers in local memory, the
 * two strategies as work lists, and what they move. Must not know: IR, text, dialect rows, how
 * threads are run (a caller's grn_parallel does it).
 *
 * The files, in the order in which a call uses them: check.c (a call from outside becomes a
 * grn_tile_call, once it keeps TTNN's rules), layout.c (views to tiles and back), strategy.c (the
 * table of strategies and the choice), account.c (the formulas as numbers), core.c (circular
 * buffers, the network-on-chip, one core's two roles), writer.c, reader_gather.c and
 * reader_scatter.c (the roles), run.c (all cores), pipeline.c, gather.c and scatter.c (the
 * pipelines), print.c and json.c (the account as text), spec.c (the canonical meaning), tosa.c;
 * embedding_account.c and embedding.c (rows of a table: its two strategies, its cores).
 */
#ifndef GRN_TILE_H
#define GRN_TILE_H

#include "core/core.h"
#include "garner/ttnn.h"
#include "rules/ttnn.h"
#include "access/spec.h"

/* ---- a checked call (check.c) ---------------------------------------------------------------- */

/* The tensors are the caller's views, rank 0 as [1]. */
typedef struct grn_tile_call {
    const char *op, *input_name, *index_name; /* names of arguments, for messages */
    bool is_scatter;
    grn_tensor input, index, source; /* source: scatter only */
    int32_t dim;                     /* in [0, rank) */
    grn_combiner combiner;           /* scatter: of a call REPLACE, ADD or MUL; of the op MAX and MIN too */
    grn_ttnn_options options;        /* defaults filled in */
    const grn_diag *diag;
    grn_ttnn_cores cores;
} grn_tile_call;

grn_status grn_tile_check_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                 const grn_ttnn_options *options, const grn_diag *diag, grn_tile_call *call);
grn_status grn_tile_check_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                  const grn_tensor *source, const grn_ttnn_options *options, const grn_diag *diag,
                                  grn_tile_call *call);
/* grn_ttnn_scatter_account of the device's op, whose reductions are more than the call's:
 * options->reduce is not read (TT-13). */
grn_status grn_tile_scatter_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                    const grn_tensor *source, grn_combiner combiner, const grn_ttnn_options *options,
                                    const grn_diag *diag, grn_ttnn_account *account);

/* A view from outside, rank 0 as [1]; `name` is the argument's, for messages. */
grn_status grn_tile_take_view(const grn_tensor *view, const char *name, const grn_diag *diag, grn_tensor *out);
grn_status grn_tile_check_buffers(const grn_tile_call *call);
/* `out` may be NULL where the options have the output. */
grn_status grn_tile_check_out(const grn_ttnn_options *options, const grn_diag *diag, const grn_tensor *out);

/* ---- a call as work on tiles (strategy.c) ---------------------------------------------------- */

/* The circular buffers. SOURCE is scatter's; ACCUMULATOR holds a bf16 reduction's rows in f32. */
#define GRN_TILE_BUFFERS(B)    \
    B(INPUT, "c_0", "input")   \
    B(INDEX, "c_1", "index")   \
    B(OUTPUT, "c_2", "output") \
    B(SOURCE, "c_3", "source") \
    B(ACCUMULATOR, "c_4", "accumulator")

enum {
#define GRN_TILE_BUFFER_ENUM(name, buffer, role) GRN_TILE_CB_##name,
    GRN_TILE_BUFFERS(GRN_TILE_BUFFER_ENUM)
#undef GRN_TILE_BUFFER_ENUM
        GRN_TILE_CB_COUNT
};

/* Sizes in tiles, after the slice to index's extents, the transpose and the padding. */
typedef struct grn_tile_problem {
    bool is_scatter;
    grn_combiner combiner;
    bool wide; /* accumulate in f32 */
    grn_dtype dtype, index_dtype;
    int64_t ht, wt_input, wt_index, wt_output;
    int64_t row_length;  /* extent along dim: what an index value must be below */
    int64_t index_width; /* extent of index along dim */
    int64_t matrix_rows; /* extent of the second last dimension */
    size_t tile_bytes, index_tile_bytes;
} grn_tile_problem;

/*
 * A strategy gives each core a list of items. An item of the single-core
 * strategy is a row of tiles; an item of the multi-core strategy is one output
 * tile of one row. Per item a core reads `input` tiles, `index` tiles and
 * `source` tiles and writes `output` tiles.
 */
typedef struct grn_tile_item_cost {
    int64_t input, index, source, output;
} grn_tile_item_cost;

typedef struct grn_tile_strategy grn_tile_strategy;
typedef struct grn_tile_core grn_tile_core;

/* One step of a role, as far as one tile: done with the whole list, waiting for the other role, or
 * moved on. */
typedef enum grn_tile_step { GRN_TILE_DONE, GRN_TILE_BLOCKED, GRN_TILE_MOVED } grn_tile_step;
typedef grn_tile_step (*grn_tile_role)(grn_tile_core *core);

struct grn_tile_strategy {
    grn_ttnn_strategy id;
    bool splits_rows; /* cores share the output tiles of a row; else each has whole rows */
    grn_tile_item_cost (*item_cost)(const grn_tile_problem *p);
    void (*buffer_tiles)(const grn_tile_problem *p, int64_t *tiles); /* per circular buffer, GRN_TILE_CB_COUNT */
    grn_tile_role reader, writer;
};
extern const grn_tile_strategy grn_tile_gather_strategies[2], grn_tile_scatter_strategies[2];

/* What is cut among the cores: rows, or the output tiles of a row. */
static inline int64_t grn_tile_units(const grn_tile_strategy *s, const grn_tile_problem *p)
{
    return s->splits_rows ? p->wt_output : p->ht;
}
/* How many of `units` core `id` of `cores` gets: id, id + cores, id + 2 * cores, ... */
static inline int64_t grn_tile_share(int64_t units, int32_t cores, int32_t id)
{
    return units / cores + (id < units % cores);
}

grn_status grn_tile_problem_of(const grn_tile_call *call, grn_tile_problem *out);
/* Chooses the strategy and fills the whole account but `counted`. GRN_E_LIMIT when local memory is
 * too small. */
grn_status grn_tile_plan(const grn_tile_call *call, const grn_tile_problem *p, const grn_tile_strategy **chosen,
                         grn_ttnn_account *account);
/* account.c */
void grn_tile_cost_of(const grn_tile_strategy *s, const grn_tile_problem *p, int32_t usable_cores,
                      int64_t l1_limit_bytes, grn_ttnn_cost *out);
void grn_tile_account_cores(const grn_tile_call *call, const grn_tile_strategy *s, const grn_tile_problem *p,
                            grn_ttnn_account *account);
/* The part of the account that the call and its machine decide, whatever the strategy. */
void grn_tile_describe(const grn_tile_call *call, grn_ttnn_account *account);
void grn_tile_add_traffic(grn_ttnn_traffic *to, const grn_ttnn_traffic *more);
/* Of counts: INT64_MAX where it does not fit. */
int64_t grn_tile_plus(int64_t a, int64_t b);

/* ---- an embedding (embedding.c, embedding_account.c) ----------------------------------------- */

/* Rows of the weight, which is row-major: one page each. */
typedef struct grn_tile_embedding {
    int64_t ids, width;    /* how many; how many lie in one page of theirs, the last extent */
    int64_t rows, columns; /* the weight's */
    int64_t element_bytes, row_bytes, tile_bytes;
    int64_t id_bytes, id_align; /* ids are read in pieces of so many bytes */
} grn_tile_embedding;

/* A strategy: a core takes the next of its units, ids or blocks of 32 ids, and writes their part of
 * the result. */
typedef struct grn_tile_embedding_strategy {
    grn_ttnn_strategy id;
    int64_t ids_per_unit;
    int64_t (*units)(const grn_tile_embedding *e);
    /* Of units [first, first + n), which one core has. */
    grn_ttnn_traffic (*traffic)(const grn_tile_embedding *e, int64_t first, int64_t n);
    void (*buffers)(const grn_tile_embedding *e, int64_t most_units, grn_ttnn_cost *out);
} grn_tile_embedding_strategy;
extern const grn_tile_embedding_strategy grn_tile_embedding_strategies[2]; /* row-major output; tiles */

/* `call`'s input is the weight, its index the ids. Where there is no result, *output is its shape
 * alone. */
grn_status grn_tile_check_embedding(const grn_tensor *ids, const grn_tensor *weight, const grn_ttnn_options *options,
                                    const grn_diag *diag, grn_tile_call *call, grn_tensor *output);
void grn_tile_embedding_of(const grn_tile_call *call, grn_tile_embedding *out);
/* As grn_tile_plan. */
grn_status grn_tile_embedding_plan(const grn_tile_call *call, const grn_tile_embedding *e,
                                   const grn_tile_embedding_strategy **chosen, grn_ttnn_account *account);
/* The first unit of core `id`: cores have units that lie together, the first of them one more. */
int64_t grn_tile_first_unit(int64_t units, int32_t cores, int32_t id);

/* ---- views (layout.c) ------------------------------------------------------------------------ */

/* A view with dimension `dim` last and, but for that one, cut to the extents of `like`. */
void grn_tile_row_view(const grn_tensor *t, const grn_tensor *like, int32_t dim, grn_tensor *out);

/* ---- a core (core.c) ------------------------------------------------------------------------- */

/* A ring of tiles in local memory. */
typedef struct grn_tile_cb {
    unsigned char *base;
    size_t tile_bytes;
    int64_t tiles, front, count;
} grn_tile_cb;

static inline bool grn_cb_has_room(const grn_tile_cb *cb) { return cb->count < cb->tiles; }
/* The slot a producer fills, then publishes by push. */
unsigned char *grn_cb_back(const grn_tile_cb *cb);
void grn_cb_push(grn_tile_cb *cb);
/* The oldest tile; the n oldest are contiguous only when the ring was filled from its start (a row
 * buffer is). */
unsigned char *grn_cb_front(const grn_tile_cb *cb);
void grn_cb_pop(grn_tile_cb *cb, int64_t tiles);

/* Tiles in DRAM, page h * wt + w. */
typedef struct grn_tile_dram {
    unsigned char *pages;
    size_t tile_bytes;
} grn_tile_dram;

typedef struct grn_tile_program {
    const grn_tile_problem *problem;
    const grn_tile_strategy *strategy;
    int32_t cores;
    grn_tile_item_cost per_item;
    int64_t buffer_tiles[GRN_TILE_CB_COUNT];
    grn_tile_dram input, index, source, output;
} grn_tile_program;

/* A role's current place in its list: the item, the phase of the item, the tile of the phase. */
typedef struct grn_tile_cursor {
    int64_t item;
    int phase;
    int64_t tile;
} grn_tile_cursor;

struct grn_tile_core {
    const grn_tile_program *program;
    int32_t id;
    int64_t items;
    grn_tile_cb cb[GRN_TILE_CB_COUNT];
    grn_tile_cursor reading, writing;
    grn_ttnn_traffic traffic;
    /* Reader's own, for an index tile whose input tiles stream past: places by input tile, modulo
     * the table. */
    int16_t chain_head[GRN_TTNN_TILE_ELEMENTS], chain_next[GRN_TTNN_TILE_ELEMENTS];
};

/* Row of tiles and first output tile of a core's k-th item. */
typedef struct grn_tile_item {
    int64_t row, first;
} grn_tile_item;
grn_tile_item grn_tile_item_at(const grn_tile_core *core, int64_t k);

/* Reads page `page` into the ring's back and publishes it; counts the tile in *tiles. */
void grn_noc_read(grn_tile_core *core, const grn_tile_dram *dram, int64_t page, int cb, int64_t *tiles);
/* Writes the ring's front to page `page` and frees it. */
void grn_noc_write(grn_tile_core *core, const grn_tile_dram *dram, int64_t page, int cb);

/* The roles (writer.c, reader_gather.c, reader_scatter.c). */
grn_tile_step grn_tile_write_step(grn_tile_core *core);
grn_tile_step grn_tile_gather_row_step(grn_tile_core *core);
grn_tile_step grn_tile_gather_stream_step(grn_tile_core *core);
grn_tile_step grn_tile_scatter_step(grn_tile_core *core);

/* Runs every core of the program (run.c), on the threads of `parallel` (NULL: the calling one);
 * adds up the traffic. */
grn_status grn_tile_run(const grn_tile_program *program, const grn_parallel *parallel, const grn_allocator *allocator,
                        const grn_diag *diag, grn_ttnn_traffic *counted);

/* ---- the pipelines' shared steps (pipeline.c) ------------------------------------------------ */

/* A row view and its tiles in DRAM. */
typedef struct grn_tile_tensor {
    grn_tensor rows;
    void *tiles; /* NULL: none */
    size_t bytes;
} grn_tile_tensor;

/* Room for the tiles of `rows`; a refusal names `name`. */
grn_status grn_tile_alloc(const grn_tile_call *call, const grn_tensor *rows, const char *name, grn_tile_tensor *out);
/* The same, and the tiles filled: padding as grn_ttnn_tilize takes it. */
grn_status grn_tile_load(const grn_tile_call *call, const grn_tensor *rows, const char *name, const void *padding,
                         grn_tile_tensor *out);
void grn_tile_free(const grn_tile_call *call, grn_tile_tensor *t);
grn_tile_dram grn_tile_dram_of(const grn_tile_tensor *t);
/* Completes a program whose DRAM is set and runs it by the account's strategy; account->counted
 * gets the traffic. */
grn_status grn_tile_run_on(const grn_tile_call *call, const grn_tile_problem *p, const grn_tile_strategy *s,
                           grn_tile_program *program, grn_ttnn_account *account);
/* The result: the caller's, or a new compact one shaped as `shaped_as`. */
grn_status grn_tile_result(const grn_tile_call *call, const grn_tensor *shaped_as, grn_tensor *out);
/* TT-5: what TTNN pads input tiles with, numeric_limits<float>::min() in the input's dtype. One
 * element to `out`. */
void grn_tile_input_padding(grn_dtype dtype, unsigned char *out);

#endif
