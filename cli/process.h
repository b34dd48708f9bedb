/*
 * process.h - other programs, run by the command: in a folder of their own, for so long and in so much memory.
 *
 * A program runs in a session of its own, with TMPDIR its folder, and all that it started is killed at the end (on
 * Linux daemons too: supervise.c), with a copy of what it is given: what it deletes or overwrites there is not
 * missed. What it prints is kept up to a limit, and read to its end, so that it never blocks.
 *
 * Several threads may run programs at once.
 */
#ifndef GARNER_CLI_PROCESS_H
#define GARNER_CLI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct process_limits {
    double seconds; /* 0: none. Of process_start: of each answer, in process_ask */
    /* that all its processes are resident in together, looked at every 20 ms; 0: none. (Address space is no measure:
     * node and jax reserve many times what they use.) */
    uint64_t memory_bytes;
    size_t output_bytes; /* that are kept of what it prints: the first and last halves; 0: 64 KiB */
    uint64_t file_bytes; /* of each file that it writes; 0: 1 GiB */
} process_limits;

typedef enum process_end {
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_TIMED_OUT,
    PROCESS_OUT_OF_MEMORY, /* or it started over a thousand processes */
    PROCESS_NOT_STARTED,
    PROCESS_NO_ANSWER /* of process_ask: what it was asked it can no longer hear or answer, or it answers without end */
} process_end;

typedef struct process_outcome {
    process_end end;
    int code; /* exit status, or the signal */
    double seconds;
    char *output; /* standard output and error as they came; never NULL, ends with 0; free it */
    size_t output_bytes;
} process_outcome;

/* `argv` ends with NULL; `folder`: where it runs. False, with a message in output: it could not be started. */
bool process_run(const char *const *argv, const char *folder, const process_limits *limits, process_outcome *out);
/* A line of a shell, by /bin/sh -c. */
bool process_run_line(const char *line, const char *folder, const process_limits *limits, process_outcome *out);

/* A program that stays, and answers lines with lines: an adapter (share/adapters). NULL: not started, and message says
 * why. One that cannot be executed is found out by the first process_ask. */
typedef struct process process;
process *process_start(const char *const *argv, const char *folder, const process_limits *limits, char message[256]);
/*
 * Sends a line and waits for one, which lives until the next call. NULL: it ended, or took too long (*end says which,
 * and has what it printed on standard error meanwhile; free end->output); then it is to be stopped. What it prints
 * on standard output before it is asked is dropped.
 */
const char *process_ask(process *p, const char *line, double seconds, process_outcome *end);
void process_stop(process *p); /* NULL is fine */

/* Folders of temporary files, which go with what is in them. */
bool folder_make(char out[4096]);
void folder_remove(const char *path);

#endif
