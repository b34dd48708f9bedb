/*
 * tensor_cases.c - random functions of one tensor.gather or tensor.scatter
 * each, right and wrong ones, on standard output; five lines a function, with
 * a line of "// -----" between two.
 *
 *   tensor_cases COUNT SEED
 *
 * No indices of rank 0: LLVM 19 aborts on them.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16, ANY = -1 };

typedef struct type {
    const char *element, *encoding;
    int rank, shape[MOST];
} type;

static uint64_t state;

/* SplitMix64 */
static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
static int below(int n) { return (int)(next() % (uint64_t)n); }
static bool one_in(int n) { return below(n) == 0; }

static int extent(void)
{
    static const int some[] = {1, 2, 3, 4, 7, 1, 2, 3, 0, ANY};
    return some[below((int)(sizeof some / sizeof *some))];
}

static const char *element(void)
{
    static const char *const some[] = {"f32", "f32", "i8", "index", "ui8", "i1", "f64", "bf16", "complex<f32>", "i7"};
    return some[below((int)(sizeof some / sizeof *some))];
}

static const char *index_element(void)
{
    static const char *const some[] = {"index", "index", "i64", "i32", "i8", "i1", "i7"}, *const wrong[] = {
                                                                                              "ui32", "si32", "f32"};
    return one_in(15) ? wrong[below(3)] : some[below(7)];
}

static void write_type(const type *t)
{
    printf("tensor<");
    for (int d = 0; d < t->rank; d++)
        if (t->shape[d] == ANY)
            printf("?x");
        else
            printf("%dx", t->shape[d]);
    printf("%s", t->element);
    if (t->encoding)
        printf(", %s", t->encoding);
    printf(">");
}

/* ---- one case -------------------------------------------------------------------------------- */

typedef struct dims {
    int count, v[MOST];
} dims;

/* Ascending dims of `rank`, each with a chance of a half. */
static dims right_dims(int rank)
{
    dims out = {0};
    for (int d = 0; d < rank; d++)
        if (one_in(2))
            out.v[out.count++] = d;
    if (out.count == 0 && rank > 0 && !one_in(20))
        out.v[out.count++] = below(rank);
    return out;
}

static void spoil_dims(dims *d, int rank)
{
    int i = d->count ? below(d->count) : 0;
    switch (below(6)) {
    case 0: d->v[i] = -1 - below(2); break;
    case 1: d->v[i] = rank + below(2); break;
    case 2: d->v[i] = below(rank + 1); break;
    case 3:
        if (d->count < 8)
            d->v[d->count++] = below(rank + 1);
        return;
    case 4:
        for (; d->count < rank + 1; d->count++)
            d->v[d->count] = d->count;
        return;
    default: d->count = 0; return;
    }
    if (d->count == 0)
        d->count = 1;
}

static bool names(const dims *d, int v)
{
    for (int i = 0; i < d->count; i++)
        if (d->v[i] == v)
            return true;
    return false;
}

static type dense_type(const type *full, const type *indices, const dims *d, bool reduced)
{
    type t = {full->element, full->encoding, 0, {0}};
    for (int i = 0; i + 1 < indices->rank; i++)
        t.shape[t.rank++] = indices->shape[i];
    for (int i = 0; i < full->rank; i++)
        if (!names(d, i) || !reduced)
            t.shape[t.rank++] = names(d, i) ? 1 : full->shape[i];
    return t;
}

static void spoil_type(type *t)
{
    int at = t->rank ? below(t->rank) : 0;
    switch (below(5)) {
    case 0: t->element = element(); break;
    case 1: t->encoding = t->encoding ? NULL : "\"e\""; break;
    case 2: t->shape[t->rank++] = extent(); break;
    case 3: t->rank -= t->rank > 0; break;
    default: t->shape[at] = extent(); break;
    }
}

static type full_type(void)
{
    type t = {element(), one_in(12) ? "\"e\"" : NULL, below(6), {0}};
    for (int d = 0; d < t.rank; d++)
        t.shape[d] = extent();
    return t;
}

static type indices_type(int ndims)
{
    type t = {index_element(), NULL, 1 + below(4), {0}};
    for (int d = 0; d + 1 < t.rank; d++)
        t.shape[d] = extent();
    t.shape[t.rank - 1] = one_in(15) ? extent() : ndims;
    return t;
}

static void write_dims(const char *name, const dims *d)
{
    printf("%s([", name);
    for (int i = 0; i < d->count; i++)
        printf("%s%d", i ? ", " : "", d->v[i]);
    printf("])");
}

static void write_case(int number)
{
    type full = full_type();
    dims d = right_dims(full.rank);
    if (one_in(8))
        spoil_dims(&d, full.rank);
    type indices = indices_type(d.count), dense = dense_type(&full, &indices, &d, one_in(2)), out = full;
    bool scatters = one_in(2), unique = scatters ? !one_in(12) : one_in(3);
    if (one_in(5))
        spoil_type(&dense);
    if (scatters && one_in(15))
        spoil_type(&out);
    printf("func.func @c%d(%%a: ", number);
    write_type(&full);
    printf(", %%i: ");
    write_type(&indices);
    printf(", %%b: ");
    write_type(&dense);
    printf(scatters ? ") {\n  %%r = tensor.scatter %%b into %%a[%%i] " : ") {\n  %%r = tensor.gather %%a[%%i] ");
    write_dims(scatters ? "scatter_dims" : "gather_dims", &d);
    printf("%s%s : (", unique ? " unique" : "", one_in(10) ? " {note = \"kept\", other}" : "");
    write_type(scatters ? &dense : &full);
    printf(", ");
    write_type(scatters ? &full : &indices);
    if (scatters) {
        printf(", ");
        write_type(&indices);
    }
    printf(") -> ");
    write_type(scatters ? &out : &dense);
    printf("\n  return\n}\n");
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int i = 0; i < count; i++) {
        write_case(i);
        puts("// -----");
    }
    return 0;
}
