/* options.c - a command line read by the table of options. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"

/* ---- what is taken where nothing is said ----------------------------------------------------- */

#define MOST_ERRORS 20 /* printed */

/* Three quarters of the machine's, an equal part of it for each rank on it; of a machine with more
 * memory than a pointer reaches, three quarters of that. */
static size_t default_memory(void)
{
    const size_t most = SIZE_MAX / 4 * 3;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages / 4 * 3 * (uint64_t)page : UINT64_C(1) << 32;
    bytes /= ranks_beside();
    return bytes < most ? (size_t)bytes : most;
}

static int32_t default_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN) / (long)ranks_beside();
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int32_t)n;
}

/* ---- finding rows ---------------------------------------------------------------------------- */

/* Counts *i down by the options of the list. */
static const option_row *row_of_list(const option_row *row, size_t *i, size_t *member)
{
    const option_row *found = NULL;
    for (; !found && (row->name || row->lists[0]); row++) {
        *member = row->member;
        if (row->name && (*i)-- == 0)
            return row;
        for (size_t k = 0; !found && row->lists[k]; k++)
            found = row_of_list(row->lists[k], i, member);
        *member += found && !found->of_common ? row->member : 0;
    }
    return found;
}

const option_row *option_at(const command *which, size_t i, size_t *member)
{
    size_t at;
    const option_row *row = row_of_list(which->code->rows, &i, &at);
    if (row && member)
        *member = at;
    return row;
}

enum { MOST_ROWS = 128 };

typedef struct reading {
    const command *command;
    common *common;
    void *own;   /* the command's settings */
    char **argv; /* behind the command's name */
    int argc, at;
    const char *given[MOST_ROWS]; /* by option: its value, "" of a flag; NULL: it was not given */
} reading;

static int refuse_usage(const reading *r)
{
    complain_further("%s: `garner %s --help` lists the options", r->command->name, r->command->name);
    return EXIT_USAGE;
}

/* Names of the rows that a command takes and `prefix` begins, as words. */
typedef struct row_words {
    const command *command;
    const char *prefix;
    size_t prefix_bytes;
} row_words;

static const char *row_word(const void *words, size_t i)
{
    const row_words *w = words;
    const option_row *row;
    for (size_t k = 0; (row = option_at(w->command, k, NULL)) != NULL; k++)
        if (strncmp(row->name, w->prefix, w->prefix_bytes) == 0 && i-- == 0)
            return row->name;
    return NULL;
}

/* The option of that name, or of that letter where no name is given; MOST_ROWS: there is none. */
static size_t find_option(const command *c, const char *name, char letter)
{
    const option_row *row;
    for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
        if (name ? strcmp(row->name, name) == 0 : row->letter == letter)
            return i;
    return MOST_ROWS;
}

/* The first command that has an option of that name; NULL: none has. */
static const command *other_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (find_option(c, name, 0) < MOST_ROWS)
            return c;
    return NULL;
}

static int no_such_option(const reading *r, const char *name)
{
    const row_words all = {r->command, "", 0};
    const command *other = other_command(name);
    const char *near = other ? NULL : grn_nearest_word(name, row_word, &all);
    if (other)
        complain("%s: there is no option '--%s' here, it is one of `garner %s`", r->command->name, name, other->name);
    else if (near)
        complain("%s: there is no option '--%s'; did you mean '--%s'?", r->command->name, name, near);
    else
        complain("%s: there is no option '--%s'", r->command->name, name);
    return refuse_usage(r);
}

/* By its name, or by a beginning of it that no other has and that is no option of another command.
 * MOST_ROWS, after a message, where there is none. */
static size_t option_meant(const reading *r, const char *name)
{
    const row_words beginning = {r->command, name, strlen(name)};
    const size_t found = find_option(r->command, name, 0);
    const char *first = row_word(&beginning, 0);
    char list[512];
    if (found < MOST_ROWS)
        return found;
    if (first && !other_command(name) && !row_word(&beginning, 1))
        return find_option(r->command, first, 0);
    if (!first || other_command(name))
        no_such_option(r, name);
    else
        complain("%s: '--%s' may be %s", r->command->name, name,
                 list_words(row_word, &beginning, "--", list, sizeof list));
    return MOST_ROWS;
}

/* ---- one option ------------------------------------------------------------------------------ */

