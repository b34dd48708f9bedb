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

enum { MOST_ROWS = 128 };

typedef struct reading {
    const command *command;
    settings *settings;
    char **argv; /* behind the command's name */
    int argc, at;
    const char *given[MOST_ROWS]; /* by row: its value, "" of a flag; NULL: it was not given */
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

static bool is_word(const row_words *w, const option_row *row)
{
    return option_is_of(row, w->command) && strncmp(row->name, w->prefix, w->prefix_bytes) == 0;
}

static const char *row_word(const void *words, size_t i)
{
    for (const option_row *row = option_rows; row->name; row++)
        if (is_word(words, row) && i-- == 0)
            return row->name;
    return NULL;
}

static const option_row *row_named(const command *c, const char *name)
{
    for (const option_row *row = option_rows; row->name; row++)
        if (option_is_of(row, c) && strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static const option_row *row_of_letter(const command *c, char letter)
{
    for (const option_row *row = option_rows; row->name; row++)
        if (option_is_of(row, c) && row->letter == letter)
            return row;
    return NULL;
}

/* The first command that has an option of that name; NULL: none has. */
static const command *other_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (row_named(c, name))
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
 * NULL, after a message. */
static const option_row *find_row(const reading *r, const char *name)
{
    const row_words beginning = {r->command, name, strlen(name)};
    const option_row *row = row_named(r->command, name);
    const char *first = row_word(&beginning, 0);
    char list[512];
    if (row)
        return row;
    if (!first || other_command(name))
        no_such_option(r, name);
    else if (row_word(&beginning, 1))
        complain("%s: '--%s' may be %s", r->command->name, name,
                 list_words(row_word, &beginning, "--", list, sizeof list));
    else
        row = row_named(r->command, first);
    return row;
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

/* `value`: NULL where none is written beside the name. */
static int take_option(reading *r, const option_row *row, const char *value)
{
    if (value && !row->value)
        return refuse(EXIT_USAGE, "%s: --%s takes no value, '%s' is one", r->command->name, row->name, value);
    if (!value && row->value && !option_is_optional(row)) {
        if (r->at == r->argc)
            return refuse(EXIT_USAGE, "%s: a value is missing after --%s: %s", r->command->name, row->name,
                          row->takes ? row->takes : row->value);
        value = r->argv[r->at++];
    }
    if ((value && !is_choice(row, value)) || !row->read((char *)r->settings + row->member, value))
        return wrong_value(r, row, value ? value : "");
    r->given[row - option_rows] = value ? value : "";
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
    const option_row *row = find_row(r, name);
    return row ? take_option(r, row, value) : EXIT_USAGE;
}

/* -o FILE, -oFILE; and -name as LLVM's tools have it, whole. */
static int take_short(reading *r, const char *argument)
{
    char name[64];
    const char *value;
    const option_row *row = split_option(argument, name, &value) ? row_named(r->command, name) : NULL;
    if (row)
        return take_option(r, row, value);
    row = row_of_letter(r->command, argument[0]);
    if (row && (!argument[1] || row->value))
        return take_option(r, row, argument[1] ? argument + 1 : NULL);
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
    if (r->settings->file && !many)
        return refuse(EXIT_USAGE, "%s: one %s at a time, '%s' is one more", c->name, c->takes, word);
    if (!r->settings->file)
        r->settings->file = word;
    if (add_text(&r->settings->files, word))
        return EXIT_FINE;
    return refuse(EXIT_REJECTED, "%s: memory refused for the list of files", c->name);
}

/* ---- what goes with what --------------------------------------------------------------------- */

/* Whether one of "a|b=value" was given. */
static bool is_given(const reading *r, const char *one_of)
{
    for (const option_row *row = option_rows; row->name; row++) {
        const char *value = r->given[row - option_rows];
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
    for (const option_row *row = option_rows; row->name; row++) {
        if (!r->given[row - option_rows] || !row->needs || is_given(r, row->needs))
            continue;
        return refuse(EXIT_USAGE, "%s: --%s means something only with %s", r->command->name, row->name,
                      needs_text(row->needs, list, sizeof list));
    }
    return EXIT_FINE;
}

static int check_all(const reading *r)
{
    const settings *s = r->settings;
    if (s->help)
        return EXIT_FINE;
    if (r->command->takes && r->command->takes[0] != '[' && !s->file)
        return refuse(EXIT_USAGE, "%s: no %s given%s", r->command->name, r->command->takes,
                      strncmp(r->command->takes, "FILE", 4) == 0 ? "; - is standard input" : "");
    return check_needs(r);
}

int options_read(const command *c, int argc, char **argv, settings *s)
{
    reading r = {.command = c, .settings = s, .argc = argc - 1, .argv = argv + 1};
    int exit = EXIT_FINE;
    bool only_words = false;
    s->command = c->name;
    s->max_memory_bytes = default_memory();
    s->calling.threads = default_threads();
    s->reading.max_errors = MOST_ERRORS;
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

void settings_free(settings *s)
{
    free(s->files.items);
    free(s->calling.inputs.items);
    free(s->run.expects.items);
    free(s->element.at.items);
    free(s->element.updates.items);
    free(s->calling.entry.bytes);
    dims_free(&s->plan.dims);
}

/* ---- of a run -------------------------------------------------------------------------------- */

/* For each gather and scatter that is not known yet. */
#define TUNE_SECONDS 0.25

/* What the inputs take is no longer there for the run. */
static size_t memory_left(const settings *s)
{
    const size_t used = s->state->input_bytes;
    return s->max_memory_bytes > used ? s->max_memory_bytes - used : 1;
}

grn_run_options run_options(const settings *s)
{
    return (grn_run_options){.size_bytes = sizeof(grn_run_options),
                             .comm = ranks_comm(),
                             .max_memory_bytes = memory_left(s),
                             .max_steps = s->max_steps,
                             .check_promises = s->run.check_promises,
                             .parallel = threads_parallel(s->calling.threads),
                             .machine = command_machine(),
                             .tuning = s->state->tuning,
                             .tune_seconds = s->state->tuning != NULL ? TUNE_SECONDS : 0,
                             .strict_bounds = s->calling.strict,
                             .drop_whole_window = s->calling.drop_whole_window};
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
