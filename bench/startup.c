/*
 * startup.c - from the start of the command to its end.
 *
 *   startup GARNER EXAMPLE SCRATCH      SCRATCH: a file of 128 MiB to be written and read
 *
 * Two claims of the command. A program with one 64 MiB constant as hex text is
 * read at 500 MB of text per second or more, and keeps at most one copy of the
 * constant beside the mapped text. A small program is done within 5 ms. Times
 * are the wall clock around the process, medians of many runs; memory is the
 * largest resident set, less the text and less what the small program takes.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CONSTANT_BYTES ((size_t)64 << 20)
#define SMALL_RUNS 301
#define LARGE_RUNS 11
#define MIB (1024.0 * 1024.0)

extern char **environ;

/* ---- one process ----------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const char *what)
{
    fprintf(stderr, "startup: %s\n", what);
    exit(1);
}

/* Wall seconds of `program run file`, or of `program` alone; what it prints is dropped. */
static double time_process(const char *program, const char *file)
{
    char *with_file[] = {(char *)program, "run", (char *)file, NULL}, *alone[] = {(char *)program, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    double start = seconds_now();
    if (posix_spawn(&child, program, &actions, NULL, file ? with_file : alone, environ) != 0)
        give_up("the command cannot be started");
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        give_up("the command failed");
    double seconds = seconds_now() - start;
    posix_spawn_file_actions_destroy(&actions);
    return seconds;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of `runs` (odd, at most SMALL_RUNS), after one that is not counted. */
static double median_time(int runs, const char *program, const char *file)
{
    double seconds[SMALL_RUNS];
    time_process(program, file);
    for (int i = 0; i < runs; i++)
        seconds[i] = time_process(program, file);
    qsort(seconds, (size_t)runs, sizeof *seconds, by_size);
    return seconds[runs / 2];
}

/* The largest resident set of all processes so far: only ever grows. */
static double peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_maxrss * 1024.0;
}

/* ---- the large program ----------------------------------------------------------------------- */

/* Bytes that do not repeat soon: a multiplicative generator. */
static void put_hex(FILE *file, size_t bytes)
{
    static const char digits[] = "0123456789ABCDEF";
    uint64_t state = 1;
    for (size_t i = 0; i < bytes; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        unsigned byte = (unsigned)(state >> 56);
        putc(digits[byte >> 4], file);
        putc(digits[byte & 15], file);
    }
}

/* One constant and one element of it: reading is what takes the time. */
static double write_program(const char *path)
{
    FILE *file = fopen(path, "wb");
    size_t elements = CONSTANT_BYTES / 4;
    if (!file)
        give_up("the scratch file cannot be written");
    fprintf(file, "func.func @main() -> tensor<1xi32> {\n  %%0 = stablehlo.constant dense<\"0x");
    put_hex(file, CONSTANT_BYTES);
    fprintf(file, "\"> : tensor<%zuxi32>\n", elements);
    fprintf(file, "  %%1 = stablehlo.slice %%0 [%zu:%zu] : (tensor<%zuxi32>) -> tensor<1xi32>\n", elements - 1,
            elements, elements);
    fprintf(file, "  return %%1 : tensor<1xi32>\n}\n");
    double bytes = (double)ftell(file);
    if (ferror(file) || fclose(file) != 0)
        give_up("the scratch file does not fit");
    return bytes;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void row(const char *what, double value, const char *unit, const char *claim, int holds)
{
    printf("%-52s %10.2f %-6s %-12s %s\n", what, value, unit, claim, holds ? "yes" : "NO");
}

static void measure(const char *garner, const char *example, const char *large)
{
    double nothing = median_time(SMALL_RUNS, "/bin/true", NULL);
    double small = median_time(SMALL_RUNS, garner, example), base = peak_bytes();
    double text = write_program(large);
    double seconds = median_time(LARGE_RUNS, garner, large);
    double beside = peak_bytes() - base - text, speed = text / seconds / 1e6;
    printf("%-52s %10s %-6s %-12s %s\n", "what", "median", "", "claim", "holds");
    row("start to result, a small program", small * 1e3, "ms", "< 5 ms", small < 5e-3);
    printf("%-52s %10.2f ms\n", "  of which: to start and end any process", nothing * 1e3);
    row("start to result, one 64 MiB constant in hex", speed, "MB/s", ">= 500 MB/s", speed >= 500);
    printf("%-52s %10.2f ms\n", "  that is", seconds * 1e3);
    row("  memory beside the text", beside / MIB, "MiB", "one copy", beside < 1.05 * (double)CONSTANT_BYTES);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: startup GARNER EXAMPLE SCRATCH\n");
        return 2;
    }
    measure(argv[1], argv[2], argv[3]);
    return 0;
}
