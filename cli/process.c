/* process.c - other programs as the command sees them: pipes to them, and to the supervisor of each. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "supervise.h"

#define OUTPUT_BYTES (UINT64_C(64) << 10)
#define LINE_BYTES (UINT64_C(64) << 10) /* of an answer */
#define GRACE 2.0                       /* seconds that a supervisor has to end everything */

extern char **environ;

static double now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- what is kept of an output: its first and its last bytes ---------------------------------- */

typedef struct kept_output {
    char *bytes; /* 2 * half: the first, and the last as a ring; NULL: memory refused, nothing is kept */
    size_t half;
    uint64_t total;
} kept_output;

static void kept_add(kept_output *k, const char *bytes, size_t n)
{
    for (size_t i = 0; k->bytes != NULL && i < n; i++) {
        const uint64_t at = k->total + i;
        k->bytes[at < k->half ? at : k->half + (at - k->half) % k->half] = bytes[i];
    }
    k->total += n;
}

static size_t kept_copy(const kept_output *k, char *to)
{
    const uint64_t behind = k->total > k->half ? k->total - k->half : 0;
    const size_t first = (size_t)(k->total - behind), last = (size_t)(behind < k->half ? behind : k->half);
    size_t n = first;
    memcpy(to, k->bytes, first);
    if (behind > last)
        n += (size_t)sprintf(to + n, "\n... %llu bytes ...\n", (unsigned long long)(behind - last));
    for (uint64_t i = behind - last; i < behind; i++)
        to[n++] = k->bytes[k->half + i % k->half];
    to[n] = '\0';
    return n;
}

static void kept_take(const kept_output *k, process_outcome *out)
{
    char *text = k->bytes != NULL ? malloc(2 * k->half + 64) : NULL;
    out->output_bytes = text != NULL ? kept_copy(k, text) : 0;
    out->output = text != NULL ? text : calloc(1, 1);
}

/* ---- children of the command ----------------------------------------------------------------- */

#define MOST_CHILDREN 1024
/* Supervisors that live, and the keeper of folders. Any other child was left behind by a program that killed its
 * supervisor. */
static struct {
    pthread_mutex_t lock;
    pid_t known[MOST_CHILDREN];
    size_t count;
} children = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void know(pid_t child)
{
    if (children.count < MOST_CHILDREN)
        children.known[children.count++] = child;
}

static bool is_known(pid_t child)
{
    for (size_t i = 0; i < children.count; i++)
        if (children.known[i] == child)
            return true;
    return false;
}

static void forget(pid_t child)
{
    pthread_mutex_lock(&children.lock);
    for (size_t i = 0; i < children.count; i++)
        if (children.known[i] == child)
            children.known[i--] = children.known[--children.count];
    pthread_mutex_unlock(&children.lock);
}

void process_keeps(pid_t child)
{
    pthread_mutex_lock(&children.lock);
    know(child);
    pthread_mutex_unlock(&children.lock);
}

/* One that has ended is reaped. */
static bool is_child(pid_t pid) { return waitpid(pid, NULL, WNOHANG) >= 0; }

static bool end_strays_once(DIR *processes)
{
    static pid_t pids[MOST_CHILDREN];
    uint64_t resident;
    bool any = false;
    const size_t n = processes_below(processes, getpid(), pids, MOST_CHILDREN, &resident);
    for (size_t i = 0; i < n; i++)
        if (!is_known(pids[i]) && is_child(pids[i])) {
            kill(pids[i], SIGKILL);
            any = true;
        }
    return any;
}

/* What was left by a supervisor that was killed is the command's own child then, as it is a subreaper. */
static void end_strays(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    pthread_mutex_lock(&children.lock);
    DIR *processes = opendir("/proc");
    for (int pass = 0; processes != NULL && pass < 2000 && end_strays_once(processes); pass++)
        nanosleep(&moment, NULL);
    if (processes != NULL)
        closedir(processes);
    pthread_mutex_unlock(&children.lock);
}

/* ---- starting -------------------------------------------------------------------------------- */

