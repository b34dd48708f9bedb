/*
 * sweep.c - gathers and scatters of many shapes, on data of its own.
 *
 *   sweep [-u] [-t THREADS] [-l MIB] [-o SWEEP] [-s ROWS] [-m FILE] > figures.csv
 *
 *   -u           processor time of the calling thread instead of the wall clock; says nothing of
 *                several threads
 *   -t THREADS   (1)
 *   -l MIB       the largest operand (1024, and never more than a quarter of the memory that is
 *                free)
 *   -o SWEEP     only this one: footprint, row, index, distribution, rank, window, combiner, region
 *   -s ROWS      "addressing,partition,mover" by these rows; points that they do not apply to are
 *                left out
 *   -m FILE      choose by these figures of a machine, as `garner tune` prints them; GARNER_MACHINE
 *                does the same
 *
 * A line per point. Beside the time of a ready plan stand two floors, measured on this machine in
 * the same minute by plain loops (common/machine.h): `stream`, the bytes that must be read and
 * written, one after the other; `random`, one random line of the operand for each index vector, 0
 * where indices ascend. Small points are first held to the reference, bit for bit: "ok", or "-"
 * where the reference would take too long. bench/plot draws the figures.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/data.h"
#include "common/job.h"
#include "common/machine.h"
#include "common/measure.h"

#define MIB ((int64_t)1 << 20)
#define CHECKED_ELEMENTS (MIB / 4)
#define CHECKED_BYTES ((size_t)8 << 20)

/* ---- points ---------------------------------------------------------------------------------- */

typedef struct point {
    const char *sweep;
    bool is_scatter;
    grn_combiner combiner;
    grn_dtype dtype, index;
    bench_distribution distribution;
    void (*lay)(const struct point *p, bench_job *job);
    int32_t rank, axis;
    int64_t rows, vectors, row; /* a row in elements; `lay` says what they are the extents of */
} point;

static const point plain = {.dtype = GRN_F32, .index = GRN_I64, .combiner = GRN_COMBINE_REPLACE, .rank = 1, .row = 1};

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void set(grn_tensor *t, grn_dtype dtype, const grn_dims *shape)
{
    if (grn_tensor_init(t, NULL, dtype, shape->count, shape->v) != GRN_OK)
        bench_give_up("a shape of the sweep is too large");
}

/* operand [rows,row], indices [vectors], dense [vectors,row]; no second dimension for rows of one
 * element. */
static void lay_rows(const point *p, bench_job *job)
{
    grn_dims operand = {1, {p->rows}}, dense = {1, {p->vectors}}, indices = dense;
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {0}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){1, {1}};
    if (p->row > 1) {
        push(&operand, p->row);
        push(&dense, p->row);
        push(&job->gather.slice_sizes, p->row);
        push(&job->gather.dims.offset_dims, 1);
    }
    set(&job->operand, p->dtype, &operand);
    set(&job->indices, p->index, &indices);
    set(&job->dense, p->dtype, &dense);
}

/* All of `rank` extents `rows`, but for the axis of indices and dense, which has `vectors`. */
static void lay_along_axis(const point *p, bench_job *job)
{
    grn_dims operand = {0}, dense = {0};
    for (int32_t d = 0; d < p->rank; d++) {
        push(&operand, p->rows);
        push(&dense, d == p->axis ? p->vectors : p->rows);
        push(&job->gather.slice_sizes, 1);
        if (d == p->axis)
            continue;
        push(&job->gather.dims.operand_batching_dims, d);
        push(&job->gather.dims.start_indices_batching_dims, d);
    }
    push(&job->gather.dims.collapsed_slice_dims, p->axis);
    push(&job->gather.dims.start_index_map, p->axis);
    job->gather.dims.index_vector_dim = p->rank;
    set(&job->operand, p->dtype, &operand);
    set(&job->indices, p->index, &dense);
    set(&job->dense, p->dtype, &dense);
}

/* operand: `rank` extents of `rows`; windows of `row` in each; indices [vectors,rank]. */
static void lay_windows(const point *p, bench_job *job)
{
    grn_dims operand = {0}, dense = {1, {p->vectors}}, indices = {2, {p->vectors, p->rank}};
    for (int32_t d = 0; d < p->rank; d++) {
        push(&operand, p->rows);
        push(&dense, p->row);
        push(&job->gather.slice_sizes, p->row);
        push(&job->gather.dims.offset_dims, d + 1);
        push(&job->gather.dims.start_index_map, d);
    }
    job->gather.dims.index_vector_dim = 1;
    set(&job->operand, p->dtype, &operand);
    set(&job->indices, p->index, &indices);
    set(&job->dense, p->dtype, &dense);
}

/* ---- data ------------------------------------------------------------------------------------ */

