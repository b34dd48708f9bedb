/*
 * diff_adapter.c - which tool --tool means: a line of a shell, an adapter by its path or by its name.
 *
 * Adapters by name lie in GARNER_ADAPTERS, else in ../share/garner/adapters or share/garner/adapters beside the
 * folder of the command. The first lines of one have a line with "garner-adapter:" and words NAME=VALUE:
 *
 *   program=FORM    the form in which it takes programs (diff_forms.c)
 *   worker=yes      it stays: docs/conformance.md says what it is asked and answers
 *   tolerance=NAME  whose bounds hold for its functions (garner/differ.h)
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff.h"

#define HEAD_BYTES 4096
#define DEFAULT_SECONDS 60

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* ---- where adapters are ------------------------------------------------------------------------ */

/* The file that this command is. */
static bool own_path(char out[PATH_MAX])
{
    const ssize_t n = readlink("/proc/self/exe", out, PATH_MAX - 1);
    if (n > 0)
        out[n] = '\0';
    return n > 0;
}

/* The folder that it lies in. */
static bool own_folder(char out[PATH_MAX])
{
    char *slash = own_path(out) ? strrchr(out, '/') : NULL;
    if (slash != NULL)
        *slash = '\0';
    return slash != NULL;
}

static char *joined(const char *folder, const char *more, const char *name)
{
    const size_t bytes = strlen(folder) + strlen(more) + strlen(name) + 2;
    char *path = malloc(bytes);
    if (path != NULL)
        snprintf(path, bytes, "%s%s/%s", folder, more, name);
    return path;
}

static char *found_in(const char *folder, const char *more, const char *name)
{
    char *path = joined(folder, more, name);
    if (path != NULL && is_file(path))
        return path;
    free(path);
    return NULL;
}

/* Folders of adapters, one after the other: the one that GARNER_ADAPTERS names, or those beside the command. */
typedef struct folders {
    char own[PATH_MAX];
    const char *folder[2], *more[2];
    size_t n;
} folders;

static void adapter_folders(folders *f)
{
    const char *given = getenv("GARNER_ADAPTERS");
    *f = (folders){.more = {"", ""}};
    if (given != NULL && *given != '\0') {
        f->folder[f->n++] = given;
    } else if (own_folder(f->own)) {
        f->folder[0] = f->folder[1] = f->own;
        f->more[0] = "/../share/garner/adapters";
        f->more[1] = "/share/garner/adapters";
        f->n = 2;
    }
}

static char *adapter_named(const char *name)
{
    folders f;
    char *path = NULL;
    adapter_folders(&f);
    for (size_t i = 0; path == NULL && i < f.n; i++)
        path = found_in(f.folder[i], f.more[i], name);
    return path;
}

/* ---- what its head says ----------------------------------------------------------------------- */

/* The value of a word NAME=VALUE of the line, as a copy; NULL: there is none. */
static char *value_of(const char *line, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = line; (at = strstr(at, name)) != NULL; at += n)
        if (at > line && isspace((unsigned char)at[-1]) && at[n] == '=') {
            const size_t length = strcspn(at + n + 1, " \t\r\n");
            char *value = malloc(length + 1);
            if (value != NULL)
                memcpy(value, at + n + 1, length), value[length] = '\0';
            return value;
        }
    return NULL;
}

static bool read_head(const char *path, char line[HEAD_BYTES])
{
    char head[HEAD_BYTES];
    FILE *f = fopen(path, "rb");
    const size_t n = f != NULL ? fread(head, 1, sizeof head - 1, f) : 0;
    if (f != NULL)
        fclose(f);
    head[n] = '\0';
    const char *at = strstr(head, "garner-adapter:");
    if (at == NULL)
        return false;
    const size_t length = strcspn(at, "\n");
    memcpy(line, at, length);
    line[length] = '\0';
    return true;
}

static int use_head(diff_tool *t, const char *line)
{
    char *form = value_of(line, "program"), *worker = value_of(line, "worker");
    t->stays = worker != NULL && strcmp(worker, "yes") == 0;
    t->tolerance = value_of(line, "tolerance");
    t->form = form != NULL ? tool_form_named(form) : tool_form_at(0);
    const int exit =
        t->form != NULL ? EXIT_FINE : refuse_of(EXIT_REJECTED, t->path, "its head says program=%.40s, no form", form);
    free(form);
    free(worker);
    return exit;
}

/* ---- the tool ---------------------------------------------------------------------------------- */

static bool is_known(const char *name)
{
    for (size_t i = 0; grn_differ_tool(i) != NULL; i++)
        if (strcmp(grn_differ_tool(i), name) == 0)
            return true;
    return false;
}

