/*
 * equivalence.h - two modules compared by running both on the same inputs.
 *
 * Knows: how inputs are drawn, how a trial is run and what it proves. Must not
 * know: any op by name, or how one of the two modules was made of the other.
 *
 * What integers an input may hold is observed, not derived from the program.
 * The first module is run twice under a watch that sees every gather and
 * scatter, and in which an index out of range is no error: once with zeros in
 * every integer input, once with marks, a number of its own in each element.
 * Where the second run sees an index that is larger by a mark than in the
 * first, that element of that input is the index, whatever ops lie between,
 * and the difference is what they add. Its range is then that of the access,
 * shifted. An element that several accesses use gets what suits all of them.
 * Further pairs of runs mark only the inputs that no index was found in, with
 * indices in range in the others: that finds indices behind indices.
 *
 * Nothing that is observed enters the verdict: whether a trial's indices were
 * in range, and whether it kept the promises of the first module, is found by
 * running that module under strict bounds and check_promises. An index that no
 * mark reaches (one that is multiplied, or computed from floats) is drawn below
 * some extent of some input, and where the module answers it with an error, below
 * three quarters of that, and so on down to 1.
 *
 * Glossary. Slot: what is known of one element of an input, or of several that
 * share a mark. Mark: the number that stands for a slot.
 */
#ifndef GRN_EQUIVALENCE_H
#define GRN_EQUIVALENCE_H

#include "interp/interp.h"

/* A step of splitmix64, and a number below n; 0 where n is. */
uint64_t grn_draw(uint64_t *state);
uint64_t grn_draw_below(uint64_t *state, uint64_t n);

/* ---- what is observed (index_ranges.c) ------------------------------------------------------- */

typedef struct grn_index_slot {
    size_t input;
    int64_t low, high; /* values in range lie in [low, high]; none does where low > high */
    /* an index counts from the end as well: each of these less `period` is in range too; 0: none
     * is */
    int64_t period;
    bool found; /* this element is an index */
    bool fails; /* one out of range is an error */
} grn_index_slot;

typedef struct grn_index_input {
    size_t first_slot, nslots; /* element e has slot first_slot + e % nslots; 0 slots: the input is not observed */
    int64_t first_mark;
    bool found; /* one of its elements is an index */
} grn_index_input;

#define GRN_MOST_NARROW 16
typedef struct grn_index_ranges {
    size_t ninputs, nslots;
    grn_index_input *inputs;
    grn_index_slot *slots;
    size_t nnarrow, narrow[GRN_MOST_NARROW]; /* inputs that share marks with others */
    struct grn_promised *promised;
} grn_index_ranges;

/* The slot of an element; NULL where nothing is known of it. */
const grn_index_slot *grn_index_slot_of(const grn_index_ranges *ranges, size_t input, int64_t element);

/* ---- promised indices (index_promises.c) ----------------------------------------------------- */

/* The index vectors of an access, in row-major order. */
typedef struct grn_index_vectors {
    int32_t rank;
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    bool batch[GRN_MAX_RANK]; /* the operand moves along with the vector */
    uint64_t count;
} grn_index_vectors;
void grn_index_vectors_of(const grn_nest *nest, grn_index_vectors *out);

/* The element that is a component of a vector, and what the program adds to it. */
typedef struct grn_index_source {
    size_t slot; /* GRN_NO_SLOT: the component is no input's */
    int64_t added;
} grn_index_source;
#define GRN_NO_SLOT SIZE_MAX

/* An access whose indices are promised to be sorted or unique. */
typedef struct grn_promised grn_promised;

/* Keeps the sources of an access that promises something, vectors in order, of each its components.
 * GRN_E_MEMORY, unreported. */
grn_status grn_promised_keep(grn_index_ranges *ranges, const grn_nest *nest, const grn_index_source *sources,
                             const grn_allocator *allocator);
void grn_promised_free(grn_promised *list, const grn_allocator *allocator);

/* ---- inputs (trial_inputs.c) ----------------------------------------------------------------- */

#define GRN_TRIAL_MESSAGE_BYTES 1024

/* What a trial's indices are to be. */
typedef enum grn_trial_style { GRN_TRY_IN_RANGE, GRN_TRY_AROUND, GRN_TRY_EDGES } grn_trial_style;

