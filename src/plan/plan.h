/*
 * plan.h (internal) - how a nest is run.
 *
 * Knows: nests, machine figures, the tables of rows, scratch sizes,
 * kernels. Must not know: dialects, IR, text.
 *
 * A nest is normalised first (unit loops dropped, loops that continue each
 * other merged, window loops told from index loops). Then three choices are
 * made, each a row of a table: an addressing, a partition, a mover. Every row
 * says why it does not apply, or what it would cost by the machine's figures.
 * A plan holds one row of each; running it decides nothing more, but for what
 * depends on the data: alignment, and indices that are out of range.
 *
 * Glossary
 *   index vector   the components that give one window's start
 *   start          one component, brought under the rule of the spec
 *   offset         where a window begins in the operand, in elements
 *   window         what one index vector moves; its loops are the inner loops
 *   outer loops    those that visit index vectors; the last of them is the run
 *   run            index vectors of the last outer loop, from which blocks are cut
 *   block          vectors of a run that are resolved together
 *   segment        vectors of a block that share one value of the in-bounds mask
 *   pair           two tensors that elements move between
 *   cell           one element, moved by itself
 *   row            a window loop that is a run of memory on both sides
 *   strip          the last loop of a window, along any strides
 *   panel          columns of rows that lie apart, packed together in scratch
 *   fused          of a kernel: it reads indices as they lie and moves in the same pass
 *   conflict       two updates of one element of a destination
 *   owner          the one thread that moves what goes to a target
 *   bin            the vectors of one owner, written down
 *   fallback       what serves the few vectors that a fast kernel leaves
 *   odometer       counters of several loops that turn over into each other
 *
 * The files, in order: normalise.c (the nest made small),
 * gather/traits.c and scatter/conflicts.c (properties that the choice depends on),
 * gather/table.c and scatter/table.c (the tables), choose.c (the choice),
 * cost.c, gather/cost.c and scatter/cost.c, machine/ (figures), build.c (a
 * plan in memory it is given), run.c (checks, then the plan), cursor.c and
 * resolve.c (blocks of index vectors and their offsets), window.c (one
 * vector's window), gather/ and scatter/ (the rows), plan.c, call.c,
 * describe.c and print.c (the public calls).
 */
#ifndef GRN_PLAN_INTERNAL_H
#define GRN_PLAN_INTERNAL_H

#include "garner/plan.h"
#include "garner/threads.h"
#include "kernels/take.h"
#include "plan/machine/machine.h"
#include "access/problem.h"
#include "access/spec.h"

/* ---- the normalised nest (normalise.c) ------------------------------------------------------- */

/* A pair of tensors that elements move between: operand and result, or results[i] and updates[i].
 * Strides in elements. */
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
    /* the operand element alone determines the loop's counter: its steps never conflict */
    bool disjoint[GRN_MAX_RANK];
    int64_t component[GRN_MAX_RANK]; /* where each coordinate lies in the index vector, from its start */
    /* per coordinate: the loop that walks its window under a per-element policy, else -1 */
    int32_t clip[GRN_MAX_RANK];
    int64_t vectors; /* product of the outer extents */
    int64_t window;  /* product of the inner extents */
    bool widened;    /* a row became one wider element */
    bool distinct;   /* no two elements of one window share an operand element */
} grn_normal;

/* What order means to the result. */
typedef enum grn_order {
    GRN_ORDER_ANY,      /* it cannot show */
    GRN_ORDER_PER_CELL, /* the updates of one operand element must come in dense order; the operand is injective */
    GRN_ORDER_DENSE     /* operand elements may share memory: nothing may move */
} grn_order;

/* Whether no two elements of the view share memory, by its strides (false when in doubt). */
bool grn_view_is_injective(const grn_tensor *view);
/* Whether the order of conflicting updates can show in the bits: not where f is commutative and
 * associative exactly. */
bool grn_order_shows(grn_combiner combiner, grn_dtype dtype);

/* Reads the shared part of a nest, then each pair's strides, then makes them small. elements > 0.
 * `injective`: no two elements of a pair's operand share memory. */
void grn_normal_of_nest(const grn_nest *nest, grn_normal *out);
void grn_pair_of_nest(const grn_nest *nest, grn_pair *out);
void grn_normalise(grn_normal *normal, const grn_nest *nest, grn_pair *pairs, size_t npairs, grn_order order,
                   bool injective);
/* Of a gather: a window of a few neighbours that all else steps over as a whole becomes one wider
 * element. Its dtype no longer gives its size. */
void grn_widen(grn_normal *normal, grn_pair *pair);
/* Of a gather: the first of the outer loops that walk indices and result as one run to the last of
 * them. */
