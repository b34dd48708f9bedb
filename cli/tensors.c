/*
 * tensors.c - one input, of a file or as a person types it.
 *
 *   FILE.npy  FILE.npz:NAME  @FILE     a file; what is of no known format is raw bytes of the parameter's type
 *   TYPE=VALUES  TYPE=@FILE            a type such as 3x2xf32 in front
 *   VALUES                             of the parameter's type: [1, 2], 1 2 3, 1e-3, nan, true,
 *                                      zeros, iota, random:7
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arguments.h"

/* ---- files of tensors ---------------------------------------------------------------------- */

/* Behind the first ".npz:" or ".safetensors:". */
static const char *member_of(const char *path)
{
    static const char *const endings[] = {".npz:", ".safetensors:"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const char *at = strstr(path, endings[i]);
        if (at && (!first || at + strlen(endings[i]) < first))
            first = at + strlen(endings[i]);
    }
    return first;
}

static void complain_of_file(void *user, const grn_diagnostic *d)
{
    complain_of(((const tensor_source *)user)->file.name, "%s", d->message);
}

grn_diag tensor_source_diag(const tensor_source *s) { return (grn_diag){complain_of_file, (void *)s}; }

int tensor_source_open(tensor_source *s, const char *path, const grn_budget *budget)
{
    const char *member = member_of(path);
    const size_t n = member ? (size_t)(member - path) - 1 : strlen(path);
    *s = (tensor_source){.member = member, .path = malloc(n + 1)};
    if (!s->path)
        return refuse(EXIT_REJECTED, "memory refused for a file's name");
    memcpy(s->path, path, n);
    s->path[n] = '\0';
    int exit = source_open_within(&s->file, s->path, budget->limit_bytes - budget->used_bytes);
    if (exit != EXIT_FINE)
        return exit;
    const grn_diag diag = tensor_source_diag(s);
    s->format = tensor_format_of_name(s->path, n);
    if (s->format == TENSOR_FORMAT_NONE)
        s->format = tensor_format_of_bytes(s->file.text, s->file.bytes);
    if (s->format == TENSOR_FORMAT_NONE)
        return EXIT_FINE;
    return exit_of_status(
        tensor_file_open(s->file.text, s->file.bytes, s->format, &budget->allocator, &diag, &s->tensors));
}

void tensor_source_close(tensor_source *s)
{
    tensor_file_close(s->tensors);
    source_close(&s->file);
    free(s->path);
    *s = (tensor_source){.path = NULL};
}

#define SHOWN_NAMES 12

void tensor_source_names(const tensor_source *s, char *out, size_t room)
{
    tensor_entry e;
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; used < room && tensor_file_entry(s->tensors, i, &e); i++) {
        if (i == SHOWN_NAMES) {
            snprintf(out + used, room - used, ", ...");
            return;
        }
        used += (size_t)snprintf(out + used, room - used, "%s%.*s", i ? ", " : "",
                                 e.name_bytes < 60 ? (int)e.name_bytes : 60, e.name);
    }
}

/* ---- one tensor of a file -------------------------------------------------------------------- */

/* What is wanted: `type` where it is written, else the parameter's. */
typedef struct wanted {
    const value_type *type; /* NULL: not written */
    const parameter *p;     /* NULL: there is none */
} wanted;

static grn_dtype dtype_of(const wanted *w) { return w->type ? w->type->dtype : w->p ? w->p->type.dtype : GRN_NO_DTYPE; }

