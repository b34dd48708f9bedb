/*
 * fuzz_command.c - any bytes as the file that the command is given, under any of its sub-commands
 * and switches.
 *
 * The last two bytes choose them, so that a program's file is an input as it stands. The exit
 * status is one of those that are documented, and JSON is JSON. No switch writes a file;
 * --verify-diagnostics is fuzz_expect's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "json.h"
#include "quiet.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define MOST_ARGUMENTS 16

int command_main(int argc, char **argv); /* cli/main.c's, under another name */

typedef struct sub_command {
    const char *command;
    const char *switches[9]; /* the second byte chooses among them, a bit each */
} sub_command;

static const sub_command commands[] = {
    {"check",
     {"--allow-unregistered-dialect", "--allow-nonunique-scatter", "--split-input-file", "--max-errors=3", "--json"}},
    {"print",
     {"--generic", "--allow-unregistered-dialect", "--allow-nonunique-scatter", "--split-input-file", "--json"}},
    {"run",
     {"--full", "--check-promises", "--strict", "--drop-whole-window", "--split-input-file", "--input=2xi32=[1,0]",
      "--json", "--trace"}},
    {"plan",
     {"--target=ttnn", "--json", "--cores=3x2", "--strategy=multi", "--l1-bytes=64K", "--strict", "--split-input-file",
      "--dim=7"}},
    {"lint", {"--run", "--json", "--strict", "--drop-whole-window", "--split-input-file", "--input=2xi32=[1,0]"}},
    {"convert", {"--expand-batching", "--split-input-file", "--generic", "--verify-equivalence", "--json"}},
    {"convert", {"--to=onnx", "--assume-in-bounds", "--no-raise", "--split-input-file", "--json"}},
    {"convert", {"--to=torch", "--assume-in-bounds", "--no-raise", "--split-input-file"}},
    {"convert", {"--collapse-batching", "--split-input-file", "--verify-equivalence"}},
};

/* One file for all inputs, without a name once it is open. */
static const char *file_of(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0) {
        char name[] = "/tmp/garner-fuzz-input.XXXXXX";
        fd = mkstemp(name);
        if (fd < 0 || unlink(name) != 0)
            broken("a temporary file is made", NULL, NULL);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
        broken("a temporary file is written", NULL, NULL);
    return path;
}

static int arguments(const sub_command *w, unsigned chosen, const char *path, const char **argv)
{
    int argc = 0;
    bool runs = strcmp(w->command, "run") == 0 || strcmp(w->command, "plan") == 0 || strcmp(w->command, "lint") == 0;
    argv[argc++] = "garner";
    argv[argc++] = w->command;
    argv[argc++] = "--max-memory=4M";
    if (runs)
        argv[argc++] = "--threads=1";
    if (runs || strcmp(w->command, "convert") == 0)
        argv[argc++] = "--max-steps=20000";
    for (unsigned i = 0; w->switches[i]; i++)
        if (chosen >> i & 1)
            argv[argc++] = w->switches[i];
    argv[argc++] = path;
    argv[argc] = NULL;
    return argc;
}

static bool has(const char *const *argv, const char *word)
{
    for (; *argv; argv++)
        if (strcmp(*argv, word) == 0)
            return true;
    return false;
}

static void run(int argc, const char **argv)
{
    char *said = NULL;
    size_t bytes = 0;
    FILE *nowhere = stdout;
    stdout = open_memstream(&said, &bytes);
    if (!stdout)
        broken("there is memory for what is said", NULL, NULL);
    int status = command_main(argc, (char **)argv);
    fclose(stdout);
    stdout = nowhere;
    if (status < 0 || status > 4)
        broken("the exit status is a documented one", argv[1], NULL);
    if (has(argv, "--json") && !json_is_valid(said, bytes))
        broken("--json gives JSON, whatever the exit status", said, NULL);
    free(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *argv[MOST_ARGUMENTS];
    if (size < 2)
        return 0;
    quiet_begin();
    int argc = arguments(&commands[data[size - 1] % (sizeof commands / sizeof *commands)], data[size - 2],
                         file_of(data, size), argv);
    run(argc, argv);
    return 0;
}
