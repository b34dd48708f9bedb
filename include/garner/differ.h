/*
 * differ.h - whether another tool's results of a program may be what they are: the same bits, another
 * answer that the specification allows, or a mistake, of which op, which element, and by which reading
 * of the specification.
 *
 * Where results differ, the tool is asked for the values of single ops as well, each on the operands that
 * the tool itself had: what an op adds to the difference is then its own, and is held against the bound
 * of that op alone. Which bound, by op: src/differ/allowance.c; which wrong readings are known: readings.c.
 *
 * NULL may be options, diag, and what a field's comment says. The calls are thread-safe as far as the
 * tool's functions are.
 */
#ifndef GARNER_DIFFER_H
#define GARNER_DIFFER_H

#include "garner/module.h"

GRN_BEGIN_DECLS

/* ---- the tool -------------------------------------------------------------------------------- */

typedef enum grn_tool_outcome {
    GRN_TOOL_RAN,
    GRN_TOOL_REFUSED,   /* it says that it does not take the program */
    GRN_TOOL_CRASHED,   /* it died, or answered what is no answer */
    GRN_TOOL_TIMED_OUT, /* or took more memory than it may */
    GRN_TOOL_OUTCOMES
} grn_tool_outcome;

typedef struct grn_tool_answer {
    grn_tool_outcome outcome;
    size_t nresults; /* of GRN_TOOL_RAN */
    const grn_tensor *results;
    const char *said; /* what it printed, shortened; NULL: nothing */
    void *kept;       /* the tool's own */
} grn_tool_answer;

typedef struct grn_tool {
    /*
     * Runs function `function` of the module. Fills *answer, whose memory stays until `release`, which
     * follows each run that answers GRN_OK. Another status ends what is being done.
     */
    grn_status (*run)(void *user, const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                      grn_tool_answer *answer);
    void (*release)(void *user, grn_tool_answer *answer);
    void *user;
    const char *name; /* whose tolerances hold (grn_differ_tool); NULL: those of the specification */
} grn_tool;

/* Tools whose tolerances are known, from 0; NULL after the last. Static storage. */
GRN_API const char *grn_differ_tool(size_t i);

/* ---- the verdict ----------------------------------------------------------------------------- */

/* In the order in which one outweighs another. */
#define GRN_VERDICTS(V)                                                                                   \
    V(SAME, "same")           /* the same bits, but for the payload of NaN */                             \
    V(ALLOWED, "allowed")     /* other bits, which the specification allows: the reason says why */       \
    V(UNDECIDED, "undecided") /* other bits, of which no bound is known: the note says what is missing */ \
    V(REFUSED, "refused")     /* the tool does not take it */                                             \
    V(TIMED_OUT, "timed-out") /* or too much memory */                                                    \
    V(CRASHED, "crashed")                                                                                 \
    V(BUG, "bug")
typedef enum grn_verdict {
#define GRN_VERDICT_ENUM(name, text) GRN_##name,
    GRN_VERDICTS(GRN_VERDICT_ENUM)
#undef GRN_VERDICT_ENUM
        GRN_VERDICT_COUNT
} grn_verdict;
GRN_API const char *grn_verdict_text(grn_verdict verdict);

/* Why other bits are allowed. */
#define GRN_ALLOWANCES(A)                                                                                   \
    A(NONE, "")                                                                                             \
    A(SUM_ORDER, "order of a sum")          /* within the bound that is computed for that element */        \
    A(PRECISION, "precision of a function") /* within the ulps that the tool or the specification states */ \
    A(ROUNDING, "rounding of a chain")      /* operands differ as allowed, and this op hands it on */       \
    A(DUPLICATES, "duplicates under replace")                                                               \
    A(OPEN_INDEX, "an index that the specification leaves open")                                            \
    A(NAN_PAYLOAD, "payload of NaN")                                                                        \
    A(SUBNORMAL, "subnormal numbers flushed to zero")                                                       \
    A(UNDEFINED_NUMBER, "a number that the specification leaves open") /* division by zero, conversions, .. */
