/* compare.h - two programs, as texts, compared by grn_module_equivalent. */
#ifndef GARNER_TESTS_COMPARE_H
#define GARNER_TESTS_COMPARE_H

#include "support/programs.h"

/* Fails the test where one of them is refused. tensor.scatter need not be unique. The first error
 * is in *n. */
grn_status trials_of_texts(const char *a, const char *b, const grn_equivalence_options *options, notes *n,
                           grn_trials *tried);

#endif
