/*
 * output.c - results to files.
 *
 * A result is written to a temporary in the folder itself, of an unpredictable
 * name (128 random bits; O_EXCL and O_NOFOLLOW refuse what is there already),
 * and renamed into place when it is whole. The folder is opened
 * once: no path is walked again while it may change. A rename replaces a link
 * that stands at the file's name and never follows it.
 *
 * The temporary goes on every failure and when a signal ends the command.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static struct {
    const char *path; /* as it was given, for messages */
    int fd;           /* -1: not open */
} folder = {NULL, -1};

#define PATH_BYTES (CACHE_PATH_BYTES + OUTPUT_NAME_BYTES) /* longer ones cannot be opened */
#define TEMPORARY_BYTES 48
static char temporary[TEMPORARY_BYTES]; /* its name in the folder */
static volatile sig_atomic_t is_live;   /* whether there may be one */

/* ---- signals --------------------------------------------------------------------------------- */

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
#define ENDING (sizeof ending / sizeof *ending)

/* SA_RESETHAND has put the default action back, so the signal that is raised here ends the command
 * once this returns, and the parent's wait status has that signal. */
static void clean_up(int number)
{
    if (is_live)
        unlinkat(folder.fd, temporary, 0);
    raise(number);
}

void ending_signals(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < ENDING; i++)
        sigaddset(set, ending[i]);
}

/* What the caller has the command ignore, as nohup does, stays ignored. */
static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = clean_up, .sa_flags = (int)SA_RESETHAND}, old;
    ending_signals(&action.sa_mask);
    for (size_t i = 0; i < ENDING; i++)
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ending[i], &action, NULL);
}

/* ---- the folder ------------------------------------------------------------------------------ */

static int folder_failed(const char *path)
{
    return refuse_of(EXIT_REJECTED, path, "%s", errno == ENOTDIR ? "is no folder" : strerror(errno));
}

int output_open(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? output_enter(path) : folder_failed(path);
}

int output_enter(const char *path)
{
    folder.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder.fd < 0)
        return folder_failed(path);
    folder.path = path;
    watch_signals();
    return EXIT_FINE;
}

bool output_is_open(void) { return folder.fd >= 0; }

void output_close(void)
{
    output_abandon();
    if (folder.fd >= 0)
        close(folder.fd);
    folder.fd = -1;
}

/* ---- the temporary --------------------------------------------------------------------------- */

#define RANDOM_BYTES 16

/* Without /dev/urandom, what differs from call to call: it could be foreseen, and O_EXCL still
 * refuses what is there. */
static void make_random(uint64_t random[RANDOM_BYTES / 8])
{
    static unsigned calls;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, random, RANDOM_BYTES);
    if (fd >= 0)
        close(fd);
    if (got == RANDOM_BYTES)
        return;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    random[0] = (uint64_t)now.tv_sec << 32 | (uint32_t)now.tv_nsec;
    random[1] = (uint64_t)getpid() << 32 | ++calls;
}

static void name_temporary(void)
{
    uint64_t random[RANDOM_BYTES / 8];
    make_random(random);
    snprintf(temporary, sizeof temporary, ".garner-%016" PRIx64 "%016" PRIx64 ".tmp", random[0], random[1]);
}

FILE *output_begin(void)
{
    name_temporary();
    is_live = 1; /* before it is there: a signal in between finds nothing to remove */
    int fd = openat(folder.fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        is_live = 0; /* what is there is somebody else's */
        return NULL;
    }
    FILE *to = fdopen(fd, "wb");
    if (!to) {
        int why = errno;
        close(fd);
        output_abandon();
        errno = why;
    }
    return to;
}

void output_abandon(void)
{
    if (is_live)
        unlinkat(folder.fd, temporary, 0);
    is_live = 0;
}

bool output_commit(const char *name)
{
    if (renameat(folder.fd, temporary, folder.fd, name) != 0)
        return false;
    is_live = 0;
    return true;
}

int output_check(void)
{
    FILE *to = output_begin();
    int why = errno;
    if (to)
        fclose(to);
    output_abandon();
    if (to)
        return EXIT_FINE;
    return refuse_of(EXIT_REJECTED, folder.path, "%s", strerror(why));
}

/* ---- one result ------------------------------------------------------------------------------ */

static int write_failed(const char *name, const char *why)
{
    output_abandon();
    return refuse(EXIT_REJECTED, "%s/%s: %s", folder.path, name, why);
}

static void wrote(const char *name)
{
    char path[PATH_BYTES];
    const size_t n = strlen(folder.path);
    snprintf(path, sizeof path, "%s%s%s", folder.path, n > 0 && folder.path[n - 1] == '/' ? "" : "/", name);
    document_wrote(path);
}

int output_write(const grn_function_info *function, size_t number, size_t index, const grn_tensor *tensor)
{
    char name[OUTPUT_NAME_BYTES];
    output_name(function->name, function->name_bytes, number, index, name);
    FILE *to = output_begin();
    if (!to)
        return write_failed(name, strerror(errno));
    grn_sink sink = grn_file_sink(to);
    grn_status status = grn_npy_write(tensor, &sink);
    int why = errno; /* of the write that failed */
    bool closed = fclose(to) == 0;
    if (status != GRN_OK)
        return write_failed(name, status == GRN_E_SINK ? strerror(why) : grn_status_text(status));
    if (!closed)
        return write_failed(name, strerror(errno));
    if (!output_commit(name))
        return write_failed(name, strerror(errno));
    wrote(name);
    return EXIT_FINE;
}
