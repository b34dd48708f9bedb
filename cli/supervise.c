/* supervise.c - limits of a program and all that it starts. Between fork and exec, and in a child of a process
 * with threads, only functions that are safe in a signal handler are called. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* syscall */
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "supervise.h"

#define MOST_PROCESSES 1024 /* of one program; a bomb of forks is ended here */
/* Nanoseconds between two looks at memory and processes. All processes of the machine are read each time: of one that
 * has run for SETTLED seconds and may use any memory, they are looked at less often. */
#define TICK_NS 20000000
#define SLOW_TICK_NS 100000000
#define SETTLED 2.0

extern char **environ;

/* ---- what runs below a process --------------------------------------------------------------- */

#define MOST_SEEN 16384 /* on the machine */
typedef struct seen_process {
    pid_t pid, parent;
    uint64_t resident_pages;
    bool below;
} seen_process;

/* The n-th number behind the name in /proc/PID/stat, which may hold anything: fields are counted from its last
 * parenthesis. proc(5): parent 4, rss 24. */
static const char *field_of(const char *stat, int n)
{
    const char *at = strrchr(stat, ')');
    for (int field = 2; at != NULL && field < n; field++)
        if ((at = strchr(at + 1, ' ')) != NULL && field + 1 == n)
            return at + 1;
    return NULL;
}

static uint64_t number_at(const char *text)
{
    uint64_t n = 0;
    for (; text != NULL && *text >= '0' && *text <= '9'; text++)
        n = n * 10 + (uint64_t)(*text - '0');
    return n;
}

static bool see_process(DIR *processes, const char *name, seen_process *out)
{
    char path[64], stat[1024];
    if (name[0] < '0' || name[0] > '9' || strlen(name) > 20)
        return false;
    strcpy(path, name);
    strcat(path, "/stat");
    const int fd = openat(dirfd(processes), path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, stat, sizeof stat - 1) : -1;
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    stat[n] = '\0';
    *out = (seen_process){.pid = (pid_t)number_at(name),
                          .parent = (pid_t)number_at(field_of(stat, 4)),
                          .resident_pages = number_at(field_of(stat, 24))};
    return true;
}

static bool is_below(const seen_process *seen, size_t n, pid_t parent)
{
    for (size_t i = 0; i < n; i++)
        if (seen[i].pid == parent)
            return seen[i].below;
    return false;
}

static void mark_below(seen_process *seen, size_t n, pid_t root)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < n; i++)
            if (!seen[i].below && (seen[i].parent == root || is_below(seen, n, seen[i].parent)))
                more = seen[i].below = true;
    }
}

size_t processes_below(DIR *processes, pid_t root, pid_t *pids, size_t most, uint64_t *resident_bytes)
{
    static seen_process seen[MOST_SEEN]; /* a supervisor's own; in the command, its callers hold a lock */
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    size_t nseen = 0, n = 0;
    *resident_bytes = 0;
    if (processes == NULL)
        return 0;
    rewinddir(processes);
    for (const struct dirent *e; nseen < MOST_SEEN && (e = readdir(processes)) != NULL;)
        nseen += see_process(processes, e->d_name, &seen[nseen]);
    mark_below(seen, nseen, root);
    for (size_t i = 0; i < nseen; i++)
        if (seen[i].below) {
            *resident_bytes += seen[i].resident_pages * page;
            if (n < most)
                pids[n++] = seen[i].pid;
        }
    return n;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void limit(int which, uint64_t most)
{
    const struct rlimit both = {.rlim_cur = (rlim_t)most, .rlim_max = (rlim_t)most};
    setrlimit(which, &both);
}

/* When memory is short, the kernel is to end the program, and neither its supervisor nor the command. */
static void be_the_first_to_go(void)
{
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (write(fd, "1000", 4) < 0)
        errno = 0; /* it is only an advice */
    close(fd);
}

static void default_signals(void)
{
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void report_to(int fd, supervise_report what)
{
    while (write(fd, &what, sizeof what) < 0 && errno == EINTR)
        ;
}

/* A session of its own: no terminal to write to. */
static _Noreturn void become_program(const supervised *s)
{
    setsid();
    default_signals();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, s->limits.file_bytes > 0 ? s->limits.file_bytes : UINT64_C(1) << 30);
    be_the_first_to_go();
    environ = s->environment;
    if (chdir(s->folder) == 0 && dup2(s->in, 0) >= 0 && dup2(s->out, 1) >= 0 && dup2(s->err, 2) >= 0)
        execvp(s->argv[0], (char *const *)(uintptr_t)s->argv);
    report_to(s->report, (supervise_report){PROCESS_NOT_STARTED, errno});
    _exit(127);
}

/* ---- its supervisor -------------------------------------------------------------------------- */

static void close_from_to(int first, int last)
{
#ifdef SYS_close_range
    if (first <= last && syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0u) == 0)
        return;
#endif
    for (int fd = first; fd <= last && fd < 65536; fd++)
        close(fd);
}