int32_t grn_flat_from(const grn_normal *normal, const grn_pair *pair);
/* Of a gather that has kernels for short runs: the run is again the loop along which the result
 * lies. */
void grn_run_as_it_lies(grn_normal *normal, grn_pair *pair);

/* Whether the loop walks a window that a per-element policy may cut. */
static inline bool grn_is_clipped(const grn_normal *n, int32_t loop)
{
    for (int32_t k = 0; k < n->ncoords; k++)
        if (n->clip[k] == loop)
            return true;
    return false;
}
static inline int32_t grn_inner_loops(const grn_normal *n) { return n->nloops - n->nouter; }
/* Extent of, and steps along, the run that blocks are cut from; one vector when there is no outer
 * loop. */
static inline int64_t grn_run_extent(const grn_normal *n) { return n->nouter > 0 ? n->extent[n->nouter - 1] : 1; }
static inline int64_t grn_run_step(const grn_normal *n, const int64_t *stride)
{
    return n->nouter > 0 ? stride[n->nouter - 1] : 0;
}

/* ---- the plan (build.c) ---------------------------------------------------------------------- */

typedef struct grn_run grn_run;
typedef struct grn_race grn_race; /* race.h */

/* What an addressing hands to a mover. */
typedef enum grn_form {
    GRN_FORM_RAW,       /* runs of indices as they lie in memory */
    GRN_FORM_RUNS,      /* many short ones of them */
    GRN_FORM_PANEL,     /* ... into a packed panel */
    GRN_FORM_COLUMNS,   /* ... of a block of columns, the next of which is prefetched */
    GRN_FORM_BUCKETS,   /* starts partitioned by their high bits */
    GRN_FORM_OFFSETS32, /* blocks of resolved offsets */
    GRN_FORM_OFFSETS64,
    GRN_FORM_ROWS,  /* runs that may be one row each, though a window is an element */
    GRN_FORM_SMALL, /* all of a small access at once */
    GRN_FORM_COUNT
} grn_form;

/* Expected nanoseconds on one thread: of its core; of random lines; of bytes to and from memory.
 * Threads share the last two with each other. */
typedef struct grn_cost {
    double work, lines, bytes;
} grn_cost;

/* Windows of one pair: number i starts at offset[i] of the results, and at update i. In ascending i
 * where they conflict. */
typedef void (*grn_scatter_move)(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                                 const grn_updates *u);

/*
 * The rows of the three tables. `obstacle` answers why a row does not apply to the plan, with what
 * plan->choice holds so far (a partition, then an addressing, then a mover), NULL where it does; so
 * do costs. Tables end on a row without a name.
 */
typedef struct grn_addressing {
    const char *name;
    grn_form form;
    const char *(*obstacle)(const grn_plan *plan);
    grn_cost (*cost)(const grn_plan *plan); /* of positions, without movement */
    /* of a scatter: all vectors of a pair, to plan->choice.mover */
    void (*walk)(const grn_plan *plan, size_t pair, const grn_run *run);
    size_t (*scratch)(const grn_plan *plan); /* of each part; NULL: none */
    bool by_owner;                           /* serves the partitions by owner, and no other */
    /* of a scatter: vectors come as updates stand, whatever order the loops have */
    bool in_dense_order;
    /* of a gather: vectors are read once, one after the other, so that any piece of an outer loop may be
     * moved for itself as well */
    bool in_order;
    /* of a gather that discards: answers GRN_E_INDEX where an index that it reads is out of range */
    bool tests;
    bool by_data; /* what it takes is decided by the indices, of which no figure knows */
} grn_addressing;

/*
 * What a mover leaves open, as machines and data would have it differently: a choice without one
 * follows the machine's figures. Bits are the same with any of them. `forms`: the forms of
 * addressing it goes with, a bit each.
 */
typedef struct grn_variant {
    const char *name; /* "16 ahead" */
    uint32_t forms;
    int32_t ahead;       /* how many vectors, windows or strips ahead lines are prefetched; 0: none */
    bool far;            /* ... into the second cache, and not into the first */
    bool next;           /* the next run's or position's part of the operand is prefetched as a whole */
    bool gathers;        /* by the processor's gather instruction, not by scalar loads */
    int64_t width_bytes; /* of a row of a panel; 0: as the figures have it */
} grn_variant;
#define GRN_FORM_BIT(form) (UINT32_C(1) << (form))
/* Widths of panels, for a mover's list. */
#define GRN_PANEL_VARIANTS                                                    \
    {"rows of 128 B", GRN_FORM_BIT(GRN_FORM_PANEL), .width_bytes = 128},      \
        {"rows of 256 B", GRN_FORM_BIT(GRN_FORM_PANEL), .width_bytes = 256},  \
        {"rows of 512 B", GRN_FORM_BIT(GRN_FORM_PANEL), .width_bytes = 512},  \
        {"rows of 1 KiB", GRN_FORM_BIT(GRN_FORM_PANEL), .width_bytes = 1024}, \
    {                                                                         \
        "rows of 2 KiB", GRN_FORM_BIT(GRN_FORM_PANEL), .width_bytes = 2048    \
    }

