/*
 * typed.h - inputs of a function: what it declares of them, and their values as a person types
 * them.
 *
 *   VALUES        of the declared type, whose open extents are those of a list: [1, 2], 1 2 3,
 *                 1e-3, nan, true, zeros, iota, random:7
 *   TYPE=VALUES   of a type in front, such as 3x2xf32
 *
 * Knows: functions of a module, types as programs write them, grn_tensor_parse. Must not know:
 * paths, options, who types.
 */
#ifndef GARNER_FILES_TYPED_H
#define GARNER_FILES_TYPED_H

#include <stdbool.h>
#include <stddef.h>

#include "garner/memory.h"
#include "garner/module.h"
#include "garner/tensor.h"

typedef struct value_type {
    grn_dtype dtype;
    bool is_static; /* the dtype and all extents are known */
    bool has_rank;  /* the dtype and the rank are; of what is written, where is_static does not say so */
    int32_t rank;
    int64_t shape[GRN_MAX_RANK]; /* -1: open */
} value_type;
/* "3x?xf32", or "tensor<3x?xf32>". False: it is no type of a dtype. */
bool value_type_read(const char *text, size_t n, value_type *out);
/* "3x2xf32", with `open` for extents that are, -1 for "?"; how long it is, or would be. */
size_t value_type_text(const value_type *t, int64_t open, char *out, size_t room);

typedef struct parameter {
    char *name; /* without %, "" where it has none */
    char *type_text;
    value_type type;
} parameter;
typedef struct parameters {
    parameter *items;
    size_t count;
} parameters;
/* False: memory is refused. Free them all the same. */
bool parameters_read(const grn_module *module, size_t function, parameters *out);
void parameters_free(parameters *p);
bool parameters_find(const parameters *p, const char *name, size_t n, size_t *i);

/*
 * The tensor that the text says, for parameter `p`, or for none (NULL): then a type must stand in
 * front. Freed by grn_tensor_free. Places of messages are in `text`, on line 1; line 0: about all
 * of it. GRN_E_SHAPE: a type is needed in front; what grn_tensor_parse answers.
 */
grn_status typed_read(const char *text, size_t n, const parameter *p, const grn_allocator *allocator,
                      const grn_diag *diag, grn_tensor *out);

#endif
