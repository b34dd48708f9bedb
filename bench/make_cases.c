/*
 * make_cases.c - writes the data of the table's cases (common/table.h), for `cases`, `limits` and
 * the drivers of other libraries.
 *
 *   make_cases DIR [-l LIST] [-c PART] [-s SHRINK]
 *   make_cases -n [-l LIST] [-c PART]
 *
 *   -l LIST     only the cases of this list: base, drawn, users
 *   -c PART     only cases whose name contains PART, or "=NAME": that one
 *   -s SHRINK   first extents divided by this
 *   -n          writes nothing, and prints a line per case: list, name, MiB, where it comes from
 *
 * DIR gets manifest.tsv, manifest.json and the .npy files that they name (common/manifest.h): about
 * 11 GiB for all of them. Operands of one type and size are one file. The digest of a case is that
 * of a plain loop over its elements, in their order, which shares no code with the library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/measure.h"
#include "common/table.h"

#define MOST_OPERANDS 64

/* ---- files ----------------------------------------------------------------------------------- */

static void path_in(const char *folder, const char *file, char *path, size_t room)
{
    if ((size_t)snprintf(path, room, "%s/%s", folder, file) >= room)
        bench_give_up("a path is too long");
}

static FILE *open_to_write(const char *folder, const char *file)
{
    char path[512];
    path_in(folder, file, path, sizeof path);
    FILE *f = fopen(path, "wb");
    if (f == NULL)
        bench_give_up(path);
    return f;
}

/* NumPy has no bf16: its bits are written as ui16. */
static void write_array(const char *folder, const char *file, const grn_tensor *t)
{
    FILE *f = open_to_write(folder, file);
    const grn_sink sink = grn_file_sink(f);
    grn_tensor bits = *t;
    if (bits.dtype == GRN_BF16)
        bits.dtype = GRN_UI16;
    if (grn_npy_write(&bits, &sink) != GRN_OK || fclose(f) != 0)
        bench_give_up("an array cannot be written");
}

/* ---- the result by a plain loop -------------------------------------------------------------- */

/* One run of elements of a case: where it lies on either side. */
typedef struct move {
    char *operand, *dense;
    int64_t elements;
} move;

#define COMBINE_ELEMENTS(type, f)                  \
    do {                                           \
        type *to = (void *)m->operand;             \
        const type *from = (const void *)m->dense; \
        for (int64_t i = 0; i < m->elements; i++)  \
            to[i] = f(type, to[i], from[i]);       \
    } while (0)
#define SUM(type, a, b) (type)((a) + (b))
#define LARGER(type, a, b) ((b) > (a) ? (b) : (a))

static void add(const move *m, grn_dtype dtype)
{
    if (dtype == GRN_F32)
        COMBINE_ELEMENTS(float, SUM);
    else if (dtype == GRN_F64)
        COMBINE_ELEMENTS(double, SUM);
    else if (dtype == GRN_I32)
        COMBINE_ELEMENTS(uint32_t, SUM);
    else
        bench_give_up("a type has no sum here");
}

static void keep_larger(const move *m, grn_dtype dtype)
{
    if (dtype == GRN_F32)
        COMBINE_ELEMENTS(float, LARGER);
    else
        bench_give_up("a type has no maximum here");
}

static void apply(const bench_case *c, const bench_job *job, const move *m)
{
    size_t bytes = (size_t)(m->elements * c->element_bytes);
    if (!job->is_scatter)
        memcpy(m->dense, m->operand, bytes);
    else if (strcmp(c->op, "set") == 0)
        memcpy(m->operand, m->dense, bytes);
    else if (strcmp(c->op, "add") == 0)
        add(m, job->operand.dtype);
    else
        keep_larger(m, job->operand.dtype);
}

static int64_t index_at(const bench_job *job, int64_t i)
{
    return job->indices.dtype == GRN_I32 ? ((const int32_t *)job->indices.data)[i]
                                         : ((const int64_t *)job->indices.data)[i];
}

/* The runs of elements by kind; `at` counts them in the order of the dense side. */
static void place_rows(const bench_case *c, const bench_job *job, int64_t at, move *m)
{
    int64_t batch = at / c->vectors, index = index_at(job, c->shared ? at % c->vectors : at);
    m->operand = (char *)job->operand.data + (batch * c->rows + index) * c->row_bytes;
}

static void place_elements(const bench_case *c, const bench_job *job, int64_t at, move *m)
{
    int64_t column = at % c->columns, batch = at / c->columns / c->vectors;
    m->operand =
        (char *)job->operand.data + ((batch * c->rows + index_at(job, at)) * c->columns + column) * c->element_bytes;
}

