/* dense_text.h - a tensor's elements, by their bits, and types as MLIR writes them. */
#ifndef TESTS_DENSE_TEXT_H
#define TESTS_DENSE_TEXT_H

#include <stdio.h>

#include "garner/garner.h"
#include "ir/ir.h"

/* `dense<[[1, 2], [3, 4]]>`; floats as hexadecimal bits, integers as those of their width without a
 * sign's meaning, i1 as words. */
void dense_text_write(const grn_tensor *t, FILE *to);
/* The type's text; four of them are good at a time. */
const char *dense_type_text(const grn_type *t);

#endif