typedef struct grn_trial {
    const grn_module *a, *b;
    size_t in_a, in_b; /* the functions */
    const grn_equivalence_options *options;
    const grn_diag *diag;
    const grn_allocator *allocator;
    uint64_t number, state; /* of this trial; of what is drawn */
    int64_t extent;         /* integers of which nothing is known lie in [0, extent), or around it */
    grn_trial_style style;
    bool risks_errors;  /* indices whose access fails out of range are drawn there too */
    bool unknown_fails; /* an index of which nothing is known was out of range, and an error */
    size_t ninputs;
    grn_tensor *inputs;
    size_t input_bytes;   /* of those made so far */
    uint64_t input_steps; /* their elements */
    grn_index_ranges ranges;
    char refusal[GRN_TRIAL_MESSAGE_BYTES]; /* why the first trial that was not compared was not */
} grn_trial;

/* Makes the inputs, of extents drawn where the types leave them open, and observes which elements
 * are indices. Reports. */
grn_status grn_inputs_new(grn_trial *t);
void grn_inputs_free(grn_trial *t);
/* Draws every element for the trial's number. */
void grn_inputs_draw(grn_trial *t);
/* The same for a trial whose indices were out of range and should not be, below smaller extents.
 * False: there is nothing to draw again. */
bool grn_inputs_draw_lower(grn_trial *t);
/* Every element of every input: indices that are known in range, other integers 0, or with `marks`
 * their marks. */
void grn_inputs_put_zeros(grn_trial *t);
void grn_inputs_put_marks(grn_trial *t);
void grn_inputs_put_integer(grn_trial *t, size_t input, int64_t element, int64_t value);
/* Whether an access of that slot is to be tried out of range. */
bool grn_tries_outside(const grn_trial *t, const grn_index_slot *slot);
/* Draws what promised accesses read, over what was drawn. */
void grn_promised_draw(grn_trial *t, const grn_promised *list);

/* GRN_E_MEMORY, reported. */
grn_status grn_index_ranges_find(grn_trial *t);
void grn_index_ranges_free(grn_trial *t);

/* Whether the types of a function's inputs leave extents open (equivalence.c). */
bool grn_has_open_extents(const grn_function *f);

/* ---- trials (trials.c) ----------------------------------------------------------------------- */

/* Runs one of the two functions on the inputs as they are. Checks of the program that fail are
 * counted, and no error. */
grn_status grn_trial_run(const grn_trial *t, const grn_module *m, size_t function, const grn_run_options *how,
                         const grn_observer *observer, const grn_diag *diag, uint64_t *failed_checks,
                         grn_results **out);
/* Draws inputs and compares. GRN_E_CHECK where the two differ; counts in *tried. */
grn_status grn_trial_compare(grn_trial *t, grn_trials *tried);
/* Compares on the inputs as they are. */
grn_status grn_trial_compare_drawn(grn_trial *t, grn_trials *tried);

/* ---- every index (exhaustive.c) -------------------------------------------------------------- */

enum { GRN_MOST_COMBINATIONS = 1000000 };

/* An element that is an index, and its values: from two below those in range to two above. */
typedef struct grn_exhausted {
    size_t input;
    int64_t element, low, high, now;
} grn_exhausted;
typedef struct grn_exhaustion {
    size_t n, bytes;
    grn_exhausted *at;
    uint64_t combinations;
} grn_exhaustion;

/*
 * Of inputs that were made. GRN_E_UNSUPPORTED, reported: there are too many, or indices that cannot be told apart. To
 * be ended in every case.
 */
grn_status grn_exhaust_begin(const grn_trial *t, grn_exhaustion *out);
/*
 * The binary logarithm of how many combinations there are of a function's indices; HUGE_VAL: its extents are open, or
 * indices cannot be told apart. Reports.
 */
grn_status grn_exhaust_bits(const grn_module *module, size_t function, const grn_equivalence_options *options,
                            const grn_diag *diag, double *bits);
void grn_exhaust_put(grn_trial *t, const grn_exhaustion *x);
bool grn_exhaust_next(grn_exhaustion *x); /* false: that was the last combination */
void grn_exhaust_end(const grn_trial *t, grn_exhaustion *x);
/* All combinations of a function of static shapes; other numbers are drawn for each. */
grn_status grn_try_exhaustively(grn_trial *t, grn_trials *tried);

#endif
