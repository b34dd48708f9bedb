/* exposed.h - programs whose checks become results, for tests that compare results. */
#ifndef GARNER_TESTS_EXPOSED_H
#define GARNER_TESTS_EXPOSED_H

#include "interp/interp.h"

/*
 * In each public function without inputs, the checks in its body go, and what they looked at is
 * returned behind what the function returned. Changes the module, of which only the text is good
 * afterwards. False: memory refused.
 */
bool program_expose_checks(grn_module *module);

/* The module as text, which the caller frees; without a module around the functions. */
char *program_text_of(grn_module *module);

#endif
