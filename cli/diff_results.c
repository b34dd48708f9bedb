/* diff_results.c - what a tool is given, and what it wrote, as files of a folder. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff.h"

/* ---- inputs ----------------------------------------------------------------------------------- */

static bool close_well(FILE *f, bool well) { return (fclose(f) == 0) && well; }

static bool write_input(const char *folder, size_t i, const grn_tensor *t)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/in_%zu.npy", folder, i);
    FILE *f = fopen(path, "wbx");
    if (f == NULL)
        return false;
    const grn_sink sink = grn_file_sink(f);
    return close_well(f, grn_npy_write(t, &sink) == GRN_OK);
}

static void write_type(FILE *f, const char *name, size_t i, const grn_tensor *t)
{
    fprintf(f, "%s_%zu ", name, i);
    for (int32_t d = 0; d < t->rank; d++)
        t->shape[d] < 0 ? fprintf(f, "?x") : fprintf(f, "%" PRId64 "x", t->shape[d]);
    fprintf(f, "%s\n", grn_dtype_text(t->dtype));
}

/* "function main", "in_0 2x3xf32", "out_0 ?xi64", a line each; of another type than a tensor's nothing. */
static bool write_signature(const char *folder, const grn_module *module, size_t function, size_t ninputs,
                            const grn_tensor *inputs)
{
    char path[4200];
    grn_function_info info;
    grn_tensor type;
    snprintf(path, sizeof path, "%s/signature.txt", folder);
    FILE *f = grn_module_function(module, function, &info) == GRN_OK ? fopen(path, "wx") : NULL;
    if (f == NULL)
        return false;
    fprintf(f, "function %s\n", info.name);
    for (size_t i = 0; i < ninputs; i++)
        write_type(f, "in", i, &inputs[i]);
    for (size_t i = 0; i < info.nresults; i++)
        if (grn_module_value_type(module, function, true, i, &type) == GRN_OK)
            write_type(f, "out", i, &type);
    return close_well(f, !ferror(f));
}

bool tool_inputs_write(const char *folder, const grn_module *module, size_t function, size_t ninputs,
                       const grn_tensor *inputs)
{
    bool well = write_signature(folder, module, function, ninputs, inputs);
    for (size_t i = 0; well && i < ninputs; i++)
        well = write_input(folder, i, &inputs[i]);
    return well;
}

/* ---- results ---------------------------------------------------------------------------------- */

#define HEADER_BYTES (UINT64_C(64) << 10)
#define MOST_OPEN_BYTES (UINT64_C(1) << 30) /* of a result whose extents are open */

static bool is_wrong(tool_results *r, const char *format, ...) GRN_PRINTF(2, 3);
static bool is_wrong(tool_results *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->why, sizeof r->why, format, arguments);
    va_end(arguments);
    return false;
}

/* The names of the first files there, for a person. */
static void list_folder(int folder, char *out, size_t room)
{
    const int copy = dup(folder);
    DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
    size_t n = 0, used = 0;
    out[0] = '\0';
    if (d == NULL)
        return;
    rewinddir(d);
    for (const struct dirent *e; (e = readdir(d)) != NULL && used < room;)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && n++ < 6)
            used += (size_t)snprintf(out + used, room - used, "%s%.40s", n > 1 ? ", " : "", e->d_name);
    closedir(d);
}

static bool is_missing(tool_results *r, int folder, const char *name)
{
    char there[256];
    list_folder(folder, there, sizeof there);
    return is_wrong(r, "there is no %s; it wrote %s", name, there[0] ? there : "nothing");
}

/* A file that the tool may still change: it is read, not mapped, and a link or a pipe is none. */
static bool read_whole(tool_results *r, int folder, const char *name, uint64_t most, char **bytes, size_t *n)
{
    struct stat about;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? is_missing(r, folder, name) : is_wrong(r, "%s: %s", name, strerror(errno));
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || (uint64_t)about.st_size > most) {
        close(fd);
        return S_ISREG(about.st_mode) ? is_wrong(r, "%s has %" PRIu64 " bytes, at most %" PRIu64 " are due", name,
                                                 (uint64_t)about.st_size, most)
                                      : is_wrong(r, "%s is no regular file", name);
    }
    *n = 0;
    *bytes = malloc((size_t)about.st_size + 1);
    for (ssize_t got = 1; *bytes != NULL && got > 0 && *n<(size_t)about.st_size; *n += got> 0 ? (size_t)got : 0)
        got = read(fd, *bytes + *n, (size_t)about.st_size - *n);
    close(fd);
    return *bytes != NULL || is_wrong(r, "%s: memory refused", name);
}

