/*
 * gradient.c - the gradients of sums and means by the rows of the table.
 *
 * They are bags themselves: of the rows of the result's gradient, one for each row of the table,
 * whose entries are the bags that have it. So the list is transposed by a stable counting sort,
 * and the same kernels add the rows up, each in the order of the list.
 */
#include <inttypes.h>
#include <string.h>

#include "access/spec.h"
#include "bags/bags.h"
#include "kernels/bag_element.h"

/* The transposed list, in one allocation. */
typedef struct transposed {
    void *memory;
    size_t bytes;
    int64_t nrows;    /* that have a bag */
    int64_t *offsets; /* nrows + 1 */
    int64_t *next;    /* nrows: where the next entry of a row goes */
    int64_t *bag;     /* of each entry that is not skipped, by rows */
    char *scale;      /* [entries, heads] of the wide type; NULL: all are 1 */
    int64_t entries;
    /* sparse only: the number of each entry's row in the list of rows, and the rows */
    int64_t *number, *row;
} transposed;

/* ---- what a gradient takes ---- */

static grn_status check_spec(const grn_bag_problem *p, const grn_diag *diag)
{
    const grn_bag_spec *s = p->spec;
    if (s->combiner != GRN_BAG_SUM && s->combiner != GRN_BAG_MEAN)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "combiner is a maximum or minimum, whose gradient goes by its arg (grn_bag_arg_gradient)");
    if (s->format != GRN_BAG_ROWS_PLAIN)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "format is not plain, only plain rows have a gradient");
    if (s->combiner == GRN_BAG_MEAN && (s->divisor == GRN_BAG_BY_WEIGHTS || s->divisor == GRN_BAG_BY_ROOT))
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "divisor is of weights, only a mean over the count of entries has a gradient");
    return GRN_OK;
}

static bool takes(const grn_bag_problem *p, int64_t e)
{
    return bag_takes(&p->rows, &p->list, bag_row_of(&p->list, e));
}

static bool has_scale(const grn_bag_problem *p, bool by_frequency)
{
    return p->list.weight != NULL || by_frequency || p->spec->combiner == GRN_BAG_MEAN;
}

/* ---- memory ---- */

/* n elements of `size` bytes more; false: more than can be counted. */
static bool add_array(size_t *bytes, int64_t n, size_t size)
{
    size_t more;
    return grn_mul_size((size_t)n, size, &more) && grn_add_size(more, 63, &more) &&
           grn_add_size(*bytes, more / 64 * 64, bytes);
}

static void *cut_array(char **at, int64_t n, size_t size)
{
    void *array = *at;
    *at += ((size_t)n * size + 63) / 64 * 64;
    return array;
}

/* Room for nrows rows, and behind them, of a sparse gradient, for the sort. */
static grn_status make_room(const grn_bag_problem *p, bool scaled, int64_t nrows, bool is_sparse,
                            const grn_allocator *allocator, const grn_diag *diag, transposed *t)
{
    const size_t wide = p->is_wide ? 8 : 4;
    int64_t scales = 0, offsets;
    size_t bytes = 0;
    *t = (transposed){0};
    const bool counted = grn_add_i64(nrows, 1, &offsets) && (!scaled || grn_mul_i64(p->entries, p->heads, &scales)) &&
                         add_array(&bytes, offsets, 8) && add_array(&bytes, nrows, 8) &&
                         add_array(&bytes, p->entries, 8) && add_array(&bytes, scales, wide) &&
                         (!is_sparse || (add_array(&bytes, p->entries, 8) && add_array(&bytes, nrows, 8)));
    char *at = counted ? grn_allocate(allocator, bytes) : NULL;
    if (at == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY,
                        "memory for the transposed list of %" PRId64 " entries is refused", p->entries);
    t->memory = at;
    t->bytes = bytes;
    t->offsets = cut_array(&at, offsets, 8);
    t->next = cut_array(&at, nrows, 8);
    t->bag = cut_array(&at, p->entries, 8);
    t->scale = scaled ? cut_array(&at, scales, wide) : NULL;
    t->number = is_sparse ? cut_array(&at, p->entries, 8) : NULL;
    t->row = is_sparse ? cut_array(&at, nrows, 8) : NULL;
    return GRN_OK;
}

