/*
 * results.c - run --output: results as files.
 *
 * A folder gets a file for each as soon as it is there. An .npy, .npz or .safetensors, or standard
 * output, gets all of them at the end, whole or not at all: where one function runs they are
 * written from where they lie, else from copies, which count for --max-memory. That the place can
 * be written to is found out before anything runs.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

typedef struct kept_result {
    char name[OUTPUT_NAME_BYTES];
    grn_tensor tensor;
    size_t copied_bytes; /* 0: it lies in the run's results */
} kept_result;

struct result_files {
    const char *path;
    tensor_format format; /* NONE: a folder */
    bool to_stdout, written;
    kept_result *items;
    size_t count;
    grn_budget budget;
};

static bool is_folder(const char *path)
{
    struct stat about;
    return path[strlen(path) - 1] == '/' || (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

bool is_output_of_tensors(const char *path)
{
    return strcmp(path, "-") == 0 || is_folder(path) || tensor_format_of_name(path, strlen(path)) != TENSOR_FORMAT_NONE;
}

int results_open(const char *path, size_t max_memory_bytes, result_files **out)
{
    *out = NULL;
    if (!path)
        return EXIT_FINE;
    result_files *f = *out = calloc(1, sizeof *f);
    if (!f)
        return refuse(EXIT_REJECTED, "memory refused for the list of results");
    f->path = path;
    grn_budget_init(&f->budget, NULL, max_memory_bytes);
    f->to_stdout = strcmp(f->path, "-") == 0;
    f->format = f->to_stdout         ? TENSOR_FORMAT_NPZ
                : is_folder(f->path) ? TENSOR_FORMAT_NONE
                                     : tensor_format_of_name(f->path, strlen(f->path));
    if (f->to_stdout)
        return EXIT_FINE;
    if (f->format != TENSOR_FORMAT_NONE)
        return keep_check(f->path);
    int exit = output_open(f->path);
    return exit == EXIT_FINE ? output_check() : exit;
}

bool results_to_stdout(const result_files *f) { return f && f->to_stdout; }

int results_expect(const result_files *f, const grn_function_info *function, bool one_of_several)
{
    if (!f || f->format != TENSOR_FORMAT_NPY || (function->nresults == 1 && !one_of_several))
        return EXIT_FINE;
    if (one_of_several)
        return refuse_of(
            EXIT_USAGE, f->path,
            "an .npy holds one result, and several functions run; an .npz, a .safetensors or a folder holds all");
    return refuse_of(EXIT_USAGE, f->path,
                     "an .npy holds one result, @%s has %zu; an .npz, a .safetensors or a folder holds all",
                     function->name, function->nresults);
}

/* ---- keeping ---------------------------------------------------------------------- */

static void drop(result_files *f, kept_result *k)
{
    if (k->copied_bytes)
        f->budget.allocator.release(f->budget.allocator.user, k->tensor.data, k->copied_bytes);
    k->copied_bytes = 0;
}

/* As an .npy in memory, which any strides become rows in. */
static bool copy(result_files *f, kept_result *k)
{
    const size_t room = grn_tensor_bytes(&k->tensor) + 1024; /* the header of an .npy is smaller */
    char *bytes = f->budget.allocator.allocate(f->budget.allocator.user, room, 64);
    grn_text_buffer file = grn_text_buffer_over(bytes, room);
    const grn_sink sink = grn_text_buffer_sink(&file);
    const grn_dtype dtype = k->tensor.dtype;
    if (!bytes)
        return false;
    size_t used;
    if (grn_npy_write(&k->tensor, &sink) != GRN_OK ||
        grn_npy_parse(bytes, file.size_bytes, dtype, NULL, &k->tensor, &used) != GRN_OK) {
        f->budget.allocator.release(f->budget.allocator.user, bytes, room);
        return false;
    }
    memmove(bytes, k->tensor.data, grn_tensor_bytes(&k->tensor));
    k->tensor.data = bytes;
    k->copied_bytes = room;
    return true;
}

/* One of the same name, of a part of the file before, is replaced. */
static kept_result *slot(result_files *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->items[i].name, name) == 0) {
            drop(f, &f->items[i]);
            return &f->items[i];
        }
    kept_result *grown = realloc(f->items, (f->count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    f->items = grown;
    return &f->items[f->count++];
}

static bool keep_tensor(result_files *f, const char *name, const grn_tensor *tensor, bool with_copy)
{
    kept_result *k = slot(f, name);
    if (!k)
        return false;
    snprintf(k->name, sizeof k->name, "%s", name);
    k->tensor = *tensor;
    k->copied_bytes = 0;
    return !with_copy || copy(f, k);
}

/* ---- writing ---------------------------------------------------------------------- */

/* What safetensors cannot say, before anything is written. */
static int check_types(const result_files *f)
{
    for (size_t i = 0; f->format == TENSOR_FORMAT_SAFETENSORS && i < f->count; i++) {
        const grn_tensor *t = &f->items[i].tensor;
        const unsigned bits = grn_dtype_bits(t->dtype);
        const bool packed = bits < 8 && grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT;
        if (safetensors_has(t->dtype) && (!packed || grn_tensor_elements(t) * bits % 8 == 0))
            continue;
        return refuse_of(EXIT_REJECTED, f->path, "safetensors cannot hold %s, which is of %s: an .npz can",
                         f->items[i].name, grn_dtype_text(t->dtype));
    }
    return EXIT_FINE;
}

static bool write_files(const void *what, FILE *to)
{
    const result_files *f = what;
    const grn_sink sink = grn_file_sink(to);
    const bool one = f->format == TENSOR_FORMAT_NPY || (f->to_stdout && f->count == 1);
    if (one && f->count == 1)
        return grn_npy_write(&f->items[0].tensor, &sink) == GRN_OK;
    named_tensor *named = calloc(f->count + 1, sizeof *named);
    for (size_t i = 0; named && i < f->count; i++)
        named[i] = (named_tensor){f->items[i].name, &f->items[i].tensor};
    grn_status status = !named                                   ? GRN_E_MEMORY
                        : f->format == TENSOR_FORMAT_SAFETENSORS ? safetensors_write(named, f->count, NULL, &sink)
                                                                 : npz_write(named, f->count, NULL, &sink);
    free(named);
    return status == GRN_OK;
}

static int write_all(result_files *f)
{
    int exit = check_types(f);
    f->written = true;
    if (exit == EXIT_FINE && f->to_stdout)
        return write_files(f, stdout) ? EXIT_FINE : EXIT_REJECTED; /* main reports standard output's errors */
    return exit == EXIT_FINE ? keep_file(f->path, write_files, f) : exit;
}

static int to_folder(const grn_function_info *function, size_t number, const grn_results *results)
{
    const grn_comm *ranks = ranks_comm(); /* each has its process's, which stand in the order of the processes */
    const size_t count = grn_results_count(results), first = ranks ? (size_t)ranks->rank * count : 0;
    int exit = EXIT_FINE;
    for (size_t i = 0; exit == EXIT_FINE && i < count; i++)
        exit = output_write(function, number, first + i, grn_results_tensor(results, i));
    return exit;
}

int results_add(result_files *f, const grn_function_info *function, size_t number, const grn_results *results,
                bool is_all)
{
    if (!f)
        return EXIT_FINE;
    if (f->format == TENSOR_FORMAT_NONE)
        return to_folder(function, number, results);
    if (f->format == TENSOR_FORMAT_NPY && grn_results_count(results) != 1)
        return refuse_of(EXIT_REJECTED, f->path, "an .npy holds one result, here are %zu", grn_results_count(results));
    for (size_t i = 0; i < grn_results_count(results); i++) {
        char name[OUTPUT_NAME_BYTES];
        output_name(function->name, function->name_bytes, number, i, name);
        name[strlen(name) - strlen(".npy")] = '\0';
        if (keep_tensor(f, name, grn_results_tensor(results, i), !is_all))
            continue;
        return refuse_of(EXIT_REJECTED, f->path, "memory refused for result %s", name);
    }
    return is_all ? write_all(f) : EXIT_FINE;
}

int results_close(result_files *f, int exit)
{
    if (!f)
        return exit;
    if (exit == EXIT_FINE && f->format != TENSOR_FORMAT_NONE && !f->written)
        exit = write_all(f);
    for (size_t i = 0; i < f->count; i++)
        drop(f, &f->items[i]);
    free(f->items);
    free(f);
    output_close();
    return exit;
}