static uint64_t most_bytes(const grn_tensor *type)
{
    for (int32_t d = 0; d < type->rank; d++)
        if (type->shape[d] < 0)
            return MOST_OPEN_BYTES;
    const size_t bytes = (size_t)grn_tensor_elements(type) * grn_dtype_bytes(type->dtype);
    return HEADER_BYTES + bytes;
}

static bool has_shape(const grn_tensor *t, const grn_tensor *type)
{
    bool same = t->rank == type->rank;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = type->shape[d] < 0 || type->shape[d] == t->shape[d];
    return same;
}

static const char *type_text(const grn_tensor *t, char out[512])
{
    value_type type = {.dtype = t->dtype, .rank = t->rank};
    memcpy(type.shape, t->shape, sizeof type.shape);
    value_type_text(&type, -1, out, 512);
    return out;
}

static bool read_tensor_of(tool_results *r, const char *name, const char *bytes, size_t n, const grn_tensor *type,
                           read_tensor *out)
{
    char have[512], want[512];
    first_error e = {{0}, {0}};
    const grn_diag diag = first_error_diag(&e);
    tensor_file *file = NULL;
    grn_status status = tensor_file_open(bytes, n, TENSOR_FORMAT_NPY, NULL, &diag, &file);
    if (status == GRN_OK)
        status = tensor_file_read(file, 0, type->dtype, NULL, &diag, out);
    tensor_file_close(file);
    if (status != GRN_OK)
        return is_wrong(r, "%s: %.300s", name, e.text[0] ? e.text : grn_status_text(status));
    return has_shape(&out->tensor, type) ||
           is_wrong(r, "%s is %.100s, %.100s is declared", name, type_text(&out->tensor, have), type_text(type, want));
}

static bool read_result(tool_results *r, int folder, const grn_module *module, size_t function, size_t i)
{
    char name[64], *bytes = NULL;
    size_t n = 0;
    grn_tensor type;
    snprintf(name, sizeof name, "out_%zu.npy", i);
    if (grn_module_value_type(module, function, true, i, &type) != GRN_OK)
        return is_wrong(r, "result %zu is declared as no tensor", i);
    const bool is_read = read_whole(r, folder, name, most_bytes(&type), &bytes, &n);
    r->files[i] = bytes;
    if (!is_read || !read_tensor_of(r, name, bytes, n, &type, &r->read[i]))
        return false;
    r->tensors[i] = r->read[i].tensor;
    return true;
}

bool tool_results_read(const char *folder, const grn_module *module, size_t function, tool_results *out)
{
    grn_function_info info;
    *out = (tool_results){0};
    if (grn_module_function(module, function, &info) != GRN_OK)
        return is_wrong(out, "there is no such function");
    out->count = info.nresults;
    out->tensors = calloc(out->count + 1, sizeof *out->tensors);
    out->read = calloc(out->count + 1, sizeof *out->read);
    out->files = calloc(out->count + 1, sizeof *out->files);
    if (!out->tensors || !out->read || !out->files)
        return is_wrong(out, "memory refused for results");
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return is_wrong(out, "the folder of results is gone: %s", strerror(errno));
    bool well = true;
    for (size_t i = 0; well && i < out->count; i++)
        well = read_result(out, fd, module, function, i);
    close(fd);
    return well;
}

void tool_results_free(tool_results *r)
{
    for (size_t i = 0; i < r->count; i++) {
        if (r->read)
            tensor_release(&r->read[i]);
        if (r->files)
            free(r->files[i]);
    }
    free(r->tensors);
    free(r->read);
    free(r->files);
    *r = (tool_results){0};
}
