/*
 * reduce.h - programs made smaller, as long as a caller's function says that they still do something.
 *
 * Knows: the structure of programs, what a row says and infers of its op, how a function is run. Must not
 * know: what an op means, by name; what the caller looks for.
 *
 * Glossary. Draft: a copy of the program that is held, which a step changes. Item: a thing of a program
 * that a step may change: an op, a result, an attribute. Way: one of several changes of an item. Candidate:
 * a draft of which a run of neighbouring items was changed in one way, and that verifies. As in delta
 * debugging (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002) the run is all
 * items at first, then halves of that, and so on.
 */
#ifndef GRN_REDUCE_LAYER_H
#define GRN_REDUCE_LAYER_H

#include <stdatomic.h>

#include "garner/reduce.h"

#include "api/rewrite.h"
#include "ir/value_map.h"
#include "passes/passes.h"

/* ---- drafts (draft.c) ------------------------------------------------------------------------ */

typedef struct grn_draft {
    grn_ir *ir;
    grn_op *function; /* the one that is reduced, of one block */
    bool has_inputs;
    grn_tensor *inputs;             /* one per argument, where has_inputs; in the arena, compact */
    const struct grn_known *known;  /* values of the program that it is a copy of; NULL: the step reads none */
    const grn_op_def *constant_row; /* of the constant that was made last */
    struct grn_zeros *zeros;        /* constants that stand for values (stand_in.c) */
    bool changed;                   /* a step has done something */
} grn_draft;

static inline grn_block *grn_draft_body(const grn_draft *d) { return d->function->regions[0].first; }

/* A function of a module: a symbol with a function's type and a body. */
bool grn_is_function(const grn_op *op);
/* The block that a function consists of; NULL: it has none, or several. */
grn_block *grn_only_block(const grn_op *op);
/* The function that an op names, of one block and of as many arguments and results; NULL: none. */
grn_op *grn_called_function(const grn_draft *d, const grn_op *op);
/* The first op behind `op` in the walk over the module, or with NULL the first; NULL behind the last. */
static inline grn_op *grn_draft_next(const grn_draft *d, const grn_op *op)
{
    return grn_op_next_in(op ? op : d->ir->top, d->ir->top);
}
/* The function's place among the ops at the top that are functions. */
size_t grn_draft_function(const grn_draft *d);

/* An argument of the function as it is to be: `from` (NULL: a new one) under the type; `input`, where the
 * draft has inputs. */
typedef struct grn_argument {
    grn_value *from;
    const grn_type *type;
    grn_tensor input;
} grn_argument;
/* The arguments that there are. NULL: memory refused. */
grn_argument *grn_draft_arguments(const grn_draft *d, size_t more);
/* From now on there are these, whose values `values` gets (NULL is fine). Those that are left out are used
 * nowhere. False: memory refused. */
bool grn_draft_set_arguments(grn_draft *d, size_t n, const grn_argument *arguments, grn_value **values);
/* Terminators, calls and functions that name types of values get those that the values have. False: memory
 * refused. */
bool grn_draft_sign(grn_draft *d);
/* Takes results of the function, which has one block, away. */
bool grn_draft_drop_results(grn_draft *d, size_t first, size_t n);
/* The values that stand for others (grn_value.forward) are used, and the ops whose results are stood for go, with what
 * only they used. */
void grn_draft_resolve(grn_draft *d, size_t n, grn_op *const *replaced);
/* What may stand for a value of the type at an op, by preference: zeros, an operand of the op, another value that is
 * known there. NULL: nothing, or memory was refused. */
grn_value *grn_draft_other(grn_draft *d, grn_op *at, const grn_type *type, bool operand_first);
/* Makes values results of the function, behind those that there are. False: memory refused. */
bool grn_draft_add_results(grn_draft *d, size_t n, grn_value *const *values);
/* Whether the op, with all within it, verifies. */
bool grn_draft_verifies(const grn_draft *d, const grn_op *op);
/* Whether an op is held against its rules when its types change. Calls, ends of blocks and functions have the types of
 * others, and are verified with the whole. */
