/* folders.c - folders of temporary files, all in one, which goes with the command however that ends. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise.h"

/* ---- one folder ------------------------------------------------------------------------------ */

/* Programs may leave folders within folders, thousands deep: one that is not empty is moved to the top, so that
 * nothing here depends on how deep it was. */
static bool move_up(int top, int folder, const char *name)
{
    char as[64];
    for (unsigned i = 0; i < 1u << 20; i++) {
        snprintf(as, sizeof as, ".garner-%u", i);
        if (renameat(folder, name, top, as) == 0)
            return true;
        if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR)
            return false;
    }
    return false;
}

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Removes files and empty folders of an open folder; others move to the top. Whether anything went. */
static bool empty_folder(int top, int folder)
{
    DIR *d = fdopendir(folder);
    bool any = false;
    if (d == NULL) {
        close(folder);
        return false;
    }
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        if (is_dots(e->d_name))
            continue;
        any |= unlinkat(dirfd(d), e->d_name, 0) == 0 || unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR) == 0 ||
               move_up(top, dirfd(d), e->d_name);
    }
    closedir(d);
    return any;
}

/* A folder that its owner may not read or change is made one that he may. */
static int open_folder(int at, const char *name)
{
    const int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int fd = openat(at, name, how);
    struct stat s;
    if (fd >= 0 && fstat(fd, &s) == 0 && (s.st_mode & 0700) != 0700)
        (void)!fchmod(fd, 0700);
    if (fd >= 0 || errno != EACCES || fstatat(at, name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(s.st_mode))
        return fd;
    return fchmodat(at, name, 0700, 0) == 0 ? openat(at, name, how) : -1;
}

/* One pass over the top: files go, and what is in its folders. */
static bool remove_pass(int top)
{
    DIR *d = fdopendir(openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    bool any = false;
    if (d == NULL)
        return false;
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        if (is_dots(e->d_name) || unlinkat(top, e->d_name, 0) == 0 || unlinkat(top, e->d_name, AT_REMOVEDIR) == 0)
            continue;
        const int folder = open_folder(top, e->d_name);
        any |= folder >= 0 && empty_folder(top, folder);
        unlinkat(top, e->d_name, AT_REMOVEDIR);
    }
    closedir(d);
    return any;
}

void folder_remove(const char *path)
{
    const int top = open_folder(AT_FDCWD, path);
    if (top < 0)
        return;
    for (int pass = 0; pass < 100000 && remove_pass(top); pass++)
        ;
    close(top);
    rmdir(path);
}

/* ---- the one that all are in ----------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    char path[4096]; /* "": not made yet */
    pid_t keeper;    /* the process that removes it when the command is gone; 0: none */
    int pipe;        /* which the command holds open as long as it lives */
    unsigned made;
} root = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Noreturn void keep_root(int from)
{
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
    char byte;
    setsid();
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    for (int fd = 0; fd < 256; fd++)
        if (fd != from)
            close(fd);
    while (read(from, &byte, 1) < 0 && errno == EINTR)
        ;
    folder_remove(root.path);
    _exit(0);
}

static void root_end(void)
{
    folder_remove(root.path);
    close(root.pipe);
    if (root.keeper > 0)
        waitpid(root.keeper, NULL, 0);
}

static void start_keeper(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    root.keeper = fork();
    if (root.keeper == 0)
        keep_root(ends[0]);
    close(ends[0]);
    process_keeps(root.keeper);
    root.pipe = ends[1];
    atexit(root_end);
}

static bool make_root(void)
{
    const char *in = getenv("TMPDIR");
    if (root.path[0] != '\0')
        return true;
    const int n = snprintf(root.path, sizeof root.path, "%s/garner-XXXXXX", in != NULL && in[0] == '/' ? in : "/tmp");
    if (n < 0 || (size_t)n >= sizeof root.path - 32 || mkdtemp(root.path) == NULL) {
        root.path[0] = '\0';
        return false;
    }
    start_keeper();
    return true;
}

bool folder_make(char out[4096])
{
    pthread_mutex_lock(&root.lock);
    bool made = make_root();
    if (made) {
        const int n = snprintf(out, 4096, "%s/%u", root.path, ++root.made);
        made = n > 0 && n < 4096 && mkdir(out, 0700) == 0;
        if (!made && errno == ENOENT && mkdir(root.path, 0700) == 0) /* a program removed it */
            made = mkdir(out, 0700) == 0;
    }
    pthread_mutex_unlock(&root.lock);
    return made;
}
