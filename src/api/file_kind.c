/* file_kind.c - what a file is that is no program: by its first bytes, in a row each. */
#include "interp/interp.h"

typedef struct head {
    const unsigned char *bytes;
    size_t n;
} head;

#define A_PROGRAM "a program is MLIR text or a portable artifact"

/* ---- formats without a magic of their own ---------------------------------------------------- */

static bool starts(head h, size_t at, const char *magic, size_t n)
{
    return h.n >= at + n && memcmp(h.bytes + at, magic, n) == 0;
}
#define STARTS(h, at, magic) starts(h, at, magic, sizeof magic - 1)

/* Behind spaces and newlines. */
static head text_of(head h)
{
    while (h.n && (*h.bytes == ' ' || *h.bytes == '\t' || *h.bytes == '\n' || *h.bytes == '\r')) {
        h.bytes++;
        h.n--;
    }
    return h;
}

static bool is_json(head h)
{
    h = text_of(h);
    char open = h.n ? (char)*h.bytes : 0;
    if (open != '{' && open != '[')
        return false;
    h = text_of((head){h.bytes + 1, h.n - 1});
    return h.n && (*h.bytes == '"' || (open == '[' && *h.bytes == '{'));
}

static bool is_python(head h)
{
    static const char *const words[] = {
        "#!/usr/bin/env python", "#!/usr/bin/python", "import ", "from ", "def ", "class ", "\"\"\"", "# -*- coding"};
    h = text_of(h);
    for (size_t i = 0; i < GRN_COUNT(words); i++)
        if (starts(h, 0, words[i], strlen(words[i])))
            return true;
    return false;
}

/* The line behind comments of either kind and empty lines. */
static head first_line(head h)
{
    h = text_of(h);
    while (starts(h, 0, "//", 2) || starts(h, 0, "# ", 2)) {
        const unsigned char *newline = memchr(h.bytes, '\n', h.n);
        const size_t n = newline ? (size_t)(newline - h.bytes) : h.n;
        h = text_of((head){h.bytes + n, h.n - n});
    }
    const unsigned char *end = h.n ? memchr(h.bytes, '\n', h.n) : NULL;
    return (head){h.bytes, end ? (size_t)(end - h.bytes) : h.n};
}

static bool has(head h, const char *text)
{
    const size_t n = strlen(text);
    for (size_t at = 0; at + n <= h.n; at++)
        if (starts(h, at, text, n))
            return true;
    return false;
}