static const char *choice_at(const void *words, size_t i) { return ((const option_row *)words)->choice(i); }

static bool is_choice(const option_row *row, const char *value)
{
    bool is = !row->choice;
    for (size_t i = 0; !is && row->choice(i); i++)
        is = strcmp(row->choice(i), value) == 0;
    return is;
}

static int wrong_value(const reading *r, const option_row *row, const char *value)
{
    char list[512];
    const char *near = row->choice ? grn_nearest_word(value, choice_at, row) : NULL;
    const char *takes = row->choice  ? list_words(choice_at, row, "", list, sizeof list)
                        : row->takes ? row->takes
                                     : row->value;
    return refuse(EXIT_USAGE, "%s: --%s takes %s, not '%s'%s%s%s", r->command->name, row->name, takes, value,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void *member_at(common *c, void *own, const option_row *row, size_t member)
{
    return (row->of_common ? (char *)c : (char *)own) + member;
}

/* `value`: NULL where none is written beside the name. */
static int take_option(reading *r, size_t i, const char *value)
{
    size_t member = 0;
    const option_row *row = option_at(r->command, i, &member);
    if (value && !row->value)
        return refuse(EXIT_USAGE, "%s: --%s takes no value, '%s' is one", r->command->name, row->name, value);
    if (!value && row->value && !option_is_optional(row)) {
        if (r->at == r->argc)
            return refuse(EXIT_USAGE, "%s: a value is missing after --%s: %s", r->command->name, row->name,
                          row->takes ? row->takes : row->value);
        value = r->argv[r->at++];
    }
    if ((value && !is_choice(row, value)) || !row->read(member_at(r->common, r->own, row, member), value))
        return wrong_value(r, row, value ? value : "");
    r->given[i] = value ? value : "";
    return EXIT_FINE;
}

/* "name" or "name=value": the name, and where the value begins (NULL: there is none). False: no
 * option is that long. */
static bool split_option(const char *argument, char name[64], const char **value)
{
    const char *equals = strchr(argument, '=');
    const size_t n = equals ? (size_t)(equals - argument) : strlen(argument);
    *value = equals ? equals + 1 : NULL;
    snprintf(name, 64, "%.*s", (int)(n < 64 ? n : 0), argument);
    return n < 64;
}

/* --name, --name=value, and by a beginning of the name. */
static int take_long(reading *r, const char *argument)
{
    char name[64];
    const char *value;
    if (!split_option(argument, name, &value) || !name[0]) {
        complain("%s: there is no option '--%s'", r->command->name, argument);
        return refuse_usage(r);
    }
    const size_t i = option_meant(r, name);
    return i < MOST_ROWS ? take_option(r, i, value) : EXIT_USAGE;
}

/* -o FILE, -oFILE; and -name as LLVM's tools have it, whole. */
static int take_short(reading *r, const char *argument)
{
    char name[64];
    const char *value;
    size_t i = split_option(argument, name, &value) ? find_option(r->command, name, 0) : MOST_ROWS;
    if (i < MOST_ROWS)
        return take_option(r, i, value);
    i = find_option(r->command, NULL, argument[0]);
    if (i < MOST_ROWS && (!argument[1] || option_at(r->command, i, NULL)->value))
        return take_option(r, i, argument[1] ? argument + 1 : NULL);
    complain("%s: there is no option '-%s'", r->command->name, argument);
    return refuse_usage(r);
}

/* ---- what stands alone ----------------------------------------------------------------------- */

static int take_word(reading *r, const char *word)
{
    const command *c = r->command;
    if (!c->takes)
        return refuse(EXIT_USAGE, "%s: it takes no FILE, '%s' is one", c->name, word);
    const bool many = strstr(c->takes, "...") != NULL;
    if (r->common->file && !many)
        return refuse(EXIT_USAGE, "%s: one %s at a time, '%s' is one more", c->name, c->takes, word);
    if (!r->common->file)
        r->common->file = word;
    if (add_text(&r->common->files, word))
        return EXIT_FINE;
    return refuse(EXIT_REJECTED, "%s: memory refused for the list of files", c->name);
}

/* ---- what goes with what --------------------------------------------------------------------- */

/* Whether one of "a|b=value" was given. */
static bool is_given(const reading *r, const char *one_of)
{
    const option_row *row;
    for (size_t i = 0; (row = option_at(r->command, i, NULL)) != NULL; i++) {
        const char *value = r->given[i];
        const size_t n = strlen(row->name);
        for (const char *at = one_of; value && at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
            const size_t whole = strcspn(at, "|");
            const bool named = strncmp(at, row->name, n) == 0 && (whole == n || at[n] == '=');
            if (named &&
                (whole == n || (strlen(value) == whole - n - 1 && strncmp(at + n + 1, value, whole - n - 1) == 0)))
                return true;
        }
    }
    return false;
}

/* "--a, --b or --c" of "a|b|c". */
static const char *needs_text(const char *needs, char *out, size_t bytes)
{
    size_t used = 0;
    for (const char *at = needs; at && used < bytes;) {
        const char *next = strchr(at, '|');
        const char *between = at == needs ? "" : next ? ", " : " or ";
        int n = snprintf(out + used, bytes - used, "%s--%.*s", between, (int)strcspn(at, "|"), at);
        used += n > 0 ? (size_t)n : 0;
        at = next ? next + 1 : NULL;
    }
    return out;
}

static int check_needs(const reading *r)
{
    char list[256];
    const option_row *row;
    for (size_t i = 0; (row = option_at(r->command, i, NULL)) != NULL; i++) {
        if (!r->given[i] || !row->needs || is_given(r, row->needs))
            continue;
        return refuse(EXIT_USAGE, "%s: --%s means something only with %s", r->command->name, row->name,
                      needs_text(row->needs, list, sizeof list));
    }
    return EXIT_FINE;
}

static int check_all(const reading *r)
{
    if (r->common->help)
        return EXIT_FINE;
    if (r->command->takes && r->command->takes[0] != '[' && !r->common->file)
        return refuse(EXIT_USAGE, "%s: no %s given%s", r->command->name, r->command->takes,
                      strncmp(r->command->takes, "FILE", 4) == 0 ? "; - is standard input" : "");
    return check_needs(r);
}

int options_read(const command *which, int argc, char **argv, common *c, void *own)
{
    reading r = {.command = which, .common = c, .own = own, .argc = argc - 1, .argv = argv + 1};
    int exit = EXIT_FINE;
    bool only_words = false;
    *c = (common){.command = which->name,
                  .max_memory_bytes = default_memory(),
                  .threads = default_threads(),
                  .max_errors = MOST_ERRORS};
    while (exit == EXIT_FINE && r.at < r.argc) {
        const char *argument = r.argv[r.at++];
        if (only_words || argument[0] != '-' || !argument[1])
            exit = take_word(&r, argument);
        else if (strcmp(argument, "--") == 0)
            only_words = true;
        else
            exit = argument[1] == '-' ? take_long(&r, argument + 2) : take_short(&r, argument + 1);
    }
    return exit == EXIT_FINE ? check_all(&r) : exit;
}

void options_free(const command *which, common *c, void *own)
{
    const option_row *row;
    for (size_t i = 0, member = 0; (row = option_at(which, i, &member)) != NULL; i++)
        if (row->drop)
            row->drop(member_at(c, own, row, member));
    free_texts(&c->files);
}

/* ---- of a run -------------------------------------------------------------------------------- */

/* What the inputs take is no longer there for the run. */
grn_run_options run_options(const common *c, const calling_settings *how, size_t input_bytes)
{
    return (grn_run_options){.size_bytes = sizeof(grn_run_options),
                             .comm = ranks_comm(),
                             .max_memory_bytes =
                                 c->max_memory_bytes > input_bytes ? c->max_memory_bytes - input_bytes : 1,
                             .max_steps = how->max_steps,
                             .parallel = threads_parallel(c->threads),
                             .machine = command_machine(),
                             .strict_bounds = how->strict,
                             .drop_whole_window = how->drop_whole_window};
}

/* ---- before they are read -------------------------------------------------------------------- */

/* --json, -json, and a beginning of it. */
static bool asks_for_json(const char *argument)
{
    const char *name = argument + (argument[0] == '-') + (argument[0] == '-' && argument[1] == '-');
    const size_t dashes = (size_t)(name - argument), n = strcspn(name, "=");
    return dashes > 0 && n > (dashes == 1 ? 3 : 1) && n <= 4 && strncmp(name, "json", n) == 0;
}

bool options_ask_for_json(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (asks_for_json(argv[i]))
            return true;
    return false;
}
