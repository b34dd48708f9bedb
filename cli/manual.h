/* manual.h - pages for man: manual.c has what the tables of commands and options say,
 * manual_sections.c the rest. */
#ifndef GARNER_CLI_MANUAL_H
#define GARNER_CLI_MANUAL_H

#include <stdio.h>

/* Text, with what roff would take for its own written so that it does not. */
void write_roff(FILE *to, const char *text);
/* EXAMPLES, FILES and ENVIRONMENT of the page of a command, or of "garner". */
void write_manual_sections(FILE *to, const char *name);

#endif
