/* npz_write.c - tensors as an .npz: a zip archive of stored .npy files, each at a multiple of
 * 64. */
#include "files/internal.h"

#include <string.h>

enum { LOCAL_BYTES = 30, ENTRY_BYTES = 46, END64_BYTES = 56, LOCATOR_BYTES = 20, END_BYTES = 22 };
enum { VERSION_STORED = 20, VERSION_ZIP64 = 45, FLAG_UTF8 = 1 << 11, DATE_1980 = 0x21 };
enum { EXTRA_ZIP64 = 1, EXTRA_ALIGNMENT = 0xD935 }; /* the latter as Android's zipalign writes it */
#define ALIGNMENT 64
#define MOST_NAME 65000
#define NONE32 UINT64_C(0xFFFFFFFF)
#define NONE16 UINT64_C(0xFFFF)

/* What the directory will say of a member. */
typedef struct member {
    uint64_t bytes, local;
    uint32_t crc;
} member;

/* Bytes of a record, number after number. */
typedef struct record {
    unsigned char bytes[256];
    size_t n;
} record;

static void add(record *r, size_t bytes, uint64_t value)
{
    store_le(r->bytes + r->n, value, bytes);
    r->n += bytes;
}

typedef struct writer {
    const grn_sink *sink;
    uint64_t at;
} writer;

static grn_status put(void *user, const char *bytes, size_t n)
{
    writer *w = user;
    w->at += n;
    return n ? w->sink->write(w->sink->user, bytes, n) : GRN_OK;
}

/* ---- the size and the CRC-32 of an .npy ------------------------------------------------------ */

static grn_status take_crc(void *user, const char *bytes, size_t n)
{
    member *m = user;
    m->crc = crc_of(m->crc, (const unsigned char *)bytes, n);
    m->bytes += n;
    return GRN_OK;
}

static grn_status weigh(const grn_tensor *t, member *m)
{
    const grn_sink sink = {take_crc, m};
    *m = (member){0, 0, 0};
    return grn_npy_write(t, &sink);
}

/* ---- records ---------------------------------------------------------------------- */

static uint64_t flags_of(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name >= 0x80)
            return FLAG_UTF8;
    return 0;
}

static uint64_t or_none(uint64_t value, bool wide) { return wide ? NONE32 : value; }

/* What both headers say: from the version to the sizes. */
static void add_common(record *r, const named_tensor *n, const member *m, bool wide, bool wide_sizes)
{
    add(r, 2, wide ? VERSION_ZIP64 : VERSION_STORED);
    add(r, 2, flags_of(n->name));
    add(r, 2, 0); /* stored */
    add(r, 2, 0); /* midnight */
    add(r, 2, DATE_1980);
    add(r, 4, m->crc);
    add(r, 4, or_none(m->bytes, wide_sizes));
    add(r, 4, or_none(m->bytes, wide_sizes));
    add(r, 2, strlen(n->name) + 4);
}

static grn_status put_text(writer *w, const char *text) { return put(w, text, strlen(text)); }

/* The extra field of the alignment takes 6 bytes at least. */
static size_t padding_at(uint64_t at) { return (size_t)((ALIGNMENT - (at + 6) % ALIGNMENT) % ALIGNMENT); }

static grn_status put_local(writer *w, const named_tensor *n, const member *m)
{
    static const char zeros[ALIGNMENT];
    const bool wide = m->bytes >= NONE32;
    const size_t extra = wide ? 20 : 0, padding = padding_at(w->at + LOCAL_BYTES + strlen(n->name) + 4 + extra);
    record r = {.n = 0}, e = {.n = 0};
    add(&r, 4, 0x04034B50);
    add_common(&r, n, m, wide, wide);
    add(&r, 2, extra + 6 + padding);
    if (wide) {
        add(&e, 2, EXTRA_ZIP64);
        add(&e, 2, 16);
        add(&e, 8, m->bytes);
        add(&e, 8, m->bytes);
    }
    add(&e, 2, EXTRA_ALIGNMENT);
    add(&e, 2, 2 + padding);
    add(&e, 2, ALIGNMENT);
    grn_status status = put(w, (const char *)r.bytes, r.n);
    if (status == GRN_OK)
        status = put_text(w, n->name);
    if (status == GRN_OK)
        status = put_text(w, ".npy");
    if (status == GRN_OK)
        status = put(w, (const char *)e.bytes, e.n);
    return status == GRN_OK ? put(w, zeros, padding) : status;
}

