/* typed.c - a tensor as a person types it for an input. */
#include "files/typed.h"

#include <stdlib.h>
#include <string.h>

#include "files/internal.h"

/* Where a text lies in one that has a type in front: byte `before` of that one is byte `at` of what
 * was typed. */
typedef struct moved {
    const grn_diag *diag;
    size_t at, before;
} moved;

static void emit_moved(void *user, const grn_diagnostic *d)
{
    const moved *m = user;
    grn_diagnostic own = *d;
    const size_t column = d->place.column ? d->place.column - 1 : 0;
    if (d->place.line)
        own.place.column = (uint32_t)((column >= m->before ? column - m->before + m->at : m->at) + 1);
    if (m->diag && m->diag->emit)
        m->diag->emit(m->diag->user, &own);
}

/* Values of a type that is written elsewhere: byte `at` of the text and all behind it. */
static grn_status parse_as(const char *text, size_t n, size_t at, const value_type *type,
                           const grn_allocator *allocator, const grn_diag *diag, grn_tensor *out)
{
    char head[1024];
    const size_t head_bytes = value_type_text(type, -1, head, sizeof head), bytes = head_bytes + 1 + n - at;
    char *whole = head_bytes < sizeof head ? malloc(bytes) : NULL;
    if (!whole)
        return file_fail(diag, GRN_E_MEMORY, "memory refused for the text of an input");
    memcpy(whole, head, head_bytes);
    whole[head_bytes] = '=';
    memcpy(whole + head_bytes + 1, text + at, n - at);
    moved m = {diag, at, head_bytes + 1};
    const grn_status status = grn_tensor_parse(whole, bytes, allocator, &(grn_diag){emit_moved, &m}, out);
    free(whole);
    return status;
}

#define SHOWN_VALUES 80

static grn_status needs_type(const char *text, size_t n, const parameter *p, const grn_diag *diag)
{
    const int bytes = n < SHOWN_VALUES ? (int)n : SHOWN_VALUES;
    if (!p)
        return file_fail(diag, GRN_E_SHAPE, "'%.*s' is for no parameter; with a type it reads 2xf32=1", bytes, text);
    return file_fail(
        diag, GRN_E_SHAPE,
        "'%.*s' is for %s%s of type %.200s, whose extents are not all known: write a list, or a type as in 2xf32=1",
        bytes, text, *p->name ? "%" : "an input", p->name, p->type_text);
}

static bool is_list(const char *text, size_t n)
{
    while (n > 0 && *text == ' ') {
        text++;
        n--;
    }
    return n > 0 && *text == '[';
}

grn_status typed_read(const char *text, size_t n, const parameter *p, const grn_allocator *allocator,
                      const grn_diag *diag, grn_tensor *out)
{
    const char *equals = memchr(text, '=', n);
    const size_t head = equals ? (size_t)(equals - text) : 0;
    value_type type;
    if (equals && value_type_read(text, head, &type))
        return parse_as(text, n, head + 1, &type, allocator, diag, out);
    if (equals)
        return grn_tensor_parse(text, n, allocator, diag, out);
    return p && (p->type.is_static || (p->type.has_rank && is_list(text, n)))
               ? parse_as(text, n, 0, &p->type, allocator, diag, out)
               : needs_type(text, n, p, diag);
}
