/* test_machine_file.c - which file of figures the command reads, and what it says of one that is
 * not right. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli.h"

static char folder[] = "/tmp/garner-test-XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    assert_int_equal(fputs(text, to) >= 0, 1);
    assert_int_equal(fclose(to), 0);
}

static void in_folder(char out[200], const char *name) { snprintf(out, 200, "%s/%s", folder, name); }

/* Calls with standard error in a file; `said` gets what is there. */
static bool ask(grn_machine *out, char said[1000])
{
    char path[200];
    in_folder(path, "stderr");
    fflush(stderr);
    int before = dup(STDERR_FILENO), fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(before >= 0 && fd >= 0);
    dup2(fd, STDERR_FILENO);
    bool has = machine_of_environment(out);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    ssize_t n = pread(fd, said, 999, 0);
    said[n > 0 ? n : 0] = '\0';
    close(fd);
    return has;
}

static int make_folders(void **state)
{
    char path[200];
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    in_folder(path, "xdg");
    mkdir(path, 0700);
    in_folder(path, "xdg/garner");
    mkdir(path, 0700);
    in_folder(path, "home");
    mkdir(path, 0700);
    in_folder(path, "home/.cache");
    mkdir(path, 0700);
    in_folder(path, "home/.cache/garner");
    mkdir(path, 0700);
    in_folder(path, "xdg/garner/machine");
    write_file(path, "# of XDG_CACHE_HOME\ncall 11\n");
    in_folder(path, "home/.cache/garner/machine");
    write_file(path, "call 12\n");
    in_folder(path, "named");
    write_file(path, "call 13\n");
    in_folder(path, "empty");
    write_file(path, "");
    in_folder(path, "wrong");
    write_file(path, "call 14\nspeed 9\n");
    return 0;
}

static void set(const char *name, const char *value)
{
    char path[200];
    in_folder(path, value != NULL ? value : "");
    if (value == NULL)
        unsetenv(name);
    else
        setenv(name, value[0] == '=' ? value + 1 : path, 1);
}

/* Values are names in the folder; behind = they are as they stand; NULL: not set. `call`: the
 * figure read, 0: no machine. */
static void test_which_file(void **state)
{
    (void)state;
    static const struct {
        const char *claim, *named, *cache, *home;
        double call;
        const char *says;
    } cases[] = {
        {"XDG_CACHE_HOME before HOME", NULL, "xdg", "home", 11, ""},
        {"HOME without it", NULL, NULL, "home", 12, ""},
        {"a cache that is not absolute is none", NULL, "=xdg", "home", 12, ""},
        {"an empty cache is none", NULL, "=", "home", 12, ""},
        {"no file there: silent", NULL, "nothing", "home", 0, ""},
        {"nothing is set", NULL, NULL, NULL, 0, ""},
        {"a home that is not absolute", NULL, NULL, "=home", 0, ""},
        {"named before all", "named", "xdg", "home", 13, ""},
        {"named empty: none", "=", "xdg", "home", 0, ""},
        {"an empty file keeps all", "empty", NULL, NULL, 4, ""},
        {"named and not there: told", "missing", "xdg", "home", 0, "missing: No such file"},
        {"a folder: told", "xdg", "xdg", "home", 0, "is a directory"},
        {"not right: told with its line", "wrong", "xdg", "home", 0,
         "wrong: line 2: there is no figure 'speed'; it is not used\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_machine m = {.size_bytes = sizeof m}, want = m;
        char said[1000];
        set("GARNER_MACHINE", cases[i].named);
        set("XDG_CACHE_HOME", cases[i].cache);
        set("HOME", cases[i].home);
        bool has = ask(&m, said);
        grn_machine_here(&want);
        if (has != (cases[i].call > 0) || (has && m.call != cases[i].call))
            fail_msg("%s: %s, call %g", cases[i].claim, has ? "read" : "none", has ? m.call : 0.0);
        want.call = cases[i].call;
        if (has)
            assert_memory_equal(&m, &want, sizeof m); /* the rest is this machine's */
        if (cases[i].says[0] == '\0' ? said[0] != '\0' : strstr(said, cases[i].says) == NULL)
            fail_msg("%s: says '%s', not '%s'", cases[i].claim, said, cases[i].says);
    }
}

/* What the first call has found stays, whatever changes. */
static void test_once(void **state)
{
    (void)state;
    set("GARNER_MACHINE", "named");
    const grn_machine *first = command_machine();
    assert_non_null(first);
    assert_true(first->call == 13);
    set("GARNER_MACHINE", "=");
    assert_ptr_equal(command_machine(), first);
}

static int remove_folders(void **state)
{
    static const char *const names[] = {"xdg/garner/machine",
                                        "xdg/garner",
                                        "xdg",
                                        "home/.cache/garner/machine",
                                        "home/.cache/garner",
                                        "home/.cache",
                                        "home",
                                        "named",
                                        "empty",
                                        "wrong",
                                        "stderr",
                                        ""};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[200];
        in_folder(path, names[i]);
        remove(path);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_which_file), cmocka_unit_test(test_once)};
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
