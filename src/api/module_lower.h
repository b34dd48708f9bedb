/* module_lower.h - lowering, for the calls that go on from there. Knows: lower.h. Must not know:
 * who prints what is made. */
#ifndef GRN_INTERP_MODULE_LOWER_H
#define GRN_INTERP_MODULE_LOWER_H

#include "garner/lower.h"
#include "lower/lower.h"

/* grn_module_lower of a form and stage that there are; for_c: C is made of it, which has floats of
 * every kind and says the rules, of the function of that name (no text: of public ones) and those
 * that it calls. */
grn_status grn_module_lower_for(const grn_module *module, const grn_module_lower_options *options, const grn_str *for_c,
                                const grn_diag *diag, grn_module **out);

#endif
