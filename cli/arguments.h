/*
 * arguments.h - options as rows, and how a command line meets them.
 *
 * Knows: rows, words, how far one word is from another. Must not know: what a
 * command does.
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
    option_reader *read;
    size_t member;              /* at so many bytes of the command's settings, or of common: what the reader gets */
    bool of_common;             /* it is a member of common */
    void (*drop)(void *member); /* frees what the reader has allocated; NULL: it allocates nothing */
    char letter;                /* -o; 0: none */
    const char *takes;          /* "a number from 1 to 256"; NULL: as `value` says */
    /* the words that a value may be, in order, then NULL; NULL: others too */
    const char *(*choice)(size_t i);
    /* without which it means nothing: "to=artifact", or one of several, "to|expand-batching"; NULL:
     * nothing */
    const char *needs;
    /* no option but lists of them, which stand here: their members are those of a struct at `member` */
    const struct option_row *lists[6];
} option_row;

/* The value goes to this member of the type, as this function reads it. */
#define AT(type, place) .member = offsetof(type, place)
#define TO(type, place, reader) .read = reader, AT(type, place)
#define TO_COMMON(place, reader) TO(common, place, reader), .of_common = true
#define LISTS(...) .lists = {__VA_ARGS__}

/* The i-th option of a command, and where its member is (NULL: no matter); NULL behind the last. (options.c) */
const option_row *option_at(const command *which, size_t i, size_t *member);

/* ---- what several commands take (shared_rows.c): lists that end with a row of zeros ---------- */

extern const option_row output_rows[], json_rows[], memory_rows[], errors_rows[], threads_rows[], help_rows[],
    limit_rows[], last_rows[], page_rows[];                        /* of common */
extern const option_row reading_rows[], closing_rows[];            /* of reading_settings */
extern const option_row printing_rows[];                           /* of printing_settings */
extern const option_row called_rows[], bounds_rows[], work_rows[]; /* of calling_settings */
extern const option_row tuning_rows[];                             /* of tuning_settings */
extern const option_row steps_rows[], op_rows[];                   /* of a uint64_t */
extern const option_row scatter_input_rows[];                      /* of a size_t */
extern const option_row no_raise_rows[], reassociate_rows[];       /* of a bool */

/* Readers of values. */
option_reader read_flag, read_word, read_count, read_steps, read_threads;
option_reader read_name;           /* a word that is not empty */
option_reader add_text, add_index; /* to a text_list; add_index: what read_index reads */
void free_texts(void *texts);
/* "512M": bytes, or K, M, G, T for powers of 1024. */
bool read_bytes(const char *v, uint64_t *out);
/* A number from 1 to `most`; 0: it is none. */
long number_up_to(long most, const char *v);
/* "1,0,2": *n numbers. False: `v` is no such list. */
bool read_index(const char *v, size_t *n, int64_t out[MOST_NUMBERS]);

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
