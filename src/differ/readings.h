/*
 * readings.h - the rows of readings: each makes what the op would give if it was misread.
 *
 * Knows: the canonical access, ops as rows that can be changed. Must not know: the tool.
 */
#ifndef GRN_DIFFER_READINGS_H
#define GRN_DIFFER_READINGS_H

#include "access/meaning.h"
#include "differ/differ.h"

/* An op alone, on the tool's operands. */
typedef struct grn_read_op {
    const grn_differ *d;
    const grn_op *op;
    size_t noperands;
    const grn_tensor *operands;
    size_t result;
    const grn_tensor *right; /* garner's */
} grn_read_op;

/* A gather, or one input of a scatter: a copy that a row changes. */
typedef struct grn_misread {
    grn_arena *arena;
    bool is_gather;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_tensor operand, indices, dense; /* a scatter's updates; of a gather without data */
    grn_dtype index_dtype;              /* that indices have in the program */
    grn_tensor result;                  /* zeroed; of the right one's type and shape */
    bool done;                          /* the row has filled it */
} grn_misread;

static inline grn_dimension_numbers *grn_misread_dims(grn_misread *m)
{
    return m->is_gather ? &m->gather.dims : &m->scatter.dims;
}
static inline grn_index_rule *grn_misread_rule(grn_misread *m)
{
    return m->is_gather ? &m->gather.index : &m->scatter.index;
}

typedef enum grn_reads { GRN_READS_GATHER = 1, GRN_READS_SCATTER = 2, GRN_READS_BOTH = 3 } grn_reads;

typedef struct grn_access_reading {
    grn_reading reading;
    grn_reads reads;
    bool (*misread)(grn_misread *m); /* false: it does not apply */
} grn_access_reading;

/* Each ends with a row without a name. */
extern const grn_access_reading grn_index_readings[]; /* readings_index.c: values of indices, bounds */
extern const grn_access_reading grn_place_readings[]; /* readings_place.c: dimensions, layouts */
extern const grn_access_reading grn_meet_readings[];  /* readings_meet.c: updates that meet, arithmetic */

/* An op whose attributes, operands or name are changed in a module of its own. */
typedef struct grn_op_edit {
    grn_ir *ir;
    grn_op *op;
    grn_tensor *operands; /* a list that may be changed */
    const grn_tensor *right;
    grn_arena *arena;
    bool done; /* the row has made the result itself, and nothing is run */
    grn_tensor made;
} grn_op_edit;

typedef struct grn_op_reading {
    grn_reading reading;
    bool (*edit)(grn_op_edit *e); /* false: it does not apply */
} grn_op_reading;
extern const grn_op_reading grn_op_readings[];      /* readings_op.c: attributes, another op */
extern const grn_op_reading grn_operand_readings[]; /* readings_operand.c */
extern const grn_op_reading grn_element_readings[]; /* readings_element.c: elements of the result */

/* A copy of the view with memory of its own, which may be written. */
bool grn_misread_own(grn_misread *m, grn_tensor *t);
/* The access in the words of the specification. (readings_place.c) */
void grn_misread_meaning(const grn_misread *m, grn_meaning *out);
/* The first dimension of the indices that holds no components; -1: there is none. */
int32_t grn_misread_first_vectors(const grn_misread *m);

#endif
