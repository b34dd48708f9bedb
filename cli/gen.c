/*
 * gen.c - garner gen: valid programs made at random, with inputs and expected results.
 *
 * Program `number` of a series is the same whichever thread makes it. What a form cannot say is left
 * out, and the series goes on until as many programs as were asked for are written.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "gen.h"

#define MOST_PROGRAMS 10000000
#define BLOCK 4096      /* programs handed out at once */
#define MOST_IN_VAIN 50 /* left out for each that is written, and 1000 */

typedef struct type_list {
    size_t count;
    grn_dtype dtypes[GRN_DTYPE_COUNT];
} type_list;

typedef struct gen_settings {
    const char *dialect;
    const char *about; /* "gather,scatter" */
    type_list types;
    uint64_t ops, seed, first, count;
    bool edge, unspecified, replaces;
    const char *as;
    const char *to;
} gen_settings;

/* ---- the folder ------------------------------------------------------------------------------ */

static bool is_empty(int folder)
{
    const int copy = dup(folder);
    DIR *all = copy >= 0 ? fdopendir(copy) : NULL;
    bool empty = all != NULL;
    for (struct dirent *e; all && empty && (e = readdir(all));)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    if (all)
        closedir(all);
    else if (copy >= 0)
        close(copy);
    return empty;
}

static int open_folder(const gen_settings *s, int *out)
{
    *out = -1;
    if (strcmp(s->to, "-") == 0)
        return EXIT_FINE;
    if (mkdir(s->to, 0777) != 0 && errno != EEXIST)
        return refuse_of(EXIT_REJECTED, s->to, "the folder cannot be made: %s", strerror(errno));
    *out = open(s->to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*out < 0)
        return refuse_of(EXIT_REJECTED, s->to, "the folder cannot be opened: %s", strerror(errno));
    if (s->replaces || is_empty(*out))
        return EXIT_FINE;
    close(*out);
    return refuse_of(EXIT_REJECTED, s->to,
                     "there are files in the folder; --force writes beside them, and replaces those of the same name");
}

/* ---- a block of the series ------------------------------------------------------------------- */

typedef enum outcome { WRITTEN, LEFT_OUT, FAILED } outcome;

typedef struct made {
    outcome outcome;
    char *reason;   /* of what is not written; memory of its own */
    char *question; /* what the specification leaves open; NULL: nothing */
} made;

typedef struct series {
    const gen_settings *s;
    const gen_form *form;
    grn_generate_options options;
    int folder;
    uint64_t first; /* of the block */
    made *block;
} series;

/* The first message of the library. */
static void keep_message(void *user, const grn_diagnostic *d)
{
    char *reason = user;
    if (!*reason)
        snprintf(reason, GEN_REASON_BYTES, "%s", d->message);
}

static char *copy_of(const char *text) { return text ? strdup(text) : NULL; }

static void make_one(void *context, int32_t i)
{
    const series *all = context;
    made *m = &all->block[i];
    gen_place place = {.folder = all->folder, .replaces = all->s->replaces, .number = all->first + (uint64_t)i};
    grn_generate_options options = all->options;
    grn_generated *generated = NULL;
    const grn_diag diag = {keep_message, place.reason};
    options.number = place.number;
    const grn_status status = grn_generate(&options, &diag, &generated);
    if (status != GRN_OK && !place.reason[0])
        gen_fail(&place, "%s", grn_status_text(status));
    const bool written = status == GRN_OK && all->form->write(&place, generated);
    m->outcome = written ? WRITTEN : place.is_left_out ? LEFT_OUT : FAILED;
    m->reason = written ? NULL : copy_of(place.reason);
    m->question = copy_of(written ? grn_generated_open_question(generated) : NULL);
    grn_generated_destroy(generated);
}

static void make_block(series *all, int32_t n, int32_t threads)
{
    const grn_parallel *parallel = n > 1 ? threads_parallel(threads) : NULL;
    if (parallel) {
        parallel->for_each(parallel->user, n, make_one, all);
        return;
    }
    for (int32_t i = 0; i < n; i++)
        make_one(all, i);
}

/* ---- the series ------------------------------------------------------------------------------ */

typedef struct tally {
    uint64_t written, left_out;
    char *reason; /* of the first that was left out */
    json programs;
} tally;

static void tell_program(tally *t, const series *all, uint64_t number, const made *m)
{
    char name[GEN_NAME_BYTES];
    if (!document_is_open())
        return;
    gen_name(number, all->form->ending, name);
    json_open(&t->programs, '{');
    json_count_at(&t->programs, "number", number);
    json_word_at(&t->programs, "file", all->folder < 0 ? NULL : name);
    json_word_at(&t->programs, "open_question", m->question);
    json_close(&t->programs, '}');
}

