/*
 * plan.h (internal) - how a nest is run.
 *
 * Knows: nests, the strategy table, scratch sizes, kernels. Must not know:
 * dialects, IR, text. A nest is normalised first (unit loops dropped, loops
 * that continue each other merged, window loops told from index loops), then
 * each row of the strategy table says whether it applies and what it would
 * cost; the cheapest runs. The last row always applies and is the plainest.
 *
 * The files, in the order of the road: normalise.c (the nest made small),
 * strategy.c (the tables and the choice), cost.c, build.c (a plan in memory it
 * is given), run.c (checks, then the strategy), cursor.c and resolve.c (blocks
 * of index vectors and their offsets), window.c (one vector's window),
 * gather_*.c and scatter_*.c (the strategies), few.c (a
 * few vectors past them), gather_at_once.c and scatter_at_once.c (... without a plan), plan.c, call.c and print.c (the public calls).
 */
#ifndef GRN_PLAN_INTERNAL_H
#define GRN_PLAN_INTERNAL_H

#include "garner/plan.h"
#include "garner/threads.h"
#include "kernels/take.h"
#include "spec/spec.h"

/* ---- the normalised nest (normalise.c) ----------------------------------------------------------------------- */

/* A pair of tensors that elements move between: operand and result, or results[i] and updates[i]. Strides in elements. */
typedef struct grn_pair {
    grn_dtype dtype;
    int64_t element_bytes;
    int64_t dense[GRN_MAX_RANK];      /* per loop */
    int64_t operand[GRN_MAX_RANK];    /* per loop */
    int64_t coordinate[GRN_MAX_RANK]; /* of the operand, per unit of each start */
} grn_pair;

/*
 * The nest made small. Loops [0, nouter) visit index vectors, the last of them
 * being the run that blocks are cut from; loops [nouter, nloops) walk the
 * window of one vector. What the pairs share stands here, their strides in
 * each pair.
 */
typedef struct grn_normal {
    int32_t nloops, nouter, ncoords;
    int64_t extent[GRN_MAX_RANK];
    int64_t index[GRN_MAX_RANK]; /* stride in the indices */
    bool ordered[GRN_MAX_RANK];  /* the loop's order among the other ordered loops shows in the result */
    bool disjoint[GRN_MAX_RANK];    /* the operand element alone tells the loop's counter: its steps never meet */
    int64_t component[GRN_MAX_RANK]; /* where each coordinate lies in the index vector, from its start */
    int32_t clip[GRN_MAX_RANK];  /* per coordinate: the loop that walks its window under a per-element policy, else -1 */
    int64_t vectors;             /* product of the outer extents */
    int64_t window;              /* product of the inner extents */
    bool widened;                /* a row became one wider element */
    bool distinct;               /* no two elements of one window share an operand element */
} grn_normal;

/* What order means to the result. */
typedef enum grn_order {
    GRN_ORDER_ANY,      /* it cannot show */
    GRN_ORDER_PER_CELL, /* the updates of one operand element must come in dense order; operand elements lie apart */
    GRN_ORDER_DENSE     /* operand elements may share memory: nothing may move */
} grn_order;

/* Whether no two elements of the view share memory, as far as its strides tell (false when in doubt). */
bool grn_view_is_injective(const grn_tensor *view);
/* Whether the order in which updates meet can show in the bits: not where f is commutative and associative exactly. */
bool grn_order_shows(grn_combiner combiner, grn_dtype dtype);

/* Reads the shared part of a nest, then each pair's strides, then makes them small. elements > 0. `apart`: no two elements
 * of a pair's operand share memory. */
void grn_normal_of_nest(const grn_nest *nest, grn_normal *out);
void grn_pair_of_nest(const grn_nest *nest, grn_pair *out);
void grn_normalise(grn_normal *normal, const grn_nest *nest, grn_pair *pairs, size_t npairs, grn_order order, bool apart);
/* Of a gather: a window of a few neighbours that all else steps over as a whole becomes one wider element. Its dtype no
 * longer tells its size. */
void grn_widen(grn_normal *normal, grn_pair *pair);
/* Of a gather: the first of the outer loops that walk indices and result as one run to the last of them. */
int32_t grn_flat_from(const grn_normal *normal, const grn_pair *pair);
/* Of a gather that has kernels for short runs: the run is again the loop along which the result lies. */
void grn_run_as_it_lies(grn_normal *normal, grn_pair *pair);