typedef enum grn_allowance {
#define GRN_ALLOWANCE_ENUM(name, text) GRN_ALLOWANCE_##name,
    GRN_ALLOWANCES(GRN_ALLOWANCE_ENUM)
#undef GRN_ALLOWANCE_ENUM
        GRN_ALLOWANCE_COUNT
} grn_allowance;
GRN_API const char *grn_allowance_text(grn_allowance allowance);

/* One way in which one value differs. */
typedef struct grn_difference {
    grn_verdict verdict; /* ALLOWED, UNDECIDED or BUG */
    grn_allowance why;   /* of ALLOWED */
    size_t result;       /* of the program, that differs for it; SIZE_MAX: only a value within does */
    grn_place place;     /* the op at which they part */
    const char *op;      /* its name; of BUG, when no single op differs on its own, of the last that does in company */
    uint64_t elements;   /* how many of its result differ */
    int32_t rank;
    int64_t position[GRN_MAX_RANK]; /* the first of them, row-major */
    const char *garner, *tool;      /* what stands there, as garner prints it */
    double distance, bound;         /* in units in the last place, or absolute where is_absolute is set; of the worst */
    bool is_absolute;
    const char *reading;     /* the name of the wrong reading that gives what the tool gave; NULL: none known */
    const char *explanation; /* how the right element comes about, as grn_module_explain says it; may be NULL */
    const char *note;        /* what else is to be said, as that ops differ only together; may be NULL */
} grn_difference;

typedef struct grn_differ_options {
    size_t size_bytes;              /* 0, or sizeof(grn_differ_options): garner.h */
    const grn_allocator *allocator; /* NULL: malloc */
    const grn_run_options *run;     /* how garner runs it: limits, threads; NULL: as usual */
    bool whole;                     /* only compare results: the tool is asked once */
    /*
     * The tool is asked for every combination of the values that the inputs' elements which are indices
     * may have, from two below what is in range to two above; other elements are as given. It ends at
     * the first that is no answer or a bug, whose differences are told; else with the gravest.
     * GRN_E_UNSUPPORTED: there are more than a million combinations. grn_module_shrink (reduce.h) makes a
     * program that has fewer.
     */
    bool exhaustive;
} grn_differ_options;

typedef struct grn_diff grn_diff;

/*
 * Runs a function by garner and by the tool, on the same inputs. GRN_OK whatever the verdict; another
 * status is garner's own failure (of its run: the program is an error), or the tool's `run`. The caller
 * destroys *out, and what is found in it lives as long.
 */
GRN_API GRN_MUST_USE grn_status grn_module_diff(const grn_module *module, size_t function, size_t ninputs,
                                                const grn_tensor *inputs, const grn_tool *tool,
                                                const grn_differ_options *options, const grn_diag *diag,
                                                grn_diff **out);
/* NULL is fine, here and below. */
GRN_API void grn_diff_destroy(grn_diff *diff);
GRN_API grn_verdict grn_diff_verdict(const grn_diff *diff);
/* What the tool said; NULL: nothing. */
GRN_API const char *grn_diff_said(const grn_diff *diff);
/* Of an exhaustive one: for how many combinations of indices the two were compared; else 1. */
GRN_API uint64_t grn_diff_combinations(const grn_diff *diff);
GRN_API size_t grn_diff_count(const grn_diff *diff);
GRN_API const grn_difference *grn_diff_at(const grn_diff *diff, size_t i); /* bugs first; NULL behind the last */

/* A wrong reading that is known: its name, and one line of what it does. NULL after the last. */
typedef struct grn_reading {
    const char *name; /* "clamped-for-dropped" */
    const char *what;
} grn_reading;
GRN_API const grn_reading *grn_differ_reading(size_t i);

GRN_END_DECLS

#endif
