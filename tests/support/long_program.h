/*
 * long_program.h - StableHLO programs of some hundred ops that each hold a few things to look for.
 *
 * @main takes two tensors of 6x4 floats. Somewhere in it stand: a scatter that multiplies; a gather with a constant
 * index that is out of range; a sine, and behind it a cosine; a call of a function with a loop that has a log_plus_one;
 * a result whose element 3 is 7. The program of a seed is the same on every machine.
 */
#ifndef TESTS_LONG_PROGRAM_H
#define TESTS_LONG_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct long_program {
    size_t ops;  /* about so many */
    bool simple; /* no control flow, no calls, none of the things to look for */
} long_program;

/* The caller's to free; NULL: memory refused. */
char *long_program_text(uint64_t seed, const long_program *how);

#endif
