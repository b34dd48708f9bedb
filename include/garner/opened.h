/*
 * opened.h - a program that checks itself, as one that a tool can run: what its checks look at are its results.
 *
 * Programs that hold what their results must be (check.expect_eq and its neighbours) have constants for inputs and
 * give nothing. Another tool does not know the checks, and computes with constants while it compiles.
 *
 * options and diag may be NULL. The calls are thread-safe, on one module too.
 */
#ifndef GARNER_OPENED_H
#define GARNER_OPENED_H

#include "garner/module.h"

GRN_BEGIN_DECLS

typedef struct grn_open_options {
    size_t size_bytes;   /* 0, or sizeof(grn_open_options): garner.h */
    bool keep_constants; /* else those that the function begins with become its inputs, where it has none */
} grn_open_options;

typedef struct grn_opened grn_opened;

/*
 * A module whose one public function @main gives what the checks of function `function` look at, each value once,
 * in their order, then what the function itself gives. Places are those of `module`, which must live as long.
 *   GRN_E_UNSUPPORTED  the function has no checks, or several blocks, or cannot be cut, with the reason
 *   GRN_E_ARGUMENT     there is no such function, or it has no body
 *   GRN_E_VERIFY, GRN_E_MEMORY
 * The caller destroys *out; NULL on failure.
 */
GRN_API GRN_MUST_USE grn_status grn_module_open(const grn_module *module, size_t function,
                                                const grn_open_options *options, const grn_diag *diag,
                                                grn_opened **out);
/* NULL is fine. */
GRN_API void grn_opened_destroy(grn_opened *opened);
/* The module, of which the function is number 0; it lives as long as `opened`. */
GRN_API const grn_module *grn_opened_module(const grn_opened *opened);
/* Inputs that were constants: as many as the function has, or none of them. */
GRN_API size_t grn_opened_inputs(const grn_opened *opened);
GRN_API const grn_tensor *grn_opened_input(const grn_opened *opened, size_t i);

GRN_END_DECLS

#endif
