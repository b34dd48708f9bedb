/*
 * manual.c - the manual pages and what shells complete words by, from the tables of commands and
 * options.
 *
 * `make install` keeps what these print (cmake/pages.cmake).
 */
#include <string.h>

#include "arguments.h"
#include "manual.h"

/* ---- pages for man --------------------------------------------------------------------------- */

/* With what roff would take for its own written so that it does not: dashes, backslashes, dots and
 * quotes that begin a line. */
void write_roff(FILE *to, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", to);
    for (; *text; text++)
        if (*text == '-')
            fputs("\\-", to);
        else if (*text == '\\')
            fputs("\\e", to);
        else
            fputc(*text == '\n' ? ' ' : *text, to);
}

static void write_section(FILE *to, const char *title, const char *text)
{
    fprintf(to, ".SH %s\n", title);
    if (text)
        write_roff(to, text);
    if (text)
        fputc('\n', to);
}

static void write_title(FILE *to, const char *name)
{
    fputs(".TH \"", to);
    for (const char *c = name; *c; c++)
        fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, to);
    fprintf(to, "\" \"1\" \"\" \"garner %s\" \"garner\"\n", grn_version());
}

static void write_exit_status(FILE *to)
{
    static const char *const rows[][2] = {{"0", "all is well"},
                                          {"1", "a check in the program failed, or lint has a warning"},
                                          {"2", "wrong usage"},
                                          {"3", "the input was rejected"},
                                          {"4", "out of bounds, or a false promise, under a strict switch"}};
    write_section(to, "EXIT STATUS", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(to, ".TP\n.B %s\n%s\n", rows[i][0], rows[i][1]);
}

static void write_options(FILE *to, const command *c)
{
    char left[OPTION_TEXT_BYTES];
    write_section(to, "OPTIONS", NULL);
    const option_row *row;
    for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++) {
        fputs(".TP\n.B ", to);
        write_roff(to, option_text(row, left));
        fputc('\n', to);
        write_roff(to, option_help(row, (char[OPTION_HELP_BYTES]){0}));
        fputc('\n', to);
    }
}

static void write_page(FILE *to, const command *c)
{
    char name[64];
    snprintf(name, sizeof name, "garner-%s", c->name);
    write_title(to, name);
    fputs(".SH NAME\n", to);
    write_roff(to, name);
    fputs(" \\- ", to);
    write_roff(to, c->summary);
    fprintf(to, "\n.SH SYNOPSIS\n.B garner %s\n[OPTION]...%s%s\n", c->name, c->takes ? " " : "",
            c->takes ? c->takes : "");
    write_section(to, "DESCRIPTION", c->description);
    write_options(to, c);
    write_exit_status(to);
    write_manual_sections(to, c->name);
    write_section(to, "SEE ALSO", NULL);
    fputs(".BR garner (1)\n", to);
}

static void write_first_page(FILE *to)
{
    write_title(to, "garner");
    fputs(".SH NAME\ngarner \\- gather and scatter programs\n.SH SYNOPSIS\n.B garner\nCOMMAND [OPTION]... FILE\n", to);
    write_section(
        to, "DESCRIPTION",
        "Runs, checks, plans, lints, translates, lowers, differentiates, explains and draws programs that gather and "
        "scatter. FILE is MLIR text, a portable artifact of StableHLO's or an ONNX model; - is standard input.");
    write_section(to, "COMMANDS", NULL);
    for (const command *c = commands; c->name; c++) {
        fprintf(to, ".TP\n.BR garner\\-%s (1)\n", c->name);
        write_roff(to, c->summary);
        fputc('\n', to);
    }
    write_exit_status(to);
    write_manual_sections(to, "garner");
}

static int manual(common *c, void *own)
{
    const command *which = c->file ? find_command(c->file) : NULL;
    (void)own;
    if (c->file && !which)
        return EXIT_USAGE;
    const int exit = report_begin(c, "text");
    if (exit != EXIT_FINE)
        return exit;
    if (which)
        write_page(c->out, which);
    else
        write_first_page(c->out);
    return report_end(c, exit, true);
}
const command_code manual_code = {page_rows, 0, manual};

/* ---- what shells complete -------------------------------------------------------------------- */

/* In '..' of a shell. */
static void write_quoted(FILE *to, const char *text, const char *also)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", to);
        else if (strchr(also, *text))
            fprintf(to, "\\%c", *text);
        else
            fputc(*text, to);
}

static void write_choices(FILE *to, const option_row *row)
{
    for (size_t i = 0; row->choice(i); i++)
        fprintf(to, "%s%s", i ? " " : "", row->choice(i));
}

static void write_commands(FILE *to)
{
    for (const command *c = commands; c->name; c++)
        fprintf(to, "%s%s", c == commands ? "" : " ", c->name);
}

/* Whether its words are names of ops, which `garner ops --names` lists. */
static bool takes_ops(const command *c)
{
    return c->takes && (strncmp(c->takes, "[OP]", 4) == 0 || strncmp(c->takes, "[PATTERN]", 9) == 0);
}

