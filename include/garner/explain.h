/*
 * explain.h - one gather or scatter, step by step, in the words of the StableHLO specification.
 *
 * The steps are those of the sections "gather" and "scatter", each by its name there; what the
 * other systems add (an index base, negative indices that count from the end, policies for an index
 * out of range) is applied where they apply it: between start_index and full_start_index.
 *
 * diag may be NULL, and options; nothing else, unless a call says so. Views are checked as tensor.h
 * says. The calls keep no pointer, and are thread-safe, on one module too.
 */
#ifndef GARNER_EXPLAIN_H
#define GARNER_EXPLAIN_H

#include "garner/module.h"
#include "garner/spec.h"

GRN_BEGIN_DECLS

/* How the way of one element ended: enumerator, text. */
#define GRN_EXPLAIN_ENDS(E)                                                                         \
    E(REACHED, "in range")          /* operand_index is read, or updated, and no start was moved */ \
    E(CLAMPED, "clamped")           /* the same, after a start was moved into range */              \
    E(FILLED, "filled")             /* gather: nothing is read, the result gets the fill value */   \
    E(DROPPED, "dropped")           /* scatter: nothing is updated */                               \
    E(OUT_OF_RANGE, "out of range") /* the operation answers GRN_E_INDEX because of this index vector */

typedef enum grn_explain_end {
#define GRN_EXPLAIN_END_ENUM(name, text) GRN_EXPLAIN_##name,
    GRN_EXPLAIN_ENDS(GRN_EXPLAIN_END_ENUM)
#undef GRN_EXPLAIN_END_ENUM
        GRN_EXPLAIN_END_COUNT
} grn_explain_end;

/* The text of an end, "unknown" outside the list. Static storage. */
GRN_API const char *grn_explain_end_text(grn_explain_end end);

/*
 * The steps of one element of the dense tensor: a gather's result, a scatter's updates. Scatter's
 * names on the right. Numbers that leave int64_t stop at its ends.
 */
typedef struct grn_explained {
    bool is_scatter;
    int32_t dense_rank, batch_rank, offset_rank, operand_rank; /* of the arrays below */
    int32_t components;                                        /* of the index vector */
    int64_t dense_index[GRN_MAX_RANK];                         /* result_index | update_index */
    int64_t batch_index[GRN_MAX_RANK];                         /* | update_scatter_index */
    /* start_index: the components as they stand in indices */
    int64_t raw_start_index[GRN_MAX_RANK];
    /* the same without the base, and counted from the front where they wrap */
    int64_t start_index[GRN_MAX_RANK];
    bool wrapped[GRN_MAX_RANK];                /* per component: it was negative and the extent was added */
    bool outside[GRN_MAX_RANK];                /* per component: the window that starts there does not fit */
    int64_t wanted_start_index[GRN_MAX_RANK];  /* full_start_index before the policy, per operand dimension */
    int64_t full_start_index[GRN_MAX_RANK];    /* full_start_index */
    bool clamped[GRN_MAX_RANK];                /* per operand dimension: the two differ */
    int64_t full_batching_index[GRN_MAX_RANK]; /* full_batching_index */
    int64_t offset_index[GRN_MAX_RANK];        /* | update_window_index */
    int64_t full_offset_index[GRN_MAX_RANK];   /* | full_window_index */
    int64_t operand_index[GRN_MAX_RANK];       /* | result_index */
    grn_explain_end end;
} grn_explained;

/*
 * The steps of the element of the result at result_index, which has the result's rank.
 *   operand  any strides; only its shape is read, data may be NULL
 *   indices  as for grn_gather; its element at batch_index is read
 * Errors as grn_gather_shape's; GRN_E_ARGUMENT: result_index is outside the result. *out is then
 * unchanged. An index out of range is no error here: out->end says what the operation makes of it.
 */
GRN_API GRN_MUST_USE grn_status grn_explain_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                                   const grn_tensor *indices, const int64_t *result_index,
                                                   const grn_diag *diag, grn_explained *out);