static void place_pairs(const bench_case *c, const bench_job *job, int64_t at, move *m)
{
    int64_t place = index_at(job, 2 * at) * c->columns + index_at(job, 2 * at + 1);
    m->operand = (char *)job->operand.data + place * c->row_bytes;
}

static void place_windows(const bench_case *c, const bench_job *job, int64_t at, move *m)
{
    int64_t vector = at / c->height, first = index_at(job, 2 * vector) + at % c->height;
    m->operand = (char *)job->operand.data + (first * c->columns + index_at(job, 2 * vector + 1)) * c->element_bytes;
}

static const struct {
    const char *kind;
    void (*place)(const bench_case *c, const bench_job *job, int64_t at, move *m);
} kinds[] = {{"rows", place_rows}, {"elems", place_elements}, {"nd2", place_pairs}, {"win", place_windows}};

static void run_plainly(const bench_case *c, const bench_job *job)
{
    size_t k = 0;
    while (strcmp(kinds[k].kind, c->kind) != 0)
        k++;
    bool windows = strcmp(c->kind, "win") == 0;
    move m = {.dense = job->dense.data, .elements = windows ? c->width : c->row_bytes / c->element_bytes};
    int64_t moves = c->elements / m.elements;
    for (int64_t at = 0; at < moves; at++, m.dense += m.elements * c->element_bytes) {
        kinds[k].place(c, job, at, &m);
        apply(c, job, &m);
    }
}

static uint32_t digest_of(const grn_tensor *t)
{
    const uint32_t *words = t->data;
    size_t n = grn_tensor_bytes(t) / 4;
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += words[i] * ((uint32_t)i * UINT32_C(2654435761) | 1);
    return sum;
}

/* ---- one case -------------------------------------------------------------------------------- */

typedef struct settings {
    const char *folder;
    bench_selection selection;
    FILE *tsv, *json;
    int64_t cases;
    char operands[MOST_OPERANDS][CASE_TEXT]; /* files written by now */
    int32_t noperands;
} settings;

/* Cases whose operands have one type and size share the file. */
static void write_operand(settings *s, const char *file, const grn_tensor *operand)
{
    for (int32_t i = 0; i < s->noperands; i++)
        if (strcmp(s->operands[i], file) == 0)
            return;
    write_array(s->folder, file, operand);
    if (s->noperands < MOST_OPERANDS)
        memcpy(s->operands[s->noperands++], file, strlen(file) + 1);
}

static void name_files(bench_case *c)
{
    snprintf(c->operand_file, CASE_TEXT, "op_%.16s_%" PRId64 ".npy", c->dtype, c->operand_bytes / c->element_bytes);
    snprintf(c->index_file, CASE_TEXT, "ix_%.100s.npy", c->name);
    if (strcmp(c->op, "gather") != 0)
        snprintf(c->updates_file, CASE_TEXT, "up_%.100s.npy", c->name);
}

static void fill_and_write(settings *s, bench_case *c, bench_job *job)
{
    job->operand.data = bench_allocate((size_t)c->operand_bytes, true);
    job->indices.data = bench_allocate((size_t)c->indices_bytes, true);
    job->dense.data = bench_allocate((size_t)c->dense_bytes, true);
    bench_case_fill_operand(&job->operand);
    bench_case_fill_indices(c, &job->indices);
    write_operand(s, c->operand_file, &job->operand);
    write_array(s->folder, c->index_file, &job->indices);
    if (job->is_scatter) {
        bench_case_fill_updates(&job->dense);
        write_array(s->folder, c->updates_file, &job->dense);
    }
    run_plainly(c, job);
    c->digest = digest_of(job->is_scatter ? &job->operand : &job->dense);
    bench_release(job->operand.data, (size_t)c->operand_bytes);
    bench_release(job->indices.data, (size_t)c->indices_bytes);
    bench_release(job->dense.data, (size_t)c->dense_bytes);
}

#define D "%" PRId64
static void write_line(FILE *tsv, const bench_case *c)
{
    fprintf(tsv, "%s\t%s\t%s\t" D "\t" D "\t" D "\t" D "\t" D "\t" D "\t" D "\t" D "\t" D "\t" D, c->name, c->op,
            c->kind, c->element_bytes, c->index_bytes, c->batches, c->rows, c->vectors, c->columns, c->row_bytes,
            c->shared, c->height, c->width);
    fprintf(tsv, "\t%s\t%s\t%s\t" D "\t" D "\t" D "\t" D "\t" D "\t" D "\n", c->operand_file, c->index_file,
            c->updates_file, c->operand_bytes, c->indices_bytes, c->dense_bytes, c->useful_bytes, c->elements,
            c->digest);
}

