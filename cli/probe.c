/*
 * probe.c - --probe-output-dir: what programs probe, as files.
 *
 * Values are numbered in the order in which the runs of the command take them:
 * the N-th goes to probe_N.npy. index.csv has a line for each: the probe's
 * name, how many values went under it before in its run, the type, the file.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run.h"

static struct {
    const run_settings *s;
    size_t count;
    grn_text_buffer lines;
    json list; /* of objects, with --json */
} probed;

#define PATH_BYTES 4096

/* False, after a message: the folder's name is too long. */
static bool path_of(const char *name, char out[PATH_BYTES])
{
    int n = snprintf(out, PATH_BYTES, "%s/%s", probed.s->probe_dir, name);
    if (n > 0 && n < PATH_BYTES)
        return true;
    return refuse(false, "--probe-output-dir: the name of the folder is too long");
}

static bool write_tensor(const void *tensor, FILE *to)
{
    const grn_sink sink = grn_file_sink(to);
    return grn_npy_write(tensor, &sink) == GRN_OK;
}

/* In quotes, which are doubled within. */
static grn_status keep_quoted(const grn_sink *sink, const char *text, size_t n)
{
    grn_status status = sink->write(sink->user, "\"", 1);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = sink->write(sink->user, text[i] == '"' ? "\"\"" : &text[i], text[i] == '"' ? 2 : 1);
    return status == GRN_OK ? sink->write(sink->user, "\"", 1) : status;
}

static grn_status keep_line(const char *id, size_t n, uint64_t iteration, const char *type, const char *file)
{
    const grn_sink sink = grn_text_buffer_sink(&probed.lines);
    char number[32];
    const int digits = snprintf(number, sizeof number, ",%" PRIu64 ",", iteration);
    grn_status status = keep_quoted(&sink, id, n);
    if (status == GRN_OK)
        status = sink.write(sink.user, number, (size_t)digits);
    if (status == GRN_OK)
        status = keep_quoted(&sink, type, strlen(type));
    if (status == GRN_OK)
        status = sink.write(sink.user, ",", 1);
    if (status == GRN_OK)
        status = sink.write(sink.user, file, strlen(file));
    return status == GRN_OK ? sink.write(sink.user, "\n", 1) : status;
}

static void list_json(const char *id, size_t n, uint64_t iteration, const char *type, const char *path)
{
    json *j = &probed.list;
    json_open(j, '{');
    json_text_at(j, "probe_id", id, n);
    json_count_at(j, "iteration", iteration);
    json_word_at(j, "type", type);
    json_word_at(j, "file", path);
    json_close(j, '}');
}

/* No two folders are open at once: that of the results is opened again. */
static grn_status keep_value(void *user, const char *id, size_t n, uint64_t iteration, const grn_tensor *value,
                             const char *type)
{
    char name[64], path[PATH_BYTES];
    (void)user;
    snprintf(name, sizeof name, "probe_%zu.npy", probed.count++);
    if (!path_of(name, path))
        return GRN_E_SINK;
    const bool reopen = output_is_open();
    output_close();
    int exit = keep_file(path, write_tensor, value);
    if (exit == EXIT_FINE && reopen)
        exit = output_open(probed.s->output);
    if (exit == EXIT_FINE && document_is_open())
        list_json(id, n, iteration, type, path);
    return exit == EXIT_FINE ? keep_line(id, n, iteration, type, name) : GRN_E_SINK;
}

const grn_probe *probe_begin(const run_settings *s)
{
    static const grn_probe probe = {keep_value, NULL};
    probed.s = s;
    if (s->probe_dir)
        mkdir(s->probe_dir, 0777); /* what is wrong with it is told when a file is written */
    return s->probe_dir ? &probe : NULL;
}

static bool write_index(const void *lines, FILE *to)
{
    const grn_text_buffer *t = lines;
    static const char head[] = "probe_id,iteration,type,file\n";
    return fwrite(head, 1, sizeof head - 1, to) == sizeof head - 1 &&
           fwrite(t->text, 1, t->size_bytes, to) == t->size_bytes;
}

int probe_end(const run_settings *s, int exit)
{
    char path[PATH_BYTES];
    if (s->probe_dir && probed.count) {
        probed.s = s;
        int one = path_of("index.csv", path) ? keep_file(path, write_index, &probed.lines) : EXIT_REJECTED;
        exit = exit == EXIT_FINE ? one : exit;
    }
    if (s->probe_dir && document_is_open())
        json_list_at(document_body(), "probes", &probed.list);
    free(json_finish(&probed.list));
    grn_text_buffer_free(&probed.lines);
    return exit;
}
