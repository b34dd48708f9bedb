/* tune.c - garner tune: this machine's figures measured, printed and kept; those that are kept
 * checked. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arguments.h"
#include "tune_check.h"

typedef struct tune_settings {
    bool print_only, check;
    double seconds;
    const char *to;
} tune_settings;

/* ---- the head of the text -------------------------------------------------------------------- */

#define NAME_BYTES 80

/* The value of a "key : value" line, where it is one. */
static const char *value_of(const char *line, const char *key)
{
    const char *colon = strncmp(line, key, strlen(key)) == 0 ? strchr(line, ':') : NULL;
    return colon != NULL ? colon + 1 + strspn(colon + 1, " \t") : NULL;
}

/* Printable ASCII alone: it goes into a comment. */
static void copy_name(char out[NAME_BYTES], const char *from)
{
    size_t n = 0;
    for (; n + 1 < NAME_BYTES && from[n] != '\0' && from[n] != '\n'; n++)
        out[n] = from[n] >= ' ' && from[n] <= '~' ? from[n] : '?';
    out[n] = '\0';
}

/* As Linux has it; elsewhere there is no name. */
static void name_processor(char out[NAME_BYTES])
{
    char line[256];
    FILE *from = fopen("/proc/cpuinfo", "r");
    copy_name(out, "an unnamed processor");
    while (from != NULL && fgets(line, sizeof line, from) != NULL) {
        const char *name = value_of(line, "model name");
        if (name != NULL && *name != '\n') {
            copy_name(out, name);
            break;
        }
    }
    if (from != NULL)
        fclose(from);
}

