/* options.c - CompileOptionsProto, as bytes of a protocol buffer: the few fields that matter here. */
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* A field of a message: its number, and a number or bytes. */
typedef struct field {
    uint64_t number, value;
    const unsigned char *bytes; /* NULL: `value` it is */
    size_t nbytes;
} field;

typedef struct wire {
    const unsigned char *at, *end;
    bool is_wrong;
} wire;

static uint64_t read_varint(wire *w)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (w->at == w->end)
            break;
        const unsigned char byte = *w->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
    }
    w->is_wrong = true;
    return 0;
}

static void read_bytes(wire *w, size_t count, field *f)
{
    if ((size_t)(w->end - w->at) < count) {
        w->is_wrong = true;
        return;
    }
    f->bytes = w->at;
    f->nbytes = count;
    w->at += count;
}

/* The next field; false at the end, and where the bytes are none. */
static bool next_field(wire *w, field *f)
{
    if (w->is_wrong || w->at == w->end)
        return false;
    const uint64_t key = read_varint(w);
    *f = (field){.number = key >> 3};
    switch (key & 7) {
    case 0: f->value = read_varint(w); break;
    case 1: read_bytes(w, 8, f); break;
    case 2: {
        const uint64_t count = read_varint(w);
        read_bytes(w, count > SIZE_MAX ? SIZE_MAX : (size_t)count, f);
        break;
    }
    case 5: read_bytes(w, 4, f); break;
    default: w->is_wrong = true;
    }
    return !w->is_wrong;
}

static wire wire_of(const unsigned char *bytes, size_t count)
{
    return (wire){bytes, bytes != NULL ? bytes + count : NULL, false};
}

/* ---- DeviceAssignmentProto: replica_count = 1, computation_count = 2, computation_devices = 3 --- */

#define MOST_DEVICES ((int64_t)1 << 16)

/* One partition's devices, a replica each: replica_device_ids = 1, packed or not. */
static void read_partition(const field *f, size_t partition, size_t npartitions, size_t nreplicas, int32_t *devices)
{
    wire w = wire_of(f->bytes, f->nbytes);
    size_t replica = 0;
    for (field g; next_field(&w, &g);) {
        if (g.number != 1)
            continue;
        wire ids = g.bytes != NULL ? wire_of(g.bytes, g.nbytes) : wire_of(NULL, 0);
        if (g.bytes == NULL && replica < nreplicas)
            devices[replica++ * npartitions + partition] = (int32_t)g.value;
        while (ids.at != ids.end && !ids.is_wrong) {
            const uint64_t id = read_varint(&ids);
            if (replica < nreplicas)
                devices[replica++ * npartitions + partition] = (int32_t)id;
        }
    }
}

static PJRT_Error *read_assignment(const field *f, grn_pjrt_compile_options *out)
{
    int64_t replicas = 0, partitions = 0;
    wire w = wire_of(f->bytes, f->nbytes);
    for (field g; next_field(&w, &g);) {
        replicas = g.number == 1 ? (int64_t)g.value : replicas;
        partitions = g.number == 2 ? (int64_t)g.value : partitions;
    }
    if (replicas < 1 || partitions < 1 || replicas > MOST_DEVICES || partitions > MOST_DEVICES ||
        replicas * partitions > MOST_DEVICES)
        return NULL; /* none that says anything */
    free(out->devices);
    out->ndevices = (size_t)(replicas * partitions);
    out->devices = calloc(out->ndevices, sizeof *out->devices);
    if (out->devices == NULL)
        return grn_pjrt_no_memory();
    w = wire_of(f->bytes, f->nbytes);
    size_t partition = 0;
    for (field g; next_field(&w, &g);)
        if (g.number == 3 && g.bytes != NULL && partition < (size_t)partitions)
            read_partition(&g, partition++, (size_t)partitions, (size_t)replicas, out->devices);
    return NULL;
}

/* ---- ExecutableBuildOptionsProto ------------------------------------------------------------- */

static PJRT_Error *read_build_options(const field *f, grn_pjrt_compile_options *out)
{
    PJRT_Error *error = NULL;
    wire w = wire_of(f->bytes, f->nbytes);
    for (field g; error == NULL && next_field(&w, &g);) {
        if (g.number == 4)
            out->replicas = (int64_t)g.value;
        else if (g.number == 5)
            out->partitions = (int64_t)g.value;
        else if (g.number == 6)
            out->spmd = g.value != 0;
        else if (g.number == 19)
            out->shardy = g.value != 0;
        else if (g.number == 9 && g.bytes != NULL)
            error = read_assignment(&g, out);
    }
    if (error == NULL && w.is_wrong)
        error =
            grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "compile options: executable_build_options is no message");
    return error;
}

PJRT_Error *grn_pjrt_compile_options_read(const char *bytes, size_t count, grn_pjrt_compile_options *out)
{
    PJRT_Error *error = NULL;
    wire w = wire_of((const unsigned char *)bytes, count);
    *out = (grn_pjrt_compile_options){.replicas = 1, .partitions = 1};
    for (field f; error == NULL && next_field(&w, &f);)
        if (f.number == 3 && f.bytes != NULL)
            error = read_build_options(&f, out);
    if (error == NULL && w.is_wrong)
        error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "compile options are no CompileOptionsProto");
    out->replicas = out->replicas < 1 ? 1 : out->replicas;
    out->partitions = out->partitions < 1 ? 1 : out->partitions;
    if (error == NULL && (out->replicas > MOST_DEVICES || out->partitions > MOST_DEVICES))
        error =
            grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "compile options ask for %lld replicas of %lld partitions",
                           (long long)out->replicas, (long long)out->partitions);
    if (error != NULL)
        grn_pjrt_compile_options_end(out);
    return error;
}

void grn_pjrt_compile_options_end(grn_pjrt_compile_options *options)
{
    free(options->devices);
    options->devices = NULL;
    options->ndevices = 0;
}
