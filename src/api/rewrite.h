/*
 * rewrite.h - a module made of a module.
 *
 * Knows: a copy through the module's own text, and how what a pass left is made ready to be printed
 * and run. Must not know: what the passes do.
 */
#ifndef GRN_INTERP_REWRITE_H
#define GRN_INTERP_REWRITE_H

#include "interp/interp.h"

typedef struct grn_rewriting {
    /* Rewrites the copy. Failures are reported; after one it is only good for being destroyed.
     * NULL: it stays as it is. */
    grn_status (*passes)(grn_module *made, const void *how, const grn_diag *diag);
    const void *how;
    bool keeps_names; /* values are called as in the original */
    /* what is made is not verified: its reader takes ops of the hub that no text has */
    bool is_unverified;
} grn_rewriting;

/* Verifies `module`, unless that was done, copies and rewrites it, and verifies what came out. *out is
 * NULL after every failure, which is reported; NULL for `module` or `out` is one. */
grn_status grn_module_rewrite(const grn_module *module, const grn_rewriting *how, const grn_diag *diag,
                              grn_module **out);

/* "a, b, c": the names there are, as far as they fit, into `text`. */
#define GRN_NAMES_BYTES (GRN_MESSAGE_BYTES / 2)
const char *grn_list_names(const char *(*name)(size_t i), char text[GRN_NAMES_BYTES]);
bool grn_is_named(const char *(*names)(size_t i), const char *name);

/* Messages about a copy name the places of the original: the two have the same ops in the same order. */
void grn_copy_places(const grn_op *from, grn_op *to);

#endif
