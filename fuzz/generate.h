/*
 * generate.h - programs made from choices: well-typed StableHLO of many ops, with regions, control
 * flow and calls.
 *
 * A program is one public function, and now and then a private one that it calls. Types are static.
 * Ops take values that are there, of the type they need; where there is none, an input, a constant
 * or an iota is made.
 */
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H

#include <stdio.h>

#include "entropy.h"

#define GENERATED_RANK 6
#define GENERATED_VALUES 96
#define GENERATED_INPUTS 6

typedef struct generated_type {
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[GENERATED_RANK];
} generated_type;

/* The value %v<id>, or the input %in<id>. */
typedef struct generated_value {
    generated_type type;
    int id;
    bool is_input;
} generated_value;

typedef struct generator {
    entropy *e;
    FILE *out; /* the body being written */
    generated_value values[GENERATED_VALUES];
    size_t count;
    generated_type inputs[GENERATED_INPUTS];
    size_t ninputs;
    int next_id;
    int depth;   /* of control flow */
    bool closed; /* inside a region whose values come from outside only by its arguments: no inputs are made */
    bool large;  /* some extents are so large that a run cuts its ops into parts */
    bool has_callee;
    generated_type callee_input, callee_result;
} generator;

/* Its text, the caller's to free; NULL when memory is refused. */
char *generate_program(entropy *e, size_t *bytes);

/* ---- for the files of ops (generate_ops.c, generate_regions.c) ------------------------------- */

#define CLASS(c) (1u << GRN_CLASS_##c)
#define INTEGERS (CLASS(SIGNED) | CLASS(UNSIGNED))
#define NUMBERS (INTEGERS | CLASS(FLOAT) | CLASS(COMPLEX))
#define ALL_CLASSES (NUMBERS | CLASS(BOOL))

/* A value whose dtype is of one of the classes. */
generated_value any_value(generator *g, unsigned classes);
/* One of rank 1 or more. */
generated_value any_array(generator *g, unsigned classes);
/* A value of exactly this type. */
generated_value value_of(generator *g, const generated_type *type);
generated_value scalar_of(generator *g, grn_dtype dtype);
generated_type type_of(grn_dtype dtype, int32_t rank, const int64_t *shape);
int64_t type_elements(const generated_type *t);
bool same_type(const generated_type *a, const generated_type *b);

/* "  %v7 = " with a new number, which is returned; then define() makes the value known. */
int begin_op(generator *g);
void define(generator *g, int id, const generated_type *type);
void put(generator *g, const char *format, ...) GRN_PRINTF(2, 3);
void put_type(generator *g, const generated_type *type);
void put_value(generator *g, const generated_value *v);                          /* with % */
void put_list(generator *g, const int64_t *v, int32_t count);                    /* "1, 2" */
void put_array(generator *g, const char *name, const int64_t *v, int32_t count); /* name = array<i64: 1, 2> */

typedef void (*emitter)(generator *g);
/* One op, whichever. */
void emit_any(generator *g);
void emit_element(generator *g);
/* Regions: a function of scalars, its arguments being the last `nargs` values. */
void emit_region_body(generator *g, const generated_type *result, size_t nargs);

void emit_reduce(generator *g);
void emit_reduce_window(generator *g);
void emit_sort(generator *g);
void emit_map(generator *g);
void emit_select_and_scatter(generator *g);
void emit_while(generator *g);
void emit_if(generator *g);
void emit_case(generator *g);
void emit_call(generator *g);
void emit_gather_or_scatter(generator *g);

#endif
