/*
 * zip.c - the directory of a zip archive, as PKWARE's APPNOTE.TXT 6.3.10 has it.
 *
 * Readers of zip archives differ where an archive says one thing twice. Here the central directory
 * is what counts, and an archive whose other records disagree with it is refused: local headers,
 * both end records, bytes between the directory and the end.
 */
#include "files/internal.h"

#include <string.h>

enum { LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22, LOCATOR_BYTES = 20, END64_BYTES = 56, MOST_COMMENT = 65535 };
#define LOCAL_MAGIC UINT32_C(0x04034B50)
#define ENTRY_MAGIC UINT32_C(0x02014B50)
#define END_MAGIC UINT32_C(0x06054B50)
#define LOCATOR_MAGIC UINT32_C(0x07064B50)
#define END64_MAGIC UINT32_C(0x06064B50)
#define NONE16 UINT32_C(0xFFFF) /* the number is in the zip64 record */
#define NONE32 UINT32_C(0xFFFFFFFF)

enum { FLAG_ENCRYPTED = 1 << 0, FLAG_DESCRIPTOR = 1 << 3, FLAG_STRONG = 1 << 6, FLAG_MASKED = 1 << 13 };
enum { METHOD_STORED = 0, METHOD_DEFLATED = 8 };
#define MOST_RATIO 1032 /* deflate makes 258 bytes of 2 bits at most */

static uint32_t u16(bytes_view f, size_t at) { return (uint32_t)load_le(f.at + at, 2); }
static uint32_t u32(bytes_view f, size_t at) { return (uint32_t)load_le(f.at + at, 4); }
static uint64_t u64(bytes_view f, size_t at) { return load_le(f.at + at, 8); }

/* ---- the end ---------------------------------------------------------------------- */

/* Where the directory is, and what it should hold. */
typedef struct directory {
    size_t at, n;
    uint64_t entries;
} directory;

/* The last place where an end record stands whose comment reaches to the end of the file. */
static bool find_end(bytes_view f, size_t *out)
{
    size_t last = f.n < END_BYTES ? 0 : f.n - END_BYTES, first = last > MOST_COMMENT ? last - MOST_COMMENT : 0;
    for (size_t at = last + 1; f.n >= END_BYTES && at-- > first;)
        if (u32(f, at) == END_MAGIC && u16(f, at + 20) == f.n - at - END_BYTES) {
            *out = at;
            return true;
        }
    return false;
}

static bool is_or_none(uint64_t value, uint64_t is, uint32_t none) { return value == is || value == none; }

/* The zip64 record in front of the end record at `end`; what the end record says too must be the
 * same. */
static grn_status read_end64(bytes_view f, size_t end, const grn_diag *diag, directory *d, size_t *behind)
{
    size_t locator = end - LOCATOR_BYTES;
    uint64_t at = u64(f, locator + 8);
    if (locator < END64_BYTES || at > locator - END64_BYTES || u32(f, (size_t)at) != END64_MAGIC)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: byte %zu says that the zip64 end record is at byte %llu, where there is none", locator,
                         (unsigned long long)at);
    const size_t r = (size_t)at;
    if (u64(f, r + 4) != locator - r - 12)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: the zip64 end record at byte %zu has %llu bytes, expected %zu up to its locator", r,
                         (unsigned long long)u64(f, r + 4), locator - r - 12);
    uint64_t here = u64(f, r + 24), entries = u64(f, r + 32), bytes = u64(f, r + 40), from = u64(f, r + 48);
    if (u32(f, r + 16) != 0 || u32(f, r + 20) != 0 || here != entries || u32(f, locator + 4) != 0 ||
        u32(f, locator + 16) > 1)
        return file_fail(diag, GRN_E_UNSUPPORTED,
                         "npz: the archive at byte %zu is one of several parts, expected a whole one", r);
    if (!is_or_none(u16(f, end + 10), entries, NONE16) || !is_or_none(u32(f, end + 12), bytes, NONE32) ||
        !is_or_none(u32(f, end + 16), from, NONE32))
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: the end record at byte %zu and the zip64 record at byte %zu disagree", end, r);
    if (from > r || bytes != r - from)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: the directory is said to be %llu bytes at byte %llu, expected to end at byte %zu",
                         (unsigned long long)bytes, (unsigned long long)from, r);
    *d = (directory){(size_t)from, (size_t)bytes, entries};
    *behind = r;
    return GRN_OK;
}