typedef struct grn_mover {
    const char *name;
    const grn_variant *variants; /* ends with name NULL; NULL: none */
    const char *(*obstacle)(const grn_plan *plan);
    grn_cost (*cost)(const grn_plan *plan);
    void (*prepare)(grn_plan *plan); /* what is worked out once, into plan->prepared; NULL: nothing */
    /* of a gather, or a region: the whole plan, by the form of its addressing; NULL: not of this
     * form */
    grn_status (*run[GRN_FORM_COUNT])(const grn_plan *plan, const grn_run *run);
    grn_scatter_move move; /* of a scatter: lists of windows; NULL: a region's */
} grn_mover;

typedef struct grn_partition {
    const char *name;
    const char *(*divide)(grn_plan *plan);       /* into plan->cut; answers why not */
    const char *(*serves)(const grn_plan *plan); /* why it does not go with plan->choice.addressing */
    double (*cost)(const grn_plan *plan, const grn_cost *one_thread);
    grn_status (*run)(const grn_plan *plan, const grn_run *run);
    size_t (*scratch)(const grn_plan *plan); /* NULL: none */
    bool whole; /* one thread does all: where the mover runs a plan by itself, there is nothing to add */
} grn_partition;

typedef struct grn_choice {
    const grn_addressing *addressing;
    const grn_partition *partition;
    const grn_mover *mover;
    const grn_variant *variant; /* NULL: as the figures have it */
} grn_choice;

/*
 * What the rows of a gather ask before they move anything (gather/traits.c).
 *
 * `narrow`: every offset that a block's index vectors resolve to fits 32 bits.
 * `reach`: the bytes of the operand that starts alone can move between.
 * `small`: so little is moved that nothing is worth asking the machine about.
 */
typedef struct grn_access_traits {
    bool narrow, small;
    int32_t flat;     /* outer loops from here on are one run of blocks; nouter - 1: the last alone */
    int64_t flat_run; /* vectors of it */
    int64_t moved_bytes, reach_bytes, operand_bytes, read_bytes, written_bytes;
    int64_t panel_columns; /* of addressing by panels; 0: none fits */
} grn_access_traits;

/*
 * What the rows of a scatter ask before they move anything (scatter/conflicts.c).
 *
 * `coincide`: two windows that share an element start at the same one, and share all. `ahead`: how
 * many vectors ahead targets are prefetched; 0: they are in a cache anyway. `follow`: the outer
 * loop whose next step's targets are prefetched while those of this one are worked on; -1: none.
 * Both are as the choice's variant has them, else as the figures do.
 */
typedef struct grn_conflicts {
    bool coincide, small;
    int32_t follow, follow_by_figures;
    int32_t next_loop; /* that may be followed; -1: none */
    int64_t ahead, ahead_by_figures, footprint, region_bytes, moved_bytes;
    /* steps of the loop above the run ahead of which indices and updates are prefetched; 0: none */
    int32_t runs_ahead;
    bool wide_starts;      /* indices of 64 bits are starts as they are, one after the other */
    grn_widen_fn widen;    /* ... or would be, had they 64 bits; NULL: not so */
    int32_t owner_shift;   /* targets that agree above this many low bits have one owner */
    int64_t panel_columns; /* of addressing by panels; 0: it does not apply */
} grn_conflicts;

/* How a plan is cut into parts: `loop` into `parts` pieces of whole multiples of `grain`. */
typedef struct grn_cut {
    int32_t loop, parts; /* parts 1: not at all; loop -1: not along a loop */
    int64_t grain;
    bool between_starts; /* equal starts are neighbours, and stay in one piece */
} grn_cut;

/* Rows of a window that one kernel call takes at most. */
#define GRN_BATCHED_ROWS 128