/* ---- rows that have entries, for the sparse gradient ---- */

typedef struct row_entry {
    int64_t row, entry;
} row_entry;

/* One pass of a radix sort by eight bits: stable. */
static void sort_by_digit(const row_entry *from, int64_t n, int shift, row_entry *to)
{
    int64_t start[257] = {0};
    for (int64_t i = 0; i < n; i++)
        start[((uint64_t)from[i].row >> shift & 255) + 1]++;
    for (int d = 0; d < 256; d++)
        start[d + 1] += start[d];
    for (int64_t i = 0; i < n; i++)
        to[start[(uint64_t)from[i].row >> shift & 255]++] = from[i];
}

/* Fills number and row; `sorted` has place for two lists of the entries. */
static void number_rows(const grn_bag_problem *p, row_entry *sorted, transposed *t)
{
    row_entry *from = sorted, *to = sorted + p->entries;
    int64_t n = 0;
    for (int64_t e = 0; e < p->entries; e++)
        if (takes(p, e))
            from[n++] = (row_entry){bag_row_of(&p->list, e), e};
    for (int shift = 0; shift < 64 && (p->rows.count - 1) >> shift > 0; shift += 8) {
        sort_by_digit(from, n, shift, to);
        row_entry *swap = from;
        from = to;
        to = swap;
    }
    t->nrows = 0;
    for (int64_t i = 0; i < n; i++) {
        if (i == 0 || from[i].row != from[i - 1].row)
            t->row[t->nrows++] = from[i].row;
        t->number[from[i].entry] = t->nrows - 1;
    }
}

/* ---- the transposition ---- */

static int64_t number_of(const grn_bag_problem *p, const transposed *t, int64_t e)
{
    return t->number != NULL ? t->number[e] : bag_row_of(&p->list, e);
}

static void store_scale(const grn_bag_problem *p, transposed *t, int64_t place, int64_t e, int64_t frequency,
                        int64_t count)
{
    for (int64_t h = 0; h < p->heads; h++) {
        grn_bag_list list = p->list;
        double scale = 1;
        if (list.weight != NULL) {
            list.weight = (const char *)list.weight + h * (int64_t)grn_dtype_bytes(list.weight_dtype);
            scale = p->is_wide ? bag_weight_f64(&list, e) : (double)bag_weight_f32(&list, e);
        }
        scale = scale / (double)frequency / (double)count;
        if (p->is_wide)
            ((double *)t->scale)[place * p->heads + h] = scale;
        else
            ((float *)t->scale)[place * p->heads + h] = (float)scale;
    }
}

static int64_t count_bag(const grn_bag_problem *p, int64_t from, int64_t to)
{
    int64_t n = 0;
    for (int64_t e = from; e < to; e++)
        n += takes(p, e);
    return n;
}

/* Counts, sums up, and puts each entry in its place. */
static void transpose(const grn_bag_problem *p, bool by_frequency, transposed *t)
{
    int64_t from = 0;
    memset(t->offsets, 0, (size_t)(t->nrows + 1) * sizeof *t->offsets);
    for (int64_t e = 0; e < p->entries; e++)
        if (takes(p, e))
            t->offsets[number_of(p, t, e) + 1]++;
    for (int64_t r = 0; r < t->nrows; r++) {
        t->next[r] = t->offsets[r];
        t->offsets[r + 1] += t->offsets[r];
    }
    t->entries = t->offsets[t->nrows];
    for (int64_t b = 0; b < p->bags && from < p->entries; b++) {
        const int64_t to = grn_bag_end(p, b, from);
        const int64_t count = p->spec->combiner == GRN_BAG_MEAN ? count_bag(p, from, to) : 1;
        for (int64_t e = from; e < to; e++) {
            if (!takes(p, e))
                continue;
            const int64_t r = number_of(p, t, e), place = t->next[r]++;
            t->bag[place] = b;
            if (t->scale != NULL)
                store_scale(p, t, place, e, by_frequency ? t->offsets[r + 1] - t->offsets[r] : 1, count);
        }
        from = to;
    }
}

