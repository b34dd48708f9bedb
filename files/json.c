/* json.c - JSON, strictly, a step at a time. */
#include "files/internal.h"

#include <string.h>

grn_status json_wrong(const json_reader *r, const char *expected)
{
    if (r->at >= r->n)
        return file_fail(r->diag, GRN_E_FORMAT, "safetensors: the header ends at byte %zu, expected %s", r->base + r->n,
                         expected);
    unsigned char c = (unsigned char)r->text[r->at];
    if (c > 32 && c < 127)
        return file_fail(r->diag, GRN_E_FORMAT, "safetensors: byte %zu is '%c', expected %s", r->base + r->at, c,
                         expected);
    return file_fail(r->diag, GRN_E_FORMAT, "safetensors: byte %zu is 0x%02X, expected %s", r->base + r->at, c,
                     expected);
}

void json_space(json_reader *r)
{
    while (r->at < r->n &&
           (r->text[r->at] == ' ' || r->text[r->at] == '\n' || r->text[r->at] == '\t' || r->text[r->at] == '\r'))
        r->at++;
}

bool json_take(json_reader *r, char c)
{
    json_space(r);
    bool is = r->at < r->n && r->text[r->at] == c;
    r->at += is;
    return is;
}

grn_status json_need(json_reader *r, char c)
{
    const char what[] = {'\'', c, '\'', '\0'};
    return json_take(r, c) ? GRN_OK : json_wrong(r, what);
}

/* ---- strings ---------------------------------------------------------------------- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The four digits of \uXXXX at `s`, -1 where they are none. */
static int32_t four_digits(const char *s, size_t n)
{
    int32_t code = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = i < n ? hex_digit(s[i]) : -1;
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* An escape behind its backslash: the bytes it takes, 0 where it is none; a surrogate must have its
 * other half. */
static size_t escape_at(const char *s, size_t n, uint32_t *code)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter = n > 0 && s[0] != '\0' ? strchr(letters, s[0]) : NULL;
    if (letter) {
        *code = (unsigned char)meant[letter - letters];
        return 1;
    }
    int32_t first = n > 0 && s[0] == 'u' ? four_digits(s + 1, n - 1) : -1;
    if (first < 0 || (first >= 0xDC00 && first <= 0xDFFF))
        return 0;
    *code = (uint32_t)first;
    if (first < 0xD800 || first > 0xDBFF)
        return 5;
    int32_t second = n > 6 && s[5] == '\\' && s[6] == 'u' ? four_digits(s + 7, n - 7) : -1;
    if (second < 0xDC00 || second > 0xDFFF)
        return 0;
    *code = 0x10000 + (((uint32_t)first - 0xD800) << 10) + ((uint32_t)second - 0xDC00);
    return 11;
}

static size_t encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)((0xF00u >> n & 0xFFu) | code);
    return n;
}

grn_status json_take_string(json_reader *r, const char *what, json_string *out)
{
    if (!json_take(r, '"'))
        return json_wrong(r, what);
    size_t start = r->at, saved = 0;
    for (; r->at < r->n && r->text[r->at] != '"'; r->at++) {
        uint32_t code;
        char bytes[4];
        if ((unsigned char)r->text[r->at] < 0x20)
            return json_wrong(r, "no control character in a string");
        if (r->text[r->at] != '\\')
            continue;
        size_t taken = escape_at(r->text + r->at + 1, r->n - r->at - 1, &code);
        if (taken == 0)
            return json_wrong(r, "an escape of JSON's");
        saved += 1 + taken - encode(code, bytes);
        r->at += taken;
    }
    if (r->at >= r->n)
        return json_wrong(r, "a closing quote");
    *out = (json_string){r->text + start, r->at - start, r->at - start - saved};
    if (!is_utf8(out->raw, out->raw_bytes)) {
        r->at = start;
        return json_wrong(r, "a string of UTF-8");
    }
    r->at++;
    return GRN_OK;
}

void json_decode(const json_string *s, char *to)
{
    for (size_t i = 0; i < s->raw_bytes;) {
        uint32_t code = 0;
        if (s->raw[i] != '\\') {
            *to++ = s->raw[i++];
            continue;
        }
        size_t taken = escape_at(s->raw + i + 1, s->raw_bytes - i - 1, &code);
        to += encode(code, to);
        i += 1 + taken;
    }
}

bool json_is(const json_string *s, const char *text)
{
    char decoded[32];
    if (s->bytes != strlen(text) || s->bytes > sizeof decoded)
        return false;
    json_decode(s, decoded);
    return memcmp(decoded, text, s->bytes) == 0;
}