/* What a mover has worked out (its `prepare`): of a gather, but for the combiner. */
typedef struct grn_prepared {
    bool stream;                   /* whole lines pass the caches by */
    const grn_accumulate *combine; /* of a scatter by a name: the first pair's */
    const grn_rows *few_rows;      /* of a few rows of a gather by indices of 64 bits; NULL: others */
    grn_fused_fn fused;            /* of the fused forms */
    grn_fused how;
    int64_t fused_bytes;     /* that it writes for each vector */
    bool prefetches_next;    /* the next run's or position's part of the operand, while this one's is used */
    bool prefetches_ahead;   /* single elements beyond the near caches */
    grn_take_cells_fn cells; /* by offsets of 32 bits */
    grn_take_strips_fn strips;
    grn_strips strip;
    grn_take_windows_fn windows; /* rows */
    grn_window_rows rows;
    int32_t above; /* window loops that are walked outside the vectors */
    bool staged;   /* put together first, then streamed */
    int64_t dst_at[GRN_BATCHED_ROWS], src_at[GRN_BATCHED_ROWS];
} grn_prepared;

/* The bytes a view touches, from its data pointer: [from, to). Empty views have from == to.
 * Modular. */
typedef struct grn_span {
    uintptr_t from, to;
} grn_span;

struct grn_plan {
    const grn_allocator *allocator; /* NULL in a plan on the stack */
    size_t bytes;
    grn_problem problem;
    grn_index_rule rule;
    grn_combiner combiner;  /* of a scatter */
    bool empty;             /* no element moves, whatever the indices are */
    bool results_injective; /* of a scatter: no two elements of a result share memory */
    bool tested;            /* starts out of range are left out (FILL, SKIP), so that blocks have an in-bounds mask */
    bool by_element;        /* ... element by element */
    bool discards;          /* of a gather under ERROR: a run that fails may have written (grn_plan_options) */
    const grn_kernels *kernels;
    grn_resolve_fn resolve;
    grn_prefix_fn prefix;       /* may be NULL */
    const grn_machine *machine; /* figures it was chosen by; the plan's own in a plan that is kept */
    grn_choice choice;
    grn_status (*run)(const grn_plan *plan, const grn_run *run); /* what the choice comes to */
    double expected_ns;
    grn_race *race;               /* compositions that take turns on the plan's runs; NULL: this one alone */
    const grn_parallel *parallel; /* NULL: the calling thread alone */
    int32_t threads;              /* parts that may run at once, >= 1 */
    size_t scratch_bytes;
    /* of a gather under FILL: the fill value, as often as an element of the pair has room for */
    unsigned char fill[16];
    bool has_scratch;         /* a run is given what grn_plan_scratch_bytes asks for */
    grn_access_traits traits; /* of a gather */
    grn_conflicts conflicts;  /* of a scatter */
    grn_prepared prepared;    /* by the mover: its own part alone is set */
    grn_cut cut;
    grn_normal normal;
    grn_resolve_axis axis[GRN_MAX_RANK]; /* per coordinate; the stride is the pair's */
    int64_t dim[GRN_MAX_RANK];           /* per coordinate: the operand's extent */
    grn_pair *pairs;                     /* [npairs] */
    grn_span *spans;                     /* operand[npairs], dense[npairs], indices; NULL in a plan on the stack */
};

/* The figures that are asked for; without any, of a small problem the defaults, which cost nothing
 * to have, else this machine's. */
void grn_figures_for(const grn_problem *problem, const grn_plan_options *options, grn_machine *out);
/* Everything of a plan but memory: normalises, chooses by the machine's figures, which the plan
 * points to. The problem is checked; pairs has room for its npairs; has_scratch: runs are given
 * what grn_plan_scratch_bytes asks for. */
grn_status grn_plan_build(const grn_problem *problem, bool has_scratch, const grn_plan_options *options,
                          const grn_machine *machine, const grn_diag *diag, grn_pair *pairs, grn_plan *out);
grn_span grn_span_of(const grn_tensor *view);

/* ---- threads from outside (pool.c) ----------------------------------------------------------- */

/* NULL, or one with a function and at least one thread; GRN_E_ARGUMENT. */
grn_status grn_check_parallel(const grn_parallel *parallel, const grn_diag *diag);

/* A mode that there is; GRN_E_ARGUMENT (plan.c). */
grn_status grn_check_race(grn_race_mode race, const grn_diag *diag);

/* ---- before the choice (gather/traits.c, scatter/conflicts.c) -------------------------------- */

/* Less than this is planned by the default figures, and never divided. */
#define GRN_SMALL_BYTES 65536
#define GRN_SMALL_SCATTER_BYTES (GRN_SMALL_BYTES / 2)

void grn_traits_of(grn_plan *plan);
/* Adds the magnitude of so many steps; what does not fit an int64_t fits nothing. */
bool grn_add_span(int64_t *sum, int64_t steps, int64_t stride);

/* ---- parts (parts.c) ------------------------------------------------------------------------- */