static inline int32_t grn_inner_loops(const grn_normal *n)
{
    return n->nloops - n->nouter;
}
/* Extent of, and steps along, the run that blocks are cut from; one vector when there is no outer loop. */
static inline int64_t grn_run_extent(const grn_normal *n)
{
    return n->nouter > 0 ? n->extent[n->nouter - 1] : 1;
}
static inline int64_t grn_run_step(const grn_normal *n, const int64_t *stride)
{
    return n->nouter > 0 ? stride[n->nouter - 1] : 0;
}

/* ---- the plan (build.c) -------------------------------------------------------------------------------------- */

typedef struct grn_run grn_run;

/* One way to run. */
typedef struct grn_strategy {
    const char *name;
    const char *(*obstacle)(const grn_plan *plan); /* why it does not apply; NULL when it does */
    double (*cost)(const grn_plan *plan);          /* expected nanoseconds */
    grn_status (*run)(const grn_plan *plan, const grn_run *run);
    size_t (*scratch)(const grn_plan *plan); /* bytes that run->scratch has; NULL: none */
} grn_strategy;

/* What is asked for: exactly one of the specs, and the tensors, whose data a made plan does not look at. */
typedef struct grn_problem {
    const grn_gather_spec *gather;
    const grn_scatter_spec *scatter;
    size_t npairs;
    const grn_tensor *operand; /* [npairs]: a gather's operand, a scatter's results */
    const grn_tensor *indices;
    const grn_tensor *dense; /* [npairs]: a gather's result, a scatter's updates */
    bool brings_scratch;     /* a plan that is made; one on the stack has none */
} grn_problem;

/* Bytes of the machine's caches: of one core, and of all together. */
typedef struct grn_caches {
    int64_t l1, l2, all;
} grn_caches;

/*
 * What the strategies of a gather ask before they move anything (traits.c).
 *
 * `narrow`: every offset that a block's index vectors resolve to fits 32 bits.
 * `stream`: the result is too large to be found in a cache again.
 * `reach`: the bytes of the operand that starts alone can move between.
 */
typedef struct grn_access_traits {
    bool narrow, stream;
    int32_t flat;      /* outer loops from here on are one run of blocks; nouter - 1: the last alone */
    int64_t flat_run;  /* vectors of it */
    int64_t moved_bytes, reach_bytes, operand_bytes;
    grn_caches caches;
    grn_fused_fn fused; /* NULL: there is none */
    grn_fused how;
} grn_access_traits;

/* How a scatter is shared out (scatter_share.c). */
typedef enum grn_partition {
    GRN_PARTITION_NONE,  /* one thread */
    GRN_PARTITION_LOOP,  /* each takes a piece of a loop whose steps never meet, or only next to each other */
    GRN_PARTITION_OWNERS, /* each moves the vectors whose targets are its own; they are listed for it first */
    GRN_PARTITION_FILTER /* ... it picks them from all vectors itself */
} grn_partition;

/*
 * What the strategies of a scatter ask before they move anything (meeting.c).
 *
 * `coincide`: two windows that share an element start at the same one, and share all.
 * `ahead`: how many vectors ahead targets are fetched; 0: they are in a cache anyway.
 * `stream`: whole lines may pass the caches by.
 * `follow`: the outer loop whose next step's targets are fetched while those of this one are worked on; -1: none.
 */
typedef struct grn_conflicts {
    bool coincide, stream;
    int32_t follow;
    int64_t ahead, footprint, region_bytes;
    grn_caches caches;
    grn_partition share;
    int32_t loop, parts; /* loop of GRN_PARTITION_LOOP alone */
    int64_t grain;
    bool between_starts; /* of GRN_PARTITION_LOOP: equal starts are neighbours, and stay in one piece */
    int32_t runs_ahead;  /* steps of the loop above the run ahead of which indices and updates are fetched; 0: none */
    bool straight;       /* indices of 64 bits are starts as they are, one after the other */
    grn_widen_fn widen;  /* ... or would be, had they 64 bits; NULL: not so */
    int32_t owner_shift; /* targets that agree above this many low bits have one owner */
} grn_conflicts;

/* So few vectors that one call moves them, where all are in range (few.c): a gather's by rows, a scatter's by updates.
 * Both NULL: more, or others. */
typedef struct grn_small {
    const grn_rows *rows;
    const grn_accumulate *updates;
    grn_prefix_fn prefix; /* may be NULL */
} grn_small;

/* How a plan is cut into parts: `loop` into `parts` pieces of whole multiples of `grain`. */
typedef struct grn_cut {
    int32_t loop, parts; /* parts 1: not at all */
    int64_t grain;
} grn_cut;

