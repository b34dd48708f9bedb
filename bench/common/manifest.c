/* manifest.c - reads the list of cases. */
#include "common/manifest.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

/* ---- manifest.tsv ---------------------------------------------------------------------------- */

typedef struct column {
    size_t offset;
    bool is_text;
} column;

#define TEXT(field)                       \
    {                                     \
        offsetof(bench_case, field), true \
    }
#define NUMBER(field)                      \
    {                                      \
        offsetof(bench_case, field), false \
    }

static const column columns[] = {
    TEXT(name),
    TEXT(op),
    TEXT(kind),
    NUMBER(element_bytes),
    NUMBER(index_bytes),
    NUMBER(batches),
    NUMBER(rows),
    NUMBER(vectors),
    NUMBER(columns),
    NUMBER(row_bytes),
    NUMBER(shared),
    NUMBER(height),
    NUMBER(width),
    TEXT(operand_file),
    TEXT(index_file),
    TEXT(updates_file),
    NUMBER(operand_bytes),
    NUMBER(indices_bytes),
    NUMBER(dense_bytes),
    NUMBER(useful_bytes),
    NUMBER(elements),
    NUMBER(digest),
};
#define NCOLUMNS (sizeof columns / sizeof *columns)

static void set_column(bench_case *c, const column *at, const char *text)
{
    char *field = (char *)c + at->offset;
    if (at->is_text && strlen(text) >= CASE_TEXT)
        bench_give_up("a name of manifest.tsv is too long");
    else if (at->is_text)
        memcpy(field, text, strlen(text) + 1);
    else
        *(int64_t *)(void *)field = strtoll(text, NULL, 10);
}

static bool parse_line(char *line, bench_case *c)
{
    size_t n = 0;
    memset(c, 0, sizeof *c);
    line[strcspn(line, "\r\n")] = '\0';
    for (char *text = line; text != NULL && n < NCOLUMNS; n++) {
        char *tab = strchr(text, '\t');
        if (tab != NULL)
            *tab = '\0';
        set_column(c, &columns[n], text);
        text = tab != NULL ? tab + 1 : NULL;
    }
    return n == NCOLUMNS;
}

/* ---- manifest.json --------------------------------------------------------------------------- */

/* The value of a line like `  "dist": "perm",` when its key is `key`. */
static bool value_of(const char *line, const char *key, char *value)
{
    char format[64];
    snprintf(format, sizeof format, " \"%s\": \"%%%d[^\"]", key, CASE_TEXT - 1);
    return sscanf(line, format, value) == 1;
}

/* The file has a key a line; a case's own keys follow its name. */
static void read_details(const char *folder, bench_case *c)
{
    char path[512], line[512], name[CASE_TEXT] = "", value[CASE_TEXT];
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        if (value_of(line, "name", value))
            memcpy(name, value, sizeof name);
        else if (strcmp(name, c->name) == 0 && value_of(line, "dtype", value))
            memcpy(c->dtype, value, sizeof c->dtype);
        else if (strcmp(name, c->name) == 0 && value_of(line, "dist", value))
            memcpy(c->distribution, value, sizeof c->distribution);
    }
    fclose(file);
}

bool bench_name_matches(const char *name, const char *part)
{
    return part[0] == '=' ? strcmp(name, part + 1) == 0 : strstr(name, part) != NULL;
}

void bench_cases_each(const char *folder, const char *part, void (*use)(void *, const bench_case *), void *user)
{
    char path[512], line[2048];
    bench_case c;
    snprintf(path, sizeof path, "%s/manifest.tsv", folder);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        bench_give_up(path);
    while (fgets(line, sizeof line, file) != NULL) {
        if (!parse_line(line, &c))
            bench_give_up("a line of manifest.tsv has not 22 columns");
        if (!bench_name_matches(c.name, part))
            continue;
        read_details(folder, &c);
        use(user, &c);
    }
    fclose(file);
}
