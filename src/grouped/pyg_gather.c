/* pyg_gather.c - torch_scatter's gather_coo and gather_csr: what segments have, back to their entries. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

/* ---- what both ask --------------------------------------------------------------------------- */

static grn_status fail_mismatch(const char *name, const grn_diag *diag, const char *rule, int32_t d, int64_t left,
                                int64_t right)
{
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                    "%s: Input mismatch: %s, where i is %" PRId32 ": %" PRId64 " and %" PRId64, name, rule, d, left,
                    right);
}

/* index, of i64, has the dimensions of src before its last; with `expands` 1 in place of any. */
static grn_status check_lead(const grn_tensor *src, const grn_tensor *index, const char *name, const char *index_name,
                             bool expands, const grn_diag *diag)
{
    const char *rule = expands ? "src.size(i) == indptr.size(i)" : "src.size(i) == index.size(i)";
    if (index->dtype != GRN_I64)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s: %s: expected scalar type Long but found %s; right: i64",
                        name, index_name, grn_dtype_text(index->dtype));
    if (index->rank < 1 || index->rank > src->rank)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "%s: Input mismatch: src.dim() >= %s.dim(): %" PRId32 " and %" PRId32 "; right: 1 or more",
                        name, index_name, src->rank, index->rank);
    for (int32_t d = 0; d + 1 < index->rank; d++)
        if (index->shape[d] != src->shape[d] && !(expands && index->shape[d] == 1))
            return fail_mismatch(name, diag, rule, d, src->shape[d], index->shape[d]);
    return GRN_OK;
}

/* ---- gather_coo ------------------------------------------------------------------------------ */

static grn_status report_coo(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(
        call, bad, "gather_coo: index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64,
        bad->value, bad->dim, bad->extent);
}

static const grn_fw_op coo_op = {"gather_coo", "src", "index", report_coo, false, GRN_BOUNDS_ERROR, 0};

grn_status grn_pyg_gather_coo(const grn_tensor *src, const grn_tensor *index, const grn_tensor *out,
                              const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_fw_begin(&call, &coo_op, src, index, diag);
    if (status == GRN_OK)
        status = check_lead(src, index, coo_op.name, coo_op.index_name, false, diag);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < index->rank; d++)
        call.idle = call.idle || index->shape[d] == 0;
    status = grn_fw_take(&call, index->rank - 1, index->rank - 1);
    call.result = call.dense;
    return grn_fw_gather(status, &call, out);
}

/* ---- gather_csr ------------------------------------------------------------------------------ */

/* A checked call: dimension `dim` of src has the segments, of out the entries. */
typedef struct csr {
    grn_tensor src, indptr, out;
    int32_t dim;
    int64_t entries;
} csr;

static int64_t pointer_at(const csr *c, int64_t line, int64_t i)
{
    int64_t pointer;
    memcpy(&pointer, grn_tensor_at(&c->indptr, line + i * c->indptr.stride[c->dim]), sizeof pointer);
    return pointer;
}

/* Where line number n of leading dimensions of a shape begins in t; of an extent of 1 all are that one. */
static int64_t line_at(const csr *c, const int64_t *shape, const grn_tensor *t, int64_t n)
{
    int64_t at = 0;
    for (int32_t d = c->dim; d-- > 0; n /= shape[d])
        at += t->shape[d] == 1 ? 0 : n % shape[d] * t->stride[d];
    return at;
}

static bool has_lines(const csr *c)
{
    bool has = true;
    for (int32_t d = 0; d < c->dim; d++)
        has = has && c->src.shape[d] > 0;
    return has;
}

/* Of a tensor with elements. */
static int64_t lines_of(const grn_tensor *t, int32_t dim)
{
    int64_t lines = 1;
    for (int32_t d = 0; d < dim; d++)
        lines *= t->shape[d];
    return lines;
}

static grn_status fail_pointer(const csr *c, int64_t line, int64_t i, int64_t least, int64_t most, const grn_diag *diag)
{
    int64_t position[GRN_MAX_RANK];
    position[c->dim] = i;
    for (int32_t d = c->dim; d-- > 0; line /= c->indptr.shape[d])
        position[d] = line % c->indptr.shape[d];
    grn_bad_index bad = grn_bad_index_at(&c->indptr, position);
    char text[GRN_LIST_BYTES];
    bad.lowest = least;
    bad.highest = most;
    return grn_fail_bad_index(diag, &bad, "gather_csr: indptr%s is %" PRId64 "; right: in [%" PRId64 ", %" PRId64 "]",
                              grn_list_text(position, c->dim + 1, text), bad.value, least, most);
}

/* Pointers ascend from 0, all lines to the same end. Lines of src that share one are as many as src says, which may
 * be any number where it has no columns: each of indptr's is looked at once. */
