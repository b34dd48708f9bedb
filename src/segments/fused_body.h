/*
 * fused_body.h - softmax, log_softmax, logsumexp and std of one segment, in `real`, with F(name) for
 * what is made of it and `inside` for its dtype. Rows are taken as many at a time as a buffer has
 * room for, so that exp is computed of many elements whatever the number of columns.
 */

/* Columns' own numbers, of one segment or of some; a buffer of rows, and one of their exponentials. */
typedef struct F(numbers) {
    real max[GRN_SEGMENT_COLUMNS], sum[GRN_SEGMENT_COLUMNS], row[BUFFER], power[BUFFER];
} F(numbers);

/* Rows [from, from + count) of the list into the buffer. */
static void F(load_rows)(const grn_segment_part *part, int64_t from, int64_t count, real *row)
{
    const grn_segment_rows *r = &part->rows;
    const int64_t bytes = (int64_t)grn_dtype_bytes(part->p->data.dtype), n = r->columns;
    if (r->order == NULL && (n == 1 || (r->entry_step == n && r->column_step == 1)))
        part->plan->kernels->load((const char *)r->data + from * r->entry_step * bytes, n == 1 ? r->entry_step : 1,
                                  count * n, row);
    else
        for (int64_t j = 0; j < count; j++) {
            const int64_t e = r->order != NULL ? r->order[from + j] : from + j;
            part->plan->kernels->load((const char *)r->data + e * r->entry_step * bytes, r->column_step, n,
                                      row + j * n);
        }
}

/* The same, less what `minus` has for each column. */
static void F(load_less)(const grn_segment_part *part, int64_t from, int64_t count, const real *minus, real *row)
{
    const int64_t n = part->rows.columns;
    F(load_rows)(part, from, count, row);
    for (int64_t j = 0; j < count; j++)
        for (int64_t k = 0; k < n; k++)
            row[j * n + k] -= minus[k];
}

static void F(store_row)(const grn_segment_part *part, int64_t e, const real *row)
{
    part->plan->kernels->store(row, part->rows.columns, part->result + e * part->result_bytes,
                               part->plan->columns.stride[GRN_SEG_RESULT]);
}

/* The results of entries [from, from + count) of the list; runs of memory in one go. */
static void F(store_rows)(const grn_segment_part *part, int64_t from, int64_t count, const real *row)
{
    const grn_segment_rows *r = &part->rows;
    const int64_t n = r->columns, step = part->plan->entries.stride[GRN_SEG_RESULT];
    const bool together = n == 1 || (step == n && part->plan->columns.stride[GRN_SEG_RESULT] == 1);
    if (r->order == NULL && together)
        part->plan->kernels->store(row, count * n, part->result + from * part->result_bytes, n == 1 ? step : 1);
    else
        for (int64_t j = 0; j < count; j++)
            F(store_row)(part, r->order != NULL ? r->order[from + j] : from + j, row + j * n);
}

static void F(exp_all)(const grn_segment_part *part, int64_t n, const real *x, real *out)
{
    if (inside == GRN_F32 && part->plan->elementary != NULL)
        part->plan->elementary->exponential((size_t)n, (float *)(void *)out, (const float *)(const void *)x,
                                            (const float *)(const void *)x, grn_exp_f32);
    else
        for (int64_t i = 0; i < n; i++)
            out[i] = (real)grn_segment_exp(inside, (double)x[i]);
}

static int64_t F(count_of)(const grn_segment_part *part, int64_t from, int64_t to)
{
    const int64_t most = BUFFER / part->rows.columns;
    return to - from < most ? to - from : most;
}

/* The buffer's rows onto the sums: of one column without a way through memory. */
static void F(add_rows)(F(numbers) * v, int64_t count, int64_t n)
{
    real sum = v->sum[0];
    if (n == 1) {
        for (int64_t i = 0; i < count; i++)
            sum += v->row[i];
        v->sum[0] = sum;
        return;
    }
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < n; k++)
            v->sum[k] += v->row[i * n + k];
}