static size_t word_bytes(head h)
{
    static const char in_words[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
    size_t n = 0;
    while (n < h.n && h.bytes[n] && strchr(in_words, h.bytes[n]))
        n++;
    return n;
}

/* `name = `, or with another sign, at the front of the line. */
static bool assigns(head line, const char *sign)
{
    const size_t n = word_bytes(line);
    return n > 0 && starts(line, n, sign, strlen(sign));
}

/* Below are listings of documents, recognized by their first lines. */
static bool is_grammar(head h) { return has(first_line(h), " ::= "); }

static bool is_r(head h)
{
    enum { MOST_LINES = 20 };
    for (int i = 0; i < MOST_LINES && h.n; i++) {
        const head line = first_line(h);
        if (assigns(line, " <- "))
            return true;
        h = line.n ? (head){line.bytes + line.n, h.n - (size_t)(line.bytes + line.n - h.bytes)} : line;
    }
    return false;
}

/* A statement that ends in a semicolon, or a loop's head that has some. */
static bool is_c(head h)
{
    const head line = first_line(h);
    return starts(line, 0, "#include", 8) ||
           (word_bytes(line) > 0 && (has(line, ";\r") || has(line, "; ") || line.bytes[line.n - 1] == ';'));
}

static bool is_python_listing(head h)
{
    const head line = first_line(h);
    return is_python(line) || assigns(line, " = ");
}

static bool is_hlo_text(head h) { return STARTS(text_of(h), 0, "HloModule"); }

/* A length of eight bytes, then JSON. */
static bool is_safetensors(head h)
{
    return h.n > 10 && STARTS(h, 8, "{\"") && h.bytes[5] == 0 && h.bytes[6] == 0 && h.bytes[7] == 0;
}

static bool is_utf16(head h) { return STARTS(h, 0, "\xFF\xFE") || STARTS(h, 0, "\xFE\xFF"); }

/* SavedModel: schema version 1, then a graph. */
static bool is_saved_model(head h) { return STARTS(h, 0, "\x08\x01\x12"); }

/* A length of protocol buffers, at *at. False: it does not end. */
static bool read_length(head h, size_t *at, size_t *out)
{
    *out = 0;
    for (unsigned shift = 0; *at < h.n && shift < 35; shift += 7) {
        unsigned char byte = h.bytes[(*at)++];
        *out |= (size_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* HloModuleProto: a name (1), then the entry computation's name (2). */
static bool is_hlo_module(head h)
{
    size_t at = 1, n;
    if (!h.n || h.bytes[0] != 0x0A || !read_length(h, &at, &n) || n == 0 || n > h.n - at || h.n - at - n < 2)
        return false;
    for (size_t i = 0; i < n; i++)
        if (h.bytes[at + i] < ' ' || h.bytes[at + i] > '~')
            return false;
    return h.bytes[at + n] == 0x12;
}

/* The same, or an HloProto, whose first field it is. */
static bool is_hlo(head h)
{
    size_t at = 1, n;
    if (is_hlo_module(h))
        return true;
    return h.n && h.bytes[0] == 0x0A && read_length(h, &at, &n) && n <= h.n - at &&
           is_hlo_module((head){h.bytes + at, n});
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct kind {
    const char *magic;
    size_t n, at;
    bool (*is)(head h); /* where there is no magic */
    bool is_words;      /* a text in UTF-8, as a program is, and seen as such by how it begins alone */
    const char *text;
} kind;
#define MAGIC(at, magic) magic, sizeof magic - 1, at, NULL, false
#define TEST(is) NULL, 0, 0, is, false
#define WORDS(is) NULL, 0, 0, is, true

static const kind kinds[] = {
    {MAGIC(0, "PK\x03\x04"),
     "a zip archive, as .npz, .zip and PyTorch's .pt are; " A_PROGRAM ", which is inside or is exported from what is: "
     "arrays of an .npz are taken out with numpy and given as .npy"},
    {MAGIC(0, "PK\x05\x06"), "an empty zip archive; " A_PROGRAM},
    {MAGIC(0, "\x1F\x8B"), "compressed by gzip; `gunzip` it first"},
    {MAGIC(0, "\x28\xB5\x2F\xFD"), "compressed by zstd; `unzstd` it first"},
    {MAGIC(0, "\x7F"
              "ELF"),
     "an ELF executable, library or object; " A_PROGRAM},
    {MAGIC(0, "\x93NUMPY"), "a .npy array, which is an input of a program and none itself"},
    {MAGIC(0, "BC\xC0\xDE"), "LLVM bitcode, which a program is compiled to; " A_PROGRAM},
    {MAGIC(4, "TFL3"), "a TFLite model; convert it to StableHLO with `flatbuffer_translate` of LiteRT"},
    {MAGIC(0, "\x89HDF"), "an HDF5 file; " A_PROGRAM},
    {MAGIC(0, "\x80\x02"),
     "a Python pickle, as older PyTorch saves; export the model with torch_xla's or JAX's StableHLO exporter"},
    {MAGIC(0, "\x80\x04"), "a Python pickle; " A_PROGRAM},
    {TEST(is_safetensors), "a .safetensors file, which has weights and no program"},
    {TEST(is_utf16), "text in UTF-16; save it in UTF-8: `iconv -f UTF-16 -t UTF-8`"},
    {TEST(is_saved_model),
     "a TensorFlow SavedModel; make MLIR text of it with `tf-mlir-translate --savedmodel-objectgraph-to-mlir`"},
    {TEST(is_hlo), "HLO as a protocol buffer; make StableHLO of it with XLA's `hlo-translate --hlo-to-stablehlo`"},
    {WORDS(is_hlo_text), "HLO text; make StableHLO of it with XLA's `hlo-translate --hlo-text-to-stablehlo`"},
    {WORDS(is_json), "JSON; " A_PROGRAM},
    {WORDS(is_grammar),
     "the grammar of an op; `garner ops` and the op's name show its syntax, and a program that has it"},
    {WORDS(is_r), "R source; the package garner for R runs its calls"},
    {WORDS(is_c), "C or C++ source; " A_PROGRAM},
    {WORDS(is_python_listing), "Python source; a program is what it exports, as `jax.jit(f).lower(x).as_text()` does, "
                               "and the package garner for Python runs "
                               "its calls, as garner.torch.gather"},
};

static const kind *kind_of(const void *bytes, size_t n)
{
    const head h = {bytes, bytes ? n : 0};
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        if (kinds[i].is ? kinds[i].is(h) : starts(h, kinds[i].at, kinds[i].magic, kinds[i].n))
            return &kinds[i];
    return NULL;
}

GRN_API const char *grn_file_kind(const void *bytes, size_t size_bytes)
{
    const kind *k = kind_of(bytes, size_bytes);
    return k ? k->text : NULL;
}

bool grn_is_no_text(const void *bytes, size_t n)
{
    const kind *k = kind_of(bytes, n);
    return k && !k->is_words;
}
