/* text_mutator.c - lines and words of a program, moved and exchanged. */
#include "text_mutator.h"

#include <stdbool.h>
#include <string.h>

#include "support/random_tensor.h"

/* ---- pieces of a text ------------------------------------------------------------------------ */

typedef struct piece {
    size_t at, n;
} piece;

static size_t below(random_source s, size_t bound) { return (size_t)s.next(s.user, bound ? bound : 1); }

/* The line that holds byte `at`, its newline included. */
static piece line_at(const uint8_t *data, size_t size, size_t at)
{
    size_t from = at, to = at;
    while (from > 0 && data[from - 1] != '\n')
        from--;
    while (to < size && data[to] != '\n')
        to++;
    return (piece){from, (to < size ? to + 1 : size) - from};
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '%' || c == '@' ||
           c == '#' || c == '!';
}

/* Numbers, words and the rest never share a token: "2x3xi32" has five. */
typedef enum token_kind { TOKEN_NUMBER, TOKEN_WORD, TOKEN_OTHER } token_kind;

static token_kind kind_of(const uint8_t *data, piece p)
{
    return is_digit(data[p.at]) ? TOKEN_NUMBER : is_letter(data[p.at]) ? TOKEN_WORD : TOKEN_OTHER;
}

static piece token_at(const uint8_t *data, size_t size, size_t at)
{
    bool (*in)(uint8_t c) = is_digit(data[at]) ? is_digit : is_letter(data[at]) ? is_letter : NULL;
    piece p = {at, 1};
    if (!in)
        return p;
    while (p.at > 0 && in(data[p.at - 1]))
        p.at--, p.n++;
    while (p.at + p.n < size && in(data[p.at + p.n]))
        p.n++;
    return p;
}

/* Puts `n` bytes in the place of a piece; the text stays as it is where that does not fit. */
static size_t replace(uint8_t *data, size_t size, size_t most, piece p, const uint8_t *with, size_t n)
{
    if (size - p.n + n > most)
        return size;
    memmove(data + p.at + n, data + p.at + p.n, size - p.at - p.n);
    if (n)
        memcpy(data + p.at, with, n);
    return size - p.n + n;
}

/* ---- changes --------------------------------------------------------------------------------- */

#define LONGEST 512 /* of a line or a word that is moved */

typedef size_t (*change)(random_source s, uint8_t *data, size_t size, size_t most);

static size_t copy_of(const uint8_t *data, piece p, uint8_t *to)
{
    size_t n = p.n < LONGEST ? p.n : LONGEST;
    memcpy(to, data + p.at, n);
    return n;
}

static size_t delete_line(random_source s, uint8_t *data, size_t size, size_t most)
{
    return replace(data, size, most, line_at(data, size, below(s, size)), NULL, 0);
}

static size_t insert_line(random_source s, uint8_t *data, size_t size, size_t most)
{
    uint8_t line[LONGEST];
    size_t n = copy_of(data, line_at(data, size, below(s, size)), line);
    size_t at = line_at(data, size, below(s, size)).at;
    return replace(data, size, most, (piece){at, 0}, line, n);
}

static size_t replace_line(random_source s, uint8_t *data, size_t size, size_t most)
{
    uint8_t line[LONGEST];
    size_t n = copy_of(data, line_at(data, size, below(s, size)), line);
    return replace(data, size, most, line_at(data, size, below(s, size)), line, n);
}

/* Another token of the text, of the same kind where a few looks find one. */
static size_t replace_token(random_source s, uint8_t *data, size_t size, size_t most)
{
    uint8_t word[LONGEST];
    piece to = token_at(data, size, below(s, size)), from = to;
    for (int tries = 0; tries < 8; tries++) {
        from = token_at(data, size, below(s, size));
        if (kind_of(data, from) == kind_of(data, to))
            break;
    }
    size_t n = copy_of(data, from, word);
    return replace(data, size, most, to, word, n);
}

static size_t delete_token(random_source s, uint8_t *data, size_t size, size_t most)
{
    return replace(data, size, most, token_at(data, size, below(s, size)), NULL, 0);
}

static size_t replace_number(random_source s, uint8_t *data, size_t size, size_t most)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "4",
                                          "7",
                                          "8",
                                          "16",
                                          "31",
                                          "32",
                                          "33",
                                          "64",
                                          "127",
                                          "255",
                                          "256",
                                          "65536",
                                          "2147483647",
                                          "4294967296",
                                          "9223372036854775807",
                                          "?",
                                          "-1"};
    const char *number = numbers[below(s, sizeof numbers / sizeof *numbers)];
    piece p = token_at(data, size, below(s, size));
    for (int tries = 0; tries < 16 && kind_of(data, p) != TOKEN_NUMBER; tries++)
        p = token_at(data, size, below(s, size));
    return replace(data, size, most, p, (const uint8_t *)number, strlen(number));
}

static size_t replace_type(random_source s, uint8_t *data, size_t size, size_t most)
{
    static const char *const types[] = {"i1",    "i4",  "i8",   "i32", "i64", "ui8",     "ui64",
                                        "index", "f16", "bf16", "f32", "f64", "f8E4M3FN"};
    const char *type = types[below(s, sizeof types / sizeof *types)];
    piece p = token_at(data, size, below(s, size));
    for (int tries = 0; tries < 16 && !(p.at > 0 && data[p.at - 1] == 'x' && is_letter(data[p.at])); tries++)
        p = token_at(data, size, below(s, size));
    return replace(data, size, most, p, (const uint8_t *)type, strlen(type));
}

size_t text_mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static const change changes[] = {delete_line,  insert_line,    replace_line,   replace_token, replace_token,
                                     delete_token, replace_number, replace_number, replace_type};
    uint64_t state = seed;
    random_source s = random_from_seed(&state);
    if (size == 0)
        return LLVMFuzzerMutate(data, size, most);
    for (size_t times = 1 + below(s, 3); times > 0 && size > 0; times--)
        size = changes[below(s, sizeof changes / sizeof *changes)](s, data, size, most);
    return size;
}

size_t text_cross(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t most,
                  unsigned seed)
{
    uint64_t state = seed;
    random_source s = random_from_seed(&state);
    if (a_size == 0 || b_size == 0)
        return 0;
    size_t cut = line_at(a, a_size, below(s, a_size)).at, from = line_at(b, b_size, below(s, b_size)).at;
    piece last = line_at(b, b_size, from + below(s, b_size - from));
    piece parts[] = {{0, cut}, {from, last.at + last.n - from}, {cut, a_size - cut}};
    const uint8_t *const texts[] = {a, b, a};
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        size_t n = parts[i].n < most - size ? parts[i].n : most - size;
        memcpy(out + size, texts[i] + parts[i].at, n);
        size += n;
    }
    return size;
}
