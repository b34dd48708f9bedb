/*
 * arguments.h - options as rows, and how a command line meets them.
 *
 * Knows: rows, words, how far one word is from another. Must not know: what an
 * option does (option_table.c), what a command does.
 */
#ifndef GARNER_CLI_ARGUMENTS_H
#define GARNER_CLI_ARGUMENTS_H

#include "cli.h"

/* Puts a value, NULL where none is given, where it belongs; false: it makes no sense, or memory was
 * refused. */
typedef bool option_reader(void *member, const char *value);

typedef struct option_row {
    const char *name;  /* without its dashes */
    const char *value; /* what the value is called, NULL for a flag, in brackets where --name=VALUE may leave it out */
    const char *help;  /* {dialects} and {languages} stand for the words that the library has (option_help) */
    unsigned commands;
    option_reader *read;
    size_t member;     /* of the settings, at so many bytes: where the reader puts the value */
    char letter;       /* -o; 0: none */
    const char *takes; /* "a number from 1 to 256"; NULL: as `value` says */
    /* the words that a value may be, in order, then NULL; NULL: others too */
    const char *(*choice)(size_t i);
    /* without which it means nothing: "to=artifact", or one of several, "to|expand-batching"; NULL:
     * nothing */
    const char *needs;
} option_row;
extern const option_row option_rows[]; /* option_table.c; ends with name NULL */

static inline bool option_is_of(const option_row *row, const command *c) { return (row->commands & c->bit) != 0; }
/* Whether its value may be left out. */
static inline bool option_is_optional(const option_row *row) { return row->value && row->value[0] == '['; }
/* "--input X", "--tune[=FILE]", "-o FILE, --output FILE". */
#define OPTION_TEXT_BYTES 80
const char *option_text(const option_row *row, char out[OPTION_TEXT_BYTES]);

#define OPTION_HELP_BYTES 512
const char *option_help(const option_row *row, char out[OPTION_HELP_BYTES]);

/* ---- words (words.c) ------------------------------------------------------------------------- */

/* The i-th of some words; NULL behind the last. */
typedef const char *word_at(const void *words, size_t i);
/* "a, b or c", each behind `before` ("--", ""), cut to the buffer; returns it. */
const char *list_words(word_at *at, const void *words, const char *before, char *out, size_t bytes);

/* ---- what a person reads (help.c) ------------------------------------------------------------ */

#define HELP_COLUMNS 80
/* The text in lines of HELP_COLUMNS, each behind `indent` spaces but the first, which stands at
 * `column` already. */
void write_wrapped(FILE *to, const char *text, int column, int indent);
/* `left` behind two spaces, then the text from column `indent` on, which has lines of its own where
 * `left` is long. */
void write_entry(FILE *to, const char *left, const char *text, int indent);

#endif
