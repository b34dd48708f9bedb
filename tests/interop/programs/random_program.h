/*
 * random_program.h - a random program with its inputs and what the interpreter makes of them.
 *
 * Programs are gathers and scatters over random specs, static and with open extents, said in every
 * dialect in turn; and, one in five, programs of many StableHLO ops (fuzz/generate.h). Inputs have
 * indices out of range, duplicates, NaN, zeros of both signs and empty extents among them. Program
 * `number` of a seed is the same on every machine.
 */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

#include "garner/garner.h"

#define RANDOM_PROGRAM_INPUTS 8

typedef struct random_program {
    char *text; /* of the program, whose one public function is @name */
    size_t bytes;
    const char *dialect;
    grn_module *module;
    size_t function;
    size_t ninputs;
    grn_tensor inputs[RANDOM_PROGRAM_INPUTS]; /* compact, and the program's */
    grn_results *want;                        /* NULL: the run was refused, with `status` */
    grn_status status;
} random_program;

/* False: there is no such program (a spec that the dialect cannot say). Release in every case. */
bool random_program_make(uint64_t seed, uint64_t number, const char *name, random_program *out);
/* The program of a text, which it takes over, with one public function and no inputs. Release in
 * every case. */
bool random_program_of_text(char *text, const char *label, random_program *out);
void random_program_release(random_program *p);

#endif
