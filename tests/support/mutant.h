/*
 * mutant.h - a program's text with one small change: of a token, of a type, or of all that read
 * like it.
 *
 * Changes are numbered: the same text, number and seed give the same mutant.
 */
#ifndef TESTS_MUTANT_H
#define TESTS_MUTANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SplitMix64. */
uint64_t mutant_random(uint64_t *state);
/* A changed copy of `text`, the caller's to free. */
char *mutant_of(const char *text, uint64_t seed);

#endif