/* The bytes a view touches, from its data pointer: [from, to). Empty views have from == to. Modular. */
typedef struct grn_span {
    uintptr_t from, to;
} grn_span;

struct grn_plan {
    const grn_allocator *allocator; /* NULL in a plan on the stack */
    size_t bytes;
    grn_problem problem;
    grn_index_rule rule;
    grn_combiner combiner; /* of a scatter */
    bool empty;   /* no element moves, whatever the indices say */
    bool results_injective; /* of a scatter: no two elements of a result share memory */
    bool tested;  /* starts out of range are left out (FILL, SKIP), so vectors carry a verdict */
    bool by_element; /* ... element by element */
    const grn_kernels *kernels;
    grn_resolve_fn resolve;
    const grn_strategy *strategy;
    const grn_parallel *parallel; /* NULL: the calling thread alone */
    int32_t threads; /* parts that may run at once, >= 1 */
    size_t scratch_bytes;
    unsigned char fill[16]; /* of a gather under FILL: the fill value, as often as an element of the pair has room for */
    bool has_scratch; /* a run is given what grn_plan_scratch_bytes asks for */
    grn_access_traits traits; /* of a gather */
    grn_conflicts conflicts; /* of a scatter */
    grn_small small;
    grn_cut cut;   /* of a gather */
    grn_normal normal;
    grn_resolve_axis axis[GRN_MAX_RANK]; /* per coordinate; the stride is the pair's */
    int64_t dim[GRN_MAX_RANK];           /* per coordinate: the operand's extent */
    grn_pair *pairs;                     /* [npairs] */
    grn_span *spans; /* operand[npairs], dense[npairs], indices; NULL in a plan on the stack */
};

/* Everything of a plan but memory: normalises, chooses. The problem is checked; pairs has room for its npairs. */
grn_status grn_plan_build(const grn_problem *problem, const grn_plan_options *options, const grn_diag *diag,
                          grn_pair *pairs, grn_plan *out);
grn_span grn_span_of(const grn_tensor *view);

/* ---- threads from outside (pool.c) ---------------------------------------------------------------------------- */

/* NULL, or one with a function and at least one thread; GRN_E_ARGUMENT. */
grn_status grn_check_parallel(const grn_parallel *parallel, const grn_diag *diag);

/* ---- ways and parts (traits.c, parts.c, caches.c) --------------------------------------------------------------- */

/* The caches of this machine; asks the system, which takes a while. */
grn_caches grn_caches_here(void);
/* Moving less than this is not worth asking anybody about, nor sharing out. */
#define GRN_SMALL_BYTES 65536

void grn_traits_of(grn_plan *plan);
/* Adds the magnitude of so many steps; what does not fit an int64_t fits nothing. */
bool grn_add_span(int64_t *sum, int64_t steps, int64_t stride);
/* Whether the loop's pieces are plans of their own. */
bool grn_may_cut(const grn_plan *plan, int32_t loop);
/* The loop to cut so that the parts are as good as equal; `forced`: into as many as there are threads, however small. */
grn_cut grn_cut_of(const grn_plan *plan, bool forced);
/* Runs the plan's strategy on each part, on the plan's threads. A part is a plan whose loop is shorter and whose data
 * begins later. */
grn_status grn_run_parts(const grn_plan *plan, const grn_run *run);

/* ---- choosing (strategy.c, cost.c) --------------------------------------------------------------------------- */

/* The rows for a plan's kind of problem, NULL-terminated by name; the last always applies. */
const grn_strategy *grn_strategies_for(const grn_plan *plan);
grn_status grn_choose(const grn_plan_options *options, const grn_diag *diag, grn_plan *plan);

double grn_cost_of_fused(const grn_plan *plan);
double grn_cost_of_runs(const grn_plan *plan);
double grn_cost_of_panels(const grn_plan *plan);
double grn_cost_of_rows(const grn_plan *plan);
double grn_cost_of_cells(const grn_plan *plan);
double grn_cost_of_odometer(const grn_plan *plan);

/* ---- running (run.c) ----------------------------------------------------------------------------------------- */

/* The data of one run. */
struct grn_run {
    const void *const *operands; /* gather: one */
    void *const *results;        /* scatter: npairs */
    const void *indices;
    void *result;               /* gather */
    void *scratch;              /* where the plan has_scratch */
    const void *const *updates; /* scatter: npairs */
    const grn_diag *diag;
};

/* Under ERROR, tests every index vector first; then the strategy. Memory has been checked. */
grn_status grn_plan_execute(const grn_plan *plan, const grn_run *run);
/* Data pointers are there and no destination overlaps anything else of the run. */
grn_status grn_plan_check_memory(const grn_plan *plan, const grn_run *run);

