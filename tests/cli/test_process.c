/* Other programs: how they end, what of them is kept, and that nothing of them stays. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "process.h"

static char folder[4096];

static int make(void **state)
{
    (void)state;
    return folder_make(folder) ? 0 : -1;
}

static int drop(void **state)
{
    struct stat s;
    (void)state;
    folder_remove(folder);
    return lstat(folder, &s) == 0 ? -1 : 0; /* nothing that a program does there keeps it */
}

#define SOON 0.3 /* of a limit that is to be met */
#define LONG 60  /* of one that is not */
#define DAEMON "(setsid sh -c 'trap \"\" HUP TERM; echo $$ > daemon; while :; do sleep 1; done' >/dev/null 2>&1 &); "
#define WAIT_FOR "while [ ! -s %s ]; do :; done; "

static const struct {
    const char *claim, *line;
    process_limits limits;
    process_end end;
    int code;        /* -1: any */
    const char *has; /* in what it printed; NULL: no matter */
} cases[] = {
    {"one that ends well", "echo yes; echo no >&2", {LONG, 0, 0, 0}, PROCESS_EXITED, 0, "yes\nno\n"},
    {"an exit status", "exit 7", {LONG, 0, 0, 0}, PROCESS_EXITED, 7, NULL},
    {"a signal", "kill -SEGV $$", {LONG, 0, 0, 0}, PROCESS_SIGNALLED, SIGSEGV, NULL},
    {"nothing to read on standard input", "cat; echo end", {LONG, 0, 0, 0}, PROCESS_EXITED, 0, "end"},
    {"TMPDIR is the folder", "[ \"$TMPDIR\" = \"$(pwd)\" ] && echo it is", {LONG, 0, 0, 0}, PROCESS_EXITED, 0, "it is"},
    {"no terminal", "(: > /dev/tty) 2>/dev/null || echo none", {LONG, 0, 0, 0}, PROCESS_EXITED, 0, "none"},
    {"one that never ends", "while :; do sleep 1; done", {SOON, 0, 0, 0}, PROCESS_TIMED_OUT, -1, NULL},
    {"one that only spins", "while :; do :; done", {SOON, 0, 0, 0}, PROCESS_TIMED_OUT, -1, NULL},
    {"one that ignores SIGTERM",
     "trap '' TERM INT HUP; while :; do sleep 1; done",
     {SOON, 0, 0, 0},
     PROCESS_TIMED_OUT,
     -1,
     NULL},
    {"one that stops itself", "kill -STOP $$", {SOON, 0, 0, 0}, PROCESS_TIMED_OUT, -1, NULL},
    {"a flood without end", "while :; do echo flood; done", {SOON, 0, 100, 0}, PROCESS_TIMED_OUT, -1, "flood"},
    {"a flood that ends",
     "i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done",
     {LONG, 0, 100, 0},
     PROCESS_EXITED,
     0,
     "19999\n"},
    {"of a flood the beginning too",
     "i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done",
     {LONG, 0, 100, 0},
     PROCESS_EXITED,
     0,
     "0\n1\n2\n"},
    {"one that closes its pipes", "exec >&- 2>&- <&-; exit 3", {LONG, 0, 0, 0}, PROCESS_EXITED, 3, NULL},
    {"one that closes its pipes and never ends",
     "exec >&- 2>&- <&-; while :; do sleep 1; done",
     {SOON, 0, 0, 0},
     PROCESS_TIMED_OUT,
     -1,
     NULL},
    {"one that removes its folder", "rm -rf \"$(pwd)\"; echo gone", {LONG, 0, 0, 0}, PROCESS_EXITED, 0, "gone"},
    {"one that takes memory",
     "x=0123456789abcdef; while :; do x=$x$x; done",
     {LONG, 64 << 20, 0, 0},
     PROCESS_OUT_OF_MEMORY,
     -1,
     NULL},
    {"a bomb of forks", "f() { while :; do f & done; }; f", {LONG, 0, 0, 0}, PROCESS_OUT_OF_MEMORY, -1, NULL},
    {"a file over its limit",
     "dd if=/dev/zero of=big bs=65536 count=64 2>/dev/null; exit $?",
     {LONG, 0, 0, 1 << 20},
     PROCESS_EXITED,
     128 + SIGXFSZ,
     NULL},
    {"one that ends its parent politely",
     "kill -TERM $PPID; kill -INT $PPID; sleep 0.1; echo still here",
     {LONG, 0, 0, 0},
     PROCESS_EXITED,
     0,
     "still here"},
    {"one that kills its parent",
     "kill -KILL $PPID; while :; do sleep 1; done",
     {LONG, 0, 0, 0},
     PROCESS_SIGNALLED,
     SIGKILL,
     NULL},
    {"one that stops its parent",
     "kill -STOP $PPID; while :; do sleep 1; done",
     {SOON, 0, 0, 0},
     PROCESS_TIMED_OUT,
     -1,
     NULL},
};

