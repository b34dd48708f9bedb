/*
 * generate.h - programs made at random, with inputs and what garner computes of them: to be run by other
 * tools, whose results are then held against these (differ.h).
 *
 * A program is made of its options alone: the same on every machine and in every version that says so
 * (GRN_GENERATE_VERSION). It verifies, it runs, and its results depend on nothing that the specification
 * of its dialect leaves open, unless that was asked for.
 *
 * NULL may be options, diag, and what a field's comment says. The calls are thread-safe.
 */
#ifndef GARNER_GENERATE_H
#define GARNER_GENERATE_H

#include "garner/module.h"

GRN_BEGIN_DECLS

#define GRN_GENERATE_VERSION 1 /* another number: the same options may make another program */

typedef struct grn_generate_options {
    size_t size_bytes;              /* 0, or sizeof(grn_generate_options): garner.h */
    const grn_allocator *allocator; /* NULL: malloc. Must outlive the program. */
    const char *dialect;            /* of grn_generate_dialect; NULL: "stablehlo" */
    /* ops of the dialect, with its name or without: at least one op of the program is one of them; 0: of any */
    size_t nabout;
    const char *const *about;
    /* constants, and what computes a reduction's or a scatter's elements, apart; 0: 5, at most 1000 */
    uint32_t max_ops;
    uint64_t seed;    /* of a series of programs */
    uint64_t number;  /* which program of it, from 0 */
    bool edge;        /* weighs indices, extents and numbers that break tools (docs/conformance.md) */
    bool unspecified; /* results may depend on what the specification leaves open */
    /* every value of the program has elements of one of these types; 0: of any that the dialect has */
    size_t ndtypes;
    const grn_dtype *dtypes;
} grn_generate_options;

/* The dialects that programs are made in, from 0; NULL after the last. Static storage. */
GRN_API const char *grn_generate_dialect(size_t i);
/* The ops of a dialect that `about` takes, from 0; NULL after the last, and of another dialect. */
GRN_API const char *grn_generate_op(const char *dialect, size_t i);

typedef struct grn_generated grn_generated;

/*
 * Makes a program. GRN_E_ARGUMENT: a dialect or an op that is none, with those there are in the message, or
 * dtypes of which no program came; GRN_E_MEMORY. *out is NULL then. The caller destroys it.
 */
GRN_API GRN_MUST_USE grn_status grn_generate(const grn_generate_options *options, const grn_diag *diag,
                                             grn_generated **out);
/* NULL is fine. */
GRN_API void grn_generated_destroy(grn_generated *program);

/* What it consists of; each lives as long as it. The one public function is function 0, @main. */
GRN_API const grn_module *grn_generated_module(const grn_generated *program);
/* Its text, with the values' names, of *bytes bytes and a 0. The first line is the command that makes it again. */
GRN_API const char *grn_generated_text(const grn_generated *program, size_t *bytes);
GRN_API size_t grn_generated_inputs(const grn_generated *program);
GRN_API const grn_tensor *grn_generated_input(const grn_generated *program, size_t i); /* compact */
/* What garner computes of them; NULL: the program is an error by its specification. */
GRN_API const grn_results *grn_generated_results(const grn_generated *program);
/*
 * By how much an element of result i may differ elsewhere, in all: the order of its sums and the precision of
 * its functions are left to implementations. 0: not at all, but for the bits of NaN; of a result that there is not.
 */
GRN_API double grn_generated_tolerance(const grn_generated *program, size_t i);
/*
 * Writes the program as one file that needs nothing else: its inputs are constants, its results are held by ops
 * of StableHLO's check dialect. Its first line is the command that makes it again. GRN_E_MEMORY, and what the
 * sink answers.
 */
GRN_API GRN_MUST_USE grn_status grn_generated_write_check(const grn_generated *program, const grn_sink *sink);
/* What of it the specification leaves open, one line; NULL: nothing. */
GRN_API const char *grn_generated_open_question(const grn_generated *program);

GRN_END_DECLS

#endif