/* Words of options' values come first; then options of the command; then files. */
static void write_bash(FILE *to)
{
    const option_row *row;
    fputs("# garner(1) for bash\n_garner() {\n    local word=${COMP_WORDS[COMP_CWORD]} "
          "before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '",
          to);
    write_commands(to);
    fputs("' -- \"$word\"))\n        return\n    fi\n    [ \"$before\" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    [ \"$word\" = = ] && before=${COMP_WORDS[COMP_CWORD-1]} word=\n    case ${COMP_WORDS[1]}/$before in\n",
          to);
    for (const command *c = commands; c->name; c++)
        for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
            if (row->choice) {
                fprintf(to, "    %s/--%s) COMPREPLY=($(compgen -W '", c->name, row->name);
                write_choices(to, row);
                fputs("' -- \"$word\")); return ;;\n", to);
            }
    fputs("    help/help | manual/manual) words='", to);
    write_commands(to);
    fputs("' ;;\n    completions/completions) words='bash zsh fish' ;;\n    esac\n    case ${COMP_WORDS[1]} in\n", to);
    for (const command *c = commands; c->name; c++) {
        fprintf(to, "    %s) words=\"$words", c->name);
        for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
            fprintf(to, " --%s", row->name);
        fputs(takes_ops(c) ? " $(garner ops --names)\" ;;\n" : "\" ;;\n", to);
    }
    fputs("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    [ \"${word#-}\" != \"$word\" ] || "
          "COMPREPLY+=($(compgen -f -- \"$word\"))\n}\ncomplete -o filenames -F _garner garner\n",
          to);
}

static void write_zsh_option(FILE *to, const option_row *row)
{
    fprintf(to, " \\\n            '*--%s%s[", row->name, !row->value ? "" : option_is_optional(row) ? "=-" : "=");
    write_quoted(to, option_help(row, (char[OPTION_HELP_BYTES]){0}), "[]:\\");
    fputc(']', to);
    if (row->value && row->choice) {
        fprintf(to, ":%s:(", row->name);
        write_choices(to, row);
        fputc(')', to);
    } else if (row->value) {
        fprintf(to, ":%s:_files", row->name);
    }
    fputc('\'', to);
}

static void write_zsh(FILE *to)
{
    const option_row *row;
    fputs("#compdef garner\n# garner(1) for zsh\n_garner() {\n    local -a commands=(\n", to);
    for (const command *c = commands; c->name; c++) {
        fprintf(to, "        '%s:", c->name);
        write_quoted(to, c->summary, ":");
        fputs("'\n", to);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n",
          to);
    for (const command *c = commands; c->name; c++) {
        fprintf(to, "    %s)\n        _arguments", c->name);
        for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++)
            write_zsh_option(to, row);
        fputs(takes_ops(c) ? " \\\n            '*:op:($(garner ops --names))' ;;\n"
              : c->takes   ? " \\\n            '*:file:_files' ;;\n"
                           : " ;;\n",
              to);
    }
    fputs("    esac\n}\n_garner \"$@\"\n", to);
}

static void write_fish(FILE *to)
{
    const option_row *row;
    fputs("# garner(1) for fish\n", to);
    for (const command *c = commands; c->name; c++) {
        fprintf(to, "complete -c garner -n __fish_use_subcommand -a %s -d '", c->name);
        write_quoted(to, c->summary, "\\");
        fputs("'\n", to);
    }
    for (const command *c = commands; c->name; c++)
        if (takes_ops(c))
            fprintf(to, "complete -c garner -n '__fish_seen_subcommand_from %s' -f -a '(garner ops --names)'\n",
                    c->name);
    for (const command *c = commands; c->name; c++)
        for (size_t i = 0; (row = option_at(c, i, NULL)) != NULL; i++) {
            fprintf(to, "complete -c garner -n '__fish_seen_subcommand_from %s' -l %s", c->name, row->name);
            if (row->letter)
                fprintf(to, " -s %c", row->letter);
            if (row->value && !option_is_optional(row))
                fputs(" -r", to);
            if (row->choice) {
                fputs(" -f -a '", to);
                write_choices(to, row);
                fputc('\'', to);
            }
            fputs(" -d '", to);
            write_quoted(to, option_help(row, (char[OPTION_HELP_BYTES]){0}), "\\");
            fputs("'\n", to);
        }
}

static const struct {
    const char *name;
    void (*write)(FILE *to);
} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
#define SHELLS (sizeof shells / sizeof *shells)

static const char *shell_word(const void *words, size_t i)
{
    (void)words;
    return i < SHELLS ? shells[i].name : NULL;
}

static int completions(common *c, void *own)
{
    char list[64];
    (void)own;
    for (size_t i = 0; i < SHELLS; i++) {
        if (strcmp(c->file, shells[i].name) != 0)
            continue;
        const int exit = report_begin(c, "text");
        if (exit != EXIT_FINE)
            return exit;
        shells[i].write(c->out);
        return report_end(c, exit, true);
    }
    return refuse(EXIT_USAGE, "completions: SHELL is %s, not '%s'", list_words(shell_word, NULL, "", list, sizeof list),
                  c->file);
}
const command_code completions_code = {page_rows, 0, completions};