typedef struct settings {
    const char *only;
    int64_t most_bytes;
    bench_setup setup;
    bench_buffer operand, indices, dense, copy;
    bool bad;
} settings;

/* Components in turn: those of one vector lie together in windows, and there is one of them
 * elsewhere. */
static void draw_indices(const point *p, bench_job *job)
{
    int64_t n = grn_tensor_elements(&job->indices);
    int64_t window = p->lay == lay_windows ? p->row : 1, range = p->rows - window + 1;
    uint64_t state = 7;
    for (int64_t i = 0; i < n; i++)
        bench_store_index(&job->indices, i, bench_draw(p->distribution, i, n, range, &state));
}

static void place(settings *s, const point *p, bench_job *job)
{
    /* words are written whole: eight bytes more */
    job->operand.data = bench_buffer_of(&s->operand, grn_tensor_bytes(&job->operand) + 8);
    job->indices.data = bench_buffer_of(&s->indices, grn_tensor_bytes(&job->indices) + 8);
    job->dense.data = bench_buffer_of(&s->dense, grn_tensor_bytes(&job->dense) + 8);
    bench_fill(&job->operand, 1);
    bench_fill(&job->dense, 2);
    draw_indices(p, job);
}

/* ---- one point ------------------------------------------------------------------------------- */

static grn_status run_reference(const bench_job *job, const grn_tensor *result)
{
    return job->is_scatter ? grn_scatter_reference(&job->scatter, 1, result, &job->indices, &job->dense, NULL)
                           : grn_gather_reference(&job->gather, &job->operand, &job->indices, result, NULL);
}

/* "ok", "BAD", or "-" when the point is too large to be checked. Runs the plan once. */
static const char *check(settings *s, bench_job *job)
{
    grn_tensor *made = job->is_scatter ? &job->operand : &job->dense;
    size_t bytes = grn_tensor_bytes(made);
    if (grn_tensor_elements(&job->dense) > CHECKED_ELEMENTS || bytes > CHECKED_BYTES)
        return "-";
    grn_tensor want = *made;
    want.data = bench_buffer_of(&s->copy, bytes);
    memcpy(want.data, made->data, bytes);
    if (run_reference(job, &want) != GRN_OK)
        return "BAD";
    bench_job_run(job);
    return job->status == GRN_OK && memcmp(want.data, made->data, bytes) == 0 ? "ok" : "BAD";
}

/* Indices read; elements read and written; where a combiner reads the destination too, those three
 * times. */
static double useful_bytes(const bench_job *job)
{
    double moved =
        (double)grn_tensor_bytes(&job->dense) * (job->is_scatter && job->combiner != GRN_COMBINE_REPLACE ? 3 : 2);
    return moved + (double)grn_tensor_bytes(&job->indices);
}

static void print_point(settings *s, const point *p, const bench_job *job, const char *ok)
{
    bench_effort effort = {5, 2, 1e9, s->setup.processor_time};
    char composition[BENCH_COMPOSITION_BYTES];
    double n = (double)grn_tensor_elements(&job->dense), useful = useful_bytes(job);
    size_t footprint = grn_tensor_bytes(&job->operand),
           all = footprint + grn_tensor_bytes(&job->dense) + grn_tensor_bytes(&job->indices);
    bool ascends = bench_ascends(p->distribution);
    double vectors = p->lay == lay_along_axis ? n : (double)p->vectors;
    double random = ascends ? 0 : bench_memory_of(&s->setup, footprint).random_ns_per_line * vectors / n;
    double stream = bench_memory_of(&s->setup, all).stream_ns_per_byte * useful / n;
    bench_time t = bench_measure(bench_job_run, (void *)job, &effort);
    bench_composition c = bench_job_composition(job);
    bench_composition_text(&c, composition);
    printf("%s,%s,%s,%zu,%s,%s,%" PRId32 ",%" PRId32 ",%zu,%zu,%.0f,%.0f,%" PRId32
           ",\"%s\",%.4f,%.4f,%.1f,%.3f,%.4f,%.4f,%s\n",
           p->sweep, p->is_scatter ? grn_combiner_text(p->combiner) : "gather", grn_dtype_text(p->dtype),
           grn_dtype_bytes(p->dtype), grn_dtype_text(p->index), bench_distribution_text[p->distribution], p->rank,
           p->axis, (size_t)p->row * grn_dtype_bytes(p->dtype), footprint, vectors, n, s->setup.threads, composition,
           t.median_ns / n, t.min_ns / n, t.spread_percent, useful / t.median_ns, stream, random, ok);
    fflush(stdout);
}