/* All but these: pipes of other runs would stay open as long as this one. */
static void close_all_but(int *kept, size_t n)
{
    int from = 0;
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && kept[j] < kept[j - 1]; j--) {
            const int higher = kept[j - 1];
            kept[j - 1] = kept[j];
            kept[j] = higher;
        }
    for (size_t i = 0; i < n; i++) {
        close_from_to(from, kept[i] - 1);
        from = kept[i] + 1;
    }
    close_from_to(from, 0x7fffffff);
}

static void on_child(int number) { (void)number; }

/* Signals of a terminal, and a program that would end its parent politely, do not end the supervisor. */
static void supervisor_signals(void)
{
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP};
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigset_t only_child;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        sigaction(ignored[i], &action, NULL);
    action.sa_handler = on_child;
    sigaction(SIGCHLD, &action, NULL);
    sigemptyset(&only_child);
    sigaddset(&only_child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &only_child, NULL); /* met in pselect */
}

static double now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Whether something happened to a child or the command within a tick. */
static bool wait_a_tick(int control, long ns)
{
    const struct timespec tick = {.tv_nsec = ns};
    sigset_t none;
    fd_set set;
    FD_ZERO(&set);
    FD_SET(control, &set);
    sigemptyset(&none);
    return pselect(control + 1, &set, NULL, NULL, &tick, &none) > 0;
}

/* Whether the program has ended; whatever else has, is reaped. */
static bool reap(pid_t program, supervise_report *out)
{
    bool ended = false;
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        if (pid == program) {
            ended = true;
            *out = WIFEXITED(status) ? (supervise_report){PROCESS_EXITED, WEXITSTATUS(status)}
                                     : (supervise_report){PROCESS_SIGNALLED, WTERMSIG(status)};
        }
    return ended;
}

static bool takes_too_much(const supervised *s)
{
    static pid_t pids[MOST_PROCESSES];
    uint64_t resident;
    const size_t n = processes_below(s->processes, getpid(), pids, MOST_PROCESSES, &resident);
    return n >= MOST_PROCESSES || (s->limits.memory_bytes > 0 && resident > s->limits.memory_bytes);
}

static supervise_report watch(const supervised *s, pid_t program)
{
    const double begin = now();
    for (;;) {
        supervise_report end;
        if (reap(program, &end))
            return end;
        const double age = now() - begin;
        if (s->limits.seconds > 0 && age >= s->limits.seconds)
            return (supervise_report){PROCESS_TIMED_OUT, 0};
        if (takes_too_much(s))
            return (supervise_report){PROCESS_OUT_OF_MEMORY, 0};
        if (wait_a_tick(s->control, age > SETTLED && s->limits.memory_bytes == 0 ? SLOW_TICK_NS : TICK_NS))
            return (supervise_report){PROCESS_SIGNALLED, SIGKILL};
    }
}

/* What is killed hands its children to this process, until there are none. A second pass finds what was started
 * during the first; after some seconds only what the kernel itself does not end is left. */
static void end_all(const supervised *s, pid_t program)
{
    static pid_t pids[MOST_SEEN];
    const struct timespec moment = {.tv_nsec = 1000000};
    uint64_t resident;
    kill(-program, SIGKILL);
    for (int pass = 0; pass < 5000; pass++) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            return;
        const size_t n = processes_below(s->processes, getpid(), pids, MOST_SEEN, &resident);
        for (size_t i = 0; i < n; i++)
            kill(pids[i], SIGKILL);
        nanosleep(&moment, NULL);
    }
}

_Noreturn void supervise(const supervised *s)
{
    const int proc = s->processes != NULL ? dirfd(s->processes) : s->report;
    int kept[] = {s->control, s->report, s->in, s->out, s->err, proc};
    close_all_but(kept, sizeof kept / sizeof *kept);
    setsid();
    supervisor_signals();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
    const pid_t program = fork();
    if (program == 0)
        become_program(s);
    if (program < 0) {
        report_to(s->report, (supervise_report){PROCESS_NOT_STARTED, errno});
        _exit(1);
    }
    close(s->in), close(s->out), close(s->err);
    const supervise_report end = watch(s, program);
    end_all(s, program);
    report_to(s->report, end);
    _exit(0);
}