/* A key a line, which is what common/manifest.c reads. */
static void write_object(FILE *json, const bench_case *c, bool first)
{
    fprintf(json, "%s {\n", first ? "[\n" : ",\n");
    fprintf(json, "  \"name\": \"%s\",\n  \"list\": \"%s\",\n", c->name, bench_table_list(c->name));
    fprintf(json, "  \"op\": \"%s\",\n  \"kind\": \"%s\",\n  \"dtype\": \"%s\",\n", c->op, c->kind, c->dtype);
    fprintf(json, "  \"dist\": \"%s\",\n  \"index_bytes\": " D ",\n", c->distribution, c->index_bytes);
    fprintf(json, "  \"batches\": " D ",\n  \"rows\": " D ",\n", c->batches, c->rows);
    fprintf(json, "  \"vectors\": " D ",\n  \"columns\": " D ",\n", c->vectors, c->columns);
    fprintf(json, "  \"row\": " D ",\n  \"shared\": " D ",\n", c->row_bytes / c->element_bytes, c->shared);
    fprintf(json, "  \"height\": " D ",\n  \"width\": " D ",\n", c->height, c->width);
    fprintf(json, "  \"operand_file\": \"%s\",\n  \"index_file\": \"%s\",\n", c->operand_file, c->index_file);
    fprintf(json, "  \"updates_file\": \"%s\",\n  \"elements\": " D ",\n", c->updates_file, c->elements);
    fprintf(json, "  \"useful_bytes\": " D ",\n  \"digest\": " D "\n }", c->useful_bytes, c->digest);
}

static void write_case(void *user, const bench_case *drawn)
{
    settings *s = user;
    bench_case c = *drawn;
    bench_job job;
    name_files(&c);
    bench_case_job(&c, false, &job);
    fill_and_write(s, &c, &job);
    write_line(s->tsv, &c);
    write_object(s->json, &c, s->cases++ == 0);
    printf("%-30s operand %7.1f MiB  indices %6.1f MiB  result or updates %6.1f MiB\n", c.name,
           (double)c.operand_bytes / 0x1p20, (double)c.indices_bytes / 0x1p20, (double)c.dense_bytes / 0x1p20);
    fflush(stdout);
}

static void print_case(void *user, const bench_case *c)
{
    settings *s = user;
    double bytes = (double)(c->operand_bytes + c->indices_bytes + c->dense_bytes);
    printf("%s\t%s\t%.1f\t%s\n", bench_table_list(c->name), c->name, bytes / 0x1p20, bench_table_origin(c->name));
    s->cases++;
}

/* ---- the command line ------------------------------------------------------------------------ */

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: make_cases DIR [-l LIST] [-c PART] [-s SHRINK]\n"
                    "       make_cases -n [-l LIST] [-c PART]\n");
    exit(2);
}

static void write_all(settings *s)
{
    mkdir(s->folder, 0777);
    s->tsv = open_to_write(s->folder, "manifest.tsv");
    s->json = open_to_write(s->folder, "manifest.json");
    bench_table_each(&s->selection, write_case, s);
    fputs(s->cases > 0 ? "\n]\n" : "[]\n", s->json);
    if (fclose(s->tsv) != 0 || fclose(s->json) != 0)
        bench_give_up("a manifest cannot be written");
}

int main(int argc, char **argv)
{
    settings s = {.selection = {.shrink = 1}};
    bool prints = false;
    int option;
    if (argc > 1 && argv[1][0] != '-') {
        s.folder = argv[1];
        optind = 2;
    }
    while ((option = getopt(argc, argv, "l:c:s:n")) != -1) {
        if (option == 'l')
            s.selection.list = optarg;
        else if (option == 'c')
            s.selection.part = optarg;
        else if (option == 's')
            s.selection.shrink = strtoll(optarg, NULL, 10);
        else if (option == 'n')
            prints = true;
        else
            usage();
    }
    if (optind != argc || s.selection.shrink < 1 || prints == (s.folder != NULL))
        usage();
    if (prints)
        bench_table_each(&s.selection, print_case, &s);
    else
        write_all(&s);
    if (s.cases == 0)
        bench_give_up("no case of the table is selected");
    return 0;
}