/* ---- the bags of the transposed list ---- */

static grn_bag_rows_kind kind_of(grn_dtype dtype)
{
    return dtype == GRN_F64    ? GRN_BAG_KIND_f64
           : dtype == GRN_F32  ? GRN_BAG_KIND_f32
           : dtype == GRN_BF16 ? GRN_BAG_KIND_bf16
                               : GRN_BAG_KIND_f16;
}

/* out[r] = the sum of the scaled gradients of row r's bags. */
static void add_up(const grn_bag_problem *p, const transposed *t, const grn_tensor *out, const grn_bag_workers *w)
{
    const grn_tensor *grad = p->tensors->result;
    const grn_tensor offsets = grn_tensor_1d(t->offsets, GRN_I64, t->nrows + 1);
    const grn_bag_spec spec = {.lists = GRN_BAG_OFFSETS_AND_END, .fused = p->spec->fused};
    const grn_bag_tensors tensors = {.offsets = &offsets, .result = out};
    const grn_bag_problem sum = {
        .spec = &spec,
        .tensors = &tensors,
        .kind = kind_of(grad->dtype),
        .is_wide = p->is_wide,
        .rows = {.data = grad->data,
                 .row_bytes =
                     p->bags > 1 && p->columns > 0 ? grad->stride[0] * (int64_t)grn_dtype_bytes(grad->dtype) : 0,
                 .count = p->bags},
        .list = {.index = t->bag,
                 .index_is_wide = true,
                 .weight = t->scale,
                 .weight_step = p->heads,
                 .weight_dtype = p->is_wide ? GRN_F64 : GRN_F32,
                 .padding = -1,
                 .entries = t->entries},
        .bags = t->nrows,
        .columns = p->columns,
        .entries = t->entries,
        .heads = t->scale == NULL ? 1 : p->heads,
    };
    grn_bag_run(&sum, w);
}

/* ---- the calls ---- */

/* What both check before they look at what is theirs. */
static grn_status begin(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_bag_options *options,
                        const grn_allocator *allocator, const grn_diag *diag, grn_bag_problem *p, grn_bag_workers *w)
{
    grn_status status = grn_bag_make_problem(spec, tensors, diag, p);
    if (status == GRN_OK)
        status = check_spec(p, diag);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, w);
    return status == GRN_OK ? grn_check_allocator(allocator, diag) : status;
}

/* A destination of so many rows, apart from all that is read. */
static grn_status check_gradient(const grn_bag_problem *p, const grn_tensor *grad, const char *name, int64_t nrows,
                                 const grn_diag *diag)
{
    const grn_bag_tensors read = {.indices = p->tensors->indices,
                                  .offsets = p->tensors->offsets,
                                  .weights = p->tensors->weights,
                                  .result = p->tensors->result};
    grn_status status = grn_check_view(grad, name, diag);
    if (status == GRN_OK)
        status = grn_bag_check_rows_of(grad, name, nrows, p->columns, diag);
    if (status == GRN_OK)
        status = grn_bag_check_float(grad, name, p->is_wide, diag);
    if (status == GRN_OK)
        status = grn_bag_check_data(&read, diag);
    if (status == GRN_OK)
        status = grn_check_data(grad, name, diag);
    if (status == GRN_OK)
        status = grn_check_places(grad, name, diag);
    if (status == GRN_OK)
        status = grn_bag_check_layout(&read, diag);
    if (status == GRN_OK)
        status = grn_bag_check_unit_rows(grad, name, diag);
    return status == GRN_OK ? grn_bag_check_apart(grad, &read, diag) : status;
}

