/* func.h - func.func's custom syntax (text.c), which its row names. */
#ifndef GRN_FUNC_H
#define GRN_FUNC_H

#include <stdio.h>

#include "dialects/stablehlo/stablehlo.h"

extern const grn_op_def grn_func_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_func_ops[];

/* `public @f(%a: T {attrs}, ...) -> (T {attrs}, T) attributes {...} { ... }`; a declaration has no
 * body and may leave out the arguments' names. */
grn_status grn_func_parse(grn_parser *p, grn_op *op);
grn_status grn_func_print(grn_printer *p, const grn_op *op);

#endif
