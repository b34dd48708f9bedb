/*
 * carrier.h - variables that loops and branches hand on, scalars and memory.
 */
#ifndef GRN_EMIT_CARRIER_H
#define GRN_EMIT_CARRIER_H

#include "emit/state.h"

/*
 * A variable that a loop or a branch hands on. For memory it is a pointer variable of the function
 * that owns the memory: the pointer moves from one owner to the next. The program's own dealloc
 * frees it, or the end of the function after a failure.
 */
typedef struct grn_c_carrier {
    grn_c_expr e;
    grn_c_view *view; /* of memory; else NULL */
} grn_c_carrier;

/* A name for v, before it is declared. */
const char *grn_c_carrier_name(grn_c *s, const grn_value *v, const char *hint);
/* Declared, with its first value where `first` is given. */
grn_c_carrier grn_c_declare(grn_c *s, const grn_value *v, const char *hint, const grn_value *first);
grn_c_carrier grn_c_declare_as(grn_c *s, const grn_value *v, const char *name, const grn_value *first);
/* v is the variable. */
void grn_c_bind_carrier(grn_c *s, const grn_value *v, const grn_c_carrier *c);
/* The variables get the terminator's operands from `first` on, all at once. */
void grn_c_assign(grn_c *s, const grn_op *terminator, size_t first, size_t n, const grn_c_carrier *variables);
void grn_c_move(grn_c *s, const grn_value *from, const grn_c_view *to);

#endif