/* Whether the loop's pieces are plans of their own. */
bool grn_may_cut(const grn_plan *plan, int32_t loop);
/* Into plan->cut; answers why no loop is cut. Of a gather. */
const char *grn_loop_divide(grn_plan *plan);
/* Runs the plan's mover on each part, on the plan's threads. A part is a plan whose loop is shorter
 * and whose data begins later. */
grn_status grn_run_parts(const grn_plan *plan, const grn_run *run);
/* Where part i of the plan's cut begins; i may be the number of parts. */
int64_t grn_part_begin(const grn_cut *cut, int64_t extent, int32_t i);

/* ---- tests of indices (tested.c) ------------------------------------------------------------- */

/* Whether every index vector of the run is in range, on the plan's threads where it has many. */
bool grn_all_in_bounds_by_parts(const grn_plan *plan, const grn_run *run);
/* The partition of a plan that discards: nothing is tested yet, and where the addressing goes in order
 * indices are tested in pieces, each before it is moved. GRN_E_INDEX: one is out of range. */
grn_status grn_run_tested(const grn_plan *plan, const grn_run *run);

/* Scratch is taken by whole lines. */
static inline size_t grn_round_to_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* ---- choosing (choose.c, gather/table.c, scatter/table.c, cost.c of each) -------------------- */

/* The tables of a plan's kind of problem. */
typedef struct grn_tables {
    const grn_addressing *addressing;
    const grn_partition *partition;
    const grn_mover *mover;
} grn_tables;
const grn_tables *grn_gather_tables(void);
const grn_tables *grn_scatter_tables(void);

/* Sets choice, cut, expected_ns and scratch_bytes, and what the mover prepares. */
grn_status grn_choose(const grn_plan_options *options, const grn_diag *diag, grn_plan *plan);
/* Sets the plan's choice to these rows, with all that follows; answers why they do not go
 * together. */
const char *grn_compose(grn_plan *plan, const grn_choice *choice);
/* Calls `use` for each composition that applies to the plan, with what it is expected to take. */
typedef void (*grn_composition_fn)(void *user, const grn_choice *choice, double expected_ns);
void grn_compositions_each(const grn_plan *plan, grn_composition_fn use, void *user);
/* A composition that applies. */
typedef struct grn_offer {
    grn_choice choice;
    double expected_ns;
} grn_offer;
/* The cheapest that apply, up to `room` of them; of equal ones the first, as the choice has it. How
 * many there are in `out`. */
size_t grn_cheapest_of(const grn_plan *plan, size_t room, grn_offer *out);
/* The mover's variant behind `v`, NULL: the first, that goes with the choice's addressing; NULL: there
 * is none. */
const grn_variant *grn_next_variant(const grn_choice *choice, const grn_variant *v);
/* The mover's variant of that name which goes with the addressing; NULL: there is none. */
const grn_variant *grn_variant_named(const grn_choice *choice, const char *name);
/* The rows of these names, by grn_plan_axis, and the variant, NULL: none; false: some are none of the plan's tables. */
bool grn_choice_named(const grn_plan *plan, const char *const row[3], const char *variant, grn_choice *out);
/* What the plan's variant says, or else what the figures do. */
static inline int64_t grn_ahead_of(const grn_plan *plan, int64_t by_figures)
{
    return plan->choice.variant != NULL ? plan->choice.variant->ahead : by_figures;
}
static inline bool grn_far_of(const grn_plan *plan)
{
    return plan->choice.variant != NULL && plan->choice.variant->far;
}
static inline bool grn_next_of(const grn_plan *plan, bool by_figures)
{
    return plan->choice.variant != NULL ? plan->choice.variant->next : by_figures;
}
static inline bool grn_gathers(const grn_plan *plan)
{
    return plan->choice.variant != NULL && plan->choice.variant->gathers;
}
/* Columns of a panel, of elements of so many bytes, in runs of `all`. */
static inline int64_t grn_columns_of(const grn_plan *plan, int64_t by_figures, int64_t element_bytes, int64_t all)
{
    const grn_variant *v = plan->choice.variant;
    const int64_t columns = v != NULL && v->width_bytes > 0 ? v->width_bytes / element_bytes : by_figures;
    return columns < all ? columns : all;
}
/* Whether the variant is a width that the run of so many columns does not have. */
static inline bool grn_is_too_wide(const grn_plan *plan, int64_t element_bytes, int64_t all)
{
    const grn_variant *v = plan->choice.variant;
    return v != NULL && v->width_bytes > 0 && (v->width_bytes > all * element_bytes || v->width_bytes < element_bytes);
}
/* Why no composition with the row applies. */
const char *grn_row_obstacle(const grn_plan *plan, grn_plan_axis axis, const char *row);

