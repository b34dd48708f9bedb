/*
 * reference.h - what `garner ops` and `garner rule` know beside the library's tables: what each
 * rule says, in a line, and programs. The programs are the tests' own, taken from their files when
 * the command is built (cmake/programs.cmake).
 *
 * Knows: names of ops, numbers of rules. Must not know: what an op is made of, which the library
 * says (garner/operations.h).
 */
#ifndef GARNER_CLI_REFERENCE_H
#define GARNER_CLI_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* Every table ends with a row of NULL. */

typedef struct rule_words {
    /* document and section, as rows of ops name them: "StableHLO spec, gather"; NULL: the number
     * says it */
    const char *section;
    const char *rule; /* "C21", "TCP-16" */
    const char *says;
} rule_words;
extern const rule_words rule_meanings[]; /* rule_words.c */
/* What the numbers stand for that begin with `prefix`. */
typedef struct rule_system {
    const char *prefix, *name, *source;
} rule_system;
extern const rule_system rule_systems[];

/* A program of an op, which a run executes if it executes the op; or one that breaks a rule. */
typedef struct program_row {
    const char *name; /* the op, or the rule's section */
    const char *rule; /* NULL of an op */
    size_t number;    /* in `programs` */
} program_row;
extern const char *const programs[];
extern const program_row op_programs[], rule_programs[]; /* the build's programs.c */

/* A program of an op; NULL: there is none. */
const char *op_example(const char *op);

/* A rule and the program that breaks it, of `section` where one does; NULL: none does. `section`
 * may be NULL. */
const char *rule_example(const char *section, const char *rule);
/* Whether the rule is one of the section's: that a message about its ops may name. `source` is a
 * row's, with all its rules. */
bool rule_is_of(const rule_words *rule, const char *source, size_t section_bytes);
/* What the numbers of rules like this stand for; NULL: a number of the section's own. */
const rule_system *rule_system_of(const char *rule);

#endif
