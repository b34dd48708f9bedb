/*
 * supervise.h - the process between the command and a program that it runs.
 *
 * It takes in whatever the program leaves behind (on Linux, as its subreaper: daemons that left the process group
 * too), holds all of it to its limits, and ends all of it when the program ends, when a limit is met, and when the
 * command goes, however it goes.
 */
#ifndef GARNER_CLI_SUPERVISE_H
#define GARNER_CLI_SUPERVISE_H

#include <dirent.h>
#include <sys/types.h>

#include "process.h"

typedef struct supervised {
    const char *const *argv;
    char **environment;
    const char *folder;
    process_limits limits;
    int control;      /* the command is gone, or wants an end, when the other end of this pipe is closed */
    int report;       /* where a supervise_report goes, once everything has ended */
    int in, out, err; /* the program's */
    DIR *processes;   /* /proc, opened by the parent, as a child of several threads may not allocate; NULL */
} supervised;

typedef struct supervise_report {
    process_end end;
    int code; /* exit status, signal, or errno of PROCESS_NOT_STARTED */
} supervise_report;

/* What a child of fork does; calls only what is safe there. */
_Noreturn void supervise(const supervised *s);

/*
 * Processes below `root` (children, their children, ..), at most `most`, and the bytes of memory that they are
 * resident in together. 0 where there is no /proc.
 */
size_t processes_below(DIR *processes, pid_t root, pid_t *pids, size_t most, uint64_t *resident_bytes);

/* A child of the command that is none of a program's and stays (process.c). */
void process_keeps(pid_t child);

#endif