/* What all costs are made of (cost.c). */
grn_cost grn_cost_sum(grn_cost a, grn_cost b);
/* On so many threads, without what it takes to have them begin. */
double grn_cost_on(const grn_machine *m, const grn_cost *cost, int32_t threads);
double grn_pairs(const grn_plan *plan);
/* Whether rows of a window are runs of memory on both sides. */
bool grn_window_lies_together(const grn_plan *plan);
/* What calls of a kernel take that moves windows one by one: in a window that lies across memory
 * every element is moved by itself; where it lies together, a row is. */
double grn_window_work(const grn_plan *plan);
/* Elements from the least start that the indices can name to the greatest, both counted. */
double grn_start_span(const grn_plan *plan);
#define GRN_FAR_STEP 2048.0 /* bytes along memory that the processor no longer reads ahead over */
/* The margin of rows whose time depends on values of indices that a plan does not know: how evenly
 * owners share them, how nearly sorted they are. What such a row costs is multiplied by it. It is a
 * rule of the choice and no figure of a machine. */
#define GRN_CLEARLY (1 / 0.85)
/* Of so many bytes of the operand, those that the vectors can come to: they are as near as those
 * few bytes are from the second run on. */
double grn_touched_bytes(const grn_plan *plan, int64_t bytes);
/* The line of one start within so many bytes, by a curve, beyond what the kernels' figures hold:
 * the next one along the operand where starts are promised to be sorted, else a random one. */
double grn_start_line(const grn_plan *plan, const double curve[GRN_MACHINE_POINTS], int64_t bytes);
/* The same of the operand. Where the loops from some one on have many vectors for what their
 * windows begin in, each of its lines comes from afar once, and is near from then on. */
double grn_random_line(const grn_plan *plan, const double curve[GRN_MACHINE_POINTS], int64_t operand_bytes);
double grn_vectors(const grn_plan *plan);
double grn_elements(const grn_plan *plan);

/* ---- running (run.c) ------------------------------------------------------------------------- */

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

/* A piece of a plan: some steps of a loop, and the data from there. It is composed as the plan is,
 * and may be composed anew. */
typedef struct grn_piece {
    grn_plan plan;
    grn_run run;
    void *results[GRN_MAX_INPUTS];       /* of a scatter */
    const void *sources[GRN_MAX_INPUTS]; /* operands, or updates */
} grn_piece;
/* The whole of it. */
void grn_piece_init(const grn_plan *plan, const grn_run *run, grn_piece *out);
/* `count` steps of the loop, from its `from`-th on. May be called again. */
void grn_piece_cut(grn_piece *p, int32_t loop, int64_t from, int64_t count);
/* Pieces of a plan, one after the other, of at most `most` vectors as far as the first `nloops` loops, all of
 * them outer ones, can be cut: of one step of each loop, and of `steps` of the last one that is cut.
 *   for (grn_piece_walk_init(..); p.walk.more; grn_walk_next(&p.walk)) grn_piece_at(plan, run, &p, &piece); */
typedef struct grn_piece_walk {
    int32_t nloops; /* that are cut */
    int64_t steps;
    grn_walk walk;
} grn_piece_walk;
void grn_piece_walk_init(const grn_plan *plan, int32_t nloops, int64_t most, grn_piece_walk *out);
/* The piece where the walk stands, of the plan, or of another with the same loops. */
void grn_piece_at(const grn_plan *plan, const grn_run *run, const grn_piece_walk *pieces, grn_piece *out);
/* Part i of a cut of the plan. */
void grn_piece_of_part(const grn_plan *plan, const grn_run *run, const grn_cut *cut, int32_t i, grn_piece *out);
/* The mover's run, and what makes its streamed stores seen. */
static inline grn_status grn_move(const grn_plan *plan, const grn_run *run)
{
    return plan->choice.mover->run[plan->choice.addressing->form](plan, run);
}
static inline void grn_end_stream(const grn_plan *plan)
{
    if (plan->prepared.stream)
        plan->kernels->take->fence();
}
/* A loop of which about so many pieces can be made; -1: none can be cut. Of a gather. */
int32_t grn_loop_to_cut(const grn_plan *plan, int64_t parts);

/* Under ERROR, tests every index vector first, unless the plan's runs do; then the plan's partition
 * runs. Memory has been checked. */
grn_status grn_plan_execute(const grn_plan *plan, const grn_run *run);
/* Data pointers are there and no destination overlaps anything else of the run. */
grn_status grn_plan_check_memory(const grn_plan *plan, const grn_run *run);

/* The row "small" of a gather without a plan, where its tensors are such that it is seen at once
 * that it is the cheapest (gather/small.c); all is checked. False: a plan has to choose; what
 * may have been written of the result is right or will be written again. */
