/*
 * program.h - short programs of arithmetic on the elements of a scatter, run
 * where they lie, window after window (program_body.h, a file per set).
 *
 * A program is a list of steps on an accumulator, which begins as the current
 * elements and ends as the results. It is a vector of the set's width: parts
 * of a row, or a few single elements none of which share a destination. The
 * other operand of a step is a slot, which holds a vector: of updates (slot 0),
 * of a constant, or what an earlier step has stored. A step calls the next
 * one, so that the accumulator stays in a register from step to step: calls by
 * a pointer are most of what a short program takes.
 *
 * Elements of several inputs are combined together: their updates are the first
 * slots, their current elements the next ones. The accumulator begins as those
 * of the first input and ends as its results, slots hold those of the others.
 * Elements of all inputs are of one size; a step is of the dtype in use.
 *
 * The arithmetic is that of floats.h: a NaN that a step answers is canonical.
 */
#ifndef GRN_KERNELS_PROGRAM_H
#define GRN_KERNELS_PROGRAM_H

#include "kernels/sets.h"

/* accumulator = f(accumulator, slot); the reversed ones: f(slot, accumulator). A multiplication and
 * the addition after it become one step, each rounded. A comparison gives a mask: all bits of an
 * element where it holds, none elsewhere. select: bits of the first of two slots where the
 * accumulator's are set, of the second elsewhere. and, or, xor: of bits, masks among them. */
#define GRN_PROGRAM_OPS(P) \
    P(load)                \
    P(store)               \
    P(add)                 \
    P(subtract)            \
    P(reversed_subtract)   \
    P(multiply)            \
    P(multiply_add)        \
    P(divide) P(reversed_divide) P(minimum) P(maximum) P(and) P(or) P(xor) P(less) P(less_equal) P(equal) P(select)
typedef enum grn_program_op {
#define GRN_PROGRAM_ENUM(name) GRN_PROGRAM_##name,
    GRN_PROGRAM_OPS(GRN_PROGRAM_ENUM)
#undef GRN_PROGRAM_ENUM
        GRN_PROGRAM_OP_COUNT
} grn_program_op;

#define GRN_PROGRAM_STEPS 24 /* at most */
#define GRN_PROGRAM_SLOTS 16
#define GRN_PROGRAM_INPUTS 4
#define GRN_PROGRAM_BYTES 64 /* of the widest vector */

typedef void (*grn_program_fn)(void); /* of the set's own type */
typedef struct grn_program_step {
    grn_program_fn fn;
    size_t at, second; /* of its slots; second: of multiply_add, which adds it, and of select */
} grn_program_step;

typedef struct grn_program {
    const struct grn_program_set *set; /* of the dtype in use */
    int64_t element_bytes;
    size_t ninputs, nsteps, nslots;
    size_t result[GRN_PROGRAM_INPUTS];       /* the slot of each input's; [0] is the accumulator */
    grn_program_op last;                     /* step's */
    const void *constant[GRN_PROGRAM_SLOTS]; /* of each slot, NULL: it is none */
    grn_program_step step[GRN_PROGRAM_STEPS];
} grn_program;

/* A program of no steps, on elements of a dtype; false: the set, which may be NULL, has none on
 * those, or there are too many inputs. */
bool grn_program_init(grn_program *p, const struct grn_program_set *set, grn_dtype dtype, size_t ninputs);
/* Later steps are of another dtype of that size, by the row of the same set; false: it has none. */
bool grn_program_use(grn_program *p, const struct grn_program_set *set);
/* One more slot; `constant`: GRN_PROGRAM_BYTES of one element over and over, or NULL.
 * GRN_PROGRAM_SLOTS: there is none left. */
size_t grn_program_slot(grn_program *p, const void *constant);
/* Appends a step of one slot. False: there are too many, the dtype has no such step, or there is no
 * such slot. */
bool grn_program_append(grn_program *p, grn_program_op op, size_t slot);
/* Appends a select. */
bool grn_program_append_select(grn_program *p, size_t where_set, size_t elsewhere);
/* Ends a program; false: it has no steps, or its last step stores or compares instead of giving the
 * result. */
bool grn_program_end(grn_program *p);
/* Runs a program that has been ended, on elements at any addresses; the list has the inputs' lists. */
void grn_program_run(const grn_program *p, const grn_combine_list *list);

/* ---- what a set gives ------------------------------------------------------------------------ */

typedef struct grn_program_set {
    size_t width; /* bytes of a vector */
    void (*run)(const grn_program *p, const grn_combine_list *list);
    struct {
        grn_program_fn inner, last; /* last: answers the accumulator, and calls no other */
    } step[GRN_PROGRAM_OP_COUNT];
} grn_program_set;

/* For f32, f64, i32 and i64; NULL: there is none. */
#define PROGRAM_SET_OF(set) const grn_program_set *grn_program_set_##set(grn_dtype dtype);
KERNEL_SETS(PROGRAM_SET_OF)
#undef PROGRAM_SET_OF
/* Those of the i-th set that this processor runs, the best first; NULL: there are no more, or the
 * set has none for the dtype. */
const grn_program_set *grn_program_set_at(size_t i, grn_dtype dtype);

#endif