/* A small gather without a plan (gather_at_once.c); all is checked. False: not this one, and what may have been written
 * of the result is right or will be written again. */
bool grn_gather_small(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                        const grn_tensor *result);
/* ... a plan of few vectors: whether and how, into plan->small; and the call. False: nothing has been written. */
#define GRN_SMALL_VECTORS 64
void grn_small_of(grn_plan *plan);
bool grn_run_small(const grn_plan *plan, const grn_run *run);
/* Whether all are in [0, last], last >= 0. */
bool grn_starts_in_range(const int64_t *start, int64_t count, int64_t last);
/* The same for a scatter of one input (scatter_at_once.c). False: not this one, and nothing has been written. */
bool grn_scatter_small(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices,
                         const grn_tensor *updates);
/* Dimensions [from, rank) lie together in row-major order; how many elements they hold. */
bool grn_view_is_run(const grn_tensor *t, int32_t from, int64_t *elements);

/* ---- blocks (cursor.c, resolve.c) ---------------------------------------------------------------------------- */

/* Stands on a block: `count` index vectors of one run, from position `first` of it. */
typedef struct grn_cursor {
    bool more;
    int64_t at[GRN_MAX_RANK]; /* counters of the outer loops but the last */
    int64_t first, count, limit;
} grn_cursor;

/* Blocks of at most `limit` vectors, in order. for (grn_cursor_init(..); c.more; grn_cursor_next(..)) */
void grn_cursor_init(const grn_normal *n, int64_t limit, grn_cursor *c);
void grn_cursor_next(const grn_normal *n, grn_cursor *c);
/* Where the block's first vector stands, along these strides. */
int64_t grn_cursor_offset(const grn_normal *n, const grn_cursor *c, const int64_t *stride);

/* offset[i]: the operand element that vector i's window starts at; inside[i]: whether that window is wholly in range.
 * Where it is not, the offset is that of the nearest window that is. */
typedef struct grn_index_block {
    int64_t count;
    bool whole; /* all are inside */
    int64_t offset[GRN_BLOCK];
    unsigned char inside[GRN_BLOCK];
} grn_index_block;

/* Axes of the plan's coordinates, but for the stride. */
void grn_axes_of_nest(const grn_nest *nest, grn_resolve_axis *axis);
/* The verdict is asked for where the plan is `tested`. */
void grn_block_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                       grn_index_block *out);
/* offset[] of a pair alone; inside may be NULL. */
void grn_offsets_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                         int64_t *offset, unsigned char *inside);
/* The end of the stretch of vectors from `from` that share its verdict. */
int64_t grn_block_segment(const grn_index_block *b, int64_t from);
/* Whether every index vector of the plan is in range. */
bool grn_all_in_bounds(const grn_plan *plan, const void *indices);

/* ---- one vector's window (window.c) -------------------------------------------------------------------------- */

/* A box of window elements: extents of the inner loops, and where its first element lies. */
typedef struct grn_window {
    int64_t dense, operand;
    int64_t extent[GRN_MAX_RANK];
} grn_window;

/* Walks loops [0, n) along two stride vectors. for (init; o.more; next) use(o.a, o.b); n may be 0: one position. */
typedef struct grn_odometer {
    int32_t n;
    bool more;
    const int64_t *extent, *stride_a, *stride_b;
    int64_t a, b;
    int64_t at[GRN_MAX_RANK];
} grn_odometer;
void grn_odometer_init(grn_odometer *o, int32_t n, const int64_t *extent, const int64_t *stride_a,
                       const int64_t *stride_b);
void grn_odometer_next(grn_odometer *o);
/* From the first position to the one that next would reach in `position` steps; position < the product of extents. */
void grn_odometer_seek(grn_odometer *o, int64_t position);

/* The whole window of a vector. */
void grn_window_whole(const grn_normal *n, int64_t dense, int64_t operand, grn_window *out);
/* A window as kernels take it: `above` loops to walk, and the last one to hand over (a single element has extent 1). */
typedef struct grn_tail {
    int32_t above;
    const int64_t *dense, *operand; /* strides of the loops above */
    int64_t dense_step, operand_step, extent;
} grn_tail;
grn_tail grn_window_tail(const grn_plan *plan, const grn_pair *pair, const grn_window *w);

static inline void *grn_pair_at(const grn_pair *pair, const void *base, int64_t offset)
{
    return (char *)base + offset * pair->element_bytes;
}

/* What is in range of the window of the block's vector `i`, which is not wholly inside; false when nothing is. */
bool grn_window_clip(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c, int64_t i,
                     grn_window *out);

