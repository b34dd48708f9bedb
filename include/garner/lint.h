/*
 * lint.h - why two backends may give different results for a program's gathers and scatters, and
 * what is wrong, or could be said better, about their indices: from the program alone, and from a
 * run.
 *
 * NULL may be diag, options, totals, `counted` and what a field's comment says; nothing else. The
 * calls are thread-safe, on one module too, and keep no pointer.
 */
#ifndef GARNER_LINT_H
#define GARNER_LINT_H

#include "garner/module.h"
#include "garner/spec.h"

GRN_BEGIN_DECLS

/* What a finding is about, and the name that it is shown with. Those above the line are warnings,
 * or remarks where they are only possible; the others are remarks. */
#define GRN_LINT_KINDS(K)                                                                                            \
    K(OUT_OF_BOUNDS, "out-of-bounds")   /* an index is: clamped, dropped, filled, or an error */                     \
    K(FALSE_PROMISE, "false-promise")   /* indices_are_sorted or unique_indices, and they are not */                 \
    K(UNREACHABLE, "unreachable")       /* the index type is too narrow for the dimension */                         \
    K(OVERWRITTEN, "overwritten")       /* several updates replace one element: the last stays, elsewhere any */     \
    K(FLOAT_ORDER, "float-order")       /* floats are added or multiplied, and their order shows in the last bits */ \
    K(REGION_ORDER, "region-order")     /* a region combines updates that is not commutative or not associative */   \
    K(PARTLY_OUTSIDE, "partly-outside") /* windows are: XLA and JAX drop them whole, StableHLO's text by element */  \
    K(NEGATIVE, "negative")             /* an index below 0 counts from the end elsewhere, and not here */           \
    /* ------ */                                                                                                     \
    K(IN_BOUNDS, "in-bounds")             /* every index is */                                                       \
    K(PROMISE, "promise")                 /* one that holds and is not made */                                       \
    K(HIDDEN_BATCHING, "hidden-batching") /* index components that only count along a dimension of the indices */    \
    K(UNIT_WINDOW, "unit-window")         /* a window loop of one element */                                         \
    K(UNUSED, "unused")                   /* nothing uses the result */                                              \
    K(REPEATED, "repeated")               /* the same gather as one before */                                        \
    K(BAG, "bag")                         /* rows that are gathered are only summed */

typedef enum grn_lint_kind {
#define GRN_LINT_ENUM(name, text) GRN_LINT_##name,
    GRN_LINT_KINDS(GRN_LINT_ENUM)
#undef GRN_LINT_ENUM
        GRN_LINT_KIND_COUNT
} grn_lint_kind;
/* "out-of-bounds"; "unknown" outside the list. Static storage. */
GRN_API const char *grn_lint_kind_text(grn_lint_kind kind);

/* One index: an element of the tensor of indices. */
typedef struct grn_lint_index {
    int32_t rank;
    int64_t position[GRN_MAX_RANK]; /* in the indices; of inline indices, the number of the operand that is the index */
    int64_t value;                  /* as it stands there */
    int32_t operand_dim;            /* what it is a place along */
    int64_t low, high;              /* values that are in bounds, negative ones that count from the end apart */
    bool has_start;                 /* something is read or written for it */
    int64_t start;                  /* then where, from 0: the first element along operand_dim */
} grn_lint_index;

/* How many places of a count are named, at most: the first. */
#define GRN_LINT_PLACES 8

/* Index vectors of one access, by what happens to them. An index vector counts once, whichever of
 * its components it is. Of each count that has places, the first min(count, GRN_LINT_PLACES) of
 * them, each by the first component that it is about. */
typedef struct grn_lint_counts {
    uint64_t runs;    /* executions */
    uint64_t vectors; /* of all of them, as is all that follows */
    uint64_t out_of_bounds;
    uint64_t clamped, filled, dropped, failed; /* what became of those; dropped: where their windows lie outside */
    uint64_t negative;                         /* with a value below 0 */
    uint64_t wrapped;                          /* with one that counts from the end */
    /* whose window begins where that of an earlier one of the same execution does */
    uint64_t duplicate;
    /* whose start is less than that of the one before, as indices_are_sorted has it */
    uint64_t unsorted;
    uint64_t false_sorted, false_unique; /* executions in which that promise is made and does not hold */
    uint64_t partly_outside;             /* of a scatter: whose window lies partly inside and partly outside */
    grn_lint_index out_of_bounds_at[GRN_LINT_PLACES], negative_at[GRN_LINT_PLACES], duplicate_at[GRN_LINT_PLACES],
        unsorted_at[GRN_LINT_PLACES], partly_outside_at[GRN_LINT_PLACES];
} grn_lint_counts;

/*
 * A sum of n floats, in whichever order, lies within (n - 1) * u * sum|x| of the exact one, where u
 * is the unit roundoff of the type (Rump 2012, for any order), unless it overflows: results of two
 * orders differ by at most twice that.
 */
typedef struct grn_lint_bound {
    size_t input;                   /* of the scatter, from 0: what is added to */
    uint64_t values;                /* n: the updates, and what stood there where that is not 0 */
    double bound, magnitude, unit;  /* the largest bound, its sum|x| and u; inf where something that is added is */
    int64_t position[GRN_MAX_RANK]; /* where that is */
} grn_lint_bound;