/* ---- numbers, and what is passed over -------------------------------------------------------- */

static bool is_digit(const json_reader *r) { return r->at < r->n && r->text[r->at] >= '0' && r->text[r->at] <= '9'; }

grn_status json_take_count(json_reader *r, const char *what, uint64_t *out)
{
    json_space(r);
    size_t start = r->at;
    for (*out = 0; is_digit(r); r->at++) {
        uint64_t digit = (uint64_t)(r->text[r->at] - '0');
        if (r->at > start && r->text[start] == '0')
            return json_wrong(r, "no digit behind a leading zero");
        if (*out > (UINT64_MAX - digit) / 10) {
            r->at = start;
            return json_wrong(r, "a number below 2^64");
        }
        *out = *out * 10 + digit;
    }
    if (r->at == start)
        return json_wrong(r, what);
    bool goes_on = r->at < r->n && strchr(".eE", r->text[r->at]) && r->text[r->at] != '\0';
    return goes_on ? json_wrong(r, "a whole number") : GRN_OK;
}

static grn_status skip_digits(json_reader *r)
{
    if (!is_digit(r))
        return json_wrong(r, "a digit");
    while (is_digit(r))
        r->at++;
    return GRN_OK;
}

static grn_status skip_number(json_reader *r)
{
    r->at += r->at < r->n && r->text[r->at] == '-';
    size_t start = r->at;
    grn_status status = skip_digits(r);
    if (status == GRN_OK && r->text[start] == '0' && r->at > start + 1)
        return json_wrong(r, "no digit behind a leading zero");
    if (status == GRN_OK && r->at < r->n && r->text[r->at] == '.') {
        r->at++;
        status = skip_digits(r);
    }
    if (status == GRN_OK && r->at < r->n && (r->text[r->at] == 'e' || r->text[r->at] == 'E')) {
        r->at++;
        r->at += r->at < r->n && (r->text[r->at] == '+' || r->text[r->at] == '-');
        status = skip_digits(r);
    }
    return status;
}

static grn_status skip_scalar(json_reader *r)
{
    static const char *const words[] = {"true", "false", "null"};
    json_string s;
    json_space(r);
    if (r->at < r->n && r->text[r->at] == '"')
        return json_take_string(r, "a string", &s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (r->n - r->at >= n && memcmp(r->text + r->at, words[i], n) == 0) {
            r->at += n;
            return GRN_OK;
        }
    }
    return is_digit(r) || (r->at < r->n && r->text[r->at] == '-') ? skip_number(r) : json_wrong(r, "a value of JSON's");
}

#define MOST_DEPTH 64

/* The lists and objects that are open, a bit each: 1 is an object. */
typedef struct nest {
    uint64_t objects;
    int depth;
} nest;

static grn_status key_of(json_reader *r)
{
    json_string key;
    grn_status status = json_take_string(r, "a key in quotes", &key);
    return status == GRN_OK ? json_need(r, ':') : status;
}

static grn_status open_one(json_reader *r, nest *open, bool object, bool *empty)
{
    if (open->depth == MOST_DEPTH)
        return json_wrong(r, "no value nested deeper than 64");
    open->objects = open->objects << 1 | object;
    open->depth++;
    *empty = json_take(r, object ? '}' : ']');
    return !*empty && object ? key_of(r) : GRN_OK;
}

/* Behind a value: closes what ends there, up to the next value. */
static grn_status close_all(json_reader *r, nest *open)
{
    while (open->depth > 0) {
        bool object = open->objects & 1;
        if (json_take(r, ','))
            return object ? key_of(r) : GRN_OK;
        grn_status status = json_need(r, object ? '}' : ']');
        if (status != GRN_OK)
            return status;
        open->objects >>= 1;
        open->depth--;
    }
    return GRN_OK;
}

grn_status json_skip(json_reader *r)
{
    nest open = {0, 0};
    grn_status status;
    do {
        bool object = json_take(r, '{'), empty = false;
        if (object || json_take(r, '[')) {
            status = open_one(r, &open, object, &empty);
            if (status != GRN_OK)
                return status;
            if (!empty)
                continue;
            open.objects >>= 1;
            open.depth--;
        } else if ((status = skip_scalar(r)) != GRN_OK)
            return status;
        status = close_all(r, &open);
    } while (status == GRN_OK && open.depth > 0);
    return status;
}