/* max: the largest entry of each column; sum: of exp(x - max), and eps. */
static void F(sum_up)(const grn_segment_part *part, int64_t from, int64_t to, F(numbers) * v)
{
    const int64_t n = part->rows.columns;
    const real eps = (real)part->p->spec.eps;
    for (int64_t k = 0; k < n; k++) {
        v->max[k] = -(real)INFINITY;
        v->sum[k] = 0;
    }
    part->plan->kernels->extreme[1][GRN_SEGMENT_NAN_PROPAGATES](&part->rows, from, to, v->max);
    for (int64_t j = from, count; j < to; j += count) {
        count = F(count_of)(part, j, to);
        F(load_less)(part, j, count, v->max, v->row);
        F(exp_all)(part, count * n, v->row, v->row);
        F(add_rows)(v, count, n);
    }
    for (int64_t k = 0; k < n; k++)
        v->sum[k] += eps;
}

static void F(softmax)(const grn_segment_part *part, int64_t s, int64_t from, int64_t to, void *numbers)
{
    F(numbers) *v = numbers;
    const int64_t n = part->rows.columns;
    const bool log = part->p->spec.op == GRN_SEGMENT_LOG_SOFTMAX;
    (void)s;
    F(sum_up)(part, from, to, v);
    for (int64_t k = 0; log && k < n; k++)
        v->sum[k] = (real)grn_segment_log(inside, (double)v->sum[k]);
    for (int64_t j = from, count; j < to; j += count) {
        count = F(count_of)(part, j, to);
        if (log || count < to - from) { /* else the buffer has all exponentials */
            F(load_less)(part, j, count, v->max, v->row);
            if (!log)
                F(exp_all)(part, count * n, v->row, v->row);
        }
        for (int64_t i = 0; i < count; i++) {
            real *row = v->row + i * n;
            if (log)
                for (int64_t k = 0; k < n; k++)
                    row[k] -= v->sum[k];
            else
                for (int64_t k = 0; k < n; k++)
                    row[k] /= v->sum[k];
        }
        F(store_rows)(part, j, count, v->row);
    }
}

static void F(logsumexp)(const grn_segment_part *part, int64_t s, int64_t from, int64_t to, void *numbers)
{
    F(numbers) *v = numbers;
    F(sum_up)(part, from, to, v);
    for (int64_t k = 0; k < part->rows.columns; k++)
        v->sum[k] = isinf(v->max[k]) ? v->max[k] : (real)grn_segment_log(inside, (double)v->sum[k]) + v->max[k];
    F(store_row)(part, s, v->sum);
}

static void F(deviation)(const grn_segment_part *part, int64_t s, int64_t from, int64_t to, void *numbers)
{
    F(numbers) *v = numbers;
    const int64_t n = part->rows.columns;
    const real entries = (real)(to - from), divisor = (real)grn_segment_std_divisor(part->p, to - from);
    real *mean = v->max;
    memset(mean, 0, (size_t)n * sizeof *mean);
    memset(v->sum, 0, (size_t)n * sizeof *v->sum);
    part->plan->kernels->sum(&part->rows, from, to, mean);
    for (int64_t k = 0; k < n; k++)
        mean[k] /= entries;
    for (int64_t j = from, count; j < to; j += count) {
        count = F(count_of)(part, j, to);
        F(load_less)(part, j, count, mean, v->row);
        for (int64_t i = 0; i < count; i++)
            for (int64_t k = 0; k < n; k++)
                v->sum[k] += v->row[i * n + k] * v->row[i * n + k];
    }
    for (int64_t k = 0; k < n; k++)
        v->sum[k] = ROOT(v->sum[k] / divisor);
    F(store_row)(part, s, v->sum);
}

/* ---- some segments at once, which the buffer has room for ------------------------------------ */

/* Sums of n columns: four at a time, so that they need no way through memory. */
static void F(sum_rows)(const real *row, int64_t count, int64_t n, real *sum)
{
    int64_t k = 0;
    for (; k + 4 <= n; k += 4) {
        real a = 0, b = 0, c = 0, d = 0;
        for (int64_t j = 0; j < count; j++) {
            const real *x = row + j * n + k;
            a += x[0];
            b += x[1];
            c += x[2];
            d += x[3];
        }
        sum[k] = a;
        sum[k + 1] = b;
        sum[k + 2] = c;
        sum[k + 3] = d;
    }
    for (; k < n; k++) {
        real a = 0;
        for (int64_t j = 0; j < count; j++)
            a += row[j * n + k];
        sum[k] = a;
    }
}

