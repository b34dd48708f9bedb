/*
 * fft.c - discrete Fourier transforms of the last dimensions of a tensor.
 * Source: StableHLO spec, fft. Everything is computed in double; f32 is
 * rounded once, at the end.
 */
#include "eval/fft.h"

/* ---- work ------------------------------------------------------------------------------------ */

/* The cost of a line: its length times the sum of its prime factors; with a large prime factor, two
 * lines of a power of two. */
int64_t grn_eval_fft_steps(int64_t n)
{
    int64_t rest = n, sum = 1, padded = 1;
    for (int64_t radix = 2; radix <= GRN_FFT_RADIX && rest > 1; radix++)
        for (; rest % radix == 0; rest /= radix)
            sum += radix;
    if (rest <= 1)
        return grn_mul_at_most(n, sum);
    while (padded < n)
        padded = grn_mul_at_most(padded, 2);
    padded = grn_mul_at_most(padded, 2);
    return grn_mul_at_most(2, padded == INT64_MAX ? padded : grn_eval_fft_steps(padded));
}

/* ---- one dimension --------------------------------------------------------------------------- */

/* All lines along `dim` of `from`, transformed, into those of `to`. */
typedef struct pass {
    const grn_tensor *from, *to;
    int32_t dim;
    bool inverse;
    bool halved; /* `from` has the first half of lines of n that are their own conjugates turned around */
    grn_fft_plan plan;
    grn_bound_element widen, narrow;
    e_c128 *line, *result; /* [n] */
} pass;

static grn_tensor line_of(void *data, grn_dtype dtype, int64_t n, int64_t stride)
{
    return (grn_tensor){.data = data, .dtype = dtype, .rank = 1, .shape = {n}, .stride = {stride}};
}

/* Fills what the first half implies. The first element, and of an even length the middle one, is
 * real. */
static void complete(e_c128 *line, size_t n)
{
    line[0].im = 0;
    if (n % 2 == 0)
        line[n / 2].im = 0;
    for (size_t k = n / 2 + 1; k < n; k++)
        line[k] = (e_c128){line[n - k].re, -line[n - k].im};
}

static void swap_parts(e_c128 *line, size_t n)
{
    for (size_t k = 0; k < n; k++)
        line[k] = (e_c128){line[k].im, line[k].re};
}

static void load_line(pass *p, int64_t offset)
{
    const grn_tensor *t = p->from;
    int64_t n = t->shape[p->dim];
    grn_tensor in = line_of(grn_tensor_at(t, offset), t->dtype, n, t->stride[p->dim]),
               line = line_of(p->line, GRN_C128, n, 1);
    grn_element_map(&p->widen, &line, &in);
    if (p->halved)
        complete(p->line, p->plan.n);
    if (p->inverse)
        swap_parts(p->line, p->plan.n);
}

static void store_line(pass *p, int64_t offset)
{
    const grn_tensor *t = p->to;
    int64_t n = t->shape[p->dim];
    size_t length = p->plan.n;
    if (p->inverse)
        swap_parts(p->result, length);
    for (size_t k = 0; k < length; k++) {
        e_c128 z = p->result[k];
        p->result[k] = one_nan_c128(p->inverse ? (e_c128){z.re / (double)length, z.im / (double)length} : z);
    }
    grn_tensor out = line_of(grn_tensor_at(t, offset), t->dtype, n, t->stride[p->dim]),
               line = line_of(p->result, GRN_C128, n, 1);
    grn_element_map(&p->narrow, &out, &line);
}

static void run_pass(pass *p)
{
    int64_t shape[GRN_MAX_RANK];
    grn_walk w;
    memcpy(shape, p->from->shape, sizeof shape);
    shape[p->dim] = 1;
    grn_walk_init(&w, p->from->rank, shape, 2, (const int64_t *[]){p->from->stride, p->to->stride});
    for (; w.more; grn_walk_next(&w)) {
        load_line(p, w.offset[0]);
        grn_fft_line(&p->plan, p->result, p->line);
        store_line(p, w.offset[1]);
    }
}

/* Lines of n >= 1 elements along `dim`. */
static grn_status transform(const grn_tensor *to, const grn_tensor *from, int32_t dim, int64_t n, grn_fft_type type,
                            const grn_allocator *allocator)
{
    pass p = {.from = from, .to = to, .dim = dim, .inverse = type == GRN_FFT_INVERSE || type == GRN_FFT_INVERSE_REAL};
    grn_arena arena;
    grn_status status = grn_element_bind(&grn_element_convert, &from->dtype, GRN_C128, &p.widen);
    if (status == GRN_OK)
        status = grn_element_bind(&grn_element_convert, &(grn_dtype){GRN_C128}, to->dtype, &p.narrow);
    if (status != GRN_OK)
        return status;
    p.halved = type == GRN_FFT_INVERSE_REAL;
    grn_arena_init(&arena, allocator);
    p.line = GRN_ARENA_NEW(&arena, e_c128, (size_t)n);
    p.result = GRN_ARENA_NEW(&arena, e_c128, (size_t)n);
    if (p.line && p.result && grn_fft_plan_init(&p.plan, &arena, (size_t)n))
        run_pass(&p);
    else
        status = GRN_E_MEMORY;
    grn_arena_destroy(&arena);
    return status;
}

/* ---- several dimensions ---------------------------------------------------------------------- */

/* All passes but one go from and to `between`, which has the complex tensor's shape. */
static grn_status transform_all(const grn_tensor *out, const grn_tensor *in, const grn_tensor *between, int32_t ndims,
                                grn_fft_type type, const grn_allocator *allocator)
{
    bool inverse = type == GRN_FFT_INVERSE || type == GRN_FFT_INVERSE_REAL;
    grn_fft_type plain = inverse ? GRN_FFT_INVERSE : GRN_FFT_FORWARD;
    grn_status status = GRN_OK;
    int32_t last = in->rank - 1;
    for (int32_t i = 0; i < ndims && status == GRN_OK; i++) {
        int32_t dim = inverse ? in->rank - ndims + i : last - i;
        const grn_tensor *from = i == 0 ? in : between, *to = i == ndims - 1 ? out : between;
        int64_t n = type == GRN_FFT_INVERSE_REAL ? out->shape[dim] : in->shape[dim];
        status = transform(to, from, dim, n, dim == last ? type : plain, allocator);
    }
    return status;
}

grn_status grn_eval_fft(const grn_tensor *out, const grn_tensor *in, grn_fft_type type, int32_t ndims,
                        const grn_allocator *allocator)
{
    const grn_tensor *complex = type == GRN_FFT_INVERSE_REAL ? in : out;
    grn_tensor between;
    size_t bytes = 0;
    if (grn_tensor_elements(out) == 0)
        return GRN_OK;
    grn_status status = grn_tensor_init(&between, NULL, GRN_C128, complex->rank, complex->shape);
    if (status == GRN_OK && ndims > 1) {
        bytes = grn_tensor_bytes(&between);
        between.data = grn_allocate(allocator, bytes);
        status = between.data ? GRN_OK : GRN_E_MEMORY;
    }
    if (status == GRN_OK)
        status = transform_all(out, in, &between, ndims, type, allocator);
    if (bytes)
        grn_release(allocator, between.data, bytes);
    return status;
}