/* The member that is named; else the only one, else the one of the parameter's name. */
static int choose_member(const tensor_source *s, const wanted *w, size_t *i)
{
    char names[1024];
    const size_t count = tensor_file_count(s->tensors);
    if (s->format == TENSOR_FORMAT_NPY)
        return *i = 0, EXIT_FINE;
    if (s->member && tensor_file_find(s->tensors, s->member, strlen(s->member), i))
        return EXIT_FINE;
    tensor_source_names(s, names, sizeof names);
    if (s->member)
        return refuse_of(EXIT_REJECTED, s->path, "there is no '%s' in it; it has %s", s->member,
                         count ? names : "no arrays");
    if (count == 1)
        return *i = 0, EXIT_FINE;
    if (w->p && tensor_file_find(s->tensors, w->p->name, strlen(w->p->name), i))
        return EXIT_FINE;
    return refuse_of(EXIT_REJECTED, s->path, "it has %zu tensors (%s); %s:NAME takes one", count,
                     count ? names : "none", s->path);
}

static int read_raw(const tensor_source *s, const wanted *w, const grn_budget *budget, read_tensor *out)
{
    const value_type *type = w->type ? w->type : w->p ? &w->p->type : NULL;
    const grn_diag diag = tensor_source_diag(s);
    const char *kind = grn_file_kind(s->file.text, s->file.bytes);
    if (type && type->is_static && !kind)
        return exit_of_status(tensor_of_bytes(s->file.text, s->file.bytes, type->dtype, type->rank, type->shape,
                                              &budget->allocator, &diag, out));
    return refuse_of(EXIT_REJECTED, s->path, "is no .npy, .npz or .safetensors%s%s%s", kind ? ", but " : "",
                     kind ? kind : "", kind ? "" : "; raw bytes need their type, as in 3x2xf32=@FILE");
}

static int check_written_type(const tensor_source *s, const wanted *w, const grn_tensor *t)
{
    char have[1024], want[1024];
    if (!w->type)
        return EXIT_FINE;
    bool same = t->rank == w->type->rank;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = w->type->shape[d] < 0 || t->shape[d] == w->type->shape[d];
    if (same)
        return EXIT_FINE;
    value_type seen = {.dtype = t->dtype, .rank = t->rank};
    memcpy(seen.shape, t->shape, sizeof seen.shape);
    value_type_text(&seen, 0, have, sizeof have);
    value_type_text(w->type, -1, want, sizeof want);
    return refuse_of(EXIT_REJECTED, s->path, "holds %s, %s is written", have, want);
}

/* A TensorProto of ONNX's. */
static int read_proto(const tensor_source *s, const grn_budget *budget, read_tensor *out)
{
    const grn_diag diag = tensor_source_diag(s);
    const grn_status status =
        grn_onnx_tensor_parse(s->file.text, s->file.bytes, &budget->allocator, &diag, &out->tensor);
    if (status == GRN_OK) { /* grn_tensor_free's bytes */
        out->memory = out->tensor.data;
        out->memory_bytes = grn_tensor_bytes(&out->tensor);
        out->allocator = &budget->allocator;
    }
    return exit_of_status(status);
}

static int read_member(const tensor_source *s, const wanted *w, const grn_budget *budget, read_tensor *out)
{
    const grn_diag diag = tensor_source_diag(s);
    size_t i;
    if (s->format == TENSOR_FORMAT_NONE && ends_in(s->path, ".pb")) {
        int exit = read_proto(s, budget, out);
        return exit == EXIT_FINE ? check_written_type(s, w, &out->tensor) : exit;
    }
    if (s->format == TENSOR_FORMAT_NONE)
        return read_raw(s, w, budget, out);
    int exit = choose_member(s, w, &i);
    if (exit == EXIT_FINE)
        exit = exit_of_status(tensor_file_read(s->tensors, i, dtype_of(w), &budget->allocator, &diag, out));
    return exit == EXIT_FINE ? check_written_type(s, w, &out->tensor) : exit;
}

/* The file stays open as long as the input: the tensor may lie in it. */
static int read_path(input *in, const char *path, const wanted *w, const grn_budget *budget)
{
    tensor_source s;
    int exit = tensor_source_open(&s, path, budget);
    if (exit == EXIT_FINE)
        exit = read_member(&s, w, budget, &in->read);
    in->file = s.file;
    in->file.name = ""; /* s.path, which goes */
    in->has_file = true;
    s.file = (source){.name = ""};
    tensor_source_close(&s);
    return exit;
}

