/* vector.c - the parts of a vector type's text: vectors are kept as they are written. */
#include "ir/ir.h"

/* Where the element type begins in `vector<4x[2]xf32>`, `memref<*xf32>`: behind the last extent. 0:
 * it is no such text. */
static size_t element_start(grn_str s)
{
    bool named = s.n > 7 && (memcmp(s.text, "vector<", 7) == 0 || memcmp(s.text, "memref<", 7) == 0);
    size_t start = 7;
    if (!named || s.text[s.n - 1] != '>')
        return 0;
    for (size_t at = 7; at < s.n && strchr("0123456789[]?*x", s.text[at]); at++)
        if (s.text[at] == 'x')
            start = at + 1;
    return start;
}

/* i32, si8, ui4: false for another word. */
static bool read_integer(grn_str word, uint32_t *width, grn_signedness *sign)
{
    bool prefixed = word.n > 1 && (word.text[0] == 's' || word.text[0] == 'u');
    size_t at = prefixed ? 2 : 1;
    *sign = !prefixed ? GRN_SIGNLESS : word.text[0] == 's' ? GRN_SIGNED : GRN_UNSIGNED;
    *width = 0;
    if (word.n <= at || word.n > at + 6 || word.text[at - 1] != 'i')
        return false;
    for (; at < word.n && word.text[at] >= '0' && word.text[at] <= '9'; at++)
        *width = *width * 10 + (uint32_t)(word.text[at] - '0');
    return at == word.n;
}

const grn_type *grn_vector_element(grn_ir *ir, grn_str text)
{
    char name[24];
    uint32_t width;
    grn_signedness sign;
    size_t start = element_start(text);
    if (!start || text.n - start - 1 >= sizeof name)
        return NULL;
    grn_str word = {text.text + start, text.n - start - 1};
    if (read_integer(word, &width, &sign))
        return grn_type_integer(ir, width, sign);
    memcpy(name, word.text, word.n);
    name[word.n] = '\0';
    grn_dtype dtype = grn_dtype_from_text(name);
    return dtype == GRN_NO_DTYPE ? NULL : grn_type_of_dtype(ir, dtype);
}

const grn_type *grn_vector_of(grn_ir *ir, const grn_type *t, const grn_type *element)
{
    char name[GRN_TYPE_TEXT_BYTES];
    size_t start = t->kind == GRN_TYPE_OPAQUE ? element_start(t->opaque) : 0;
    size_t n = strlen(grn_type_text(element, name, sizeof name));
    char *text = start ? grn_arena_alloc(&ir->arena, start + n + 1) : NULL;
    if (!text)
        return NULL;
    memcpy(text, t->opaque.text, start);
    memcpy(text + start, name, n);
    text[start + n] = '>';
    return grn_type_opaque(ir, (grn_str){text, start + n + 1});
}

bool grn_type_is_vector(const grn_type *t)
{
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n > 7 && memcmp(t->opaque.text, "vector<", 7) == 0;
}

const grn_type *grn_vector_tensor(grn_ir *ir, grn_str text)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = 0;
    size_t start = element_start(text);
    const grn_type *element = start && text.text[0] == 'v' ? grn_vector_element(ir, text) : NULL;
    if (!element || element->dtype == GRN_NO_DTYPE)
        return NULL;
    for (size_t at = 7; at < start; at++) {
        uint64_t extent = 0;
        size_t from = at;
        while (at < start && text.text[at] >= '0' && text.text[at] <= '9')
            at++;
        if (rank == GRN_MAX_RANK || text.text[at] != 'x' || !grn_parse_u64(text.text + from, at - from, &extent) ||
            extent > INT32_MAX)
            return NULL;
        shape[rank++] = (int64_t)extent;
    }
    return grn_type_tensor(ir, element, rank, shape, NULL);
}