static void runs_end_as_they_should(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        process_outcome out;
        print_message("  %s\n", cases[i].claim);
        mkdir(folder, 0700); /* one removes it */
        assert_true(process_run_line(cases[i].line, folder, &cases[i].limits, &out));
        if (out.end != cases[i].end || (cases[i].code >= 0 && out.code != cases[i].code))
            fail_msg("%s: end %d, code %d, and it printed: %s", cases[i].claim, (int)out.end, out.code, out.output);
        if (cases[i].has != NULL && strstr(out.output, cases[i].has) == NULL)
            fail_msg("%s: it printed: %s", cases[i].claim, out.output);
        assert_int_equal(strlen(out.output), out.output_bytes);
        free(out.output);
    }
}

static void what_is_no_program_is_not_started(void **state)
{
    const char *const none[] = {"/nonexistent/tool", NULL}, *const here[] = {"true", NULL};
    const process_limits limits = {LONG, 0, 0, 0};
    process_outcome out;
    (void)state;
    assert_false(process_run(none, folder, &limits, &out));
    assert_int_equal(out.end, PROCESS_NOT_STARTED);
    assert_string_equal(out.output, "/nonexistent/tool: No such file or directory");
    free(out.output);
    assert_false(process_run(here, "/nonexistent", &limits, &out));
    free(out.output);
}

/* ---- what is left behind ----------------------------------------------------------------------- */

/* Whether the process whose number the file has is gone. */
static bool is_gone(const char *file)
{
    char path[4200];
    long pid = 0;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld", &pid), 1);
    fclose(f);
    return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* Each writes its process's number into "daemon". */
static const struct {
    const char *claim, *line;
    double seconds;
} leavers[] = {
    {"a child in the background",
     "sh -c 'echo $$ > daemon; while :; do sleep 1; done' & while [ ! -s daemon ]; do :; done", LONG},
    {"a daemon that left the session", DAEMON "while [ ! -s daemon ]; do :; done", LONG},
    {"a daemon of one that never ends", DAEMON "while :; do :; done", 1},
    {"a daemon of one that killed its parent", DAEMON "while [ ! -s daemon ]; do :; done; kill -KILL $PPID", LONG},
};

static void nothing_stays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof leavers / sizeof *leavers; i++) {
        const process_limits limits = {leavers[i].seconds, 0, 0, 0};
        process_outcome out;
        print_message("  %s\n", leavers[i].claim);
        process_run_line("rm -f daemon", folder, &limits, &out);
        free(out.output);
        assert_true(process_run_line(leavers[i].line, folder, &limits, &out));
        free(out.output);
        if (!is_gone("daemon"))
            fail_msg("%s is still there", leavers[i].claim);
    }
}

static void folders_go_whatever_is_in_them(void **state)
{
    static const char *const messes[] = {
        "mkdir -p a/b/c; chmod 0 a/b; chmod 0 a",
        "ln -s /etc etc; ln -s / root; mkfifo pipe",
        "i=0; while [ $i -lt 100 ]; do mkdir d; cd d; : > f; i=$((i+1)); done",
        ": > \"$(printf 'a\\nb')\"; : > -rf; mkdir ' '",
    };
    const process_limits limits = {LONG, 0, 0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof messes / sizeof *messes; i++) {
        char path[4096];
        struct stat s;
        process_outcome out;
        assert_true(folder_make(path));
        assert_true(process_run_line(messes[i], path, &limits, &out));
        assert_int_equal(out.end, PROCESS_EXITED);
        free(out.output);
        folder_remove(path);
        assert_int_equal(lstat(path, &s), -1);
    }
    assert_int_equal(access("/etc/passwd", R_OK), 0);
}