/* ---- values ---------------------------------------------------------------------- */

/* An argument, of which the values begin at byte `at`. */
typedef struct typed {
    const given_text *given;
    size_t at;
} typed;

static void complain_of_value(void *user, const grn_diagnostic *d)
{
    const typed *t = user;
    complain("%s: %s", t->given->option, d->message);
    if (d->place.line)
        show_place(t->given->argument, strlen(t->given->argument), t->at + (d->place.column ? d->place.column - 1 : 0));
}

static int read_values(input *in, const given_text *given, const parameter *p, const grn_budget *budget)
{
    typed t = {given, (size_t)(given->value - given->argument)};
    const grn_diag diag = {complain_of_value, &t};
    const grn_status status =
        typed_read(given->value, strlen(given->value), p, &budget->allocator, &diag, &in->read.tensor);
    if (status == GRN_OK) { /* grn_tensor_free's bytes */
        in->read.memory = in->read.tensor.data;
        in->read.memory_bytes = grn_tensor_bytes(&in->read.tensor);
        in->read.allocator = &budget->allocator;
    }
    return exit_of_status(status);
}

/* What makes elements, and what is no number and stands for one. */
static const char *value_word(const void *words, size_t i)
{
    static const char *const all[] = {"zeros", "iota", "random", "true", "false", "nan", "inf", "infinity"};
    (void)words;
    return i < sizeof all / sizeof *all ? all[i] : NULL;
}

/* A number, a list, or one of the words. */
static bool is_plain_value(const char *text)
{
    const char *word;
    if (strchr(text, '/'))
        return false;
    for (size_t i = 0; (word = value_word(NULL, i)) != NULL; i++)
        if (strncmp(text, word, strlen(word)) == 0 && strchr(" ,:", text[strlen(word)]))
            return true;
    return *text && strchr("0123456789+-.[(\" ", *text);
}

bool is_value_text(const char *text)
{
    value_type type;
    const char *equals = strchr(text, '=');
    return equals && value_type_read(text, (size_t)(equals - text), &type) ? equals[1] != '@' : is_plain_value(text);
}

/* A path, unless it is no file and only a word, which was meant to be a value. */
static int read_plain(input *in, const given_text *given, const wanted *w, const grn_budget *budget)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:0123456789";
    const char *value = given->value;
    struct stat about;
    if (value[strspn(value, letters)] != '\0' || stat(value, &about) == 0)
        return read_path(in, value, w, budget);
    if (strncmp(value, "ones", 4) == 0)
        complain("%s: there is no file '%.80s', and it is no value: 1 alone fills a tensor with ones", given->option,
                 value);
    else {
        const char *near = grn_nearest_word(value, value_word, NULL);
        complain("%s: there is no file '%.80s', and it is no value, as [1, 2], 1, zeros, iota and random:7 are%s%s%s",
                 given->option, value, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return EXIT_REJECTED;
}

int input_read(input *in, const given_text *given, const parameter *p, const grn_budget *budget)
{
    const char *value = given->value, *equals = strchr(value, '=');
    value_type type;
    wanted w = {NULL, p};
    *in = (input){.file = {.name = ""}};
    if (*value == '@')
        return read_path(in, value + 1, &w, budget);
    if (equals && value_type_read(value, (size_t)(equals - value), &type)) {
        w.type = &type;
        if (equals[1] == '@')
            return read_path(in, equals + 2, &w, budget);
    } else if (member_of(value) || tensor_format_of_name(value, strlen(value)) != TENSOR_FORMAT_NONE)
        return read_path(in, value, &w, budget);
    return equals || is_plain_value(value) ? read_values(in, given, p, budget) : read_plain(in, given, &w, budget);
}

void input_close(input *in)
{
    tensor_release(&in->read);
    if (in->has_file)
        source_close(&in->file);
}