/* EXIT_FINE, or after a message. */
static int take_block(tally *t, const series *all, int32_t n)
{
    int exit = EXIT_FINE;
    for (int32_t i = 0; i < n; i++) {
        made *m = &all->block[i];
        const uint64_t number = all->first + (uint64_t)i;
        t->written += m->outcome == WRITTEN;
        t->left_out += m->outcome == LEFT_OUT;
        if (m->outcome == WRITTEN)
            tell_program(t, all, number, m);
        if (m->outcome == LEFT_OUT && !t->reason) {
            t->reason = m->reason;
            m->reason = NULL;
        }
        if (m->outcome == FAILED && exit == EXIT_FINE)
            exit = refuse(EXIT_REJECTED, "gen: program %" PRIu64 ": %s", number, m->reason ? m->reason : "no memory");
        free(m->reason);
        free(m->question);
        *m = (made){0};
    }
    return exit;
}

static int make_series(series *all, const common *c, tally *t)
{
    const uint64_t count = all->s->count;
    int exit = EXIT_FINE;
    while (exit == EXIT_FINE && t->written < count) {
        const uint64_t left = count - t->written;
        const int32_t n = left < BLOCK ? (int32_t)left : BLOCK;
        make_block(all, n, c->threads);
        exit = take_block(t, all, n);
        all->first += (uint64_t)n;
        if (exit == EXIT_FINE && t->left_out > MOST_IN_VAIN * t->written + 1000)
            exit = refuse(EXIT_REJECTED, "gen: of %" PRIu64 " programs only %" PRIu64 " can be said as %s: %s",
                          t->written + t->left_out, t->written, all->form->name, t->reason);
    }
    return exit;
}

static void tell_series(const common *c, const series *all, const tally *t)
{
    if (t->left_out)
        tell(&(notice){.severity = GRN_SEVERITY_REMARK}, "%" PRIu64 " of %" PRIu64 " programs cannot be said as %s: %s",
             t->left_out, t->written + t->left_out, all->form->name, t->reason);
    if (document_is_open()) {
        json *j = document_body();
        json_count_at(j, "made", t->written);
        json_count_at(j, "left_out", t->left_out);
        json_word_at(j, "first_reason", t->reason);
        json_list_at(j, "programs", &t->programs);
    } else if (all->folder >= 0) {
        show_line(c->out, "%" PRIu64 " program%s in %s", t->written, t->written == 1 ? "" : "s", all->s->to);
    }
}

/* ---- options --------------------------------------------------------------------------------- */

#define MOST_ABOUT 64

/* The words of "gather,scatter", in memory that `words` begins. */
static size_t split_words(char *words, const char *out[MOST_ABOUT])
{
    size_t n = 0;
    for (char *rest = words, *word; n < MOST_ABOUT && (word = strtok_r(rest, ",", &rest));)
        out[n++] = word;
    return n;
}

static const gen_form *find_form(const char *name)
{
    const gen_form *f = gen_forms;
    while (f->name && name && strcmp(f->name, name) != 0)
        f++;
    return f;
}

/* What cannot be read of standard output. */
static int check_settings(const gen_settings *s, const gen_form *form)
{
    const bool prints = strcmp(s->to, "-") == 0;
    if (prints && s->count != 1)
        return refuse(EXIT_USAGE, "gen: of several programs -o names the folder that they are written to");
    if (prints && !form->ending)
        return refuse(EXIT_USAGE, "gen: --as=%s writes several files of a program: -o names a folder for them",
                      form->name);
    if (s->count == 0 || s->count > MOST_PROGRAMS)
        return refuse(EXIT_USAGE, "gen: --count takes a number from 1 to %d", MOST_PROGRAMS);
    if (prints && document_is_open())
        return refuse(EXIT_USAGE, "gen: --json tells what is written to a folder: -o names it");
    return EXIT_FINE;
}

/* A program that is not written anywhere tells what is wrong with the options. */
static int try_options(const grn_generate_options *options)
{
    const grn_diag diag = {tell_of_no_file, NULL};
    grn_generated *generated = NULL;
    const grn_status status = grn_generate(options, &diag, &generated);
    grn_generated_destroy(generated);
    return status == GRN_E_ARGUMENT ? EXIT_USAGE : exit_of_status(status);
}

