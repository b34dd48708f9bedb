/* gen_files.c - the folder that programs are written to. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen.h"

void gen_name(uint64_t number, const char *ending, char out[GEN_NAME_BYTES])
{
    snprintf(out, GEN_NAME_BYTES, "%06" PRIu64 "%s", number, ending ? ending : "");
}

static bool give_reason(gen_place *place, const char *format, va_list args)
{
    vsnprintf(place->reason, sizeof place->reason, format, args);
    return false;
}

bool gen_leave(gen_place *place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    place->is_left_out = true;
    give_reason(place, format, args);
    va_end(args);
    return false;
}

bool gen_fail(gen_place *place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    place->is_left_out = false;
    give_reason(place, format, args);
    va_end(args);
    return false;
}

static bool failed(gen_place *place, const char *name, const char *what)
{
    return gen_fail(place, "%s: %s: %s", name, what, strerror(errno));
}

static bool write_all(int to, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(to, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

/* A link that stands there is not followed, and a file that is there is replaced only where that was asked for. */
static bool put_file(gen_place *place, int folder, const char *name, const void *bytes, size_t n)
{
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (place->replaces ? O_TRUNC : O_EXCL);
    const int to = openat(folder, name, flags, 0666);
    if (to < 0)
        return failed(place, name, "the file cannot be made");
    const bool written = write_all(to, bytes, n);
    const int reason = errno;
    const bool closed = close(to) == 0;
    errno = written ? errno : reason;
    return (written && closed) || failed(place, name, "the file cannot be written");
}

/* "test_data_set_0/input_0.pb": one folder more. */
static bool put_in_folder(gen_place *place, int folder, const char *name, const void *bytes, size_t n)
{
    const char *slash = strchr(name, '/');
    char inner[GEN_NAME_BYTES];
    if (!slash)
        return put_file(place, folder, name, bytes, n);
    snprintf(inner, sizeof inner, "%.*s", (int)(slash - name), name);
    if (mkdirat(folder, inner, 0777) != 0 && errno != EEXIST)
        return failed(place, inner, "the folder cannot be made");
    const int at = openat(folder, inner, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (at < 0)
        return failed(place, inner, "the folder cannot be opened");
    const bool fine = put_file(place, at, slash + 1, bytes, n);
    close(at);
    return fine;
}

bool gen_put(gen_place *place, const char *name, const void *bytes, size_t n)
{
    char own[GEN_NAME_BYTES];
    if (place->folder < 0)
        return fwrite(bytes, 1, n, stdout) == n || failed(place, "standard output", "it cannot be written");
    gen_name(place->number, name[0] == '.' ? name : NULL, own);
    if (name[0] == '.')
        return put_file(place, place->folder, own, bytes, n);
    if (mkdirat(place->folder, own, 0777) != 0 && errno != EEXIST)
        return failed(place, own, "the folder cannot be made");
    const int at = openat(place->folder, own, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (at < 0)
        return failed(place, own, "the folder cannot be opened");
    const bool fine = put_in_folder(place, at, name, bytes, n);
    close(at);
    return fine;
}
