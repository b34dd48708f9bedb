/* devices.c - whole inputs cut into what each device gets, and whole results put together. */
#include "interp/devices.h"

#include <inttypes.h>

typedef struct padded_part {
    void *data;
    size_t bytes;
} padded_part;

/* ---- room ------------------------------------------------------------------------------------ */

static size_t part_of_bytes(const grn_devices *d)
{
    return (d->ninputs + d->nresults) * (size_t)d->count * GRN_MAX_RANK * sizeof *d->part_of;
}

grn_status grn_devices_init(grn_devices *d, const grn_allocator *allocator, size_t ninputs, size_t nresults,
                            const grn_diag *diag)
{
    d->allocator = allocator;
    d->ninputs = ninputs;
    d->nresults = nresults;
    grn_vec_init(&d->padded, allocator, sizeof(padded_part));
    d->inputs = grn_allocate(allocator, (ninputs + 1) * sizeof *d->inputs);
    d->results = grn_allocate(allocator, (nresults + 1) * sizeof *d->results);
    d->part_of = grn_allocate(allocator, part_of_bytes(d) + 1);
    d->parts = grn_allocate(allocator, (ninputs * grn_devices_here(d) + 1) * sizeof *d->parts);
    return d->inputs && d->results && d->part_of && d->parts
               ? GRN_OK
               : grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for the layouts of a divided program");
}

void grn_devices_destroy(grn_devices *d)
{
    if (!d->allocator)
        return;
    const padded_part *p = d->padded.items;
    for (size_t i = 0; i < d->padded.count; i++)
        grn_release(d->allocator, p[i].data, p[i].bytes);
    grn_vec_destroy(&d->padded);
    grn_release(d->allocator, d->inputs, (d->ninputs + 1) * sizeof *d->inputs);
    grn_release(d->allocator, d->results, (d->nresults + 1) * sizeof *d->results);
    grn_release(d->allocator, d->part_of, part_of_bytes(d) + 1);
    grn_release(d->allocator, d->parts, (d->ninputs * grn_devices_here(d) + 1) * sizeof *d->parts);
}

/* ---- layouts by themselves ------------------------------------------------------------------- */

static size_t place_parts(const grn_devices *d, grn_layouts *out, const grn_layout *from, size_t n, size_t at,
                          size_t part)
{
    for (size_t i = 0; i < n; i++) {
        const size_t count = (size_t)d->count * (size_t)from[i].rank;
        out->all[at + i] = from[i];
        out->all[at + i].part_of = out->part_of + part;
        if (count)
            memcpy(out->part_of + part, from[i].part_of, count * sizeof *out->part_of);
        part += count;
    }
    return part;
}

grn_status grn_layouts_copy(const grn_devices *d, const grn_allocator *allocator, const grn_diag *diag,
                            grn_layouts *out)
{
    *out = (grn_layouts){.ninputs = d->ninputs, .nresults = d->nresults};
    for (size_t i = 0; i < d->ninputs + d->nresults; i++)
        out->nparts += (size_t)d->count * (size_t)(i < d->ninputs ? d->inputs[i] : d->results[i - d->ninputs]).rank;
    out->all = grn_allocate(allocator, (out->ninputs + out->nresults + 1) * sizeof *out->all);
    out->part_of = grn_allocate(allocator, (out->nparts + 1) * sizeof *out->part_of);
    if (!out->all || !out->part_of) {
        grn_layouts_free(out, allocator);
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for the layouts of results");
    }
    const size_t part = place_parts(d, out, d->inputs, d->ninputs, 0, 0);
    place_parts(d, out, d->results, d->nresults, d->ninputs, part);
    return GRN_OK;
}

void grn_layouts_free(grn_layouts *l, const grn_allocator *allocator)
{
    grn_release(allocator, l->all, l->all ? (l->ninputs + l->nresults + 1) * sizeof *l->all : 0);
    grn_release(allocator, l->part_of, l->part_of ? (l->nparts + 1) * sizeof *l->part_of : 0);
    *l = (grn_layouts){.nparts = 0};
}

/* ---- parts ----------------------------------------------------------------------------------- */

static int64_t extent_of(const grn_layout *l, int32_t k)
{
    return l->shape[k] / l->parts[k] + (l->shape[k] % l->parts[k] != 0);
}

/* Where the device's part begins, and what of it is no padding. False: some of it is. */
static bool own_box(const grn_layout *l, int64_t device, int64_t *first, int64_t *shape)
{
    bool is_full = true;
    for (int32_t k = 0; k < l->rank; k++) {
        const int64_t extent = extent_of(l, k), begin = l->part_of[device * l->rank + k] * extent;
        first[k] = begin < l->shape[k] ? begin : l->shape[k];
        shape[k] = l->shape[k] - first[k] < extent ? l->shape[k] - first[k] : extent;
        is_full = is_full && shape[k] == extent;
    }
    return is_full;
}