static void measure(settings *s, const point *p)
{
    bench_job job = {.is_scatter = p->is_scatter, .combiner = p->combiner, .region = bench_add_f32};
    p->lay(p, &job);
    job.gather.index.bounds = p->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    if ((int64_t)grn_tensor_bytes(&job.operand) > s->most_bytes)
        return;
    if (bench_job_ready(&job, &s->setup) != GRN_OK)
        return; /* a combiner that this dtype has not */
    place(s, p, &job);
    const char *ok = check(s, &job);
    s->bad = s->bad || strcmp(ok, "BAD") == 0;
    print_point(s, p, &job, ok);
    bench_job_end(&job);
}

/* A gather and the scatters that go the other way. */
static void measure_variants(settings *s, point p, bool replace, bool add)
{
    measure(s, &p);
    p.is_scatter = true;
    p.combiner = GRN_COMBINE_REPLACE;
    if (replace)
        measure(s, &p);
    p.combiner = GRN_COMBINE_ADD;
    if (add)
        measure(s, &p);
}

static int64_t at_most(int64_t n, int64_t most) { return n < most ? n : most; }

/* ---- the sweeps ------------------------------------------------------------------------------ */

/* Single elements of every size, from data that fits in the first-level cache to data of 1 GiB. */
static void sweep_footprint(settings *s, const char *name)
{
    static const grn_dtype dtypes[] = {GRN_I8, GRN_F16, GRN_F32, GRN_F64, GRN_C128};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        for (int64_t bytes = 16 << 10; bytes <= 1024 * MIB; bytes *= 4) {
            point p = plain;
            p.sweep = name;
            p.lay = lay_rows;
            p.dtype = dtypes[i];
            p.rows = bytes / (int64_t)grn_dtype_bytes(p.dtype);
            p.vectors = at_most(p.rows, 2 * MIB);
            measure_variants(s, p, p.dtype == GRN_F32, p.dtype == GRN_F32);
        }
}

/* Rows of 1 B to 64 KiB from a cache and from memory: sizes between the powers of two as well. */
static void sweep_row(settings *s, const char *name)
{
    static const int64_t footprint[] = {MIB / 2, 256 * MIB};
    for (size_t i = 0; i < 2; i++)
        for (int64_t step = 1; step <= 65536; step *= 2)
            for (int64_t bytes = step; bytes <= step + step / 2 && bytes <= 65536; bytes += step > 1 ? step / 2 : 1) {
                bool floats = bytes % 4 == 0;
                point p = plain;
                p.sweep = name;
                p.lay = lay_rows;
                p.dtype = floats ? GRN_F32 : GRN_I8;
                p.row = bytes / (floats ? 4 : 1);
                p.rows = at_most(footprint[i] / bytes, 64 * MIB);
                p.vectors = at_most(MIB, at_most(32 * MIB, footprint[i]) / bytes);
                measure_variants(s, p, true, floats);
            }
}

/* Every type an index can have, as far as it can count. */
static void sweep_index(settings *s, const char *name)
{
    static const grn_dtype types[] = {GRN_I8,   GRN_I16,  GRN_I32,  GRN_I64,  GRN_UI8,
                                      GRN_UI16, GRN_UI32, GRN_UI64, GRN_INDEX};
    static const int64_t rows[] = {1, 16};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (size_t k = 0; k < 2; k++) {
            unsigned bits = grn_dtype_bits(types[i]) - (grn_dtype_class_of(types[i]) == GRN_CLASS_SIGNED);
            point p = plain;
            p.sweep = name;
            p.lay = lay_rows;
            p.index = types[i];
            p.row = rows[k];
            p.rows = bits < 20 ? (int64_t)1 << bits : MIB;
            p.vectors = MIB;
            measure_variants(s, p, true, true);
        }
}

static void sweep_distribution(settings *s, const char *name)
{
    static const int64_t footprint[] = {MIB / 4, 8 * MIB, 256 * MIB}, rows[] = {1, 16};
    for (int d = 0; d < BENCH_DISTRIBUTIONS; d++)
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 2; k++) {
                point p = plain;
                p.sweep = name;
                p.lay = lay_rows;
                p.distribution = (bench_distribution)d;
                p.row = rows[k];
                p.rows = footprint[i] / (4 * p.row);
                p.vectors = at_most(p.rows, 2 * MIB / p.row);
                measure_variants(s, p, true, true);
            }
}

/* Along each axis of 1 to 4, of 16 Mi elements; half of them are taken. */
static void sweep_rank(settings *s, const char *name)
{
    static const int64_t extent[] = {0, 16 * MIB, 4096, 256, 64};
    for (int32_t rank = 1; rank <= 4; rank++)
        for (int32_t axis = 0; axis < rank; axis++) {
            point p = plain;
            p.sweep = name;
            p.lay = lay_along_axis;
            p.rank = rank;
            p.axis = axis;
            p.rows = extent[rank];
            p.vectors = p.rows / 2;
            measure_variants(s, p, true, true);
        }
}

