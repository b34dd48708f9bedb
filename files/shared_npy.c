/* shared_npy.c - parts of one .npy. */
#include "files/shared_npy.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static grn_status fail(const grn_diag *diag, grn_status status, const char *path, const char *why)
{
    char text[PATH_BYTES + 256];
    snprintf(text, sizeof text, "%s: %s", path, why);
    if (diag && diag->emit)
        diag->emit(diag->user, &(grn_diagnostic){.severity = GRN_SEVERITY_ERROR, .message = text});
    return status;
}

static grn_status agree(const grn_comm *ranks, grn_status own)
{
    int64_t least = 0;
    grn_status status = ranks->least(ranks->user, own == GRN_OK, &least);
    if (own != GRN_OK)
        return own;
    return status != GRN_OK ? status : least ? GRN_OK : GRN_E_PEER;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* "results.npy.garner-123.tmp": rank 0 draws the number. */
static grn_status name_temporary(const grn_comm *ranks, const char *path, char out[PATH_BYTES])
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    const int64_t drawn = ((int64_t)now.tv_nsec << 22 | ((int64_t)getpid() & 0x3FFFFF)) & INT64_MAX;
    int64_t number = 0;
    grn_status status = ranks->least(ranks->user, ranks->rank == 0 ? drawn : INT64_MAX, &number);
    if (status == GRN_OK &&
        (size_t)snprintf(out, PATH_BYTES, "%s.garner-%" PRIx64 ".tmp", path, (uint64_t)number) >= PATH_BYTES)
        status = GRN_E_ARGUMENT;
    return status;
}

static bool put_all(int fd, const char *bytes, size_t n, uint64_t at)
{
    while (n > 0) {
        const ssize_t put = pwrite(fd, bytes, n, (off_t)at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        n -= (size_t)put;
        at += (uint64_t)put;
    }
    return true;
}

static grn_status put_piece(void *user, uint64_t at, const void *bytes, size_t n)
{
    return put_all(*(int *)user, bytes, n, at) ? GRN_OK : GRN_E_SINK;
}

typedef struct writing {
    const char *path, *temporary;
    char header[NPY_HEADER_BYTES];
    size_t header_bytes;
    uint64_t data_bytes;
    int fd;
} writing;

/* Rank 0: the file, with its header, as long as it will be. */
static grn_status make(writing *w, const grn_diag *diag)
{
    w->fd = open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    const bool made = w->fd >= 0 && put_all(w->fd, w->header, w->header_bytes, 0) &&
                      ftruncate(w->fd, (off_t)(w->header_bytes + w->data_bytes)) == 0;
    return made ? GRN_OK : fail(diag, GRN_E_SINK, w->path, strerror(errno));
}

static grn_status write_part(writing *w, const grn_comm *ranks, const grn_layout *layout, const grn_tensor *local,
                             const grn_diag *diag)
{
    if (w->fd < 0)
        w->fd = open(w->temporary, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (w->fd < 0)
        return fail(diag, GRN_E_SINK, w->temporary, strerror(errno));
    const slice_sink sink = {put_piece, &w->fd};
    grn_status status = tensor_slice_write(local, layout, ranks->rank, ranks->size, w->header_bytes, &sink, diag);
    return status == GRN_E_SINK ? fail(diag, status, w->path, strerror(errno)) : status;
}

/* What a file system says late, it says here. */
static grn_status end_part(writing *w, grn_status status, const grn_diag *diag)
{
    const bool closed = w->fd < 0 || close(w->fd) == 0;
    w->fd = -1;
    return status == GRN_OK && !closed ? fail(diag, GRN_E_SINK, w->path, strerror(errno)) : status;
}

static grn_status give_name(const writing *w, const grn_diag *diag)
{
    return rename(w->temporary, w->path) == 0 ? GRN_OK : fail(diag, GRN_E_SINK, w->path, strerror(errno));
}

grn_status shared_npy_write(const grn_comm *ranks, const char *path, const grn_layout *layout, const grn_tensor *local,
                            const grn_diag *diag)
{
    char temporary[PATH_BYTES];
    writing w = {.path = path, .temporary = temporary, .fd = -1};
    grn_status status = npy_header(local->dtype, layout->rank, layout->shape, w.header, &w.header_bytes, &w.data_bytes);
    status = agree(ranks, status);
    if (status == GRN_OK)
        status = name_temporary(ranks, path, temporary);
    if (status != GRN_OK)
        return status;
    status = agree(ranks, ranks->rank == 0 ? make(&w, diag) : GRN_OK);
    if (status == GRN_OK)
        status = agree(ranks, end_part(&w, write_part(&w, ranks, layout, local, diag), diag));
    else
        end_part(&w, status, diag);
    if (status == GRN_OK)
        status = agree(ranks, ranks->rank == 0 ? give_name(&w, diag) : GRN_OK);
    if (status != GRN_OK && ranks->rank == 0)
        unlink(temporary);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static grn_status map(const char *path, const grn_diag *diag, shared_npy *out)
{
    struct stat about;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) != 0) {
        const int why = errno;
        if (fd >= 0)
            close(fd);
        return fail(diag, GRN_E_FORMAT, path, strerror(why));
    }
    out->mapped_bytes = (size_t)about.st_size;
    void *at = out->mapped_bytes ? mmap(NULL, out->mapped_bytes, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    const int why = errno;
    close(fd);
    out->mapped = at == MAP_FAILED ? NULL : at;
    if (out->mapped)
        return GRN_OK;
    return fail(diag, GRN_E_FORMAT, path, out->mapped_bytes ? strerror(why) : "the file is empty");
}

grn_status shared_npy_open(const grn_comm *ranks, const char *path, const grn_layout *layout, grn_dtype declared,
                           const grn_diag *diag, shared_npy *out)
{
    grn_tensor whole;
    size_t used;
    *out = (shared_npy){.mapped = NULL};
    grn_status status = map(path, diag, out);
    if (status == GRN_OK)
        status = grn_npy_parse(out->mapped, out->mapped_bytes, declared, diag, &whole, &used);
    return status == GRN_OK ? tensor_slice(&whole, layout, ranks->rank, ranks->size, diag, &out->local) : status;
}

void shared_npy_close(shared_npy *file)
{
    if (file->mapped)
        munmap(file->mapped, file->mapped_bytes);
    *file = (shared_npy){.mapped = NULL};
}