/* What of `whole` the device has, without padding. False: some of its part is padding. */
static bool own_view(const grn_layout *l, int64_t device, const grn_tensor *whole, grn_tensor *out)
{
    int64_t first[GRN_MAX_RANK], offset = 0;
    *out = *whole;
    const bool is_full = own_box(l, device, first, out->shape);
    for (int32_t k = 0; k < l->rank; k++)
        offset += out->shape[k] ? first[k] * whole->stride[k] : 0;
    if (grn_tensor_elements(out))
        out->data = grn_tensor_at(whole, offset);
    return is_full;
}

/* The part with zeros for padding. */
static grn_status pad(grn_devices *d, const grn_layout *l, const grn_tensor *own, const grn_diag *diag, grn_tensor *out)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t k = 0; k < l->rank; k++)
        shape[k] = extent_of(l, k);
    grn_status status = grn_tensor_init(out, NULL, own->dtype, l->rank, shape);
    padded_part *p = status == GRN_OK ? grn_vec_push(&d->padded) : NULL;
    if (!p)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a device's part of an input");
    const size_t bytes = grn_tensor_bytes(out);
    *p = (padded_part){grn_allocate(d->allocator, bytes ? bytes : 1), bytes ? bytes : 1};
    if (!p->data) {
        d->padded.count--;
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a device's part of an input: %zu bytes",
                        bytes);
    }
    out->data = p->data;
    memset(p->data, 0, p->bytes);
    grn_tensor view = *out;
    for (int32_t k = 0; k < l->rank; k++)
        view.shape[k] = own->shape[k];
    if (grn_tensor_elements(own))
        grn_tensor_copy(&view, own);
    return GRN_OK;
}

grn_status grn_devices_cut(grn_devices *d, const grn_tensor *inputs, const grn_diag *diag, grn_tensor **parts)
{
    const int64_t first = d->own < 0 ? 0 : d->own, end = first + (int64_t)grn_devices_here(d);
    grn_status status = GRN_OK;
    for (int64_t device = first; device < end; device++)
        for (size_t i = 0; status == GRN_OK && i < d->ninputs; i++) {
            grn_tensor *out = &d->parts[(size_t)(device - first) * d->ninputs + i], own;
            if (d->inputs[i].rank == 0)
                *out = inputs[i];
            else if (own_view(&d->inputs[i], device, &inputs[i], &own))
                *out = own;
            else
                status = pad(d, &d->inputs[i], &own, diag, out);
        }
    *parts = d->parts;
    return status;
}

/* ---- whole results --------------------------------------------------------------------------- */

/* Whether an earlier device has the same part. */
static bool is_copy(const grn_layout *l, int64_t device)
{
    for (int64_t e = 0; e < device; e++)
        if (memcmp(l->part_of + e * l->rank, l->part_of + device * l->rank, (size_t)l->rank * sizeof *l->part_of) == 0)
            return true;
    return false;
}

static bool same_bits(const grn_tensor *a, const grn_tensor *b)
{
    unsigned char x[16], y[16];
    const size_t bytes = grn_dtype_bytes(a->dtype);
    const int64_t n = grn_tensor_elements(a);
    for (int64_t i = 0; i < n; i++) {
        grn_tensor_read(a, i, 1, x);
        grn_tensor_read(b, i, 1, y);
        if (memcmp(x, y, bytes) != 0)
            return false;
    }
    return true;
}

static grn_status join_one(const grn_devices *d, grn_runtime *run, size_t i, const grn_rt *of_devices, grn_rt *whole)
{
    const grn_layout *l = &d->results[i];
    grn_status status = grn_rt_alloc(run, of_devices[i].tensor.dtype, l->rank, l->shape, whole);
    for (int64_t device = 0; status == GRN_OK && device < d->count; device++) {
        grn_tensor part = of_devices[(size_t)device * d->nresults + i].tensor, own;
        own_view(l, device, &whole->tensor, &own);
        for (int32_t k = 0; k < l->rank; k++)
            part.shape[k] = own.shape[k];
        if (grn_tensor_elements(&own) == 0)
            continue;
        if (!is_copy(l, device))
            grn_tensor_copy(&own, &part);
        else if (!same_bits(&own, &part))
            status = grn_fail(run->diag, run->place, GRN_E_CHECK,
                              "result #%zu: the copy that device %" PRId64 " has differs from another's", i, device);
    }
    return status;
}

grn_status grn_devices_join(const grn_devices *d, grn_runtime *run, const grn_rt *of_devices, grn_rt *whole)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < d->nresults; i++)
        status = d->results[i].rank == 0 ? grn_rt_share(run, &of_devices[i], NULL, &whole[i])
                                         : join_one(d, run, i, of_devices, &whole[i]);
    return status;
}

void grn_devices_crop(const grn_devices *d, grn_rt *results)
{
    int64_t first[GRN_MAX_RANK];
    for (size_t i = 0; i < d->nresults; i++)
        if (d->results[i].rank > 0)
            own_box(&d->results[i], d->own, first, results[i].tensor.shape);
}