static grn_status read_end(bytes_view f, const grn_diag *diag, directory *d)
{
    size_t end, behind;
    if (!find_end(f, &end))
        return file_fail(
            diag, GRN_E_FORMAT,
            "npz: no end record of a zip archive in the last %zu bytes: the file is cut short, or no archive",
            f.n < END_BYTES + MOST_COMMENT ? f.n : (size_t)END_BYTES + MOST_COMMENT);
    if (end >= LOCATOR_BYTES && u32(f, end - LOCATOR_BYTES) == LOCATOR_MAGIC)
        return read_end64(f, end, diag, d, &behind);
    uint32_t here = u16(f, end + 8), entries = u16(f, end + 10), bytes = u32(f, end + 12), from = u32(f, end + 16);
    if (u16(f, end + 4) != 0 || u16(f, end + 6) != 0 || here != entries)
        return file_fail(diag, GRN_E_UNSUPPORTED,
                         "npz: the archive is one of several parts (byte %zu), expected a whole one", end + 4);
    if (from > end || bytes != end - from)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: byte %zu says that the directory is %u bytes at byte %u, expected to end at byte %zu",
                         end + 12, (unsigned)bytes, (unsigned)from, end);
    *d = (directory){from, bytes, entries};
    return GRN_OK;
}

/* ---- a row of the directory ------------------------------------------------------------------ */

typedef struct row {
    size_t at; /* of the record in the file */
    uint32_t flags, method, crc;
    uint64_t stored, bytes, local;
    const char *name;
    size_t name_bytes;
} row;

/* The zip64 field among `n` bytes of extra fields: each number of `out` that is asked for, in their
 * order. */
static bool take_extra64(bytes_view f, size_t at, size_t n, uint64_t *const out[3])
{
    size_t id, length = 0;
    for (size_t end = at + n; end - at >= 4; at += 4 + length) {
        id = u16(f, at);
        length = u16(f, at + 2);
        if (length > end - at - 4)
            return false;
        if (id != 1)
            continue;
        size_t from = at + 4, left = length;
        for (int i = 0; i < 3; i++) {
            if (!out[i])
                continue;
            if (left < 8)
                return false;
            *out[i] = u64(f, from);
            from += 8;
            left -= 8;
        }
        return true;
    }
    return !out[0] && !out[1] && !out[2];
}

static grn_status bad_row(const row *r, const grn_diag *diag, grn_status status, const char *what)
{
    return file_fail(diag, status, "npz: the member '%.*s' (byte %zu) %s", shown(r->name_bytes), r->name, r->at, what);
}

static grn_status read_row(bytes_view f, size_t at, size_t end, const grn_diag *diag, row *r, size_t *next)
{
    if (end - at < ENTRY_BYTES || u32(f, at) != ENTRY_MAGIC)
        return file_fail(diag, GRN_E_FORMAT, "npz: byte %zu is no entry of the directory, which goes on to byte %zu",
                         at, end);
    size_t name = u16(f, at + 28), extra = u16(f, at + 30), comment = u16(f, at + 32);
    if (end - at - ENTRY_BYTES < name + extra + comment)
        return file_fail(diag, GRN_E_FORMAT, "npz: the entry at byte %zu ends behind the directory's end at byte %zu",
                         at, end);
    *r = (row){at,
               u16(f, at + 8),
               u16(f, at + 10),
               u32(f, at + 16),
               u32(f, at + 20),
               u32(f, at + 24),
               u32(f, at + 42),
               (const char *)f.at + at + ENTRY_BYTES,
               name};
    uint64_t *const wide[3] = {r->bytes == NONE32 ? &r->bytes : NULL, r->stored == NONE32 ? &r->stored : NULL,
                               r->local == NONE32 ? &r->local : NULL};
    if (!take_extra64(f, at + ENTRY_BYTES + name, extra, wide))
        return bad_row(r, diag, GRN_E_FORMAT, "has extra fields that do not hold its sizes");
    if (u16(f, at + 34) != 0)
        return bad_row(r, diag, GRN_E_UNSUPPORTED, "is in another part of the archive, expected a whole one");
    *next = at + ENTRY_BYTES + name + extra + comment;
    return GRN_OK;
}