static grn_status check_pointers(csr *c, const grn_diag *diag)
{
    const int64_t rows = c->indptr.shape[c->dim] - 1, lines = has_lines(c) ? lines_of(&c->indptr, c->dim) : 0;
    c->entries = lines > 0 ? pointer_at(c, 0, rows) : 0;
    for (int64_t n = 0; n < lines; n++) {
        const int64_t line = line_at(c, c->indptr.shape, &c->indptr, n);
        int64_t before = 0;
        for (int64_t i = 0; i <= rows; i++) {
            const int64_t pointer = pointer_at(c, line, i), most = i == 0 ? 0 : n > 0 ? c->entries : INT64_MAX;
            const int64_t least = i == rows && n > 0 ? c->entries : before;
            if (pointer < least || pointer > most)
                return fail_pointer(c, n, i, least, most, diag);
            before = pointer;
        }
    }
    return GRN_OK;
}

static grn_status begin_csr(const grn_tensor *src, const grn_tensor *indptr, const grn_diag *diag, csr *out)
{
    grn_status status = grn_check_view(src, "src", diag);
    if (status == GRN_OK)
        status = grn_check_view(indptr, "indptr", diag);
    if (status == GRN_OK)
        status = check_lead(src, indptr, "gather_csr", "indptr", true, diag);
    if (status != GRN_OK)
        return status;
    *out = (csr){.src = *src, .indptr = *indptr, .dim = indptr->rank - 1};
    if (indptr->shape[out->dim] - 1 != src->shape[out->dim])
        return fail_mismatch("gather_csr", diag, "src.size(i) == indptr.size(i) - 1", out->dim, src->shape[out->dim],
                             indptr->shape[out->dim] - 1);
    status = grn_check_data(indptr, "indptr", diag);
    return status == GRN_OK ? check_pointers(out, diag) : status;
}

/* The dimensions behind dim. */
static grn_tensor row_of(const grn_tensor *t, int32_t dim)
{
    grn_tensor row = *t;
    row.rank = t->rank - dim - 1;
    for (int32_t d = 0; d < row.rank; d++) {
        row.shape[d] = t->shape[dim + 1 + d];
        row.stride[d] = t->stride[dim + 1 + d];
    }
    return row;
}

/* Every row of a line as often as the pointers say. */
static void repeat_rows(const csr *c, int64_t pointers, const char *from, char *to)
{
    const int64_t width = (int64_t)grn_dtype_bytes(c->src.dtype), rows = c->src.shape[c->dim];
    const int64_t from_step = c->src.stride[c->dim] * width, to_step = c->out.stride[c->dim] * width;
    grn_tensor row = row_of(&c->src, c->dim), at = row_of(&c->out, c->dim);
    const bool is_run = grn_tensor_is_compact(&row) && grn_tensor_is_compact(&at);
    const size_t bytes = grn_tensor_bytes(&row);
    int64_t entry = 0;
    for (int64_t i = 0; i < rows; i++)
        for (const int64_t end = pointer_at(c, pointers, i + 1); entry < end; entry++) {
            if (is_run) {
                memcpy(to + entry * to_step, from + i * from_step, bytes);
                continue;
            }
            row.data = (void *)(uintptr_t)(from + i * from_step);
            at.data = to + entry * to_step;
            grn_tensor_copy(&at, &row);
        }
}

grn_status grn_pyg_gather_csr(const grn_tensor *src, const grn_tensor *indptr, const grn_tensor *out,
                              const grn_diag *diag)
{
    csr c;
    grn_status status = begin_csr(src, indptr, diag, &c);
    if (status != GRN_OK)
        return status;
    grn_tensor like = *src;
    like.shape[c.dim] = c.entries;
    status = grn_check_view(out, "out", diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &like, diag);
    if (status == GRN_OK)
        status = grn_check_data(src, "src", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, src, "src", diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, indptr, "indptr", diag);
    if (status != GRN_OK || grn_tensor_elements(out) == 0)
        return status;
    c.out = *out;
    const int64_t lines = lines_of(src, c.dim);
    for (int64_t n = 0; n < lines; n++)
        repeat_rows(&c, line_at(&c, src->shape, &c.indptr, n), grn_tensor_at(src, line_at(&c, src->shape, src, n)),
                    grn_tensor_at(out, line_at(&c, src->shape, out, n)));
    return GRN_OK;
}

grn_status grn_pyg_gather_csr_shape(const grn_tensor *src, const grn_tensor *indptr, const grn_diag *diag,
                                    int32_t *rank, int64_t *shape)
{
    csr c;
    grn_status status = grn_grouped_check_shape(rank, shape, diag);
    if (status == GRN_OK)
        status = begin_csr(src, indptr, diag, &c);
    if (status != GRN_OK)
        return status;
    *rank = src->rank;
    for (int32_t d = 0; d < src->rank; d++)
        shape[d] = d == c.dim ? c.entries : src->shape[d];
    return GRN_OK;
}
