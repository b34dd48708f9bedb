/*
 * file_programs.h - the functions of a file as programs without inputs.
 *
 * Checks become results, so that there is something to compare; inputs are drawn: integers from 0
 * to 3, floats of a few bits. Parts of a file between lines of // ----- are programs of their own.
 */
#ifndef TESTS_FILE_PROGRAMS_H
#define TESTS_FILE_PROGRAMS_H

#include <stdint.h>

#include "interp/interp.h"

typedef struct file_programs {
    /* Gets a program: the module, and which of its functions is meant. Its text is valid for the
     * call. */
    void (*take)(void *user, const char *label, const grn_module *module, const char *text, const char *function);
    void *user;
    uint64_t state;   /* what is drawn; begins with 1 */
    uint64_t skipped; /* functions whose inputs have unknown extents, parts that are no program */
} file_programs;

void file_programs_read(file_programs *p, const char *path);
/* The same of a text, called `label` in what is told. */
void file_programs_of_text(file_programs *p, const char *label, const char *given);

#endif
