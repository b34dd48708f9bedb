/*
 * scaling.c - the same gathers and scatters on 1, 2, 4, .. threads.
 *
 *   scaling [-t MOST] [-c PART] [-q] [-m FILE]
 *
 *   -t MOST   the most threads (all processors that are online)
 *   -c PART   only cases whose name contains PART
 *   -q        quickly: one try of 5 repeats
 *   -m FILE   choose by these figures of a machine, as `garner tune` prints them; GARNER_MACHINE
 *             does the same
 *
 * A line per case: nanoseconds per element on one thread (of the result of a gather, of the updates
 * of a scatter), then how many times faster each further number of threads is, and the composition
 * that the most threads ran. The last line has the geometric means. The shapes are those of the 33
 * cases of docs/performance.md; the data is drawn here. Each number of threads has a plan and a
 * pool of its own, and the result must have the bits that one thread gave: else the line says BAD.
 * Memory is first touched by the calling thread. Machines whose memory lies at several sockets want
 * `numactl -i all`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/data.h"
#include "common/job.h"
#include "common/measure.h"

#define KI ((int64_t)1 << 10)
#define MI ((int64_t)1 << 20)
#define MOST_COUNTS 10 /* 1, 2, 4, .. 512 */

/* ---- the cases ------------------------------------------------------------------------------- */

typedef struct shape {
    const char *name;
    grn_dtype dtype, index;
    bench_distribution distribution;
    int64_t outer, extent, taken, row; /* what they are the extents of: the case's lay */
} shape;

typedef struct scaled {
    shape s;
    void (*lay)(const shape *s, bench_job *job);
    const char *way; /* "gather", "set", "add" */
} scaled;

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void set_tensor(grn_tensor *t, grn_dtype dtype, const grn_dims *extents)
{
    if (grn_tensor_init(t, NULL, dtype, extents->count, extents->v) != GRN_OK)
        bench_give_up("a shape is too large");
}

static void set_tensors(const shape *s, bench_job *job, const grn_dims *operand, const grn_dims *indices,
                        const grn_dims *dense)
{
    set_tensor(&job->operand, s->dtype, operand);
    set_tensor(&job->indices, s->index, indices);
    set_tensor(&job->dense, s->dtype, dense);
}

/* operand [outer, extent, row], indices [outer, taken], dense [outer, taken, row]; no dimension of
 * one element. */
static void lay_rows(const shape *s, bench_job *job)
{
    grn_dims operand = {0}, indices = {0}, dense = {0};
    int32_t axis = s->outer > 1;
    if (axis == 1) {
        push(&operand, s->outer);
        push(&indices, s->outer);
        push(&dense, s->outer);
        push(&job->gather.dims.operand_batching_dims, 0);
        push(&job->gather.dims.start_indices_batching_dims, 0);
        push(&job->gather.slice_sizes, 1);
    }
    push(&operand, s->extent);
    push(&indices, s->taken);
    push(&dense, s->taken);
    push(&job->gather.dims.collapsed_slice_dims, axis);
    push(&job->gather.dims.start_index_map, axis);
    push(&job->gather.slice_sizes, 1);
    job->gather.dims.index_vector_dim = axis + 1;
    if (s->row > 1) {
        push(&operand, s->row);
        push(&dense, s->row);
        push(&job->gather.slice_sizes, s->row);
        push(&job->gather.dims.offset_dims, axis + 1);
    }
    set_tensors(s, job, &operand, &indices, &dense);
}

/* operand [outer, extent, row], indices [taken] for all of `outer`, dense [outer, taken, row]:
 * numpy's take. */
static void lay_take(const shape *s, bench_job *job)
{
    grn_dims operand = {3, {s->outer, s->extent, s->row}}, indices = {1, {s->taken}},
             dense = {3, {s->outer, s->taken, s->row}};
    job->gather.dims.offset_dims = (grn_dims){2, {0, 2}};
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {1}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){3, {s->outer, 1, s->row}};
    set_tensors(s, job, &operand, &indices, &dense);
}

/* operand [outer, extent, row], indices and dense [outer, taken, row]: elements along the middle
 * axis. */
