/* help.c - what --help says, from the tables of commands and options. */
#include <string.h>

#include "arguments.h"

/* ---- lines ----------------------------------------------------------------------------------- */

static void write_spaces(FILE *to, int n)
{
    while (n-- > 0)
        fputc(' ', to);
}

void write_wrapped(FILE *to, const char *text, int column, int indent)
{
    bool first = true; /* of its line */
    while (*text) {
        const int n = (int)strcspn(text, " \n");
        if (!first && column + 1 + n > HELP_COLUMNS) {
            fputc('\n', to);
            write_spaces(to, indent);
            column = indent;
            first = true;
        }
        if (!first)
            fputc(' ', to);
        fwrite(text, 1, (size_t)n, to);
        column += n + !first;
        first = false;
        text += n;
        text += strspn(text, " \n");
    }
    fputc('\n', to);
}

/* ---- options --------------------------------------------------------------------------------- */

const char *option_text(const option_row *row, char out[OPTION_TEXT_BYTES])
{
    char letter[16] = "";
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c%s%s, ", row->letter, row->value ? " " : "", row->value ? row->value : "");
    if (option_is_optional(row))
        snprintf(out, OPTION_TEXT_BYTES, "--%s[=%.*s]", row->name, (int)strlen(row->value) - 2, row->value + 1);
    else
        snprintf(out, OPTION_TEXT_BYTES, "%s--%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
    return out;
}

static const char *dialect_at(const void *unused, size_t i) { return unused ? NULL : grn_module_dialect(i); }
static const char *language_at(const void *unused, size_t i) { return unused ? NULL : grn_module_language(i); }

const char *option_help(const option_row *row, char out[OPTION_HELP_BYTES])
{
    static const struct {
        const char *name;
        word_at *words;
    } lists[] = {{"{dialects}", dialect_at}, {"{languages}", language_at}};
    char text[OPTION_HELP_BYTES];
    snprintf(out, OPTION_HELP_BYTES, "%s", row->help);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char *at = strstr(out, lists[i].name), list[OPTION_HELP_BYTES];
        if (!at)
            continue;
        snprintf(text, sizeof text, "%s", at + strlen(lists[i].name));
        snprintf(at, OPTION_HELP_BYTES - (size_t)(at - out), "%s%s",
                 list_words(lists[i].words, NULL, "", list, sizeof list), text);
    }
    return out;
}

enum { OPTION_INDENT = 26 };

void write_entry(FILE *to, const char *left, const char *text, int indent)
{
    int column = fprintf(to, "  %s", left);
    if (column + 2 > indent) {
        fputc('\n', to);
        column = 0;
    }
    write_spaces(to, indent - column);
    write_wrapped(to, text, indent, indent);
}

void help_of(const command *c, FILE *to)
{
    char left[OPTION_TEXT_BYTES], help[OPTION_HELP_BYTES];
    fprintf(to, "usage: garner %s [OPTION]...%s%s\n\n", c->name, c->takes ? " " : "", c->takes ? c->takes : "");
    write_wrapped(to, c->description, 0, 0);
    fputs("\nOptions:\n", to);
    const option_row *row;
    for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
        write_entry(to, option_text(row, left), option_help(row, help), OPTION_INDENT);
}

/* ---- commands -------------------------------------------------------------------------------- */

void help_all(FILE *to)
{
    fputs("garner - gather and scatter programs\n\nusage: garner COMMAND [OPTION]... FILE\n\n", to);
    for (const command *c = commands; c->name; c++)
        fprintf(to, "  %-12s %s\n", c->name, c->summary);
    fputc('\n', to);
    write_wrapped(to,
                  "FILE is MLIR text, a portable artifact of StableHLO's or an ONNX model; - is standard input. "
                  "`garner help COMMAND`, or `garner COMMAND --help`, says what it does and lists its options. Every "
                  "command takes --json, which prints one JSON document, and -o FILE.",
                  0, 0);
    fputc('\n', to);
    write_wrapped(to,
                  "Exit status: 0 fine; 1 a check in the program failed, a result is not as expected, or lint has a "
                  "warning; 2 wrong usage; 3 input rejected; 4 out of bounds or a false promise under a strict switch.",
                  0, 0);
}

static const char *command_word(const void *words, size_t i)
{
    (void)words;
    return commands[i].name;
}

const command *find_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    const char *near = grn_nearest_word(name, command_word, NULL);
    if (near)
        return refuse(NULL, "there is no command '%s'; did you mean '%s'?", name, near);
    return refuse(NULL, "there is no command '%s'; `garner help` lists them", name);
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void json_option(json *j, const option_row *row)
{
    const char letter[] = {row->letter, '\0'};
    json_open(j, '{');
    json_word_at(j, "name", row->name);
    json_word_at(j, "letter", row->letter ? letter : NULL);
    json_word_at(j, "value", row->value);
    json_word_at(j, "takes", row->takes);
    json_word_at(j, "needs", row->needs);
    json_open_at(j, "choices", '[');
    for (size_t i = 0; row->choice && row->choice(i); i++)
        json_word(j, row->choice(i));
    json_close(j, ']');
    json_word_at(j, "help", option_help(row, (char[OPTION_HELP_BYTES]){0}));
    json_close(j, '}');
}

static void json_command(json *j, const command *c)
{
    json_open(j, '{');
    json_word_at(j, "name", c->name);
    json_word_at(j, "takes", c->takes);
    json_word_at(j, "summary", c->summary);
    json_word_at(j, "description", c->description);
    json_open_at(j, "options", '[');
    const option_row *row;
    for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
        json_option(j, row);
    json_close(j, ']');
    json_close(j, '}');
}

/* One command, or all. */
static void json_help(json *j, const command *one)
{
    json_open_at(j, "commands", '[');
    for (const command *c = one ? one : commands; c->name; c++) {
        json_command(j, c);
        if (one)
            break;
    }
    json_close(j, ']');
}

/* ---- the commands ---------------------------------------------------------------------------- */

int help_asked(const command *which, common *c)
{
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    if (document_is_open())
        json_help(document_body(), which);
    else if (which)
        help_of(which, c->out);
    else
        help_all(c->out);
    return report_end(c, exit, true);
}

static int help(common *c, void *own)
{
    const command *which = c->file ? find_command(c->file) : NULL;
    (void)own;
    return c->file && !which ? EXIT_USAGE : help_asked(which, c);
}
const command_code help_code = {page_rows, 0, help};

static int version(common *c, void *own)
{
    (void)own;
    const int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    if (document_is_open())
        json_word_at(document_body(), "version", grn_version());
    else
        fprintf(c->out, "garner %s\n", grn_version());
    return report_end(c, exit, true);
}
const command_code version_code = {page_rows, 0, version};