static void name_time(char out[40])
{
    time_t now = time(NULL);
    struct tm utc;
    snprintf(out, 40, "an unknown time");
    if (gmtime_r(&now, &utc) != NULL)
        strftime(out, 40, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static bool write_text(const void *figures, FILE *to)
{
    const grn_text_buffer *text = figures;
    char processor[NAME_BYTES], when[40];
    name_time(when);
    name_processor(processor);
    fprintf(to, "# garner %s, measured %s on %s, %ld online\n", grn_version(), when, processor,
            sysconf(_SC_NPROCESSORS_ONLN));
    return fwrite(text->text, 1, text->size_bytes, to) == text->size_bytes && fflush(to) == 0;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

/* "read_line 0.69 0.81 # measured": a number, or a list of several, and where they are from. Decimal numbers of C
 * are JSON's. */
static void json_figure(json *j, json *sources, char *line)
{
    char *comment = strstr(line, " # "), *rest = NULL;
    if (comment)
        *comment = '\0';
    char *key = strtok_r(line, " ", &rest);
    const bool is_list = strchr(rest, ' ') != NULL;
    json_word_at(sources, key, comment ? comment + 3 : NULL);
    json_key(j, key);
    if (is_list)
        json_open(j, '[');
    for (char *value = strtok_r(NULL, " ", &rest); value; value = strtok_r(NULL, " ", &rest))
        json_raw(j, value);
    if (is_list)
        json_close(j, ']');
}

/* The file's own lines, so that no figure is missing. */
static void json_machine(json *j, const grn_text_buffer *figures)
{
    char processor[NAME_BYTES], when[40], *rest = NULL;
    json sources = {0};
    json_open(&sources, '{');
    name_time(when);
    name_processor(processor);
    json_word_at(j, "processor", processor);
    json_word_at(j, "measured", when);
    json_number_at(j, "processors_online", sysconf(_SC_NPROCESSORS_ONLN));
    json_open_at(j, "figures", '{');
    for (char *line = strtok_r(figures->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        json_figure(j, &sources, line);
    json_close(j, '}');
    json_close(&sources, '}');
    json_key(j, "sources");
    json_raw(j, sources.bytes);
    j->refused |= sources.refused;
    free(json_finish(&sources));
}

/* ---- where it is kept ------------------------------------------------------------------------ */

/* --to, GARNER_MACHINE, the cache. EXIT_FINE, or EXIT_USAGE after a message. */
static int find_place(const tune_settings *s, char path[CACHE_PATH_BYTES])
{
    const char *named = s->to != NULL ? s->to : getenv("GARNER_MACHINE");
    bool found = named != NULL && *named != '\0';
    if (found && strlen(named) < CACHE_PATH_BYTES)
        snprintf(path, CACHE_PATH_BYTES, "%s", named);
    else if (found || !cache_path("machine", path))
        return refuse(EXIT_USAGE, found ? "the name of the file is too long"
                                        : "neither XDG_CACHE_HOME nor HOME says where to keep it; --to=FILE does");
    return EXIT_FINE;
}

static int find_new_place(const tune_settings *s, char path[CACHE_PATH_BYTES])
{
    const int exit = find_place(s, path);
    if (exit != EXIT_FINE)
        return exit;
    char cache[CACHE_PATH_BYTES];
    if (cache_path("machine", cache) && strcmp(cache, path) == 0)
        cache_make_folder(path);
    else
        make_folder_of(path);
    return keep_check(path);
}

/* ---- the command ----------------------------------------------------------------------------- */

#define MOST_BYTES ((size_t)256 << 20)

/* Kept at `path`; NULL: nowhere. */
static int tell_figures(const common *c, const grn_text_buffer *figures, const char *path)
{
    const int exit = path ? keep_file(path, write_text, figures) : EXIT_FINE;
    if (document_is_open()) {
        json_machine(document_body(), figures);
        return exit;
    }
    write_text(figures, c->out);
    if (path && exit == EXIT_FINE)
        show_line(c->out, "# kept in %s", path);
    return exit;
}

/* The figures that are kept, against the defaults. */
static int check_kept(const common *c, const tune_settings *s)
{
    char path[CACHE_PATH_BYTES];
    grn_machine machine = {.size_bytes = sizeof machine};
    grn_diag diag = {tell_of_no_file, NULL};
    int exit = find_place(s, path);
    if (exit == EXIT_FINE && (s->print_only || s->seconds > 0))
        exit = refuse(EXIT_USAGE, "tune: --check measures no figures, so that %s does nothing",
                      s->print_only ? "--print" : "--seconds");
    if (exit != EXIT_FINE)
        return exit;
    if (!machine_of_file(path, &machine))
        return refuse(EXIT_REJECTED, "tune: there are no figures in %s to check; `garner tune` measures them", path);
    exit = exit_of_status(grn_machine_judge(&machine, &diag));
    const int slower = tune_check(c, &machine, path);
    return slower > exit ? slower : exit;
}

static int measure_and_keep(const common *c, const tune_settings *s, const char *path)
{
    grn_machine machine = {.size_bytes = sizeof machine};
    grn_diag diag = {tell_of_no_file, NULL};
    grn_text_buffer figures = {0};
    const grn_sink sink = grn_text_buffer_sink(&figures);
    const grn_machine_options options = {.size_bytes = sizeof options,
                                         .seconds = s->seconds,
                                         .memory_bytes =
                                             c->max_memory_bytes < MOST_BYTES ? c->max_memory_bytes : MOST_BYTES,
                                         .text = &sink};
    int exit = exit_of_status(grn_machine_measure(&options, NULL, &diag, &machine));
    if (exit == EXIT_FINE)
        exit = tell_figures(c, &figures, path);
    grn_text_buffer_free(&figures);
    return exit;
}

static int tune(common *c, void *own)
{
    const tune_settings *s = own;
    char path[CACHE_PATH_BYTES];
    int exit = s->print_only || s->check ? EXIT_FINE : find_new_place(s, path);
    if (exit == EXIT_FINE)
        exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = s->check ? check_kept(c, s) : measure_and_keep(c, s, s->print_only ? NULL : path);
    return report_end(c, exit, exit == EXIT_FINE || s->check);
}

/* A minute is more than any machine needs. */
static bool read_seconds(void *out, const char *v)
{
    double *seconds = out;
    char *end;
    *seconds = strtod(v, &end);
    return end != v && *end == 0 && *seconds > 0 && *seconds <= 60;
}

static const option_row tune_rows[] = {
    {LISTS(output_rows, json_rows)},
    {"print", NULL, "only print the figures, keep no file", TO(tune_settings, print_only, read_flag)},
    {"seconds", "S", "take about so long, up to 60 (default: 0.3)", TO(tune_settings, seconds, read_seconds),
     .takes = "seconds, more than 0 and at most 60"},
    {"to", "FILE", "keep the figures there", TO(tune_settings, to, read_name)},
    {"check", NULL,
     "measure nothing: run gathers and scatters with the figures that are kept, and with the defaults; exit 1 where "
     "one is slower",
     TO(tune_settings, check, read_flag)},
    {LISTS(memory_rows, help_rows)},
    {0}};

const command_code tune_code = {tune_rows, sizeof(tune_settings), tune};
