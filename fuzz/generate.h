/*
 * generate.h - programs made from choices: well-typed StableHLO of many ops, with regions, control
 * flow and calls, by the library's generator (src/generate).
 *
 * A program is one public function, and now and then a private one that it calls. Types are static. Its inputs,
 * GENERATED_INPUTS at most, may hold anything.
 */
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H

#include "entropy.h"

#define GENERATED_INPUTS 6

/* Its text, the caller's to free; NULL when memory is refused. */
char *generate_program(entropy *e, size_t *bytes);

#endif
