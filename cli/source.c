/* source.c - files into memory, and the parts they are split into. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* Pipes and terminals: read to the end into a buffer that doubles. */
static int read_all(source *s, int fd, size_t most_bytes)
{
    char *text = NULL;
    size_t used = 0, room = 0;
    for (;;) {
        if (used > most_bytes) {
            free(text);
            return refuse_of(EXIT_REJECTED, s->name, "has more bytes than --max-memory allows");
        }
        if (used == room) {
            size_t want = room ? 2 * room : 1 << 16;
            char *grown = want > room ? realloc(text, want) : NULL;
            if (!grown) {
                free(text);
                return refuse_of(EXIT_REJECTED, s->name, "memory refused while reading");
            }
            text = grown;
            room = want;
        }
        ssize_t got = read(fd, text + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(text);
            return refuse_of(EXIT_REJECTED, s->name, "%s", strerror(errno));
        }
        if (got == 0)
            break;
        used += (size_t)got;
    }
    s->text = text;
    s->bytes = used;
    return EXIT_FINE;
}

static int open_fd(source *s, int fd, size_t most_bytes)
{
    struct stat about;
    if (fstat(fd, &about) != 0)
        return refuse_of(EXIT_REJECTED, s->name, "%s", strerror(errno));
    if (S_ISDIR(about.st_mode))
        return refuse_of(EXIT_REJECTED, s->name, "is a directory, a file is expected");
    if (!S_ISREG(about.st_mode) || about.st_size == 0)
        return read_all(s, fd, most_bytes);
    void *at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED)
        return read_all(s, fd, most_bytes);
    s->text = at;
    s->bytes = (size_t)about.st_size;
    s->mapped = true;
    return EXIT_FINE;
}

static int open_path(source *s, const char *path, size_t most_bytes)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return refuse_of(EXIT_REJECTED, s->name, "%s", strerror(errno));
    int exit = open_fd(s, fd, most_bytes);
    close(fd);
    return exit;
}

int source_open(source *s, const char *path) { return source_open_within(s, path, SIZE_MAX); }

int source_open_within(source *s, const char *path, size_t most_bytes)
{
    bool standard = strcmp(path, "-") == 0;
    *s = (source){.name = standard ? "<stdin>" : path};
    int exit = standard ? read_all(s, STDIN_FILENO, most_bytes) : open_path(s, path, most_bytes);
    s->is_onnx = exit == EXIT_FINE && grn_file_is_onnx(s->text, s->bytes);
    s->is_binary = s->is_onnx || (exit == EXIT_FINE && grn_file_is_bytecode(s->text, s->bytes));
    return exit;
}

void source_close(source *s)
{
    for (size_t i = 0; i < s->nbeside; i++) {
        source_close(&s->beside[i].file);
        free(s->beside[i].path);
    }
    free(s->beside);
    if (s->mapped)
        munmap((void *)s->text, s->bytes);
    else
        free((void *)s->text);
    free(s->lines.start);
    *s = (source){0};
}

int source_take(source *s)
{
    if (!s->mapped)
        return EXIT_FINE;
    char *copy = malloc(s->bytes + 1);
    if (!copy)
        return refuse_of(EXIT_REJECTED, s->name, "memory refused while reading");
    memcpy(copy, s->text, s->bytes);
    munmap((void *)s->text, s->bytes);
    s->text = copy;
    s->mapped = false;
    return EXIT_FINE;
}

/* ---- files beside it ------------------------------------------------------------------------- */

/* "a/model.onnx" and "w.bin": "a/w.bin". NULL: memory refused. */
static char *path_beside(const char *name, const char *path)
{
    const char *slash = strrchr(name, '/');
    const size_t folder = slash ? (size_t)(slash - name) + 1 : 0, n = strlen(path);
    char *joined = malloc(folder + n + 1);
    if (joined) {
        memcpy(joined, name, folder);
        memcpy(joined + folder, path, n + 1);
    }
    return joined;
}

