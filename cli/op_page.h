/* op_page.h - one op or rule, printed. Facts are gathered first and printed then. */
#ifndef GARNER_CLI_OP_PAGE_H
#define GARNER_CLI_OP_PAGE_H

#include "cli.h"

/* All ops in the order of their numbers, behind the last one without a name. */
const grn_operation *all_ops(void);
/* `op`: a number of the library's. */
int print_op_page(size_t op);
int print_op_example(size_t op); /* the program alone, as it is */
/* A program of several lines, each behind two spaces. */
void print_program(const char *text);
/* The op that may have been meant (ops.c); NULL: none is near. */
const char *nearest_op(const char *meant);

#endif