/* ---- what a member may be -------------------------------------------------------------------- */

/* Whether the part of a path that is `n` bytes at `s` is "..", or nothing at its start. */
static bool is_bad_name(const char *s, size_t n)
{
    if (n == 0 || s[0] == '/' || memchr(s, '\0', n) || memchr(s, '\\', n))
        return true;
    for (size_t from = 0, to; from <= n; from = to + 1) {
        const char *slash = memchr(s + from, '/', n - from);
        to = slash ? (size_t)(slash - s) : n;
        if (to - from == 2 && s[from] == '.' && s[from + 1] == '.')
            return true;
    }
    return false;
}

static grn_status check_row(const row *r, const grn_diag *diag)
{
    if (is_bad_name(r->name, r->name_bytes))
        return bad_row(r, diag, GRN_E_FORMAT,
                       "has a name that is empty, absolute, or has a '..', a backslash or a zero byte in it");
    if (r->flags & (FLAG_ENCRYPTED | FLAG_STRONG | FLAG_MASKED))
        return bad_row(r, diag, GRN_E_UNSUPPORTED, "is encrypted, expected one that is not");
    if (r->method != METHOD_STORED && r->method != METHOD_DEFLATED)
        return file_fail(
            diag, GRN_E_UNSUPPORTED,
            "npz: the member '%.*s' (byte %zu) is compressed by method %u, expected 0 (stored) or 8 (deflate)",
            shown(r->name_bytes), r->name, r->at + 10, (unsigned)r->method);
    if (r->method == METHOD_STORED && r->stored != r->bytes)
        return bad_row(r, diag, GRN_E_FORMAT, "is stored, and its two sizes differ");
    if (r->method == METHOD_DEFLATED && r->bytes / MOST_RATIO > r->stored)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: the member '%.*s' (byte %zu) promises %llu bytes of %llu deflated ones, expected at "
                         "most %d times as many",
                         shown(r->name_bytes), r->name, r->at + 20, (unsigned long long)r->bytes,
                         (unsigned long long)r->stored, MOST_RATIO);
    return GRN_OK;
}

/* A number that the local header repeats. With a descriptor behind the data it may be 0. */
static bool repeats(const row *r, uint64_t here, uint64_t there)
{
    return here == there || ((r->flags & FLAG_DESCRIPTOR) && here == 0);
}

static grn_status disagrees(const row *r, const grn_diag *diag, const char *what)
{
    return file_fail(
        diag, GRN_E_FORMAT,
        "npz: the member '%.*s': its local header at byte %llu has another %s than the directory at byte %zu",
        shown(r->name_bytes), r->name, (unsigned long long)r->local, what, r->at);
}

