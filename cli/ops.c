/* ops.c - garner ops: which ops there are, a line each; of one that is named in full, its page
 * (op_page.c). */
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "op_page.h"
#include "reference.h"

typedef struct ops_settings {
    bool names_only, example_only;
} ops_settings;

#define NAME_BYTES 128
#define MOST_OPS 4096
enum { MOST_INDENT = 34 };

const grn_operation *all_ops(void)
{
    static grn_operation ops[MOST_OPS + 1]; /* read once: each is looked for among all */
    const bool unread = ops[0].name == NULL;
    for (size_t n = 0; unread && n < MOST_OPS && grn_operation_at(n, &ops[n]); n++)
        ;
    return ops;
}

/* ---- which ops a pattern means --------------------------------------------------------------- */

static void lower_case(const char *from, char to[NAME_BYTES])
{
    size_t n = 0;
    for (; from[n] && n + 1 < NAME_BYTES; n++)
        to[n] = (char)tolower((unsigned char)from[n]);
    to[n] = '\0';
}

static const char *behind_dialect(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

/* The op that is named in full, as stablehlo.gather, or "gather" where the name has no dialect in
 * front. SIZE_MAX: none is. */
static size_t named_in_full(const char *pattern)
{
    char bare[NAME_BYTES];
    const size_t n = strlen(pattern);
    if (n > 2 && n < sizeof bare && pattern[0] == '"' && pattern[n - 1] == '"') {
        snprintf(bare, sizeof bare, "%.*s", (int)(n - 2), pattern + 1);
        return grn_operation_named(bare);
    }
    return strchr(pattern, '.') ? grn_operation_named(pattern) : SIZE_MAX;
}

/* Part of the name; or with * ? [ all of it, or all behind the dialect. Upper and lower case are
 * the same. */
static bool matches(const char *pattern, const char *name)
{
    char meant[NAME_BYTES], has[NAME_BYTES];
    lower_case(pattern, meant);
    lower_case(name, has);
    if (strpbrk(meant, "*?["))
        return fnmatch(meant, has, 0) == 0 || fnmatch(meant, behind_dialect(has), 0) == 0;
    return strstr(has, meant) != NULL;
}

static bool is_asked_for(const text_list *patterns, const char *name)
{
    bool found = patterns->count == 0;
    for (size_t i = 0; !found && i < patterns->count; i++)
        found = matches(patterns->items[i], name);
    return found;
}

static const char *name_word(const void *words, size_t i)
{
    (void)words;
    return all_ops()[i].name;
}

static const char *short_word(const void *words, size_t i)
{
    const char *name = name_word(words, i);
    return name ? behind_dialect(name) : NULL;
}

/* The shortest name of the dialect that is named in which what is behind the dot stands:
 * torch.aten.gather of torch.gather. */
static const char *longer_name(const char *meant)
{
    const char *tail = behind_dialect(meant), *found = NULL;
    for (const grn_operation *op = all_ops(); tail > meant && *tail && op->name; op++)
        if (strncmp(op->name, meant, (size_t)(tail - meant)) == 0 && strstr(op->name + (tail - meant), tail) &&
            (!found || strlen(op->name) < strlen(found)))
            found = op->name;
    return found;
}

const char *nearest_op(const char *meant)
{
    const char *near = longer_name(meant);
    if (!near)
        near = grn_nearest_word(meant, name_word, NULL);
    return near || strchr(meant, '.') ? near : grn_nearest_word(meant, short_word, NULL);
}

static int no_match(const char *pattern)
{
    const char *near = nearest_op(pattern);
    if (near)
        return refuse(EXIT_NO, "ops: there is no op '%s'; did you mean '%s'?", pattern, near);
    return refuse(EXIT_NO, "ops: no op has '%s' in its name; `garner ops` lists them all", pattern);
}

/* A pattern that matches nothing is an error, and nothing is listed. */
static int check_patterns(const text_list *patterns)
{
    for (size_t p = 0; p < patterns->count; p++) {
        bool found = named_in_full(patterns->items[p]) != SIZE_MAX;
        for (const grn_operation *op = all_ops(); !found && op->name; op++)
            found = matches(patterns->items[p], op->name);
        if (!found)
            return no_match(patterns->items[p]);
    }
    return EXIT_FINE;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* Where texts stand, so that they are behind most names. */
static int indent_of(const text_list *patterns)
{
    size_t longest = 0;
    for (const grn_operation *op = all_ops(); op->name; op++)
        if (is_asked_for(patterns, op->name) && strlen(op->name) > longest && strlen(op->name) + 4 <= MOST_INDENT)
            longest = strlen(op->name);
    return (int)longest + 4;
}

static void print_list(const text_list *patterns, bool names_only, FILE *to)
{
    const int indent = indent_of(patterns);
    const char *dialect = NULL;
    for (const grn_operation *op = all_ops(); op->name; op++) {
        if (!is_asked_for(patterns, op->name))
            continue;
        if (names_only) {
            fprintf(to, "%s\n", op->name);
            continue;
        }
        if (dialect != op->dialect)
            fprintf(to, "%s%s:\n", dialect ? "\n" : "", op->dialect);
        dialect = op->dialect;
        write_entry(to, op->name, op->summary, indent);
    }
}

static void json_list(const text_list *patterns, bool names_only, json *j)
{
    for (const grn_operation *op = all_ops(); op->name; op++) {
        if (!is_asked_for(patterns, op->name))
            continue;
        json_open(j, '{');
        json_word_at(j, "name", op->name);
        if (!names_only)
            json_op_head(op, j);
        json_close(j, '}');
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Patterns that are all names of ops. */
static bool are_names(const text_list *patterns)
{
    bool names = patterns->count > 0;
    for (size_t i = 0; names && i < patterns->count; i++)
        names = named_in_full(patterns->items[i]) != SIZE_MAX;
    return names;
}

static int print_pages(const text_list *names, bool example_only, FILE *to)
{
    int exit = EXIT_FINE;
    for (size_t i = 0; exit == EXIT_FINE && i < names->count; i++) {
        const size_t op = named_in_full(names->items[i]);
        if (i > 0)
            fputc('\n', to);
        exit = example_only ? print_op_example(op, to) : print_op_page(op, to);
    }
    return exit;
}

static int json_pages(const text_list *names, bool example_only, json *j)
{
    int exit = EXIT_FINE;
    for (size_t i = 0; exit == EXIT_FINE && i < names->count; i++) {
        const size_t op = named_in_full(names->items[i]);
        exit = example_only ? json_op_example(op, j) : json_op_page(op, j);
    }
    return exit;
}

static int tell_ops(const text_list *patterns, const ops_settings *s, FILE *to)
{
    int exit = check_patterns(patterns);
    if (exit != EXIT_FINE)
        return exit;
    const bool pages = !s->names_only && are_names(patterns);
    if (s->example_only && !pages)
        return refuse(EXIT_USAGE, "ops: --example is of an op that is named in full, as stablehlo.gather");
    if (!document_is_open()) {
        if (pages)
            return print_pages(patterns, s->example_only, to);
        print_list(patterns, s->names_only, to);
        return EXIT_FINE;
    }
    json *j = document_body();
    json_open_at(j, "ops", '[');
    if (pages)
        exit = json_pages(patterns, s->example_only, j);
    else
        json_list(patterns, s->names_only, j);
    json_close(j, ']');
    return exit;
}

static int ops(common *c, void *own)
{
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = tell_ops(&c->files, own, c->out);
    return report_end(c, exit, exit == EXIT_FINE);
}

static const option_row ops_rows[] = {
    {LISTS(output_rows, json_rows)},
    {"names", NULL, "print only the names, one on each line", TO(ops_settings, names_only, read_flag)},
    {"example", NULL, "of an op that is named in full: print only the program",
     TO(ops_settings, example_only, read_flag)},
    {LISTS(help_rows)},
    {0}};

const command_code ops_code = {ops_rows, sizeof(ops_settings), ops};