bool grn_draft_judges(const grn_draft *d, const grn_op *op);
/* A tensor in the draft's memory, compact. False: memory refused. */
bool grn_draft_copy(grn_draft *d, const grn_tensor *from, grn_tensor *to);

/* ---- values and types (constant.c) ----------------------------------------------------------- */

/* The type with other elements (NULL: the same) and extents, of the same dialect. NULL: it has none, or memory
 * was refused. */
const grn_type *grn_type_changed(grn_ir *ir, const grn_type *type, const grn_type *element, int32_t rank,
                                 const int64_t *shape);
/* The tensor type of a value whose elements and extents are all known; NULL: it is of none. */
const grn_type *grn_plain_tensor(const grn_type *type);
/* The tensor of a constant that is written in the program; its attribute's name. */
bool grn_written_constant(const grn_op *op, const char **name, grn_tensor *out);
/* An op without operands that has a value written in it, of elements or of another kind. */
bool grn_is_constant(const grn_op *op);
/* Every element is the same one, and stands there once. */
bool grn_is_splat(const grn_tensor *t);
/* An attribute of elements; a tensor whose strides are all 0 is a splat. NULL: memory refused. */
const grn_attr *grn_elements_attr(grn_ir *ir, const grn_type *type, const grn_tensor *t);
/* A constant of the type before `at`, by a row of the dialects that the program is of. `like` is an op of the
 * dialect that it should be of. NULL: no row takes it, or memory was refused. */
grn_value *grn_draft_constant(grn_draft *d, grn_op *at, const grn_type *type, const grn_tensor *t);
/* The same, where every element is the number. */
grn_value *grn_draft_number(grn_draft *d, grn_op *at, const grn_type *type, int64_t number);
/* How a number becomes simpler: 0, 1, half of it without its fraction, nearer to 0 by one. Itself: it does not. */
enum { GRN_TO_ZERO, GRN_TO_ONE, GRN_TO_HALF, GRN_ONE_NEARER, GRN_NUMBER_WAYS };
double grn_simpler_number(double number, size_t way);
/* Stores the number as an element of the dtype. */
void grn_put_number(grn_dtype dtype, double number, void *to);

/* ---- values that a run gives (known.c) ------------------------------------------------------- */

/* Of the k-th op of the function's body, the results that a run of garner gave. */
typedef struct grn_known {
    bool is_ready;
    grn_arena arena;
    size_t nops;
    grn_tensor **of; /* by op and result; NULL, or without data: not known */
} grn_known;
/* Runs the function. What it does not come to, or what is large, is not known. GRN_E_MEMORY. */
grn_status grn_known_find(const grn_reduced *program, grn_known *known);
void grn_known_free(grn_known *known);
const grn_tensor *grn_known_value(const grn_known *known, size_t op, size_t result);

/* ---- integers in attributes (numbers.c) ------------------------------------------------------- */

/* How many an attribute has: of a list, a record, or one. 0: it is none of these. */
size_t grn_numbers_count(const grn_attr *a);
int64_t grn_number_at(const grn_attr *a, size_t i);
/* The attribute with another i-th number. NULL: it cannot be, or memory was refused. */
const grn_attr *grn_number_changed(grn_ir *ir, const grn_attr *a, size_t i, int64_t number);

/* ---- lists among attributes (lists.c) --------------------------------------------------------- */

typedef struct grn_attr_list {
    size_t attr, field; /* field: of a record; SIZE_MAX: the attribute is the list */
    size_t count;
    int64_t v[GRN_MAX_RANK];
    bool is_single; /* one number that is no list */
} grn_attr_list;
enum { GRN_MOST_LISTS = 8 };
/* How many an op has, up to GRN_MOST_LISTS of at most GRN_MAX_RANK integers. */
size_t grn_lists_find(const grn_op *op, grn_attr_list out[GRN_MOST_LISTS]);
/* The attribute that the list is in, with other integers in it. NULL: it cannot be, or memory was refused. */
const grn_attr *grn_list_changed(grn_ir *ir, const grn_op *op, const grn_attr_list *list, size_t n, const int64_t *v);