/* Windows of about 64 elements in 1 to 4 dimensions of 16 Mi. */
static void sweep_window(settings *s, const char *name)
{
    static const int64_t extent[] = {0, 16 * MIB, 4096, 256, 64}, side[] = {0, 64, 8, 4, 3};
    for (int32_t rank = 1; rank <= 4; rank++) {
        point p = plain;
        p.sweep = name;
        p.lay = lay_windows;
        p.rank = rank;
        p.rows = extent[rank];
        p.row = side[rank];
        p.vectors = MIB / 32;
        measure_variants(s, p, true, true);
    }
}

/* Every combiner of every dtype that has it: random elements of 64 Ki, which lie in a cache. */
static void sweep_combiner(settings *s, const char *name)
{
    for (int dtype = GRN_NO_DTYPE + 1; dtype < GRN_DTYPE_COUNT; dtype++)
        for (int combiner = 0; combiner < GRN_COMBINE_REGION; combiner++) {
            point p = plain;
            p.sweep = name;
            p.lay = lay_rows;
            p.is_scatter = true;
            p.dtype = (grn_dtype)dtype;
            p.combiner = (grn_combiner)combiner;
            p.rows = p.vectors = MIB / 16;
            measure(s, &p);
        }
}

/* A combiner that the library does not know, beside the same one that it does. */
static void sweep_region(settings *s, const char *name)
{
    static const int64_t rows[] = {1, 16, 64}, footprint[] = {MIB / 4, 64 * MIB};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 3; k++) {
            point p = plain;
            p.sweep = name;
            p.lay = lay_rows;
            p.is_scatter = true;
            p.row = rows[k];
            p.rows = footprint[i] / (4 * p.row);
            p.vectors = at_most(p.rows, MIB / p.row);
            p.combiner = GRN_COMBINE_ADD;
            measure(s, &p);
            p.combiner = GRN_COMBINE_REGION;
            measure(s, &p);
        }
}

static const struct {
    const char *name;
    void (*run)(settings *s, const char *name);
} sweeps[] = {
    {"footprint", sweep_footprint},       {"row", sweep_row},       {"index", sweep_index},
    {"distribution", sweep_distribution}, {"rank", sweep_rank},     {"window", sweep_window},
    {"combiner", sweep_combiner},         {"region", sweep_region},
};

/* ---- the command line ------------------------------------------------------------------------ */

/* A quarter of what is free, as far as the system says. */
static int64_t memory_limit(int64_t asked_mib)
{
    long pages = -1, page = sysconf(_SC_PAGESIZE);
#ifdef _SC_AVPHYS_PAGES
    pages = sysconf(_SC_AVPHYS_PAGES);
#endif
    int64_t quarter = pages > 0 && page > 0 ? (int64_t)pages / 4 * page : 256 * MIB;
    return at_most(asked_mib * MIB, quarter);
}

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: sweep [-u] [-t THREADS] [-l MIB] [-o SWEEP] [-s ROWS] [-m FILE]\n");
    exit(2);
}

int main(int argc, char **argv)
{
    settings s = {.only = ""};
    int64_t threads = 1, mib = 1024;
    bool processor_time = false;
    const char *rows = "", *figures = NULL;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-u") == 0) {
            processor_time = true;
            continue;
        }
        if (strcmp(argv[i], "-t") == 0)
            threads = strtoll(value, NULL, 10);
        else if (strcmp(argv[i], "-l") == 0)
            mib = strtoll(value, NULL, 10);
        else if (strcmp(argv[i], "-o") == 0)
            s.only = value;
        else if (strcmp(argv[i], "-s") == 0)
            rows = value;
        else if (strcmp(argv[i], "-m") == 0)
            figures = value;
        else
            usage();
        i++;
    }
    if (threads < 1 || threads > 256 || mib < 1 || mib > 1 << 20)
        usage();
    s.most_bytes = memory_limit(mib);
    bench_setup_init(&s.setup, (int32_t)threads);
    s.setup.processor_time = processor_time;
    s.setup.composition = bench_composition_of(rows);
    if (figures != NULL)
        s.setup.machine = bench_machine_of(figures);
    puts("sweep,op,dtype,element_bytes,index,distribution,rank,axis,row_bytes,footprint_bytes,vectors,elements,threads,"
         "composition,ns_per_element,least_ns_per_element,spread_percent,useful_gb_s,stream_ns_per_element,"
         "random_ns_per_element,checked");
    for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++)
        if (s.only[0] == '\0' || strcmp(s.only, sweeps[i].name) == 0)
            sweeps[i].run(&s, sweeps[i].name);
    bench_setup_end(&s.setup);
    return s.bad ? 1 : 0;
}
