/*
 * fuzz_options.c - bytes as the arguments of a sub-command.
 *
 * The first byte chooses the sub-command; a zero byte ends an argument. What
 * is read is within its limits, and what is refused is reported.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "common.h"
#include "quiet.h"

#define MOST_ARGUMENTS 64

/* One allocation each, so that a sanitizer sees a byte too far. */
static int split(const uint8_t *data, size_t size, char **argv)
{
    int argc = 0;
    for (size_t at = 0; at < size && argc < MOST_ARGUMENTS;) {
        const uint8_t *zero = memchr(data + at, 0, size - at);
        size_t n = zero ? (size_t)(zero - data) - at : size - at;
        char *argument = malloc(n + 1);
        if (!argument)
            break;
        memcpy(argument, data + at, n);
        argument[n] = 0;
        argv[argc++] = argument;
        at += n + 1;
    }
    argv[argc] = NULL;
    return argc;
}

static void check_common(const command *which, const common *c)
{
    if (c->threads < 1 || c->threads > MOST_THREADS)
        broken("threads are 1 to the most there may be", NULL, NULL);
    if (c->max_memory_bytes == 0)
        broken("a limit on memory is more than nothing", NULL, NULL);
    if (!which->takes && c->file)
        broken("there is a file where the sub-command takes one", NULL, NULL);
    if (!c->help && which->takes && which->takes[0] != '[' && !c->file)
        broken("there is what the sub-command needs", NULL, NULL);
}

/* The struct that --cores fills has the other sizes of the machine too. */
static void check_cores(const command *which, const char *own)
{
    const option_row *row;
    for (size_t i = 0, member = 0; (row = option_at(which, i, &member)) != NULL; i++) {
        if (strcmp(row->name, "cores") != 0)
            continue;
        const grn_ttnn_options *ttnn = (const void *)(own + member);
        if (ttnn->l1_bytes < 0 || ttnn->grid_x < 0 || ttnn->grid_y < 0)
            broken("sizes of a machine are not negative", NULL, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *argv[MOST_ARGUMENTS + 2], *given[MOST_ARGUMENTS + 1];
    size_t ncommands = 0;
    common c;
    if (size == 0)
        return 0;
    quiet_begin();
    while (commands[ncommands].name)
        ncommands++;
    const command *which = &commands[data[0] % ncommands];
    int argc = split(data + 1, size - 1, given);
    argv[0] = (char *)which->name;
    memcpy(argv + 1, given, sizeof *argv * (size_t)(argc + 1));
    void *own = calloc(1, which->code->settings_bytes + 1);
    int exit = options_read(which, argc + 1, argv, &c, own);
    if (exit == EXIT_FINE) {
        check_common(which, &c);
        check_cores(which, own);
    } else if (exit != EXIT_USAGE) {
        broken("arguments are read or refused", NULL, NULL);
    }
    options_free(which, &c, own);
    free(own);
    for (int i = 0; i < argc; i++)
        free(given[i]);
    return 0;
}
