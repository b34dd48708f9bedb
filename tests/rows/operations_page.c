/*
 * operations_page.c PAGE - docs/operations.md with its tables made again, on stdout: rows of each
 * dialect under its heading, what each layer has for the ops of the lists, and rows that do not
 * run.
 *
 * Text between the tables stays. Exit 1: a dialect whose rows run has no heading.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialects/common/foreign.h"
#include "rows/ops_list.h"

enum { WIDTH = 116 };

static bool runs(const grn_op_def *def) { return !def->no_meaning || strcmp(def->no_meaning, GRN_NOT_RUN) != 0; }

/* Row `i` of a dialect; NULL behind the last. */
static const grn_op_def *row_at(const grn_dialect *d, size_t i)
{
    for (const grn_op_def *const *table = d->ops; *table; table++)
        for (const grn_op_def *def = *table; def->name; def++)
            if (i-- == 0)
                return def;
    return NULL;
}

static size_t count_of(const grn_dialect *d, bool running)
{
    size_t n = 0;
    for (size_t i = 0; row_at(d, i); i++)
        n += runs(row_at(d, i)) == running;
    return n;
}

/* Whether a heading, "## torch, torch_c", names the dialect. */
static bool names(const char *heading, const grn_dialect *d)
{
    const size_t n = strlen(d->name);
    for (const char *at = heading; (at = strstr(at, d->name)) != NULL; at += n)
        if ((at[-1] == ' ') && (at[n] == ',' || at[n] == 0 || at[n] == '\n'))
            return true;
    return false;
}

static void print_rows(const char *heading)
{
    puts("| op | source | runs as |\n|---|---|---|");
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (size_t i = 0; names(heading, *d) && row_at(*d, i); i++) {
            const grn_op_def *def = row_at(*d, i);
            if (runs(def))
                printf("| `%s` | %s | %s |\n", def->name, def->source,
                       def->to_spec                      ? "**spec**"
                       : def->element || def->element_of ? "**element**"
                       : def->eval                       ? "**eval**"
                                                         : def->no_meaning);
        }
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* "all": those of `all`. */
static void print_set(unsigned set, unsigned all, const char *const *names_of, char end)
{
    const bool any = set != 0, every = (set & all) == all;
    fputs(every ? "all" : any ? "" : "-", stdout);
    const char *between = "";
    for (size_t i = 0; any && !every && names_of[i]; i++)
        if (set >> i & 1) {
            printf("%s%s", between, names_of[i]);
            between = ", ";
        }
    printf(" |%c", end);
}

static void print_layers(void)
{
    puts("| op | lowered | differentiated | sharding rule | cut | intervals | narrowed | languages | targets |\n"
         "|---|---|---|---|---|---|---|---|---|");
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (size_t l = 0; l < GRN_COUNT(ops_lines); l++) {
            const ops_line *line = &ops_lines[l];
            if ((strcmp((*d)->name, "stablehlo") != 0 && strcmp((*d)->name, "chlo") != 0) ||
                strcmp(line->dialect, (*d)->name) != 0)
                continue;
            const grn_op_def *def = row_at(*d, 0);
            for (size_t i = 0; def && def->number != line->number; i++)
                def = row_at(*d, i);
            printf("| `%s` |", def ? def->name : line->op);
            for (size_t f = 0; f < OPS_EMIT; f++)
                printf(" %s |", strcmp(line->word[f], "YES") == 0 ? "yes" : line->word[f]);
            putchar(' ');
            print_set(line->languages, PYTHON | R, ops_languages, ' ');
            print_set(line->targets, ALL, ops_targets, '\n');
        }
}

static bool is_in_table(const ops_line *line)
{
    return strcmp(line->dialect, "stablehlo") == 0 || strcmp(line->dialect, "chlo") == 0;
}

static bool is_shown(const char *word)
{
    bool shown = false;
    for (size_t l = 0; l < GRN_COUNT(ops_lines); l++)
        for (size_t f = 0; f < OPS_EMIT && is_in_table(&ops_lines[l]); f++)
            shown = shown || strcmp(ops_lines[l].word[f], word) == 0;
    return shown;
}

static void print_reasons(void)
{
    puts("| word | why there is nothing |\n|---|---|");
    for (size_t i = 0; i < GRN_COUNT(ops_reasons); i++)
        if (is_shown(ops_reasons[i].word))
            printf("| %s | %s |\n", ops_reasons[i].word, ops_reasons[i].sentence);
}

/* ---- rows that do not run -------------------------------------------------------------------- */

static void print_not_run(const grn_dialect *d)
{
    size_t left = count_of(d, false), column = (size_t)printf("%s:", d->name);
    for (size_t i = 0; left && row_at(d, i); i++) {
        char word[160];
        if (runs(row_at(d, i)))
            continue;
        const size_t n = (size_t)snprintf(word, sizeof word, "`%s`%c", row_at(d, i)->name, --left ? ',' : '.');
        const bool breaks = column + 1 + n > WIDTH;
        printf("%c%s", breaks ? '\n' : ' ', word);
        column = breaks ? n : column + 1 + n;
    }
    putchar('\n');
}

/* ---- the page -------------------------------------------------------------------------------- */

static bool begins(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

static bool is_list(const char *line)
{
    const char *colon = strstr(line, ": `");
    return colon && strcspn(line, " ") == (size_t)(colon - line) + 1;
}

int main(int argc, char **argv)
{
    static char line[4096], heading[4096] = "";
    static bool headed[256];
    bool in_table = false, listed = false, missing = false;
    const char *between = "";
    FILE *page = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!page)
        return 2;
    while (!listed && fgets(line, sizeof line, page)) {
        if (begins(line, "## ")) {
            memcpy(heading, line, sizeof heading);
            for (size_t d = 0; grn_dialects[d]; d++)
                headed[d] = headed[d] || names(heading, grn_dialects[d]);
        }
        listed = begins(heading, "## Read and not run") && is_list(line);
        const bool was_in_table = in_table;
        in_table = begins(line, "|") && (in_table || begins(line, "| op | source |") ||
                                         begins(line, "| op | lowered |") || begins(line, "| word |"));
        if (listed)
            break;
        if (!in_table)
            fputs(line, stdout);
        else if (!was_in_table && begins(line, "| op | source |"))
            print_rows(heading);
        else if (!was_in_table)
            begins(line, "| word |") ? print_reasons() : print_layers();
    }
    fclose(page);
    for (size_t d = 0; grn_dialects[d]; d++) {
        if (count_of(grn_dialects[d], false)) {
            fputs(between, stdout);
            print_not_run(grn_dialects[d]);
            between = "\n";
        }
        if (count_of(grn_dialects[d], true) && !headed[d]) {
            fprintf(stderr, "no heading \"## %s\" stands over the rows of that dialect\n", grn_dialects[d]->name);
            missing = true;
        }
    }
    return missing ? 1 : 0;
}
