/*
 * module_cut.h - a program cut out of a module, as a module that runs.
 *
 * Knows: how what a pass made is made ready. Must not know: why it is cut.
 */
#ifndef GRN_API_MODULE_CUT_H
#define GRN_API_MODULE_CUT_H

#include "interp/interp.h"
#include "passes/cut.h"

/*
 * What grn_cut_program makes, whose lists it gives, as a module of the same allocator, whose one public function is
 * function 0. It verifies, as it consists of ops that did. `module` must live as long. The caller destroys *out; NULL
 * after a failure, which is reported.
 */
grn_status grn_module_cut(const grn_module *module, const grn_program_cut *cut, const grn_diag *diag, grn_module **out,
                          const grn_value *const **more, size_t *nmore);

#endif