static bool is_adapter(const char *folder, const char *name)
{
    char *path = found_in(folder, "", name), line[HEAD_BYTES];
    const bool is_one = path != NULL && read_head(path, line);
    free(path);
    return is_one;
}

/* "; those there are: garner, iree, jax"; "": none are. */
static void list_adapters(char *text, size_t room)
{
    folders f;
    size_t used = 0;
    text[0] = '\0';
    adapter_folders(&f);
    for (size_t i = 0; used == 0 && i < f.n; i++) {
        struct dirent **entries = NULL;
        char *folder = joined(f.folder[i], f.more[i], "");
        const int n = folder != NULL ? scandir(folder, &entries, NULL, alphasort) : 0;
        for (int k = 0; k < n; k++) {
            if (used < room && is_adapter(folder, entries[k]->d_name))
                used += (size_t)snprintf(text + used, room - used, "%s%.40s", used == 0 ? "; those there are: " : ", ",
                                         entries[k]->d_name);
            free(entries[k]);
        }
        free(entries);
        free(folder);
    }
}

static int unknown_adapter(const char *name)
{
    const char *given = getenv("GARNER_ADAPTERS");
    char others[400];
    list_adapters(others, sizeof others);
    complain("--tool: there is no adapter '%.80s'%s%s%s", name, given ? " in GARNER_ADAPTERS, " : "",
             given ? given : "", others);
    complain_further("--tool: a command of one's own has {program} and {outputs} in it, and {inputs}");
    return EXIT_USAGE;
}

/* Workers run in folders of their own. NULL: there is no such file. */
static char *absolute(const char *name)
{
    char here[PATH_MAX] = "";
    if (!is_file(name) || (name[0] != '/' && getcwd(here, sizeof here) == NULL))
        return NULL;
    return joined(here, "", name[0] == '/' ? name + 1 : name);
}

/* "jax:cuda": an adapter, and what it makes of the rest. */
/* An adapter finds this command by GARNER, unless that names another. */
static void tell_adapters(void)
{
    char own[PATH_MAX];
    if (own_path(own))
        (void)setenv("GARNER", own, 0); /* where memory is refused, the one on PATH is found */
}

static int find_adapter(diff_tool *t)
{
    tell_adapters();
    char *name = malloc(strlen(t->given) + 1), line[HEAD_BYTES];
    if (name == NULL)
        return refuse(EXIT_REJECTED, "memory refused for the tool's name");
    strcpy(name, t->given);
    const bool is_path = memchr(name, '/', strcspn(name, ":")) != NULL;
    char *colon = is_path ? strrchr(name, ':') : strchr(name, ':');
    if (colon != NULL && (!is_path || strchr(colon, '/') == NULL)) {
        *colon = '\0';
        t->variant = malloc(strlen(colon + 1) + 1);
        if (t->variant != NULL)
            strcpy(t->variant, colon + 1);
    }
    if (strchr(name, '/') != NULL)
        t->path = absolute(name);
    else
        t->path = adapter_named(name);
    const int missing = t->path == NULL ? unknown_adapter(name) : EXIT_FINE;
    free(name);
    if (missing != EXIT_FINE)
        return missing;
    if (!read_head(t->path, line))
        return refuse_of(EXIT_USAGE, t->path, "no line of its head has 'garner-adapter:' and program=FORM");
    return use_head(t, line);
}

static int find_line(diff_tool *t)
{
    if (strstr(t->given, "{program}") == NULL || strstr(t->given, "{outputs}") == NULL)
        return refuse(EXIT_USAGE, "--tool: a command of one's own has {program} and {outputs} in it, and {inputs}");
    t->line = t->given;
    t->form = tool_form_at(0);
    return EXIT_FINE;
}

int diff_tool_find(const diff_settings *s, diff_tool *out)
{
    *out = (diff_tool){
        .given = s->tool,
        .limits = {.seconds = s->seconds > 0 ? s->seconds : DEFAULT_SECONDS, .memory_bytes = s->memory_bytes}};
    int exit = strpbrk(s->tool, "{ ") != NULL ? find_line(out) : find_adapter(out);
    if (exit == EXIT_FINE && s->form != NULL)
        out->form = tool_form_named(s->form);
    if (out->tolerance != NULL && !is_known(out->tolerance)) {
        free(out->tolerance);
        out->tolerance = NULL;
    }
    return exit;
}

void diff_tool_free(diff_tool *t)
{
    free(t->path);
    free(t->variant);
    free(t->tolerance);
    *t = (diff_tool){0};
}
