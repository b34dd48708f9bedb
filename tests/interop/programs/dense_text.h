/* dense_text.h - a tensor's elements as MLIR writes them, by their bits. */
#ifndef TESTS_DENSE_TEXT_H
#define TESTS_DENSE_TEXT_H

#include <stdio.h>

#include "garner/garner.h"

/* `dense<[[1, 2], [3, 4]]>`; floats as hexadecimal bits, integers as those of their width without a sign's meaning, i1 as words. */
void dense_text_write(const grn_tensor *t, FILE *to);

#endif
