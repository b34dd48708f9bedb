/* gen_scripts.h - programs that were made, as scripts of Python that hold their results. */
#ifndef GARNER_CLI_GEN_SCRIPTS_H
#define GARNER_CLI_GEN_SCRIPTS_H

#include "gen.h"

bool gen_write_numpy(gen_place *place, const grn_generated *made);
bool gen_write_jax(gen_place *place, const grn_generated *made);
bool gen_write_torch(gen_place *place, const grn_generated *made);

#endif
