/* text.c - texts that a command makes: kept until they are whole, then written at once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static bool grow(text_buffer *t, size_t bytes)
{
    if (bytes <= t->room - t->n)
        return true;
    if (bytes > SIZE_MAX / 2 - t->n)
        return false;
    size_t room = 2 * (t->n + bytes);
    char *grown = realloc(t->bytes, room);
    if (grown == NULL)
        return false;
    t->bytes = grown;
    t->room = room;
    return true;
}

static grn_status take(void *user, const char *bytes, size_t n)
{
    text_buffer *t = user;
    if (!grow(t, n))
        return GRN_E_MEMORY;
    if (n > 0)
        memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    return GRN_OK;
}

grn_sink text_sink(text_buffer *t) { return (grn_sink){take, t}; }

static bool write_all(const void *what, FILE *to)
{
    const text_buffer *t = what;
    return t->n == 0 || fwrite(t->bytes, 1, t->n, to) == t->n;
}

int text_write(const text_buffer *t, const char *path)
{
    if (path != NULL && strcmp(path, "-") != 0)
        return keep_file(path, write_all, t);
    return write_all(t, stdout) ? EXIT_FINE : EXIT_REJECTED; /* main reports standard output's errors */
}

void text_free(text_buffer *t)
{
    free(t->bytes);
    *t = (text_buffer){0};
}

int make_text(const settings *s, module_action action)
{
    text_buffer made = {0};
    settings own = *s;
    own.made = &made;
    int exit = for_each_module(&own, action);
    if (exit == EXIT_FINE)
        exit = text_write(&made, s->output);
    text_free(&made);
    return exit;
}