/*
 * The steps of the update at update_index: where it goes, or why it is dropped. `input` and
 * `updates` as for grn_scatter; of both only shape and dtype are read. Errors as
 * grn_scatter_check's for one input; GRN_E_ARGUMENT: update_index is outside updates. A spec whose
 * combiner is GRN_COMBINE_REGION needs no region here.
 */
GRN_API GRN_MUST_USE grn_status grn_explain_update(const grn_scatter_spec *spec, const grn_tensor *input,
                                                   const grn_tensor *indices, const grn_tensor *updates,
                                                   const int64_t *update_index, const grn_diag *diag,
                                                   grn_explained *out);

/* One update that reaches an element: its steps, and per input the value that is there before, the
 * update and what the combiner makes of the two. All of it lives during the call only. */
typedef struct grn_explained_update {
    const grn_explained *steps;
    uint64_t number; /* of those that reach the element, from 0 */
    size_t ninputs;
    const void *const *before, *const *update, *const *after; /* [ninputs], one element each */
} grn_explained_update;

/* Gets each update. A status other than GRN_OK ends the call, which then answers it. */
typedef struct grn_update_visitor {
    grn_status (*visit)(void *user, const grn_explained_update *update);
    void *user;
} grn_update_visitor;

/*
 * Every update that reaches the element of the result at result_index, in the order in which the
 * scatter applies them.
 *   inputs, updates  as for grn_scatter, data is read, nothing is written; the inputs are as before
 *                    the scatter
 *   result_index     of the inputs' rank
 * Errors as grn_scatter_check's; GRN_E_ARGUMENT: result_index is outside the inputs. Under
 * GRN_BOUNDS_ERROR updates out of range, which make the scatter fail, reach nothing here. The time
 * is that of reading all indices.
 */
GRN_API GRN_MUST_USE grn_status grn_explain_scatter(const grn_scatter_spec *spec, size_t ninputs,
                                                    const grn_tensor *inputs, const grn_tensor *indices,
                                                    const grn_tensor *updates, const int64_t *result_index,
                                                    const grn_update_visitor *visitor, const grn_diag *diag);

/*
 * Runs function `function` of a program up to one of its gathers or scatters, and writes how one of
 * its elements comes about: a line per step of the specification, with its value and the formula in
 * the op's attributes. What follows in the program is not run. All zero: the first gather or
 * scatter, and the few elements that a picture would trace (draw.h).
 */
typedef struct grn_module_explain_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_explain_options): garner.h */
    /* which gather or scatter, in the order of the run, from 0; one in a loop counts each time */
    uint64_t op;
    size_t nat;                 /* entries of `at`; 0: elements are chosen, where the result has rank 0 too */
    const int64_t *at;          /* an element of the result; NULL where nat is 0 */
    bool at_update;             /* scatter: `at` is an element of updates */
    bool in_words;              /* write what the op does as a sentence and a line of numpy instead; `at` is not read */
    bool json;                  /* as JSON */
    size_t only_input;          /* of a scatter with several inputs: 1 for the first, 2, ..; 0: all are shown */
    const grn_run_options *run; /* of the run before it; NULL: the defaults */
} grn_module_explain_options;

/*
 * Inputs as for grn_module_run; text goes to `sink`, nothing at all on an error. An op that fails
 * because an index is out of range is explained too.
 *   GRN_E_ARGUMENT: `at` has not as many entries as the tensor has dimensions, or is outside of it,
 *   or at_update is set for a gather; there
 *                   is no such function, or input; the run
 *                   meets fewer gathers and scatters (the message says how many)
 *   Any other status is the run's, before the op is met, or the sink's own.
 */
GRN_API GRN_MUST_USE grn_status grn_module_explain(const grn_module *module, size_t function, size_t ninputs,
                                                   const grn_tensor *inputs, const grn_module_explain_options *options,
                                                   const grn_diag *diag, const grn_sink *sink);

GRN_END_DECLS

#endif