static int make_all(common *c, series *all)
{
    tally t = {0};
    int exit = try_options(&all->options);
    if (exit == EXIT_FINE)
        exit = open_folder(all->s, &all->folder);
    if (exit != EXIT_FINE)
        return exit;
    c->out = stdout;
    exit = make_series(all, c, &t);
    tell_series(c, all, &t);
    free(json_finish(&t.programs));
    free(t.reason);
    if (all->folder >= 0)
        close(all->folder);
    return exit;
}

static int gen(common *c, void *own)
{
    gen_settings *s = own;
    const char *about[MOST_ABOUT];
    char *words = copy_of(s->about ? s->about : "");
    s->to = s->to ? s->to : "-";
    s->count = s->count ? s->count : 1;
    series all = {.s = s, .form = find_form(s->as), .first = s->first};
    all.block = calloc(BLOCK, sizeof *all.block);
    all.options = (grn_generate_options){.size_bytes = sizeof all.options,
                                         .dialect = s->dialect,
                                         .about = about,
                                         .max_ops = (uint32_t)s->ops,
                                         .seed = s->seed,
                                         .number = s->first,
                                         .edge = s->edge,
                                         .unspecified = s->unspecified,
                                         .ndtypes = s->types.count,
                                         .dtypes = s->types.dtypes};
    int exit = words && all.block ? check_settings(s, all.form) : refuse(EXIT_REJECTED, "gen: memory refused");
    if (exit == EXIT_FINE) {
        all.options.nabout = split_words(words, about);
        exit = make_all(c, &all);
    }
    free(all.block);
    free(words);
    return exit;
}

static const char *form_word(size_t i) { return gen_forms[i].name; }

static bool read_ops(void *out, const char *v) { return (*(uint64_t *)out = (uint64_t)number_up_to(1000, v)) > 0; }

/* "f32,i32,i1", none of them twice. */
static bool read_types(void *out, const char *v)
{
    type_list *t = out;
    t->count = 0;
    for (const char *word = v, *end; word; word = *end ? end + 1 : NULL) {
        char text[16];
        end = word + strcspn(word, ",");
        if (t->count == GRN_DTYPE_COUNT || (size_t)(end - word) >= sizeof text)
            return false;
        memcpy(text, word, (size_t)(end - word));
        text[end - word] = '\0';
        if (!(t->dtypes[t->count++] = grn_dtype_from_text(text)))
            return false;
    }
    return true;
}

static const option_row gen_rows[] = {
    {"output", "DIR", "write there, a folder that is made where it is missing; - prints one program (default)",
     TO(gen_settings, to, read_name), .letter = 'o'},
    {LISTS(json_rows)},
    {"as", "FORM",
     "what is written of each program (docs/conformance.md; default: check): a program that checks itself, its parts "
     "as .npy, a node test of ONNX's, a script that asserts, a portable artifact",
     TO(gen_settings, as, read_word), .choice = form_word},
    {"count", "N", "how many programs (default: 1)", TO(gen_settings, count, read_steps),
     .takes = "a number from 1 to 10000000"},
    {"dialect", "NAME", "of their ops (default: stablehlo)", TO(gen_settings, dialect, read_word),
     .choice = grn_generate_dialect},
    {"about", "OPS", "each has one of these, as gather,scatter (default: any)", TO(gen_settings, about, read_name)},
    {"types", "TYPES", "every value has elements of one of these, as f32,i32,i1 (default: any)",
     TO(gen_settings, types, read_types), .takes = "element types, as f32,i32,i1"},
    {"ops", "N", "at most so many ops, 1 to 1000, constants apart (default: 5)", TO(gen_settings, ops, read_ops),
     .takes = "a number from 1 to 1000"},
    {"seed", "N", "of the series (default: 0)", TO(gen_settings, seed, read_count)},
    {"first", "N", "the first program of the series (default: 0)", TO(gen_settings, first, read_count)},
    {"edge", NULL,
     "weigh what breaks tools: indices out of range, negative, narrow, again and again; extents 0 and 1; NaN, "
     "infinities",
     TO(gen_settings, edge, read_flag)},
    {"unspecified", NULL, "results may depend on what the specification leaves open, which the file says then",
     TO(gen_settings, unspecified, read_flag)},
    {"force", NULL, "write to a folder that holds files, and replace those of the same name",
     TO(gen_settings, replaces, read_flag)},
    {"threads", "N", "make programs on so many threads, 1 to 256 (default: this machine's processors)",
     TO_COMMON(threads, read_threads), .takes = "a number from 1 to 256", .letter = 'j'},
    {LISTS(help_rows)},
    {0}};

const command_code gen_code = {gen_rows, sizeof(gen_settings), gen};
