/* op_page.h - one op or rule, printed or as JSON. Facts are gathered first and written then. */
#ifndef GARNER_CLI_OP_PAGE_H
#define GARNER_CLI_OP_PAGE_H

#include "cli.h"

/* All ops in the order of their numbers, behind the last one without a name. */
const grn_operation *all_ops(void);
/* `op`: a number of the library's. */
int print_op_page(size_t op, FILE *to);
int print_op_example(size_t op, FILE *to); /* the program alone, as it is */
/* The same as an object. */
int json_op_page(size_t op, json *j);
int json_op_example(size_t op, json *j);
/* What a list says of an op besides its name, as members. */
void json_op_head(const grn_operation *op, json *j);
/* A program of several lines, each behind two spaces. */
void print_program(const char *text, FILE *to);
/* The op that may have been meant (ops.c); NULL: none is near. */
const char *nearest_op(const char *meant);

#endif