static grn_status put_entry(writer *w, const named_tensor *n, const member *m)
{
    const bool wide_sizes = m->bytes >= NONE32, wide_place = m->local >= NONE32, wide = wide_sizes || wide_place;
    const size_t field = (wide_sizes ? 16u : 0) + (wide_place ? 8u : 0);
    record r = {.n = 0}, e = {.n = 0};
    add(&r, 4, 0x02014B50);
    add(&r, 2, 3 << 8 | (wide ? VERSION_ZIP64 : VERSION_STORED)); /* made by: Unix */
    add_common(&r, n, m, wide, wide_sizes);
    add(&r, 2, wide ? 4 + field : 0);
    add(&r, 2, 0);                       /* comment */
    add(&r, 2, 0);                       /* disk */
    add(&r, 2, 0);                       /* internal attributes */
    add(&r, 4, UINT64_C(0100644) << 16); /* a file that its owner may write to */
    add(&r, 4, or_none(m->local, wide_place));
    if (wide) {
        add(&e, 2, EXTRA_ZIP64);
        add(&e, 2, field);
    }
    for (int i = 0; wide_sizes && i < 2; i++)
        add(&e, 8, m->bytes);
    if (wide_place)
        add(&e, 8, m->local);
    grn_status status = put(w, (const char *)r.bytes, r.n);
    if (status == GRN_OK)
        status = put_text(w, n->name);
    if (status == GRN_OK)
        status = put_text(w, ".npy");
    return status == GRN_OK ? put(w, (const char *)e.bytes, e.n) : status;
}

static void add_end64(record *r, uint64_t count, uint64_t from, uint64_t bytes, uint64_t at)
{
    add(r, 4, 0x06064B50);
    add(r, 8, END64_BYTES - 12);
    add(r, 2, 3 << 8 | VERSION_ZIP64);
    add(r, 2, VERSION_ZIP64);
    add(r, 8, 0); /* two numbers of disks */
    add(r, 8, count);
    add(r, 8, count);
    add(r, 8, bytes);
    add(r, 8, from);
    add(r, 4, 0x07064B50); /* the locator */
    add(r, 4, 0);
    add(r, 8, at);
    add(r, 4, 1);
}

static grn_status put_end(writer *w, uint64_t count, uint64_t from)
{
    const uint64_t bytes = w->at - from;
    record r = {.n = 0};
    if (count >= NONE16 || bytes >= NONE32 || from >= NONE32)
        add_end64(&r, count, from, bytes, w->at);
    add(&r, 4, 0x06054B50);
    add(&r, 4, 0); /* two numbers of disks */
    add(&r, 2, count < NONE16 ? count : NONE16);
    add(&r, 2, count < NONE16 ? count : NONE16);
    add(&r, 4, bytes < NONE32 ? bytes : NONE32);
    add(&r, 4, from < NONE32 ? from : NONE32);
    add(&r, 2, 0); /* comment */
    return put(w, (const char *)r.bytes, r.n);
}

/* ---- the archive ---------------------------------------------------------------------- */

static grn_status put_member(writer *w, const named_tensor *n, member *m)
{
    const grn_sink sink = {put, w};
    grn_status status = weigh(n->tensor, m);
    m->local = w->at;
    if (status == GRN_OK)
        status = put_local(w, n, m);
    return status == GRN_OK ? grn_npy_write(n->tensor, &sink) : status;
}

static grn_status put_all(writer *w, const named_tensor *tensors, size_t count, member *members)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = put_member(w, &tensors[i], &members[i]);
    const uint64_t from = w->at;
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = put_entry(w, &tensors[i], &members[i]);
    return status == GRN_OK ? put_end(w, count, from) : status;
}

grn_status npz_write(const named_tensor *tensors, size_t count, const grn_allocator *allocator, const grn_sink *sink)
{
    if ((!tensors && count) || !sink || !sink->write)
        return GRN_E_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (strlen(tensors[i].name) > MOST_NAME)
            return GRN_E_LIMIT;
    member *members = file_allocate(allocator, count * sizeof *members);
    writer w = {sink, 0};
    if (!members)
        return GRN_E_MEMORY;
    grn_status status = put_all(&w, tensors, count, members);
    file_release(allocator, members, count * sizeof *members);
    return status;
}