bool grn_gather_small(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                      const grn_tensor *result);
/* The same for a scatter of one input (scatter/small.c). False: nothing has been written. */
bool grn_scatter_small(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices,
                       const grn_tensor *updates);
/* Dimensions [from, rank) lie together in row-major order; how many elements they hold. */
bool grn_view_is_run(const grn_tensor *t, int32_t from, int64_t *elements);

/* ---- blocks (cursor.c, resolve.c) ------------------------------------------------------------ */

/* Stands on a block: `count` index vectors of one run, from position `first` of it. */
typedef struct grn_cursor {
    bool more;
    int64_t at[GRN_MAX_RANK]; /* counters of the outer loops but the last */
    int64_t first, count, limit;
} grn_cursor;

/* Blocks of at most `limit` vectors, in order. for (grn_cursor_init(..); c.more;
 * grn_cursor_next(..)) */
void grn_cursor_init(const grn_normal *n, int64_t limit, grn_cursor *c);
void grn_cursor_next(const grn_normal *n, grn_cursor *c);
/* Where the block's first vector stands, along these strides. */
int64_t grn_cursor_offset(const grn_normal *n, const grn_cursor *c, const int64_t *stride);

/* offset[i]: the operand element that vector i's window starts at; in_bounds[i]: whether that
 * window is wholly in range. Where it is not, the offset is that of the nearest window that is. */
typedef struct grn_index_block {
    int64_t count;
    bool whole; /* all are in bounds */
    int64_t offset[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
} grn_index_block;

/* Axes of the plan's coordinates, but for the stride. */
void grn_axes_of_nest(const grn_nest *nest, grn_resolve_axis *axis);
/* The in-bounds mask is asked for where the plan is `tested`. */
void grn_block_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                       grn_index_block *out);
/* offset[] of a pair alone; in_bounds may be NULL. */
void grn_offsets_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                         int64_t *offset, unsigned char *in_bounds);
/* Whether all indices of the run that the cursor stands on are the same: of vectors with one component, side by side. */
bool grn_run_is_broadcast(const grn_plan *plan, const void *indices, const grn_cursor *c);
/* The end of the segment from `from` on: vectors that share its value of the in-bounds mask. */
int64_t grn_block_segment(const grn_index_block *b, int64_t from);
/* Whether every index vector of the plan is in range. */
bool grn_all_in_bounds(const grn_plan *plan, const void *indices);

/* ---- one vector's window (window.c) ---------------------------------------------------------- */

/* A box of window elements: extents of the inner loops, and where its first element lies. */
typedef struct grn_window {
    int64_t dense, operand;
    int64_t extent[GRN_MAX_RANK];
} grn_window;

/* Walks loops [0, n) along two stride vectors. for (init; o.more; next) use(o.a, o.b); n may be 0:
 * one position. */
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
/* From the first position to the one that next would reach in `position` steps; position < the
 * product of extents. */
void grn_odometer_seek(grn_odometer *o, int64_t position);

/* The whole window of a vector. */
void grn_window_whole(const grn_normal *n, int64_t dense, int64_t operand, grn_window *out);
/* A window as kernels take it: `above` loops to walk, and the last one to hand over (a single
 * element has extent 1). */
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

/* What is in range of the window of the block's vector `i`, which is not wholly in bounds; false
 * when nothing is. */
bool grn_window_clip(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c, int64_t i,
                     grn_window *out);

/* ---- gathers --------------------------------------------------------------------------------- */

/* What a mover does with vectors of one block: `count` that are in bounds, the first one's window
 * starting at `dense`; and the block's vector i that is not. */
typedef struct grn_segment_kernels {
    void (*in_bounds)(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset, int64_t count,
                      int64_t dense);
    void (*outside)(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);
} grn_segment_kernels;
/* Every vector of the cursor's block, in order. */
void grn_run_block(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels,
                   const grn_cursor *c);
/* Every vector of a pair, in order (segments.c). */
void grn_run_segments(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels);

/* A block for the kernels of take.h (gather/blocks.c): where plan->traits.narrow. */
#define GRN_NARROW_BLOCK 2048
#define GRN_NARROW_AHEAD 64
typedef struct grn_narrow_block {
    const grn_plan *plan;
    const grn_run *run;
    const int32_t *offset;  /* from element `operand` of the operand */
    int64_t count, known;   /* vectors of the block; offsets there are */
    int64_t dense, operand; /* where the first window starts in the result; the operand's part that is no offset */
} grn_narrow_block;
/* All offsets are in bounds of the operand. */
typedef void (*grn_block_mover)(const grn_narrow_block *b);
/* Every vector of a gather, in order, in blocks of at most `block`, which is at most
 * GRN_NARROW_BLOCK. */