/* Updates of a scatter that meet at one element, which they do in each of its inputs alike. */
typedef struct grn_lint_meeting {
    bool counted;      /* else there were too many elements to look at, and the rest is 0 */
    uint64_t elements; /* that several updates of one execution reach, of all executions */
    uint64_t most;     /* updates that reach one of them */
    int32_t rank;
    int64_t position[GRN_MAX_RANK];                /* the first that so many reach */
    int64_t met_at[GRN_LINT_PLACES][GRN_MAX_RANK]; /* the first min(elements, GRN_LINT_PLACES) of them */
    /* inputs that have a bound: floats are added to them, and all is known */
    size_t nbounds;
    const grn_lint_bound *bounds; /* [nbounds], in the order of the inputs; live during the call */
} grn_lint_meeting;

/* What another system does where a finding matters, as a sentence without a full stop. Static
 * storage. */
typedef struct grn_lint_elsewhere {
    const char *system, *does; /* "XLA", "drops the whole window" */
} grn_lint_elsewhere;

/* Texts live during the call that gets them. */
typedef struct grn_lint_finding {
    grn_lint_kind kind;
    grn_severity severity; /* warning or remark */
    bool observed;         /* in the run; else it follows from the program, whenever the op is executed */
    grn_place place;
    const char *op;                /* "stablehlo.gather" */
    const char *function;          /* that it stands in, without @; "" where it is in none */
    size_t function_bytes;         /* a name may hold zeros */
    const char *seen;              /* what, with numbers, in the words of the op's own dialect */
    const char *advice;            /* what to do about it */
    const grn_lint_counts *counts; /* where indices were counted; else NULL */
    bool possible; /* neither the program nor the run shows that it happens, and nothing in the program prevents it */
    const grn_lint_meeting *meeting; /* where updates were seen to meet; else NULL */
    size_t nelsewhere;
    const grn_lint_elsewhere
        *elsewhere; /* [nelsewhere]: torch, ONNX Runtime, XLA, TTNN; 0 of findings that no other system differs on */
} grn_lint_finding;

/* How the indices of one access came out in the run. */
typedef struct grn_lint_record {
    grn_place place;
    const char *op, *function;
    size_t function_bytes;
    bool is_scatter;
    grn_bounds bounds; /* what happens to an index out of range */
    grn_lint_counts counts;
    grn_lint_meeting meeting; /* of a scatter */
} grn_lint_record;

/* A status other than GRN_OK ends the call, which answers it. */
typedef struct grn_lint_reporter {
    grn_status (*found)(void *user, const grn_lint_finding *finding);
    grn_status (*counted)(void *user,
                          /* of each access that was run, in the order of their first runs; NULL:
                           * not wanted */
                          const grn_lint_record *record);
    void *user;
} grn_lint_reporter;

typedef struct grn_lint_options {
    size_t size_bytes; /* 0, or sizeof(grn_lint_options): garner.h */
    bool run;          /* run `function` as well, on `inputs` as grn_module_run takes them, and count */
    bool only_run;     /* what follows from the program alone is not looked for */
    size_t function, ninputs;
    const grn_tensor *inputs;
    const grn_run_options
        /* of that run; strict_bounds and drop_whole_window hold for the whole lint; NULL: the
         * defaults */
        *run_options;
    uint64_t max_fold_steps; /* indices are worked out of constants in at most so many steps (module.h), for all of the
                              * module; what takes more is not looked at. 0: GRN_LINT_FOLD_STEPS */
    /* where the results of the run go, the caller's to destroy, NULL unless the lint ends well;
     * NULL: they are not wanted */
    grn_results **results;
    /* NULL: every index of every run is counted. Else what is found is found once: indices are first
     * looked at as a whole, and counted where that shows something that is_told denies of the
     * access at a place; of what it knows, indices out of bounds are still counted. For a runtime
     * that lints each of its runs, in less time than they take. */
    bool (*is_told)(void *user, grn_place place, grn_lint_kind kind);
    void *told_user;
} grn_lint_options;
#define GRN_LINT_FOLD_STEPS UINT64_C(16000000)

typedef struct grn_lint_totals {
    uint64_t warnings, remarks;
} grn_lint_totals;

/* What other systems do about a finding of this kind, of a scatter or of a gather: *n of them; NULL
 * and 0 where they do what is done here. Static storage. n may be NULL. */
GRN_API const grn_lint_elsewhere *grn_lint_elsewhere_of(grn_lint_kind kind, bool is_scatter, size_t *n);

/*
 * Reports what is found of each gather and scatter: first what follows from the program, in order
 * of the text; then, with options->run, what the run does.
 *   From the program: indices that are made of constants and iotas are worked out, others are held
 *   to the intervals that their ops leave. Such a finding holds whenever the op is executed;
 *   whether it ever is, is not asked. From the run: every index vector of every execution is looked
 *   at, before the op runs; counts of an op in a loop add up.
 * GRN_OK: nothing went wrong, whatever was found; *totals (may be NULL) has the numbers, after
 * failures too. Errors: those of grn_module_run, reported after what was found up to there;
 * GRN_E_VERIFY where nobody had verified the module; GRN_E_MEMORY. Allocates of the module's
 * allocator, and the run's. Two threads may lint one module at once.
 */
GRN_API GRN_MUST_USE grn_status grn_module_lint(const grn_module *module, const grn_lint_options *options,
                                                const grn_lint_reporter *reporter, const grn_diag *diag,
                                                grn_lint_totals *totals);

GRN_END_DECLS

#endif