struct process {
    process_limits limits;
    pid_t supervisor;
    int control, report;        /* of the supervisor; report: -1 once read */
    int to, answers, output;    /* of the program; -1: there is none, or it is closed */
    bool is_reported, is_stuck; /* the supervisor */
    supervise_report end;
    kept_output kept;
    char line[LINE_BYTES]; /* of its answers */
    size_t nline;
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Both ends are this process's alone, and none of the standard ones, which may have been closed. */
static bool settle_ends(int ends[2], bool made)
{
    for (int i = 0; i < 2; i++) {
        const int given = made ? ends[i] : -1;
        ends[i] = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, 3) : -1;
        if (given >= 0)
            close(given);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* ends[0] to read from. */
static bool make_pipe(int ends[2]) { return settle_ends(ends, pipe(ends) == 0); }

/* A socket, so that writing to what nobody reads is an error and no signal. ends[0] is the program's. */
static bool make_line(int ends[2])
{
    const bool made = settle_ends(ends, socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    if (made)
        shutdown(ends[0], SHUT_WR);
    return made;
}

static bool make_nothing(int ends[2])
{
    ends[0] = ends[1] = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (ends[0] < 0)
        return false;
    ends[0] = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    close_end(&ends[1]);
    return ends[0] >= 0;
}

/* This process's environment with another TMPDIR, as one piece of memory. */
static char **environment_in(const char *folder)
{
    size_t n = 0, kept = 0;
    while (environ[n] != NULL)
        n++;
    const size_t texts = (n + 2) * sizeof(char *);
    char **made = malloc(texts + strlen("TMPDIR=") + strlen(folder) + 1);
    if (made == NULL)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0)
            made[kept++] = environ[i];
    made[kept++] = strcat(strcpy((char *)made + texts, "TMPDIR="), folder);
    made[kept] = NULL;
    return made;
}

/* Pipes of one program: the command's ends, and those of the other side. */
typedef struct pipe_ends {
    int control, report, in, out, err;
} pipe_ends;

static bool make_pipes(process *p, pipe_ends *theirs, bool stays)
{
    int control[2], report[2], in[2] = {-1, -1}, out[2], err[2] = {-1, -1};
    bool made = make_pipe(control);
    made &= make_pipe(report);
    made &= make_pipe(out);
    made &= stays ? make_line(in) : make_nothing(in);
    if (stays)
        made &= make_pipe(err);
    *theirs = (pipe_ends){control[0], report[1], in[0], out[1], stays ? err[1] : out[1]};
    p->control = control[1], p->report = report[0], p->to = in[1];
    p->answers = stays ? out[0] : -1;
    p->output = stays ? err[0] : out[0];
    return made;
}

static void close_theirs(pipe_ends *theirs)
{
    if (theirs->err == theirs->out)
        theirs->err = -1;
    close_end(&theirs->control), close_end(&theirs->report);
    close_end(&theirs->in), close_end(&theirs->out), close_end(&theirs->err);
}

static void become_subreaper(void)
{
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

static pid_t fork_supervisor(const supervised *s)
{
    pthread_mutex_lock(&children.lock);
    become_subreaper();
    const pid_t child = fork();
    if (child == 0)
        supervise(s);
    if (child > 0)
        know(child);
    pthread_mutex_unlock(&children.lock);
    return child;
}

static bool launch(process *p, supervised *s, const pipe_ends *theirs)
{
    s->control = theirs->control, s->report = theirs->report;
    s->in = theirs->in, s->out = theirs->out, s->err = theirs->err;
    s->environment = environment_in(s->folder);
    s->processes = opendir("/proc");
    p->supervisor = s->environment != NULL ? fork_supervisor(s) : -1;
    if (s->processes != NULL)
        closedir(s->processes);
    free(s->environment);
    return p->supervisor > 0;
}

static process *start(const char *const *argv, const char *folder, const process_limits *limits, bool stays)
{
    process *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->limits = *limits;
    p->kept.half = (size_t)((limits->output_bytes > 0 ? limits->output_bytes : OUTPUT_BYTES) / 2 + 1);
    p->kept.bytes = malloc(2 * p->kept.half);
    supervised s = {.argv = argv, .folder = folder, .limits = *limits};
    s.limits.seconds = stays ? 0 : limits->seconds;
    pipe_ends theirs;
    const bool started = make_pipes(p, &theirs, stays) && launch(p, &s, &theirs);
    const int why = errno;
    close_theirs(&theirs);
    if (started)
        return p;
    process_stop(p);
    errno = why;
    return NULL;
}

/* ---- while it runs --------------------------------------------------------------------------- */

/* Reads once; closes what has come to its end. */
static ssize_t read_end(int *fd, char *to, size_t room)
{
    const ssize_t n = read(*fd, to, room);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
        close_end(fd);
    return n > 0 ? n : 0;
}

static void read_report(process *p)
{
    supervise_report end;
    const ssize_t n = read(p->report, &end, sizeof end);
    if (n < 0 && errno == EINTR)
        return;
    p->is_reported = true; /* none at all: the supervisor was killed */
    p->end = n == (ssize_t)sizeof end ? end : (supervise_report){PROCESS_SIGNALLED, SIGKILL};
    close_end(&p->report);
}

static int milliseconds(double until)
{
    const double left = until - now();
    return left <= 0 ? 0 : left >= 1000 ? 1000000 : (int)(left * 1e3) + 1;
}

/* Waits for something of the program, at most until then (0: for ever), and takes it in. Its report is read last,
 * when nothing it printed is left. False: nothing came. */
static bool pump(process *p, double until)
{
    char bytes[1 << 15];
    struct pollfd of[] = {{p->output, POLLIN, 0}, {p->answers, POLLIN, 0}, {p->report, POLLIN, 0}};
    if (poll(of, 3, until > 0 ? milliseconds(until) : -1) <= 0)
        return false;
    if (of[0].revents != 0)
        kept_add(&p->kept, bytes, (size_t)read_end(&p->output, bytes, sizeof bytes));
    if (of[1].revents != 0 && p->nline < sizeof p->line)
        p->nline += (size_t)read_end(&p->answers, p->line + p->nline, sizeof p->line - p->nline);
    if (of[0].revents == 0 && of[1].revents == 0 && of[2].revents != 0)
        read_report(p);
    return true;
}

/* The supervisor ends all, or is ended itself where it does not. */
static void end_supervisor(process *p)
{
    const double until = now() + GRACE;
    close_end(&p->control);
    while (!p->is_reported && !p->is_stuck && now() < until) {
        p->nline = 0;
        pump(p, until);
    }
    if (!p->is_reported)
        kill(p->supervisor, SIGKILL);
    int status = 0;
    while (waitpid(p->supervisor, &status, 0) < 0 && errno == EINTR)
        ;
    forget(p->supervisor);
    if (!WIFEXITED(status))
        end_strays();
}

void process_stop(process *p)
{
    if (p == NULL)
        return;
    if (p->supervisor > 0)
        end_supervisor(p);
    close_end(&p->control), close_end(&p->report);
    close_end(&p->to), close_end(&p->answers), close_end(&p->output);
    free(p->kept.bytes);
    free(p);
}

/* ---- one that ends ---------------------------------------------------------------------------- */

static bool not_started(process_outcome *out, const char *name, int why)
{
    *out = (process_outcome){.end = PROCESS_NOT_STARTED, .output = malloc(strlen(name) + 128)};
    if (out->output != NULL)
        out->output_bytes = (size_t)sprintf(out->output, "%s: %.100s", name, strerror(why));
    else
        out->output = calloc(1, 1);
    return false;
}

bool process_run(const char *const *argv, const char *folder, const process_limits *limits, process_outcome *out)
{
    const double begin = now();
    process *p = start(argv, folder, limits, false);
    if (p == NULL)
        return not_started(out, argv[0], errno);
    const double until = limits->seconds > 0 ? begin + limits->seconds + GRACE : 0;
    while (!p->is_reported && (until <= 0 || now() < until))
        pump(p, until);
    p->is_stuck = !p->is_reported;
    const supervise_report end = p->is_stuck ? (supervise_report){PROCESS_TIMED_OUT, 0} : p->end;
    *out = (process_outcome){.end = end.end, .code = end.code, .seconds = now() - begin};
    if (end.end != PROCESS_NOT_STARTED)
        kept_take(&p->kept, out);
    process_stop(p);
    return end.end != PROCESS_NOT_STARTED || not_started(out, argv[0], end.code);
}

bool process_run_line(const char *line, const char *folder, const process_limits *limits, process_outcome *out)
{
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    return process_run(argv, folder, limits, out);
}

/* ---- one that stays ---------------------------------------------------------------------------- */

process *process_start(const char *const *argv, const char *folder, const process_limits *limits, char message[256])
{
    process *p = start(argv, folder, limits, true);
    if (p == NULL)
        snprintf(message, 256, "%.100s: %.100s", argv[0], strerror(errno));
    return p;
}

/* The line that it answered, without its end; NULL: none is whole yet. */
static const char *whole_line(process *p)
{
    char *end = memchr(p->line, '\n', p->nline);
    if (end == NULL)
        return NULL;
    *end = '\0';
    if (end > p->line && end[-1] == '\r')
        end[-1] = '\0';
    return p->line;
}

static bool send_line(process *p, const char *line)
{
    const size_t n = strlen(line);
    char *text = malloc(n + 2);
    if (text == NULL)
        return false;
    memcpy(text, line, n);
    text[n] = '\n';
    const bool sent = send(p->to, text, n + 1, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n + 1;
    free(text);
    return sent;
}

/* What came unasked. */
static void drop_answers(process *p)
{
    struct pollfd of = {p->answers, POLLIN, 0};
    for (int i = 0; i < 64 && p->answers >= 0 && poll(&of, 1, 0) > 0; i++)
        read_end(&p->answers, p->line, sizeof p->line);
    p->nline = 0;
}

/* Why there is no answer. One that closes its output is given a moment to end, which says more. */
static const char *no_answer(process *p, double begin, bool timed_out, process_outcome *end)
{
    const double until = now() + 0.2;
    while (!timed_out && !p->is_reported && p->nline < sizeof p->line && now() < until)
        pump(p, until);
    const supervise_report said =
        p->is_reported ? p->end : (supervise_report){timed_out ? PROCESS_TIMED_OUT : PROCESS_NO_ANSWER, 0};
    if (said.end == PROCESS_NOT_STARTED) {
        not_started(end, "the adapter", said.code);
        return NULL;
    }
    *end = (process_outcome){.end = said.end, .code = said.code, .seconds = now() - begin};
    kept_take(&p->kept, end);
    return NULL;
}

const char *process_ask(process *p, const char *line, double seconds, process_outcome *end)
{
    const double begin = now(), until = seconds > 0 ? begin + seconds : 0;
    drop_answers(p);
    bool asked = send_line(p, line);
    while (asked && !p->is_reported && p->answers >= 0 && p->nline < sizeof p->line) {
        if (until > 0 && now() >= until)
            return no_answer(p, begin, true, end);
        pump(p, until);
        const char *answer = whole_line(p);
        if (answer != NULL) {
            p->kept.total = 0;
            return answer;
        }
    }
    return no_answer(p, begin, false, end);
}