void grn_run_narrow(const grn_plan *plan, const grn_run *run, int64_t block, grn_block_mover move);
/* The vectors [from, from + count) of the run that c stands on. */
void grn_run_narrow_part(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count,
                         grn_block_mover move);

/* Rows: the innermost window loop is one run of memory on both sides, in every pair. */
const char *grn_rows_obstacle(const grn_plan *plan);
/* Bytes of such a row. */
int64_t grn_row_bytes(const grn_plan *plan, const grn_pair *pair);
/* Whether single elements of the result lie next to each other along the run. */
static inline bool grn_cells_lie_together(const grn_plan *plan)
{
    return plan->normal.nouter == 0 || grn_run_step(&plan->normal, plan->pairs[0].dense) == 1;
}

/* Fallback of single elements and of rows: the vectors that the cursor stands on, from its
 * `from`-th on. */
void grn_gather_fallback(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count);
void grn_gather_block_by_block(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from,
                               int64_t count);
/* ... rows of a plan whose mover they are, by offsets of 32 bits */
void grn_gather_rows_part(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count);
/* The fill value, then what is in range. */
void grn_gather_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);

/* Vectors from which on a run is worth a call of the kernels that move groups of them. */
#define GRN_LONG_RUN 128

/* gather/fused.c: cells and rows, fused */
const char *grn_fused_obstacle(const grn_plan *plan);
void grn_prepare_fused(grn_plan *plan, bool stream);
/* The kernel of single elements, or of rows; NULL: there is none. */
grn_fused_fn grn_fused_cells_kernel(const grn_plan *plan, bool stream);
/* The kernel of elements by offsets of 32 bits; NULL: the variant has none. */
grn_take_cells_fn grn_cells_kernel(const grn_plan *plan, bool stream);
grn_fused_fn grn_fused_rows_kernel(const grn_plan *plan, bool stream);
grn_status grn_gather_fused(const grn_plan *plan, const grn_run *run);

/* gather/runs.c */
const char *grn_runs_obstacle(const grn_plan *plan);
void grn_prepare_runs(grn_plan *plan);
grn_status grn_gather_runs(const grn_plan *plan, const grn_run *run);

/* gather/panels.c: divides the panels itself, as each thread needs its part of the scratch */
const char *grn_panels_obstacle(const grn_plan *plan);
size_t grn_panels_scratch(const grn_plan *plan);
int64_t grn_panel_columns_by_figures(const grn_plan *plan); /* 0: none fits */
int64_t grn_panel_columns(const grn_plan *plan);            /* of a panel, as the plan's choice has it */
int64_t grn_panel_rows(const grn_plan *plan);
int64_t grn_panel_reuse(const grn_plan *plan); /* how often its rows are used */
const char *grn_panels_divide(grn_plan *plan);
grn_status grn_gather_panels(const grn_plan *plan, const grn_run *run);

/* gather/broadcast.c */
const char *grn_gather_broadcast_obstacle(const grn_plan *plan);
grn_status grn_gather_broadcast(const grn_plan *plan, const grn_run *run);

/* gather/cells.c */
void grn_prepare_cells(grn_plan *plan, bool stream);
grn_status grn_gather_cells32(const grn_plan *plan, const grn_run *run);
grn_status grn_gather_cells64(const grn_plan *plan, const grn_run *run);

/* gather/rows.c: rows, and single elements as rows where the result has gaps */
void grn_prepare_rows(grn_plan *plan, bool stream);
/* Window loops that are walked outside the blocks of offsets of 32 bits. row_loops: 1 where the
 * last one is a row, 0 where single elements are moved as rows. */
int32_t grn_loops_above_rows(const grn_plan *plan, int32_t row_loops);
void grn_prepare_gapped_cells(grn_plan *plan);
grn_status grn_gather_rows32(const grn_plan *plan, const grn_run *run);
grn_status grn_gather_rows64(const grn_plan *plan, const grn_run *run);

/* gather/windows.c */
void grn_prepare_strips(grn_plan *plan);
grn_status grn_gather_strips(const grn_plan *plan, const grn_run *run);
grn_status grn_gather_windows(const grn_plan *plan, const grn_run *run);

/* ---- what else runs by such a report (print.c) ------------------------------------------------ */

#define GRN_REPORT_BYTES 512
/* The line of a bag or a reduction over segments, as grn_plan_print has that of a plan: addressing is what it is, mover what
 * is done; `shape` says what with. */
void grn_report_text(const grn_plan_report *report, const char *shape, char out[GRN_REPORT_BYTES]);

#endif
