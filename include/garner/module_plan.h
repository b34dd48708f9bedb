/*
 * module_plan.h - how a program's gathers and scatters would run, without running it: no data, no
 * inputs, whatever its control flow.
 *
 * NULL may be options, diag and what a field's comment says; nothing else. The call is thread-safe,
 * on one module too, but not with one tuning on two threads, and keeps no pointer.
 */
#ifndef GARNER_MODULE_PLAN_H
#define GARNER_MODULE_PLAN_H

#include "garner/module.h"
#include "garner/plan.h"
#include "garner/ttnn.h"

GRN_BEGIN_DECLS

/* A number for an extent that the program leaves open ("?"): of the arguments so called, of every
 * function that has one. */
typedef struct grn_assumed_extent {
    const char *argument; /* its name without %, or its number from 0 */
    int32_t dim;
    int64_t extent; /* not negative */
} grn_assumed_extent;

#define GRN_PLAN_EXTENT 1024 /* what an open extent is taken for where nothing says otherwise */

typedef struct grn_module_plan_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_plan_options): garner.h */
    bool one_function; /* plan `function` and those it calls; else all of the module */
    size_t function;
    /* of `function`: tensors whose shapes stand for its arguments', data is not read; 0: none are
     * given */
    size_t ninputs;
    const grn_tensor *inputs;
    size_t nassumed;
    const grn_assumed_extent *assumed;
    int64_t
        /* of every other open extent that does not follow from these; 0: GRN_PLAN_EXTENT.
         * GRN_E_ARGUMENT where none is open */
        extent;
    bool strict_bounds, drop_whole_window; /* as in grn_run_options */
    /* what the run would have; nothing is run on it, unless plans are timed. NULL: one thread */
    const grn_parallel *parallel;
    const grn_machine *machine; /* figures to choose by; NULL: grn_machine_here */
    grn_tuning *tuning;         /* measured planning, as in grn_plan_options: times moves of made-up elements */
    double tune_seconds;
    uint64_t max_accesses;        /* GRN_E_LIMIT, which names the first beyond; 0: no limit */
    const grn_ttnn_planner *ttnn; /* gets what each access would cost as TTNN's, instead of records; NULL: none */
} grn_module_plan_options;

/* One row of one axis that is not taken: what the best plan with it would take, or why there is
 * none. */
typedef struct grn_planned_alternative {
    grn_plan_axis axis;
    const char *row;
    double expected_ns;        /* below 0: there is none */
    const char *obstacle;      /* then why; else NULL */
    grn_plan_composition best; /* where there is one: the composition of it */
} grn_planned_alternative;

/*
 * What becomes of one gather or scatter. Texts and lists live during the call that gets them.
 * Nanoseconds are by the machine's figures, for one execution of the op; bytes are of the elements
 * moved, each counted once.
 */
typedef struct grn_planned_access {
    grn_place place;
    const char *op;         /* "stablehlo.gather" */
    const char *function;   /* the function that it stands in, without @; "" where it is in none */
    size_t function_bytes;  /* a name may hold zeros */
    size_t function_number; /* in the module's list; SIZE_MAX: it is not there */
    bool is_scatter;
    const char *obstacle; /* why it has no plan; NULL: it has one, and what follows is set */
    grn_plan_report plan;
    double ns_per_element; /* of the tensors: the text counts a row that is moved as one element once */
    const char *text;      /* grn_plan_print's line */
    size_t nalternatives;
    /* those with a plan by cost, then the others in the order of the tables */
    const grn_planned_alternative *alternatives;
    size_t nassumptions;
    /* each a sentence: open extents, layouts that a run alone knows. Set without a plan too */
    const char *const *assumptions;
    /* What ranks would have to share of it (dist_model.h); set without a plan too, and zero where
     * the access is not known from types. */
    int64_t index_vectors;
    int64_t window_bytes;  /* of one index vector's window, of all inputs */
    int64_t operand_bytes; /* of the operand, or of all inputs */
    int64_t index_bytes;   /* of one element of the indices */
    bool order_shows;      /* of a scatter: updates of an element in another order may give other bits */
    bool is_batched;       /* it has batching dims: cut along them, each rank has what it needs */
} grn_planned_access;

/*
 * Calls `planned` once for each gather and scatter of the module, in order of the text: in branches
 * and loops, in functions whether they are called or not, in regions of ops that garner cannot run.
 * An op that its dialect makes of several scatters counts as the one that moves its values. Nothing
 * is executed; the plan is the one that a run makes for an op that moves much or runs often, on
 * tensors that lie as the program says: broadcasts, transposes, slices and constants of one value
 * leave views, inputs are taken to be compact.
 *
 *   GRN_E_ARGUMENT: no such function; an extent for an argument or dimension that is not open, or
 *   negative; tensors beside
 *     no function. GRN_E_SHAPE, GRN_E_DTYPE: a tensor that the function does not take.
 *     GRN_E_VERIFY: nobody had verified the module.
 *   GRN_E_LIMIT, GRN_E_MEMORY. A status of `planned`, which ends the walk, other than GRN_OK.
 * An op that cannot be planned is no error: its record says why. Allocates of the module's
 * allocator, and keeps nothing. Two threads may plan one module at once, but not with one tuning.
 */
typedef struct grn_plan_visitor {
    grn_status (*planned)(void *user, const grn_planned_access *access);
    void *user;
} grn_plan_visitor;
GRN_API GRN_MUST_USE grn_status grn_module_plan(const grn_module *module, const grn_module_plan_options *options,
                                                const grn_plan_visitor *visitor, const grn_diag *diag);

GRN_END_DECLS

#endif
