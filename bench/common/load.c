/* load.c - from .npy files to the tensors of a job. */
#include "common/load.h"

#include <stdio.h>
#include <string.h>

#include "common/measure.h"

static void path_of(const char *folder, const char *file, char *path, size_t room)
{
    if ((size_t)snprintf(path, room, "%s/%s", folder, file) >= room)
        bench_give_up("a path is too long");
}

/* Copies the array of a mapped .npy, which must have `bytes` of data. */
static void copy_array(const void *file, size_t file_bytes, void *to, size_t bytes)
{
    grn_tensor array;
    size_t used;
    if (grn_npy_parse(file, file_bytes, GRN_NO_DTYPE, NULL, &array, &used) != GRN_OK)
        bench_give_up("an array is not one that can be read");
    if (grn_tensor_bytes(&array) != bytes || !grn_tensor_is_compact(&array))
        bench_give_up("an array has not the bytes that the manifest gives it");
    memcpy(to, array.data, bytes);
}

static void load_array(const char *folder, const char *name, grn_tensor *t)
{
    char path[512];
    size_t file_bytes;
    path_of(folder, name, path, sizeof path);
    const void *file = bench_map_file(path, &file_bytes);
    copy_array(file, file_bytes, t->data, grn_tensor_bytes(t));
    bench_unmap_file(file, file_bytes);
}

void bench_data_load(bench_data *d, const char *folder, const bench_case *c, bool hints, bool large_pages)
{
    char path[512];
    bench_case_job(c, hints, &d->job);
    grn_tensor *tensors[] = {&d->job.operand, &d->job.indices, &d->job.dense};
    for (size_t i = 0; i < 3; i++)
        tensors[i]->data = bench_allocate(grn_tensor_bytes(tensors[i]), large_pages);
    path_of(folder, c->operand_file, path, sizeof path);
    d->operand_file = bench_map_file(path, &d->operand_file_bytes);
    copy_array(d->operand_file, d->operand_file_bytes, d->job.operand.data, grn_tensor_bytes(&d->job.operand));
    load_array(folder, c->index_file, &d->job.indices);
    if (d->job.is_scatter)
        load_array(folder, c->updates_file, &d->job.dense);
}

void bench_data_unload(bench_data *d)
{
    grn_tensor *tensors[] = {&d->job.operand, &d->job.indices, &d->job.dense};
    for (size_t i = 0; i < 3; i++)
        bench_release(tensors[i]->data, grn_tensor_bytes(tensors[i]));
    bench_unmap_file(d->operand_file, d->operand_file_bytes);
}

void bench_data_reset(bench_data *d)
{
    bench_job *job = &d->job;
    if (job->is_scatter)
        copy_array(d->operand_file, d->operand_file_bytes, job->operand.data, grn_tensor_bytes(&job->operand));
    else
        memset(job->dense.data, 0xEE, grn_tensor_bytes(&job->dense));
}

bool bench_data_is_right(const bench_data *d, const bench_case *c)
{
    const grn_tensor *t = d->job.is_scatter ? &d->job.operand : &d->job.dense;
    const uint32_t *words = t->data;
    size_t n = grn_tensor_bytes(t) / 4;
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += words[i] * ((uint32_t)i * UINT32_C(2654435761) | 1);
    return sum == (uint32_t)c->digest;
}
