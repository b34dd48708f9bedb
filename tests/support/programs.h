/*
 * programs.h - random specs as programs: made, run, compared.
 */
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include "garner/garner.h"
#include "support/random_spec.h"
#include "support/share.h"

/* Messages: how many errors, the first of them. */
typedef struct notes {
    size_t errors;
    char first[512];
} notes;
grn_diag notes_diag(notes *n);

/* Text that fits; what is written to a sink of program_append goes behind it. */
typedef struct program_text {
    char at[1 << 16];
    size_t n;
} program_text;
grn_status program_append(void *text, const char *bytes, size_t n);

/* The case as a StableHLO module whose function takes its tensors; NULL when StableHLO cannot
 * express it. */
grn_module *program_parse(const random_case *c);
/* The same with some extents of its types not known, `?`: which, follows from `seed`. */
grn_module *program_parse_dynamic(const random_case *c, uint64_t seed);
/* The case's tensors given to function 0; NULL when it fails, with the reason in *n. A promise of
 * the case that StableHLO's index rule does not keep is a failure too. */
grn_results *program_run(const grn_module *module, const random_case *c, bool strict, notes *n);
bool program_same_bits(const grn_results *a, const grn_results *b);
/* On standard error. */
void program_show(const char *title, const grn_module *module);

#endif