/* ---- strategies ---------------------------------------------------------------------------------------------- */

/* What a strategy does with vectors of one block: `count` that are inside, the first one's window starting at `dense`;
 * and the block's vector i that is not. */
typedef struct grn_segment_kernels {
    void (*inside)(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense);
    void (*outside)(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);
} grn_segment_kernels;
/* Every vector of the cursor's block, in order. */
void grn_run_block(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels,
                   const grn_cursor *c);
/* Every vector of a pair, in order (stretch.c). */
void grn_run_segments(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels);

/* A block for the kernels of take.h (gather_narrow.c): where plan->traits.narrow. */
#define GRN_NARROW_BLOCK 2048
#define GRN_NARROW_AHEAD 64
typedef struct grn_narrow_block {
    const grn_plan *plan;
    const grn_run *run;
    const int32_t *offset;  /* from element `operand` of the operand */
    int64_t count, known;   /* vectors of the block; offsets there are */
    int64_t dense, operand; /* where the first window starts in the result; the operand's part that is no offset */
} grn_narrow_block;
typedef struct grn_narrow_kernel {
    void (*move)(const grn_narrow_block *b, const void *context); /* all offsets lie inside the operand */
    const void *context;
} grn_narrow_kernel;
/* Every vector of a gather, in order, in blocks of at most `block`, which is at most GRN_NARROW_BLOCK. */
void grn_run_narrow(const grn_plan *plan, const grn_run *run, int64_t block, const grn_narrow_kernel *kernel);
/* The vectors [from, from + count) of the run that c stands on. */
void grn_run_narrow_part(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count,
                         const grn_narrow_kernel *kernel);

/* Rows: the innermost window loop is one run of memory on both sides, in every pair. */
const char *grn_rows_obstacle(const grn_plan *plan);
/* Bytes of such a row. */
int64_t grn_row_bytes(const grn_plan *plan, const grn_pair *pair);

/* Single elements: the vectors that the cursor stands on, from its `from`-th on, by offsets of 32 bits (gather_cells.c) or
 * the general road (gather_odometer.c). */
void grn_gather_fallback(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count);
void grn_gather_block_by_block(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count);

const char *grn_fused_obstacle(const grn_plan *plan);
grn_status grn_gather_fused(const grn_plan *plan, const grn_run *run);
/* Vectors from which on a run is worth a call of the kernels that move groups of them. */
#define GRN_LONG_RUN 128
const char *grn_runs_obstacle(const grn_plan *plan);
grn_status grn_gather_runs(const grn_plan *plan, const grn_run *run);
const char *grn_panels_obstacle(const grn_plan *plan);
size_t grn_panels_scratch(const grn_plan *plan);
/* Elements of the operand packed for each element of the result. */
double grn_panels_packed(const grn_plan *plan);
/* Vectors that one kernel call takes from a panel. */
double grn_panels_columns(const grn_plan *plan);
/* Shares the panels out itself: each needs its part of the scratch. */
grn_status grn_gather_panels(const grn_plan *plan, const grn_run *run);
grn_status grn_gather_odometer(const grn_plan *plan, const grn_run *run);
/* Whether it has a kernel for many windows at a time. */
bool grn_goes_by_strips(const grn_plan *plan);
grn_status grn_gather_rows(const grn_plan *plan, const grn_run *run);
/* Rows straight from their indices, where that can be (gather_rows_straight.c); false: it cannot, nothing is moved. `others`:
 * for those beside an index out of range; NULL where offsets are not narrow. */
bool grn_gather_rows_fused(const grn_plan *plan, const grn_run *run, const grn_narrow_kernel *others);
/* Single elements through the kernels of rows; for plans whose offsets are narrow. */
void grn_gather_gapped_cells(const grn_plan *plan, const grn_run *run);
grn_status grn_gather_cells(const grn_plan *plan, const grn_run *run);
/* The fill value, then what is in range. */
void grn_gather_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);

const char *grn_scatter_rows_obstacle(const grn_plan *plan);
const char *grn_scatter_cells_obstacle(const grn_plan *plan);
grn_status grn_scatter_odometer(const grn_plan *plan, const grn_run *run);
grn_status grn_scatter_rows(const grn_plan *plan, const grn_run *run);
grn_status grn_scatter_cells(const grn_plan *plan, const grn_run *run);
/* REGION: all pairs in step. */
grn_status grn_scatter_region(const grn_plan *plan, const grn_run *run);
/* The part in range, by a named combiner. */
void grn_scatter_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);

#endif