static bool is_regular(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The file of this path, opened when it is first asked for. NULL after a message. */
static const source *open_beside(source *s, const char *path)
{
    for (size_t i = 0; i < s->nbeside; i++)
        if (strcmp(s->beside[i].asked, path) == 0)
            return &s->beside[i].file;
    source_beside *grown = realloc(s->beside, (s->nbeside + 1) * sizeof *grown);
    char *joined = path_beside(s->name, path);
    if (grown)
        s->beside = grown;
    if (!grown || !joined || !is_regular(joined)) {
        complain_of(joined ? joined : path, "%s", !grown || !joined ? "memory refused" : "there is no such file");
        free(joined);
        return NULL;
    }
    source_beside *b = &grown[s->nbeside];
    *b = (source_beside){.path = joined, .asked = joined + strlen(joined) - strlen(path)};
    if (source_open(&b->file, joined) != EXIT_FINE) {
        free(joined);
        return NULL;
    }
    s->nbeside++;
    return &b->file;
}

static grn_status external_open(void *user, const char *path, const void **bytes, size_t *size_bytes)
{
    source *s = user;
    const source *file = strcmp(s->name, "<stdin>") == 0 ? NULL : open_beside(s, path);
    if (!file)
        return GRN_E_FORMAT;
    *bytes = file->text;
    *size_bytes = file->bytes;
    return GRN_OK;
}

grn_external_files source_files(source *s) { return (grn_external_files){external_open, s}; }

/* ---- lines ----------------------------------------------------------------------------------- */

static bool add_line(line_index *lines, size_t start)
{
    size_t *starts = list_grown(lines->start, lines->count, &lines->room, sizeof *starts);
    if (!starts)
        return false;
    lines->start = starts;
    lines->start[lines->count++] = start;
    return true;
}

/* Goes on from the last line known until `line` and the one behind it are. False: memory
 * refused. */
static bool index_lines(source *s, uint32_t line)
{
    line_index *lines = &s->lines;
    if (lines->count == 0 && !add_line(lines, 0))
        return false;
    while (lines->count <= line && !lines->complete) {
        size_t from = lines->start[lines->count - 1];
        const char *newline = from < s->bytes ? memchr(s->text + from, '\n', s->bytes - from) : NULL;
        if (!newline)
            lines->complete = true;
        else if (!add_line(lines, (size_t)(newline - s->text) + 1))
            return false;
    }
    return true;
}

const char *source_line(source *s, uint32_t line, size_t *bytes)
{
    *bytes = 0;
    if (!index_lines(s, line) || line == 0 || line > s->lines.count)
        return "";
    size_t from = s->lines.start[line - 1];
    *bytes = (line < s->lines.count ? s->lines.start[line] - 1 : s->bytes) - from;
    return s->text + from;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* As MLIR's tools: a line that begins with this, whatever follows it on the line. */
static const char separator[] = "// -----";

static size_t line_end(const source *s, size_t at)
{
    const char *newline = memchr(s->text + at, '\n', s->bytes - at);
    return newline ? (size_t)(newline - s->text) + 1 : s->bytes;
}

static bool is_separator(const source *s, size_t at)
{
    size_t n = sizeof separator - 1;
    return s->bytes - at >= n && memcmp(s->text + at, separator, n) == 0;
}

bool source_next_chunk(const source *s, bool split, size_t *at, uint32_t *line, chunk *out)
{
    if (*at > s->bytes || (*at == s->bytes && *at > 0))
        return false;
    *out = (chunk){.text = s->text + *at, .first_line = *line};
    split = split && !s->is_binary;
    size_t start = *at, end = s->bytes, next = s->bytes;
    for (size_t p = start; split && p < s->bytes; p = line_end(s, p), ++*line)
        if (is_separator(s, p)) {
            end = p;
            next = line_end(s, p);
            ++*line;
            break;
        }
    out->bytes = end - start;
    *at = next > start ? next : s->bytes + 1;
    return true;
}