/* The local header against the directory's row; *data: where what is stored begins. */
static grn_status check_local(bytes_view f, const row *r, size_t directory_at, const grn_diag *diag, size_t *data)
{
    if (r->local > directory_at || directory_at - r->local < LOCAL_BYTES || u32(f, (size_t)r->local) != LOCAL_MAGIC)
        return file_fail(diag, GRN_E_FORMAT,
                         "npz: the member '%.*s' is said to be at byte %llu, where there is no local header",
                         shown(r->name_bytes), r->name, (unsigned long long)r->local);
    const size_t at = (size_t)r->local, room = directory_at - at - LOCAL_BYTES, name = u16(f, at + 26),
                 extra = u16(f, at + 28);
    if (name + extra > room || r->stored > room - name - extra)
        return file_fail(
            diag, GRN_E_FORMAT,
            "npz: the member '%.*s' has %llu bytes at byte %zu, which reach into the directory at byte %zu",
            shown(r->name_bytes), r->name, (unsigned long long)r->stored, at, directory_at);
    if (compare_texts((const char *)f.at + at + LOCAL_BYTES, name, r->name, r->name_bytes) != 0)
        return disagrees(r, diag, "name");
    if (u16(f, at + 6) != r->flags || u16(f, at + 8) != r->method)
        return disagrees(r, diag, "method");
    uint64_t stored = u32(f, at + 18), bytes = u32(f, at + 22);
    uint64_t *const wide[3] = {bytes == NONE32 ? &bytes : NULL, stored == NONE32 ? &stored : NULL, NULL};
    if (!take_extra64(f, at + LOCAL_BYTES + name, extra, wide) || !repeats(r, stored, r->stored) ||
        !repeats(r, bytes, r->bytes))
        return disagrees(r, diag, "size");
    if (!repeats(r, u32(f, at + 14), r->crc))
        return disagrees(r, diag, "CRC-32");
    *data = at + LOCAL_BYTES + name + extra;
    return GRN_OK;
}

/* ---- all members ---------------------------------------------------------------------- */

typedef struct members {
    zip_member *items;
    size_t count;
} members;

static bool comes_before(const void *of, size_t a, size_t b)
{
    const members *m = of;
    return m->items[a].local < m->items[b].local;
}

static bool is_named_before(const void *of, size_t a, size_t b)
{
    const zip_member *x = &((const members *)of)->items[a], *y = &((const members *)of)->items[b];
    return compare_texts(x->name, x->name_bytes, y->name, y->name_bytes) < 0;
}

static grn_status check_overlaps(const members *m, size_t *order, const grn_diag *diag)
{
    sort_numbers(order, m->count, comes_before, m);
    for (size_t i = 1; i < m->count; i++) {
        const zip_member *a = &m->items[order[i - 1]], *b = &m->items[order[i]];
        if (b->local < a->data + a->stored_bytes)
            return file_fail(diag, GRN_E_FORMAT, "npz: the members '%.*s' and '%.*s' overlap at byte %zu",
                             shown(a->name_bytes), a->name, shown(b->name_bytes), b->name, b->local);
    }
    return GRN_OK;
}

static grn_status check_names(const members *m, size_t *order, const grn_diag *diag)
{
    sort_numbers(order, m->count, is_named_before, m);
    for (size_t i = 1; i < m->count; i++) {
        const zip_member *a = &m->items[order[i - 1]], *b = &m->items[order[i]];
        if (compare_texts(a->name, a->name_bytes, b->name, b->name_bytes) == 0)
            return file_fail(diag, GRN_E_FORMAT, "npz: two members are called '%.*s' (bytes %zu and %zu)",
                             shown(a->name_bytes), a->name, a->local < b->local ? a->local : b->local,
                             a->local < b->local ? b->local : a->local);
    }
    return GRN_OK;
}

static grn_status read_members(bytes_view f, const directory *d, const grn_diag *diag, members *m)
{
    size_t at = d->at, data = 0, end = d->at + d->n;
    row r;
    for (; at < end; m->count++) {
        grn_status status = read_row(f, at, end, diag, &r, &at);
        if (status == GRN_OK)
            status = check_row(&r, diag);
        if (status == GRN_OK)
            status = check_local(f, &r, d->at, diag, &data);
        if (status != GRN_OK)
            return status;
        m->items[m->count] =
            (zip_member){r.name,           r.name_bytes,    (size_t)r.local, data,
                         (size_t)r.stored, (size_t)r.bytes, r.crc,           r.method == METHOD_DEFLATED};
    }
    return m->count == d->entries
               ? GRN_OK
               : file_fail(diag, GRN_E_FORMAT,
                           "npz: the directory at byte %zu has %zu entries, its end record says %llu", d->at, m->count,
                           (unsigned long long)d->entries);
}