static void lay_columns(const shape *s, bench_job *job)
{
    grn_dims operand = {3, {s->outer, s->extent, s->row}}, dense = {3, {s->outer, s->taken, s->row}};
    job->gather.dims.operand_batching_dims = job->gather.dims.start_indices_batching_dims = (grn_dims){2, {0, 2}};
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {1}};
    job->gather.dims.index_vector_dim = 3;
    job->gather.slice_sizes = (grn_dims){3, {1, 1, 1}};
    set_tensors(s, job, &operand, &dense, &dense);
}

/* operand [extent, extent, row], indices [taken, 2], dense [taken, row]. */
static void lay_points(const shape *s, bench_job *job)
{
    grn_dims operand = {2, {s->extent, s->extent}}, indices = {2, {s->taken, 2}}, dense = {1, {s->taken}};
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){2, {0, 1}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){2, {1, 1}};
    if (s->row > 1) {
        push(&operand, s->row);
        push(&dense, s->row);
        push(&job->gather.slice_sizes, s->row);
        push(&job->gather.dims.offset_dims, 1);
    }
    set_tensors(s, job, &operand, &indices, &dense);
}

/* operand [extent, extent], windows of [outer, row]. */
static void lay_windows(const shape *s, bench_job *job)
{
    grn_dims operand = {2, {s->extent, s->extent}}, indices = {2, {s->taken, 2}},
             dense = {3, {s->taken, s->outer, s->row}};
    job->gather.dims.offset_dims = (grn_dims){2, {1, 2}};
    job->gather.dims.start_index_map = (grn_dims){2, {0, 1}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){2, {s->outer, s->row}};
    set_tensors(s, job, &operand, &indices, &dense);
}

#define F32 GRN_F32
#define I64 GRN_I64
#define I32 GRN_I32
static const scaled cases[] = {
    {{"ge_last_l2_f32", F32, I64, BENCH_uniform, 32, 512, 512, 1}, lay_rows, "gather"},
    {{"ge_last_l3_f32", F32, I64, BENCH_uniform, KI, 2 * KI, KI, 1}, lay_rows, "gather"},
    {{"ge_1d_dram_f32", F32, I64, BENCH_uniform, 1, 128 * MI, 8 * MI, 1}, lay_rows, "gather"},
    {{"ge_1d_sorted_i32", F32, I32, BENCH_sorted, 1, 128 * MI, 8 * MI, 1}, lay_rows, "gather"},
    {{"ge_first_f32", F32, I64, BENCH_uniform, 1, 8 * KI, KI, 16 * KI}, lay_columns, "gather"},
    {{"ge_mid_f32", F32, I64, BENCH_uniform, 64, 512, 128, KI}, lay_columns, "gather"},
    {{"ge_last_seq_f32", F32, I64, BENCH_sequential, 4 * KI, 8 * KI, 8 * KI, 1}, lay_rows, "gather"},
    {{"ge_last_i8_i32", GRN_I8, I32, BENCH_uniform, 4 * KI, 4 * KI, 2 * KI, 1}, lay_rows, "gather"},
    {{"ge_last_f64", GRN_F64, I64, BENCH_uniform, 4 * KI, 4 * KI, 2 * KI, 1}, lay_rows, "gather"},
    {{"take_1d_l2_i32", F32, I32, BENCH_uniform, 1, 32 * KI, 32 * KI, 1}, lay_rows, "gather"},
    {{"take_rows_16B", F32, I64, BENCH_uniform, 1, MI, MI, 4}, lay_rows, "gather"},
    {{"take_rows_64B", F32, I64, BENCH_uniform, 1, MI, MI, 16}, lay_rows, "gather"},
    {{"take_rows_256B", F32, I64, BENCH_uniform, 1, MI, MI / 2, 64}, lay_rows, "gather"},
    {{"take_rows_512B", F32, I64, BENCH_uniform, 1, MI, MI / 4, 128}, lay_rows, "gather"},
    {{"take_rows_512B_zipf", F32, I64, BENCH_zipf, 1, MI, MI / 4, 128}, lay_rows, "gather"},
    {{"take_rows_2KiB", F32, I64, BENCH_uniform, 1, MI / 2, MI / 16, 512}, lay_rows, "gather"},
    {{"take_rows_bf16_128B_zipf_i32", GRN_BF16, I32, BENCH_zipf, 1, MI, MI, 64}, lay_rows, "gather"},
    {{"take_axis_last", F32, I64, BENCH_uniform, 64 * KI, KI, 512, 1}, lay_take, "gather"},
    {{"take_axis_mid_64B", F32, I64, BENCH_sorted, 512, 4 * KI, 2 * KI, 16}, lay_take, "gather"},
    {{"gnd_elem_dram", F32, I64, BENCH_uniform, 1, 11585, 4 * MI, 1}, lay_points, "gather"},
    {{"gnd_rows_128B_i32", F32, I32, BENCH_uniform, 1, KI, MI / 2, 32}, lay_points, "gather"},
    {{"win_8x8", F32, I64, BENCH_uniform, 8, 4 * KI, 64 * KI, 8}, lay_windows, "gather"},
    {{"win_1x128", F32, I64, BENCH_uniform, 1, 4 * KI, 64 * KI, 128}, lay_windows, "gather"},
    {{"batch_rows_256B", F32, I64, BENCH_uniform, 64, 8 * KI, 4 * KI, 64}, lay_rows, "gather"},
    {{"sae_last_l2_f32", F32, I64, BENCH_uniform, 32, 512, 512, 1}, lay_rows, "add"},
    {{"sae_1d_dram", F32, I64, BENCH_uniform, 1, 128 * MI, 8 * MI, 1}, lay_rows, "add"},
    {{"sae_1d_zipf", F32, I64, BENCH_zipf, 1, MI, 8 * MI, 1}, lay_rows, "add"},
    {{"sae_first", F32, I64, BENCH_uniform, 1, 8 * KI, KI, 16 * KI}, lay_columns, "add"},
    {{"ses_last", F32, I64, BENCH_uniform, 4 * KI, 8 * KI, 4 * KI, 1}, lay_rows, "set"},
    {{"srs_512B", F32, I64, BENCH_uniform, 1, MI, MI / 4, 128}, lay_rows, "set"},
    {{"sar_64B", F32, I64, BENCH_uniform, 1, MI, MI, 16}, lay_rows, "add"},
    {{"sar_256B_zipf", F32, I64, BENCH_zipf, 1, MI, MI / 2, 64}, lay_rows, "add"},
    {{"snd_add", F32, I64, BENCH_uniform, 1, 11585, 4 * MI, 1}, lay_points, "add"},
};
#define CASES (sizeof cases / sizeof *cases)

