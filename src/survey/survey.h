/*
 * survey.h - a program looked at as a whole: each of its gathers and scatters once, how it would be
 * planned, and what is known of its indices.
 *
 * Knows: ops by their rows, types, the interpreter's rules for what it runs. Must not know: any
 * dialect by name. Nothing of a program is run but what makes indices out of constants (fold.c),
 * and what lint is asked to run.
 *
 * Glossary
 *   access     an op that is a gather or a scatter
 *   assumed    of an extent: a number taken for one that the program leaves open
 *   census     indices of an access counted by what happens to them
 *
 * The files: assume.c (extents), access.c (the access of an op, over types), layout.c (how its
 * tensors lie), walk.c (all of them), plan.c and strategies.c (grn_module_plan), fold.c (indices
 * known from the program), census.c (counting), finding.c, lint_static.c, lint_run.c and lint.c
 * (grn_module_lint).
 */
#ifndef GRN_SURVEY_H
#define GRN_SURVEY_H

#include "garner/lint.h"
#include "garner/module_plan.h"
#include "interp/interp.h"
#include "plan/plan.h"
#include "survey/fold.h"

/* ---- extents that are taken for granted (assume.c) ------------------------------------------- */

/*
 * A copy of the module in which every extent that options name or inputs give is known, with what
 * follows from them; what is open still has options->extent. *out is the caller's to destroy; NULL
 * where the module leaves no extent open.
 */
grn_status grn_survey_assume(const grn_module *module, const grn_module_plan_options *options, const grn_diag *diag,
                             grn_module **out);

/* ---- one access (access.c) ------------------------------------------------------------------- */

/* Whether the op is a gather or a scatter. */
static inline bool grn_op_is_access(const grn_op *op) { return op->def && (op->def->to_spec || op->def->as_access); }

typedef struct grn_surveyed {
    const grn_op *op;       /* as the program has it */
    const grn_op *typed;    /* the same op, or that of a copy with known extents */
    const grn_op *function; /* NULL: it is in none */
    grn_fold *fold;         /* of values around `typed`; NULL: none */
    size_t number;          /* the function's, in the module's list; SIZE_MAX: it is not there */
    bool known;             /* its access could be read from types; else `why` */
    char why[GRN_MESSAGE_BYTES];
    grn_access access;            /* `indices` may point into it: not to be copied */
    grn_tensor *values;           /* of each operand of `typed` */
    int64_t *scalars;             /* behind those that are no tensors */
    grn_tensor *operands, *dense; /* [access.ninputs], by their types; operands of a scatter are where it writes to */
} grn_surveyed;

/* Tensors are laid out as the program says (layout.h); those of constants have data. Memory is the
 * arena's. GRN_E_MEMORY; `why` says whatever else is wrong. `flags`: a run's; `fold` may be
 * NULL. */
grn_status grn_survey_access(const grn_op *typed, const grn_run_flags *flags, grn_fold *fold, grn_arena *arena,
                             grn_surveyed *out);
/* The second half of it, once values[i] of an operand has been set otherwise. */
grn_status grn_survey_read(const grn_run_flags *flags, grn_arena *arena, grn_surveyed *s);
static inline const grn_index_rule *grn_surveyed_rule(const grn_surveyed *s)
{
    return s->access.kind == GRN_ACCESS_GATHER ? &s->access.gather.index : &s->access.scatter.index;
}
static inline grn_problem grn_surveyed_problem(const grn_surveyed *s)
{
    const bool gathers = s->access.kind == GRN_ACCESS_GATHER;
    return (grn_problem){.gather = gathers ? &s->access.gather : NULL,
                         .scatter = gathers ? NULL : &s->access.scatter,
                         .npairs = gathers ? 1 : s->access.ninputs,
                         .operand = s->operands,
                         .indices = &s->access.indices,
                         .dense = s->dense};
}

/* ---- all of them (walk.c) -------------------------------------------------------------------- */

typedef struct grn_survey {
    const grn_module *module;
    const grn_module *typed; /* the same, or a copy of the same ops */
    grn_run_flags flags;
    const grn_allocator *allocator;
    uint64_t max_fold_steps; /* for all of the module */
    const bool *wanted;      /* [module->nfunctions]; NULL: all, and what is in no function */
    grn_status (*visit)(void *user, grn_surveyed *s, grn_arena *arena);
    void *user;
} grn_survey;
/* Every access of the module in order of the text, each once. The first failure ends it.
 * GRN_E_MEMORY. */
grn_status grn_survey_each(const grn_survey *survey);
/* Marks the function and those it names, however far, in wanted[module->nfunctions].
 * GRN_E_MEMORY. */
grn_status grn_survey_reachable(const grn_module *module, size_t function, bool *wanted);
/* The name that a function op has; empty: none. */
grn_str grn_survey_name(const grn_op *function);
/* a + b, or the greatest or least number of the type (census.c). */
int64_t grn_add_saturating(int64_t a, int64_t b);

/* Whether updates met by the region can be combined in order on several threads (region.c). */
grn_status grn_survey_region(const grn_module *module, const grn_op *op, const grn_allocator *allocator,
                             bool *is_program);

/* What a region was seen to do with updates in another order (region_order.c). */
#define GRN_REGION_EXAMPLE_BYTES 512
typedef struct grn_region_order {
    bool is_known;      /* it could be tried; the rest is false or empty otherwise */
    bool takes_outside; /* values from outside of the region, which were taken for zeros */
    bool order_shows;   /* f(f(c, x), y) is not f(f(c, y), x) */
    bool is_commutative, is_associative;
    bool rounds; /* the same but for the last bits of floats */
    /* of what it does otherwise: "f(1, 2) is -1 and f(2, 1) is 1"; else empty */
    char example[GRN_REGION_EXAMPLE_BYTES];
} grn_region_order;
/* Of the op's region 0. GRN_E_MEMORY. */
grn_status grn_survey_region_order(const grn_module *module, const grn_op *op, const grn_allocator *allocator,
                                   grn_region_order *out);
/* Of one that is compiled, of one block. */
grn_status grn_region_try(grn_exec *x, grn_compiled *compiled, const grn_region *region, const grn_allocator *allocator,
                          grn_region_order *out);

#endif