/* Their maxima. */
static void F(find_maxima)(const grn_segment_part *part, int64_t s, int64_t end, F(numbers) * v)
{
    const int64_t n = part->rows.columns;
    const grn_segment_batch batch = {
        .offset = part->lists->offset + s, .end = end - s, .result = v->row, .result_step = n};
    part->plan->batches->extremes[0][0](&part->rows, &batch);
    part->plan->kernels->load(v->row, 1, (end - s) * n, v->max);
}

/* Each element less its segment's maximum, and the sums of their exponentials, and eps. */
static void F(sum_some)(const grn_segment_part *part, int64_t s, int64_t end, F(numbers) * v)
{
    const int64_t *offset = part->lists->offset, n = part->rows.columns, count = offset[end] - offset[s];
    const real eps = (real)part->p->spec.eps;
    F(find_maxima)(part, s, end, v);
    F(load_rows)(part, offset[s], count, v->row);
    real *x = v->row;
    for (int64_t i = s; i < end; i++)
        for (int64_t j = offset[i]; j < offset[i + 1]; j++, x += n)
            for (int64_t k = 0; k < n; k++)
                x[k] -= v->max[(i - s) * n + k];
    F(exp_all)(part, count * n, v->row, v->power);
    x = v->power;
    for (int64_t i = s; i < end; i++) {
        const int64_t entries = offset[i + 1] - offset[i];
        real *sum = v->sum + (i - s) * n;
        F(sum_rows)(x, entries, n, sum);
        x += entries * n;
        for (int64_t k = 0; k < n; k++)
            sum[k] += eps;
    }
}

static void F(softmax_some)(const grn_segment_part *part, int64_t s, int64_t end, F(numbers) * v)
{
    const int64_t *offset = part->lists->offset, n = part->rows.columns, some = (end - s) * n;
    const bool log = part->p->spec.op == GRN_SEGMENT_LOG_SOFTMAX;
    real *x = log ? v->row : v->power;
    for (int64_t i = 0; log && i < some; i++)
        v->sum[i] = (real)grn_segment_log(inside, (double)v->sum[i]);
    for (int64_t i = s; i < end; i++)
        for (int64_t j = offset[i]; j < offset[i + 1]; j++, x += n)
            for (int64_t k = 0; k < n; k++)
                x[k] = log ? x[k] - v->sum[(i - s) * n + k] : x[k] / v->sum[(i - s) * n + k];
    F(store_rows)(part, offset[s], offset[end] - offset[s], log ? v->row : v->power);
}

static void F(logsumexp_some)(const grn_segment_part *part, int64_t s, int64_t end, F(numbers) * v)
{
    const int64_t *offset = part->lists->offset, n = part->rows.columns;
    for (int64_t i = s; i < end; i++) {
        const real *max = v->max + (i - s) * n;
        real *sum = v->sum + (i - s) * n;
        if (offset[i] == offset[i + 1]) { /* of which there is no maximum */
            grn_segment_fold_empty(part, i);
            continue;
        }
        for (int64_t k = 0; k < n; k++)
            sum[k] = isinf(max[k]) ? max[k] : (real)grn_segment_log(inside, (double)sum[k]) + max[k];
        F(store_row)(part, i, sum);
    }
}

/* Answers the first segment that is left: `s` itself where the buffer has no room for it. */
static int64_t F(fuse_some)(const grn_segment_part *part, int64_t s, void *numbers)
{
    F(numbers) *v = numbers;
    const int64_t *offset = part->lists->offset, n = part->rows.columns;
    int64_t end = s;
    while (end < part->end && (end + 1 - s) * n <= GRN_SEGMENT_COLUMNS && (offset[end + 1] - offset[s]) * n <= BUFFER)
        end++;
    if (end == s)
        return s;
    F(sum_some)(part, s, end, v);
    (part->p->spec.op == GRN_SEGMENT_LOGSUMEXP ? F(logsumexp_some) : F(softmax_some))(part, s, end, v);
    return end;
}