/* Those whose name ends in .npy, without that. */
static void keep_arrays(members *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        zip_member one = m->items[i];
        if (one.name_bytes < 4 || memcmp(one.name + one.name_bytes - 4, ".npy", 4) != 0)
            continue;
        one.name_bytes -= 4;
        m->items[kept++] = one;
    }
    m->count = kept;
}

static grn_status check_members(members *m, const grn_allocator *a, const grn_diag *diag)
{
    const size_t bytes = m->count * sizeof(size_t);
    size_t *order = file_allocate(a, bytes);
    if (!order)
        return file_fail(diag, GRN_E_MEMORY, "npz: memory refused for %zu members", m->count);
    grn_status status = check_overlaps(m, order, diag);
    if (status == GRN_OK)
        status = check_names(m, order, diag);
    file_release(a, order, bytes);
    return status;
}

grn_status zip_open(bytes_view file, const grn_allocator *a, const grn_diag *diag, zip_member **out, size_t *count,
                    size_t *room)
{
    directory d = {0, 0, 0};
    members m = {NULL, 0};
    grn_status status = read_end(file, diag, &d);
    if (status != GRN_OK)
        return status;
    *room = d.n / ENTRY_BYTES + 1; /* as many as there can be, whatever the count says */
    m.items = file_allocate(a, *room * sizeof *m.items);
    if (!m.items)
        return file_fail(diag, GRN_E_MEMORY, "npz: memory refused for a directory of %zu bytes", d.n);
    status = read_members(file, &d, diag, &m);
    if (status == GRN_OK)
        status = check_members(&m, a, diag);
    if (status != GRN_OK)
        file_release(a, m.items, *room * sizeof *m.items);
    else
        keep_arrays(&m);
    *out = status == GRN_OK ? m.items : NULL;
    *count = m.count;
    return status;
}

/* ---- one member ---------------------------------------------------------------------- */

static grn_status check_crc(const zip_member *m, const unsigned char *bytes, const grn_diag *diag)
{
    uint32_t crc = crc_of(0, bytes, m->bytes);
    return crc == m->crc
               ? GRN_OK
               : file_fail(diag, GRN_E_FORMAT, "npz: the member '%.*s' at byte %zu has CRC-32 %08X, expected %08X",
                           shown(m->name_bytes), m->name, m->data, (unsigned)crc, (unsigned)m->crc);
}

static grn_status read_deflated(bytes_view stored, const zip_member *m, grn_dtype declared, const grn_allocator *a,
                                const grn_diag *diag, read_tensor *out)
{
    unsigned char *bytes = file_allocate(a, m->bytes);
    size_t used;
    if (!bytes)
        return file_fail(diag, GRN_E_MEMORY, "npz: memory refused for the %zu bytes of the member '%.*s'", m->bytes,
                         shown(m->name_bytes), m->name);
    grn_status status = inflate_bytes(stored, bytes, m->bytes, m, diag);
    if (status == GRN_OK)
        status = check_crc(m, bytes, diag);
    if (status == GRN_OK)
        status = grn_npy_parse(bytes, m->bytes, declared, diag, &out->tensor, &used);
    if (status == GRN_OK)
        *out = (read_tensor){out->tensor, bytes, m->bytes, a};
    else
        file_release(a, bytes, m->bytes);
    return status;
}

grn_status zip_read(bytes_view file, const zip_member *m, grn_dtype declared, const grn_allocator *a,
                    const grn_diag *diag, read_tensor *out)
{
    const bytes_view stored = {file.at + m->data, m->stored_bytes};
    if (m->deflated)
        return read_deflated(stored, m, declared, a, diag, out);
    grn_status status = check_crc(m, stored.at, diag);
    return status == GRN_OK ? npy_read(stored, declared, a, diag, out) : status;
}