/* ---- one case -------------------------------------------------------------------------------- */

typedef struct settings {
    const char *part;
    bench_effort effort;
    int32_t counts[MOST_COUNTS], ncounts; /* of threads */
    bench_setup setups[MOST_COUNTS];
    bench_buffer operand, indices, dense;
    double log_sum[MOST_COUNTS]; /* of how many times faster */
    int64_t measured;
    bool bad;
} settings;

/* Where a start may lie: one less than the extent for each further element of a window. */
static int64_t start_range(const scaled *c, int64_t component)
{
    return c->lay == lay_windows ? c->s.extent - (component == 0 ? c->s.outer : c->s.row) + 1 : c->s.extent;
}

static void draw_indices(const scaled *c, bench_job *job)
{
    uint64_t state = 7;
    int64_t n = grn_tensor_elements(&job->indices), last = job->indices.shape[job->indices.rank - 1];
    bool pairs = c->lay == lay_points || c->lay == lay_windows;
    for (int64_t i = 0; i < n; i++)
        bench_store_index(&job->indices, i,
                          bench_draw(c->s.distribution, i % last, last, start_range(c, pairs ? i % 2 : 0), &state));
}

static void place(settings *s, const scaled *c, bench_job *job)
{
    *job = (bench_job){.is_scatter = strcmp(c->way, "gather") != 0,
                       .combiner = strcmp(c->way, "add") == 0 ? GRN_COMBINE_ADD : GRN_COMBINE_REPLACE};
    c->lay(&c->s, job);
    job->gather.index.bounds = job->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    job->operand.data = bench_buffer_of(&s->operand, grn_tensor_bytes(&job->operand) + 8);
    job->indices.data = bench_buffer_of(&s->indices, grn_tensor_bytes(&job->indices) + 8);
    job->dense.data = bench_buffer_of(&s->dense, grn_tensor_bytes(&job->dense) + 8);
    bench_fill(&job->operand, 1);
    bench_fill(&job->dense, 2);
    draw_indices(c, job);
}

/* The sum of u32[i] * (i * 2654435761 | 1) over what a run makes, after one run from the same
 * data. */