/* ---- dimensions that are tied to each other (ties.c) ------------------------------------------ */

/*
 * Dimensions of values are tied where an op has them with the same extent: they get another one together. It is no
 * matter if too many are tied; too few are found where an op does not verify.
 */
#define GRN_NOT_TIED (-2) /* no extent, and not GRN_DYNAMIC */
typedef struct grn_tied_dim {
    int64_t extent;
    uint32_t parent; /* towards the root of the set */
    int64_t to;      /* of a root: the extent that all get; GRN_NOT_TIED: they keep theirs; in ranks.c 0: they go */
} grn_tied_dim;
typedef struct grn_tied_value {
    grn_value *value;
    const grn_type *type; /* that it had */
    int32_t rank;
    uint32_t first; /* of its dimensions */
} grn_tied_value;
typedef struct grn_ties {
    grn_vec values, dims;
    grn_value_map places; /* of values, from 1 */
    bool keeps_last;      /* of constants and inputs the last elements stay, not the first, */
    int64_t nearer;       /* and integers become smaller by so much, as indices into what is left; 0: they stay */
    bool judges_all;      /* ops whose values keep their extents too: their attributes are other ones */
} grn_ties;
/* Which dimensions of two values of an op are tied. The first ties most, the last least. */
typedef enum grn_tying {
    GRN_TIED_BY_NUMBER, /* all of the same extent */
    GRN_TIED_BY_OP,     /* those at the same place, where all values of the op have the same extents; else as above */
    GRN_TIED_IN_ORDER,  /* the first of one with the first of the other that has its extent, and so on */
    GRN_TIED_FROM_LAST, /* the same from the last on */
    GRN_TIED_BY_PLACE,  /* those at the same place, where the two have the same extents; else none */
} grn_tying;
/* False: memory refused. To be freed then too. */
bool grn_ties_find(const grn_draft *d, grn_arena *arena, grn_tying how, grn_ties *out);
void grn_ties_free(grn_ties *t);
/* NULL: it has no dimensions. */
const grn_tied_value *grn_tied(const grn_ties *t, const grn_value *v);
uint32_t grn_ties_root(const grn_ties *t, uint32_t dim);

/* ---- types that follow from others (retype.c) -------------------------------------------------- */

/*
 * Gives all values the extents that their dimensions are to have, constants and inputs a part of their elements, and
 * makes each op verify: with the sizes among its attributes that fit, or with results that its row infers, whose
 * dimensions get new extents in turn. GRN_E_MEMORY; GRN_E_UNSUPPORTED: no extents fit.
 */
grn_status grn_retype(grn_draft *d, grn_ties *t);

/* ---- steps (steps.c) ------------------------------------------------------------------------- */

typedef struct grn_reduce_item {
    grn_op *op;
    grn_value *value;
    size_t at;
    int64_t number;
} grn_reduce_item;

typedef struct grn_reduce_step {
    const char *name;
    size_t ways;
    size_t most_parts; /* items are not divided into more runs than this; 0: down to single ones */
    bool reads_known;
    /* Adds the items of the program to a vec of grn_reduce_item. False: memory refused. */
    bool (*list)(const grn_draft *d, grn_vec *items);
    /* Changes n of them in one way, and sets d->changed where it can. GRN_E_MEMORY; another status: it is no
     * candidate. */
    grn_status (*change)(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way);
} grn_reduce_step;
extern const grn_reduce_step *const grn_reduce_steps[]; /* in their order; ends with NULL */

extern const grn_reduce_step grn_step_names, grn_step_functions, grn_step_results, grn_step_ops, grn_step_regions,
    grn_step_arguments, grn_step_calls, grn_step_carried, grn_step_signatures, grn_step_extents, grn_step_extents_by_op,
    grn_step_extents_in_order, grn_step_extents_from_last, grn_step_extents_by_place, grn_step_ranks_in_order,
    grn_step_ranks_from_last, grn_step_constants_once, grn_step_attributes, grn_step_settings, grn_step_elements,
    grn_step_constants, grn_step_numbers;

