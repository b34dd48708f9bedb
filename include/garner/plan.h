/*
 * plan.h - how a gather or scatter is made ready: the options of a plan, and what was chosen.
 * embed.h makes and runs plans.
 *
 * All calls are thread-safe. diag may be NULL, and a plan whose compositions are asked for; another
 * pointer where its call says so.
 */
#ifndef GARNER_PLAN_H
#define GARNER_PLAN_H

#include "garner/machine.h"
#include "garner/spec.h"
#include "garner/threads.h"
#include "garner/tuning.h"

GRN_BEGIN_DECLS

/*
 * Whether compositions that costs cannot tell apart are settled by running them. A plan that is expected
 * to take 50 microseconds or more, and for which nothing is named or measured, holds the cheapest
 * compositions beside each other: each of its first runs, or each piece of one, is by one of them,
 * timed, in turn and again in reverse; then by the fastest one's variants; from then on the fastest
 * runs, until its pace falls off, when the race begins again. Bits are the same whoever runs. A
 * plan may be run by several threads at once, as before: one of the runs is timed. Its scratch is
 * what the neediest of them needs, its memory about 150 KiB.
 */
typedef enum grn_race_mode {
    GRN_RACE_ON,
    GRN_RACE_OFF,   /* the cheapest by the figures runs alone */
    GRN_RACE_SWITCH /* every run is another composition's, or variant's, however short: for tests */
} grn_race_mode;

/*
 * A plan is composed of three choices, each a row of a table:
 *
 *   addressing   how the positions of index vectors are computed
 *   partition    how the work is divided over threads
 *   mover        how elements move
 *
 * What a mover leaves open, as the distance of prefetching, is its variant. The rows, and when each
 * wins, are in docs/performance.md. Every composition that applies gives the same bits.
 */
typedef struct grn_plan_options {
    size_t size_bytes;                          /* 0, or sizeof(grn_plan_options): garner.h */
    const char *addressing, *partition, *mover; /* names of rows to use whatever they cost; NULL: chosen by cost */
    /* parts that may run at once; 0: as many as `parallel` runs; never more than those; below 0:
     * GRN_E_ARGUMENT */
    int32_t threads;
    const grn_parallel *parallel; /* who runs the parts; the plan keeps the pointer. NULL: the calling thread */
    /* instruction set to use: "scalar", "avx2", "avx512"; NULL: the best this machine has */
    const char *cpu;
    const grn_machine *machine; /* figures to choose by, not kept; NULL: grn_machine_here */
    /*
     * Measured planning; both NULL and 0: none. Where no row is named: what `tuning` knows of the
     * problem is used, and does not race; what it does not know, or where there is none, is timed for about
     * `tune_seconds`, and noted. 0 seconds: it races as without a tuning (grn_tuning_learn). Tensors with data are used as they are: a gather's result is
     * written over, a scatter's results are copied first. For those without data memory is
     * allocated, and indices are random. A scatter by a region is not timed.
     */
    grn_tuning *tuning;
    double tune_seconds; /* not negative */
    /* ---- from here on read where size_bytes is given: garner.h ---- */
    grn_race_mode race;
    const char *variant; /* of the mover, by name (grn_plan_variant); NULL: as the figures have it */
    /*
     * Of a gather under GRN_BOUNDS_ERROR: nobody reads the result of a run that answers GRN_E_INDEX, so
     * that it may have been written in part. Indices are then tested in pieces, each before it is
     * used, and come from memory once. Any other gather, and a scatter: nothing.
     */
    bool discards_on_error;
} grn_plan_options;

/* What is chosen, for a whole run. Static storage, but for the numbers. */
typedef struct grn_plan_report {
    const char *addressing, *partition, *mover;
    const char *cpu;     /* the instruction set */
    int32_t threads;     /* that may run at once */
    int32_t parts;       /* that the work is divided into; 1: it is not */
    int64_t elements;    /* of the result or the updates, over all inputs */
    int64_t moved_bytes; /* of them */
    size_t scratch_bytes;
    double expected_ns;  /* by the machine's figures */
    bool empty;          /* nothing to move: the other fields are not set */
    const char *variant; /* of the mover; NULL: as the figures have it */
    bool races;          /* it is not settled yet what runs: the rows are the leader's */
} grn_plan_report;
/* GRN_E_ARGUMENT: NULL. */
GRN_API GRN_MUST_USE grn_status grn_plan_describe(const grn_plan *plan, grn_plan_report *out);

/*
 * The same of a one-shot call, grn_gather or grn_scatter, on such tensors, whose data is not read:
 * it runs on the calling thread, without scratch. A call that moves less than 64 KiB is planned by
 * the default figures, as grn_plan_gather and grn_plan_scatter plan it without others: the rows are
 * the same. Where the addressing is "small", the call makes no plan, but where an index is out of
 * range. A scatter of more than 8 inputs is moved by the reference: its mover. As the calls
 * themselves where the problem is not right.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_describe(const grn_gather_spec *spec, const grn_tensor *operand,
                                                    const grn_tensor *indices, const grn_tensor *result,
                                                    const grn_diag *diag, grn_plan_report *report);
GRN_API GRN_MUST_USE grn_status grn_scatter_describe(const grn_scatter_spec *spec, size_t ninputs,
                                                     const grn_tensor *results, const grn_tensor *indices,
                                                     const grn_tensor *updates, const grn_diag *diag,
                                                     grn_plan_report *report);

/* A composition that applies, and what it is expected to take. */
typedef struct grn_plan_composition {
    const char *addressing, *partition, *mover; /* static storage */
    double expected_ns;
} grn_plan_composition;
/*
 * All compositions that apply to the plan's problem, threads and cpu, in the order of the tables,
 * up to `room` of them; answers how many there are. 0 for NULL, and where nothing moves. Each can
 * be had by naming its rows in grn_plan_options.
 */
GRN_API size_t grn_plan_compositions(const grn_plan *plan, size_t room, grn_plan_composition *out);

/* What has raced in a plan, with its least time so far. */
typedef struct grn_plan_contender {
    const char *addressing, *partition, *mover; /* static storage */
    const char *variant;                        /* NULL: as the figures have it */
    double least_ns;                            /* of a run; below 0: it has not run since the race began */
    bool leads;
} grn_plan_contender;
/*
 * Up to `room` of what races in the plan, in the order they came in; answers how many there are. 0
 * for NULL, and where nothing races. Each can be had by naming its rows, and its variant, in
 * grn_plan_options. While another thread times a run of the plan: 0.
 */
GRN_API size_t grn_plan_contenders(const grn_plan *plan, size_t room, grn_plan_contender *out);

/* The axes, and the rows of each. */
typedef enum grn_plan_axis { GRN_AXIS_ADDRESSING, GRN_AXIS_PARTITION, GRN_AXIS_MOVER } grn_plan_axis;
/* The name of row `i` of an axis, for gathers or for scatters; NULL after the last, and for no such
 * axis. Static storage. */
GRN_API const char *grn_plan_row(grn_plan_axis axis, bool scatter, size_t i);

/* The name of variant `i` of a mover; NULL after the last, and for no such mover. Static storage. */
GRN_API const char *grn_plan_variant(bool scatter, const char *mover, size_t i);

/*
 * One line that a person can read: what is chosen on each axis, the shape as it is run, instruction
 * set, threads and parts, what it is expected to take, and of each other row what the best plan
 * with it would take, or why there is none.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_print(const grn_plan *plan, const grn_sink *sink);

GRN_END_DECLS

#endif