static uint32_t digest_of_run(bench_job *job)
{
    const grn_tensor *made = job->is_scatter ? &job->operand : &job->dense;
    size_t words = grn_tensor_bytes(made) / 4;
    const uint32_t *at = made->data;
    uint32_t sum = 0;
    bench_fill((grn_tensor *)made, 3);
    bench_job_run(job);
    for (size_t i = 0; i < words; i++)
        sum += at[i] * ((uint32_t)i * UINT32_C(2654435761) | 1);
    return sum;
}

/* Nanoseconds of a run on these threads, and the digest of one; `text` is what the plan is composed
 * of. */
static double measure(settings *s, bench_job *job, int32_t at, uint32_t *digest, char *text)
{
    if (bench_job_ready(job, &s->setups[at]) != GRN_OK)
        bench_give_up("a case has no plan");
    bench_composition composition = bench_job_composition(job);
    bench_composition_text(&composition, text);
    *digest = digest_of_run(job);
    double ns = bench_measure(bench_job_run, job, &s->effort).median_ns;
    bench_job_end(job);
    return ns;
}

static void run_case(settings *s, const scaled *c)
{
    bench_job job;
    char text[BENCH_COMPOSITION_BYTES] = "";
    uint32_t digest, first = 0;
    double one = 0;
    bool same = true;
    place(s, c, &job);
    printf("%-30s", c->s.name);
    for (int32_t i = 0; i < s->ncounts; i++) {
        double ns = measure(s, &job, i, &digest, text);
        one = i == 0 ? ns : one;
        first = i == 0 ? digest : first;
        same = same && digest == first;
        s->log_sum[i] += log(one / ns);
        if (i == 0)
            printf(" %8.3f", one / (double)grn_tensor_elements(&job.dense));
        else
            printf(" %6.2f", one / ns);
        fflush(stdout);
    }
    printf("  %s%s\n", text, same ? "" : "  BAD");
    s->bad = s->bad || !same;
    s->measured++;
}

/* ---- the command line ------------------------------------------------------------------------ */

static void print_head(const settings *s)
{
    printf("%-30s %8s", "case", "ns, 1");
    for (int32_t i = 1; i < s->ncounts; i++)
        printf(" %5dx", (int)s->counts[i]);
    printf("  composition\n");
}

static void print_means(const settings *s)
{
    printf("%-30s %8s", "geometric mean", "");
    for (int32_t i = 1; i < s->ncounts && s->measured > 0; i++)
        printf(" %6.2f", exp(s->log_sum[i] / (double)s->measured));
    printf("\n");
}

/* 1, 2, 4, .. up to `most`, which is the last one. */
static void set_counts(settings *s, int32_t most, const char *figures)
{
    for (int32_t n = 1; s->ncounts < MOST_COUNTS; n *= 2) {
        s->counts[s->ncounts++] = n < most ? n : most;
        if (n >= most)
            break;
    }
    for (int32_t i = 0; i < s->ncounts; i++) {
        bench_setup_init(&s->setups[i], s->counts[i]);
        if (figures != NULL)
            s->setups[i].machine = bench_machine_of(figures);
    }
}

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: scaling [-t MOST] [-c PART] [-q] [-m FILE]\n");
    exit(2);
}

int main(int argc, char **argv)
{
    settings s = {.part = "", .effort = bench_full_effort};
    long most = sysconf(_SC_NPROCESSORS_ONLN);
    const char *figures = NULL;
    int option;
    while ((option = getopt(argc, argv, "t:c:qm:")) != -1) {
        if (option == 't')
            most = strtol(optarg, NULL, 10);
        else if (option == 'c')
            s.part = optarg;
        else if (option == 'q')
            s.effort = (bench_effort){.repeats = 5, .attempts = 1, .budget_ns = 1e9};
        else if (option == 'm')
            figures = optarg;
        else
            usage();
    }
    if (optind < argc || most < 1 || most > 256)
        usage();
    set_counts(&s, (int32_t)most, figures);
    print_head(&s);
    for (size_t i = 0; i < CASES; i++)
        if (strstr(cases[i].s.name, s.part) != NULL)
            run_case(&s, &cases[i]);
    print_means(&s);
    for (int32_t i = 0; i < s.ncounts; i++)
        bench_setup_end(&s.setups[i]);
    return s.bad ? 1 : 0;
}