/* The command may be killed: what it runs and its folders go all the same. */
static void a_killed_command_leaves_nothing(void **state)
{
    char name[4200], line[4400];
    const struct timespec moment = {.tv_nsec = 10000000};
    (void)state;
    snprintf(name, sizeof name, "%s/daemon", folder);
    snprintf(line, sizeof line, "echo $$ > %s; while :; do sleep 1; done", name);
    unlink(name);
    const pid_t command = fork();
    if (command == 0) {
        const process_limits none = {0, 0, 0, 0};
        process_outcome out;
        process_run_line(line, "/tmp", &none, &out);
        _exit(1);
    }
    struct stat s;
    while (stat(name, &s) != 0 || s.st_size == 0)
        nanosleep(&moment, NULL);
    kill(command, SIGKILL);
    waitpid(command, NULL, 0);
    while (!is_gone("daemon")) /* its supervisor sees to it, when it gets to run */
        nanosleep(&moment, NULL);
}

/* ---- workers ----------------------------------------------------------------------------------- */

static process *worker(const char *line)
{
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    const process_limits limits = {0, 64 << 20, 0, 0};
    char message[256];
    process *p = process_start(argv, folder, &limits, message);
    assert_non_null(p);
    return p;
}

static void a_worker_answers_each_line(void **state)
{
    process *p = worker("echo unasked; while read a b; do echo noise >&2; echo \"ok $b $a\"; done");
    process_outcome end;
    (void)state;
    for (int i = 0; i < 100; i++) {
        const struct timespec moment = {.tv_nsec = 20000000};
        if (i == 0) /* what is printed before a question is no answer to it, once it has come */
            for (int wait = 0; wait < 5; wait++)
                nanosleep(&moment, NULL);
        const char *answer = process_ask(p, "one two", LONG, &end);
        assert_non_null(answer);
        if (i > 0)
            assert_string_equal(answer, "ok two one");
    }
    process_stop(p);
}

static const struct {
    const char *claim, *line;
    double seconds;
    process_end end;
    const char *has;
} bad_workers[] = {
    {"dies before it is asked", "echo no module >&2; exit 4", LONG, PROCESS_EXITED, "no module"},
    {"dies of the question", "read a; echo why >&2; kill -ABRT $$", LONG, PROCESS_SIGNALLED, "why"},
    {"never answers", "read a; while :; do sleep 1; done", SOON, PROCESS_TIMED_OUT, NULL},
    {"never reads", "while :; do sleep 1; done", SOON, PROCESS_TIMED_OUT, NULL},
    {"closes its output", "read a; exec >&-; while :; do sleep 1; done", LONG, PROCESS_NO_ANSWER, NULL},
    {"answers without end", "read a; while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", LONG,
     PROCESS_NO_ANSWER, NULL},
    {"floods its errors", "read a; while :; do echo flood >&2; done", SOON, PROCESS_TIMED_OUT, "flood"},
    {"takes memory", "read a; x=0123456789abcdef; while :; do x=$x$x; done", LONG, PROCESS_OUT_OF_MEMORY, NULL},
};

static void bad_workers_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_workers / sizeof *bad_workers; i++) {
        process *p = worker(bad_workers[i].line);
        process_outcome end;
        print_message("  %s\n", bad_workers[i].claim);
        assert_null(process_ask(p, "question", bad_workers[i].seconds, &end));
        if (end.end != bad_workers[i].end)
            fail_msg("%s: end %d, and it printed: %s", bad_workers[i].claim, (int)end.end, end.output);
        if (bad_workers[i].has != NULL && strstr(end.output, bad_workers[i].has) == NULL)
            fail_msg("%s: it printed: %s", bad_workers[i].claim, end.output);
        free(end.output);
        process_stop(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_end_as_they_should),
        cmocka_unit_test(what_is_no_program_is_not_started),
        cmocka_unit_test(nothing_stays),
        cmocka_unit_test(folders_go_whatever_is_in_them),
        cmocka_unit_test(a_killed_command_leaves_nothing),
        cmocka_unit_test(a_worker_answers_each_line),
        cmocka_unit_test(bad_workers_are_told),
    };
    return cmocka_run_group_tests(tests, make, drop);
}