grn_status grn_bag_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors, bool scale_by_frequency,
                            const grn_tensor *table_grad, const grn_bag_options *options,
                            const grn_allocator *allocator, const grn_diag *diag)
{
    grn_bag_problem p;
    grn_bag_workers w;
    transposed t = {0};
    grn_status status = begin(spec, tensors, options, allocator, diag, &p, &w);
    if (status == GRN_OK)
        status = check_gradient(&p, table_grad, "table_grad", p.rows.count, diag);
    if (status == GRN_OK)
        status = grn_bag_check_lists(&p, &w, diag);
    if (status == GRN_OK)
        status = make_room(&p, has_scale(&p, scale_by_frequency), p.rows.count, false, allocator, diag, &t);
    if (status != GRN_OK)
        return status;
    t.nrows = p.rows.count;
    transpose(&p, scale_by_frequency, &t);
    add_up(&p, &t, table_grad, &w);
    grn_release(allocator, t.memory, t.bytes);
    return GRN_OK;
}

/* Numbers the rows by a sort whose memory is given back before the transposition. */
static grn_status find_rows(const grn_bag_problem *p, const grn_allocator *allocator, const grn_diag *diag,
                            transposed *t)
{
    size_t bytes;
    void *sorted =
        grn_mul_size((size_t)p->entries, 2 * sizeof(row_entry), &bytes) ? grn_allocate(allocator, bytes) : NULL;
    if (sorted == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory to sort %" PRId64 " entries is refused", p->entries);
    number_rows(p, sorted, t);
    grn_release(allocator, sorted, bytes);
    return GRN_OK;
}

static grn_status check_rows(const grn_tensor *rows, int64_t least, const grn_tensor *row_grads,
                             const grn_bag_problem *p, const grn_diag *diag)
{
    const grn_bag_tensors read = {.indices = p->tensors->indices,
                                  .offsets = p->tensors->offsets,
                                  .weights = p->tensors->weights,
                                  .result = p->tensors->result,
                                  .table = row_grads};
    grn_status status = grn_check_view(rows, "rows", diag);
    if (status == GRN_OK && rows->dtype != GRN_I64)
        status =
            grn_fail(diag, grn_no_place, GRN_E_DTYPE, "rows has dtype %s, it must be i64", grn_dtype_text(rows->dtype));
    if (status == GRN_OK && (rows->rank != 1 || rows->shape[0] < least))
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                          "rows has rank %" PRId32 " and %" PRId64 " elements, it must be 1 and %" PRId64 " or more",
                          rows->rank, grn_tensor_elements(rows), least);
    if (status == GRN_OK)
        status = check_gradient(p, row_grads, "row_grads", rows->shape[0], diag);
    if (status == GRN_OK)
        status = grn_check_data(rows, "rows", diag);
    if (status == GRN_OK)
        status = grn_check_places(rows, "rows", diag);
    if (status == GRN_OK)
        status = grn_bag_check_compact(rows, "rows", diag);
    return status == GRN_OK ? grn_bag_check_apart(rows, &read, diag) : status;
}

grn_status grn_bag_sparse_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors, bool scale_by_frequency,
                                   const grn_tensor *rows, const grn_tensor *row_grads, int64_t *count,
                                   const grn_bag_options *options, const grn_allocator *allocator, const grn_diag *diag)
{
    grn_bag_problem p;
    grn_bag_workers w;
    transposed t = {0};
    int64_t most = 0;
    grn_status status = begin(spec, tensors, options, allocator, diag, &p, &w);
    if (status == GRN_OK)
        status = grn_check_given(count, "count", diag);
    if (status == GRN_OK) {
        most = p.entries < p.rows.count ? p.entries : p.rows.count;
        status = check_rows(rows, most, row_grads, &p, diag);
    }
    if (status == GRN_OK)
        status = grn_bag_check_lists(&p, &w, diag);
    if (status == GRN_OK)
        status = make_room(&p, has_scale(&p, scale_by_frequency), most, true, allocator, diag, &t);
    if (status == GRN_OK)
        status = find_rows(&p, allocator, diag, &t);
    if (status == GRN_OK) {
        grn_tensor out = *row_grads;
        out.shape[0] = t.nrows;
        transpose(&p, scale_by_frequency, &t);
        add_up(&p, &t, &out, &w);
        if (t.nrows > 0)
            memcpy(rows->data, t.row, (size_t)t.nrows * sizeof *t.row);
        *count = t.nrows;
    }
    if (t.memory != NULL)
        grn_release(allocator, t.memory, t.bytes);
    return status;
}
