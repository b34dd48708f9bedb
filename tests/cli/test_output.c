/* Temporaries of results: gone when a signal ends the command in the middle of a write, and never
 * in anybody's way. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli.h"

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/garner-output.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder); /* fails where a file is left */
}

/* How many files there are; the last one's name. */
static size_t count_files(char name[256])
{
    DIR *d = opendir(folder);
    size_t count = 0;
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            count++;
            snprintf(name, 256, "%s", e->d_name);
        }
    closedir(d);
    return count;
}

static FILE *half_written(void)
{
    FILE *to = output_begin();
    if (to && fputs("half of it", to) >= 0)
        fflush(to);
    return to;
}

static void nothing(void *context, int32_t i) { (void)context, (void)i; }

/* In a child: starts workers, begins a file, tells the parent, and sends itself `number`; exits 0
 * if it lives. */
static int child_ends(int number, bool ignored)
{
    char name[256] = "";
    signal(number, ignored ? SIG_IGN : SIG_DFL); /* whatever whoever started the test has them do */
    if (output_open(folder) != EXIT_FINE)
        return 10;
    const grn_parallel *parallel = threads_parallel(4);
    parallel->for_each(parallel->user, 8, nothing, NULL);
    FILE *to = half_written();
    if (!to || count_files(name) != 1)
        return 11;
    kill(getpid(), number); /* to the process: the one thread that takes it does before this returns */
    if (!ignored)
        return 12;
    if (fclose(to) != 0 || !output_commit("whole.npy") || count_files(name) != 1 || strcmp(name, "whole.npy") != 0)
        return 13;
    threads_end();
    output_close();
    return 0;
}

static int run_child(int number, bool ignored)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(child_ends(number, ignored));
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void signals_remove_the_temporary(void **state)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    char name[256] = "";
    (void)state;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        int status = run_child(ending[i], false);
        assert_true(WIFSIGNALED(status)); /* by the signal itself: the caller sees what ended it */
        assert_int_equal(WTERMSIG(status), ending[i]);
        assert_int_equal(count_files(name), 0);
    }
}

static void ignored_signals_stay_ignored(void **state)
{
    char path[128];
    (void)state;
    int status = run_child(SIGHUP, true);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    snprintf(path, sizeof path, "%s/whole.npy", folder);
    assert_int_equal(remove(path), 0);
}

/* Nobody can make a file at the name beforehand: it differs each time, by 128 bits. */
static void temporaries_are_not_foreseen(void **state)
{
    char first[256] = "", second[256] = "";
    (void)state;
    assert_int_equal(output_open(folder), EXIT_FINE);
    for (int i = 0; i < 2; i++) {
        FILE *to = half_written();
        assert_non_null(to);
        assert_int_equal(count_files(i ? second : first), 1);
        fclose(to);
        output_abandon();
    }
    output_close();
    assert_int_equal(strlen(first), strlen(".garner-") + 32 + strlen(".tmp"));
    assert_string_not_equal(first, second);
}

static volatile sig_atomic_t raised;
static void record(int number) { raised = number; }

/* In this process: the handler removes the temporary, if there is one, and raises the signal once
 * more. */
static void the_handler_removes_and_raises(void **state)
{
    struct sigaction before, ours;
    char name[256] = "";
    (void)state;
    for (int live = 0; live < 2; live++) {
        assert_int_equal(sigaction(SIGHUP, &(struct sigaction){.sa_handler = SIG_DFL}, &before), 0);
        assert_int_equal(output_open(folder), EXIT_FINE);
        assert_int_equal(sigaction(SIGHUP, &(struct sigaction){.sa_handler = record}, &ours), 0);
        assert_true(ours.sa_handler != SIG_DFL && ours.sa_handler != SIG_IGN);
        FILE *to = live ? half_written() : NULL;
        assert_true(!live || to != NULL);
        assert_int_equal(count_files(name), live);
        raised = 0;
        ours.sa_handler(SIGHUP);
        assert_int_equal(raised, SIGHUP);
        assert_int_equal(count_files(name), 0);
        if (to)
            fclose(to);
        output_close();
        assert_int_equal(sigaction(SIGHUP, &before, NULL), 0);
    }
}

/* A file that cannot be put under its name is reported, and nothing is left of it. */
static void results_that_cannot_be_named_leave_nothing(void **state)
{
    const grn_function_info function = {.name = "f", .name_bytes = 1};
    char path[128], name[256] = "";
    int32_t seven = 7;
    grn_tensor t = {.data = &seven, .dtype = GRN_I32, .rank = 0};
    (void)state;
    assert_int_equal(output_open(folder), EXIT_FINE);
    snprintf(path, sizeof path, "%s/f_0.npy", folder);
    assert_int_equal(mkdir(path, 0777), 0); /* a folder stands where the file is to be */
    assert_int_equal(output_write(&function, 0, 0, &t), EXIT_REJECTED);
    assert_int_equal(count_files(name), 1);
    assert_string_equal(name, "f_0.npy");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(output_write(&function, 0, 0, &t), EXIT_FINE);
    assert_int_equal(remove(path), 0);
    t.rank = 99; /* no tensor: nothing is written */
    assert_int_equal(output_write(&function, 0, 0, &t), EXIT_REJECTED);
    assert_int_equal(count_files(name), 0);
    output_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_handler_removes_and_raises, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(results_that_cannot_be_named_leave_nothing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(signals_remove_the_temporary, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(ignored_signals_stay_ignored, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(temporaries_are_not_foreseen, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