/* Of the steps that shrink extents. Their items are sets of dimensions, each with its extent as the number. */
typedef enum grn_extents_way {
    GRN_EXTENT_TO_ONE,
    GRN_EXTENT_TO_LAST, /* the last element is kept, else the first ones */
    GRN_EXTENT_TO_TWO,
    GRN_EXTENT_TO_HALF,
    GRN_EXTENT_TO_LAST_HALF,
    /* "nearer": integers become smaller with what is left out before them, as indices do that stay at their place */
    GRN_EXTENT_TO_TWO_NEARER,
    GRN_EXTENT_TO_HALF_NEARER,
    GRN_EXTENT_ONE_LESS_NEARER,
    GRN_EXTENT_ONE_LESS_FIRST,
    GRN_EXTENT_ONE_LESS,
    GRN_EXTENT_WAYS
} grn_extents_way;

/* Adds one. False: memory refused. */
bool grn_add_item(grn_vec *items, grn_reduce_item item);

/* ---- memory (reduction.c) ----------------------------------------------------------------------- */

/* An allocator that notes a refusal: what was refused while a candidate was made shows nowhere else, where it only
 * looks as if an op did not verify. */
typedef struct grn_watched_memory {
    const grn_allocator *base;
    atomic_bool refused;
    grn_allocator allocator;
} grn_watched_memory;

/* ---- programs that were tried (tried.c) ------------------------------------------------------ */

/* Of programs tried ahead of their turn it is known whether they hold, but they are not counted. */
typedef struct grn_tried_program {
    uint64_t hash[2];
    bool is_used, holds, is_counted, was_held;
} grn_tried_program;
typedef struct grn_tried {
    const grn_allocator *allocator;
    grn_tried_program *places;
    size_t room, count;
} grn_tried;
/* NULL: it was not tried. */
grn_tried_program *grn_tried_find(const grn_tried *t, const uint64_t hash[2]);
/* NULL: memory refused. Moves the others. */
grn_tried_program *grn_tried_add(grn_tried *t, const uint64_t hash[2]);
void grn_tried_free(grn_tried *t);

/* ---- candidates (candidate.c) ---------------------------------------------------------------- */

/* A program with inputs, which lie in the module's arena but for those of the caller's own program. */
typedef struct grn_candidate {
    grn_module *module;
    size_t function;
    grn_tensor *inputs;
    size_t ninputs;
    uint64_t hash[2]; /* of its text and inputs */
    grn_known known;
} grn_candidate;
/* The program without a change, in memory of the allocator, as what is made of it is too. */
grn_status grn_candidate_copy(const grn_reduced *from, const grn_allocator *allocator, const grn_diag *diag,
                              grn_candidate *out);
/* A number of items of a step, changed in a way. GRN_E_MEMORY; another status: it is no candidate. */
grn_status grn_candidate_change(grn_candidate *from, const grn_reduce_step *step, size_t first, size_t n, size_t way,
                                grn_candidate *out);
/* Adds a step's items of the program. GRN_E_MEMORY. */
grn_status grn_candidate_items(const grn_candidate *p, const grn_reduce_step *step, grn_vec *items);
grn_status grn_candidate_count(const grn_candidate *p, const grn_reduce_step *step, size_t *n);
void grn_candidate_destroy(grn_candidate *p);
grn_reduced grn_candidate_reduced(const grn_candidate *p);

/* ---- the smallest program so far (reduction.c) ------------------------------------------------ */

struct grn_reduction {
    grn_watched_memory memory;
    grn_candidate now;
    grn_reduced program; /* now, for the caller */
    uint64_t tries;
};
/* NULL: memory refused. */
grn_reduction *grn_reduction_new(const grn_allocator *allocator);
/* Takes the candidate over. */
void grn_reduction_hold(grn_reduction *r, const grn_candidate *smaller);
/* Whether there is such a function, with a body, and inputs of its types; reports. */
grn_status grn_check_reduced(const grn_reduced *from, const grn_diag *diag);

#endif
