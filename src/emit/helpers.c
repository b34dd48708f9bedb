/* helpers.c - functions of C that the emitted text calls: a row each, written once for each type
 * that calls it. */
#include <stdio.h>

#include "emit/state.h"

/* In the text: @T the type, @U the unsigned one of its width, @S its short name (i32), @B its bits,
 * @L its least value, @M its most, @F what libm's functions for it end in. */
typedef struct helper {
    const char *name;  /* for a type, _@S is put behind it */
    const char *needs; /* another one, for the same type or for none; NULL: none */
    unsigned headers;
    const char *text;
} helper;

/* A function of libm's on numbers of double parts: C's complex type has their layout. */
#define OF_LIBM(name, takes, copies, function)                                        \
    {                                                                                 \
        name "_pair", NULL, GRN_C_COMPLEX_H | GRN_C_STRING_H,                         \
            "static inline @T " name "_@S(" takes ")\n{\n" copies "    z = " function \
            ";\n    memcpy(&a, &z, sizeof a);\n    return a;\n}\n"                    \
    }
#define OF_ONE(name, function) \
    OF_LIBM(name, "@T a", "    double _Complex z;\n    memcpy(&z, &a, sizeof z);\n", function "(z)")
#define OF_TWO(name, function)                                                                           \
    OF_LIBM(name, "@T a, @T b",                                                                          \
            "    double _Complex z, w;\n    memcpy(&z, &a, sizeof z);\n    memcpy(&w, &b, sizeof w);\n", \
            function "(z, w)")

static const helper helpers[] = {
    {"copy_lines", NULL, GRN_C_STRING_H,
     "/* 64 bytes at a time: a compiler makes a few moves of that, and of a larger constant a call or a string "
     "instruction. */\n"
     "static inline void copy_lines(void *restrict to, const void *restrict from, size_t n)\n{\n    size_t i = 0;\n"
     "    for (; i + 64 <= n; i += 64)\n        memcpy((char *)to + i, (const char *)from + i, 64);\n"
     "    memcpy((char *)to + i, (const char *)from + i, n - i);\n}\n"},
    {"stream_lines", "copy_lines", GRN_C_STRING_H,
     "/* The same by stores that pass the cache by, where the processor has them and `to` lies as they need it; "
     "-DNO_STREAM: as "
     "above. */\n"
     "#if defined(__SSE2__) && !defined(NO_STREAM)\n#include <immintrin.h>\n#endif\n"
     "static inline void stream_lines(void *restrict to, const void *restrict from, size_t n)\n{\n    size_t i = 0;\n"
     "#if defined(__SSE2__) && !defined(NO_STREAM)\n"
     "    const size_t beside = (uintptr_t)to & 63;\n#if defined(__AVX512F__)\n"
     "    for (; beside == 0 && i + 64 <= n; i += 64)\n"
     "        _mm512_stream_si512((void *)((char *)to + i), _mm512_loadu_si512((const char *)from + i));\n#elif "
     "defined(__AVX__)\n"
     "    for (; beside % 32 == 0 && i + 32 <= n; i += 32)\n"
     "        _mm256_stream_si256((void *)((char *)to + i), _mm256_loadu_si256((const void *)((const char *)from + "
     "i)));\n#endif\n"
     "    for (; beside % 16 == 0 && i + 16 <= n; i += 16)\n"
     "        _mm_stream_si128((void *)((char *)to + i), _mm_loadu_si128((const void *)((const char *)from + "
     "i)));\n#endif\n"
     "    if (i < n)\n        copy_lines((char *)to + i, (const char *)from + i, n - i);\n}\n"},
    {"stream_end", "stream_lines", 0,
     "/* Other threads see what was stored so. */\n"
     "static inline void stream_end(void)\n{\n#if defined(__SSE2__) && !defined(NO_STREAM)\n    "
     "_mm_sfence();\n#endif\n}\n"},
    {"UNROLL", NULL, 0,
     "/* The loop that follows is short: eight iterations at a time. */\n"
     "#if defined(__clang__)\n#define UNROLL _Pragma(\"clang loop unroll_count(8)\")\n#elif defined(__GNUC__) && "
     "__GNUC__ >= 8\n"
     "#define UNROLL _Pragma(\"GCC unroll 8\")\n#else\n#define UNROLL\n#endif\n"},
    {"PREFETCH", NULL, 0,
     "/* Asks for memory that is read soon; a hint, which changes nothing else. */\n"
     "#ifdef __GNUC__\n#define PREFETCH(p) __builtin_prefetch(p)\n#else\n#define PREFETCH(p) ((void)(p))\n#endif\n"},
    {"low_i2", NULL, 0,
     "/* The low two bits as a signed number. */\n"
     "static inline int8_t low_i2(int x)\n{\n    return (int8_t)(((x & 3) ^ 2) - 2);\n}\n"},
    {"low_i4", NULL, 0,
     "/* The low four bits as a signed number. */\n"
     "static inline int8_t low_i4(int x)\n{\n    return (int8_t)(((x & 15) ^ 8) - 8);\n}\n"},
    {"divide_signed", NULL, 0,
     "/* By 0 it is -1; the least number by -1 is itself. */\n"
     "static inline @T divide_@S(@T a, @T b)\n{\n    return b == 0 ? -1 : b == -1 ? (@T)(0 - (@U)a) : (@T)(a / "
     "b);\n}\n"},
    {"divide_unsigned", NULL, 0,
     "/* By 0 it is all ones. */\n"
     "static inline @T divide_@S(@T a, @T b)\n{\n    return b == 0 ? (@T)-1 : (@T)(a / b);\n}\n"},
    {"remainder_signed", NULL, 0,
     "/* By 0 it is a. */\n"
     "static inline @T remainder_@S(@T a, @T b)\n{\n    return b == 0 ? a : b == -1 ? 0 : (@T)(a % b);\n}\n"},
    {"remainder_unsigned", NULL, 0,
     "/* By 0 it is a. */\n"
     "static inline @T remainder_@S(@T a, @T b)\n{\n    return b == 0 ? a : (@T)(a % b);\n}\n"},
    {"floor_divide_signed", "divide", 0,
     "/* Rounded down. */\n"
     "static inline @T floor_divide_@S(@T a, @T b)\n{\n    const @T q = divide_@S(a, b);\n"
     "    return b != 0 && b != -1 && a % b != 0 && (a < 0) != (b < 0) ? (@T)(q - 1) : q;\n}\n"},
    {"ceiling_signed", "divide", 0,
     "/* The quotient rounded up. */\n"
     "static inline @T ceiling_@S(@T a, @T b)\n{\n    const @T q = divide_@S(a, b);\n"
     "    return b != 0 && b != -1 && a % b != 0 && (a < 0) == (b < 0) ? (@T)(q + 1) : q;\n}\n"},
    {"ceiling_unsigned", "divide", 0,
     "/* The quotient rounded up. */\n"
     "static inline @T ceiling_@S(@T a, @T b)\n{\n    return b == 0 ? divide_@S(a, b) : (@T)(a / b + (a % b != "
     "0));\n}\n"},
    {"shift_left_unsigned", NULL, 0,
     "/* By as many bits as there are, or more, it is 0. */\n"
     "static inline @T shift_left_@S(@T a, @T n)\n{\n    return n < @B ? (@T)((uint64_t)a << n) : 0;\n}\n"},
    {"shift_right_unsigned", NULL, 0,
     "/* By as many bits as there are, or more, it is 0. */\n"
     "static inline @T shift_right_@S(@T a, @T n)\n{\n    return n < @B ? (@T)(a >> n) : 0;\n}\n"},
    {"shift_right_signed_signed", NULL, 0,
     "/* By as many bits as there are, or more, it is all sign. */\n"
     "static inline @T shift_right_signed_@S(@T a, @U n)\n{\n    return (@T)(a >> (n < @B ? n : @B - 1));\n}\n"},
    {"odd_u64", NULL, 0,
     "/* As a double that rounds to fewer bits as the integer does: where bits have to go, the last one kept is set. "
     "*/\n"
     "static inline double odd_u64(uint64_t x)\n{\n    if (x >> 53)\n"
     "        x = (x & ~UINT64_C(0x7FF)) | (x & UINT64_C(0x7FF) ? UINT64_C(0x800) : 0);\n    return (double)x;\n}\n"},
    {"odd_i64", "odd_u64", 0,
     "static inline double odd_i64(int64_t x)\n{\n    return x < 0 ? -odd_u64(0 - (uint64_t)x) : "
     "odd_u64((uint64_t)x);\n}\n"},
    {"whole_signed", NULL, 0,
     "/* Without what is behind the point; the nearest end where that is out of range, 0 of NaN. */\n"
     "static inline @T whole_@S(double x)\n{\n    return x != x ? 0 : x <= @L ? @T_MIN : x >= @M ? @T_MAX : "
     "(@T)x;\n}\n"},
    {"whole_unsigned", NULL, 0,
     "/* Without what is behind the point; the nearest end where that is out of range, 0 of NaN. */\n"
     "static inline @T whole_@S(double x)\n{\n    return !(x > 0) ? 0 : x >= @M ? @T_MAX : (@T)x;\n}\n"},
    {"bits_real", NULL, GRN_C_STRING_H,
     "static inline uint@B_t bits_@S(@T x)\n{\n    uint@B_t bits;\n    memcpy(&bits, &x, sizeof bits);\n    return "
     "bits;\n}\n"},
    {"real_real", NULL, GRN_C_STRING_H,
     "static inline @T real_@S(uint@B_t bits)\n{\n    @T x;\n    memcpy(&x, &bits, sizeof x);\n    return x;\n}\n"},
    {"maximum_real", NULL, GRN_C_MATH_H,
     "/* The larger: NaN where one is, and -0 is less than 0. */\n"
     "static inline @T maximum_@S(@T a, @T b)\n{\n    if (a != a || b != b)\n        return a != a ? a : b;\n"
     "    if (a == b)\n        return signbit(a) ? b : a;\n    return a > b ? a : b;\n}\n"},
    {"minimum_real", NULL, GRN_C_MATH_H,
     "/* The smaller: NaN where one is, and -0 is less than 0. */\n"
     "static inline @T minimum_@S(@T a, @T b)\n{\n    if (a != a || b != b)\n        return a != a ? a : b;\n"
     "    if (a == b)\n        return signbit(a) ? a : b;\n    return a < b ? a : b;\n}\n"},
    {"maximum_number_real", "maximum", GRN_C_MATH_H,
     "/* The larger, of one number that one. */\n"
     "static inline @T maximum_number_@S(@T a, @T b)\n{\n    return a != a ? b : b != b ? a : maximum_@S(a, b);\n}\n"},
    {"minimum_number_real", "minimum", GRN_C_MATH_H,
     "/* The smaller, of one number that one. */\n"
     "static inline @T minimum_number_@S(@T a, @T b)\n{\n    return a != a ? b : b != b ? a : minimum_@S(a, b);\n}\n"},
    {"compare_one_real", NULL, 0,
     "/* Different, and no NaN. */\nstatic inline int compare_one_@S(@T a, @T b)\n{\n    return a < b || a > b;\n}\n"},
    {"compare_ord_real", NULL, 0,
     "/* Neither is NaN. */\nstatic inline int compare_ord_@S(@T a, @T b)\n{\n    return a == a && b == b;\n}\n"},
    {"compare_ueq_real", NULL, 0,
     "/* Equal, or one is NaN. */\nstatic inline int compare_ueq_@S(@T a, @T b)\n{\n    return !(a < b || a > "
     "b);\n}\n"},
    {"compare_uno_real", NULL, 0,
     "/* One is NaN. */\nstatic inline int compare_uno_@S(@T a, @T b)\n{\n    return a != a || b != b;\n}\n"},
    {"absolute_signed", NULL, 0,
     "/* Of the least number it is itself. */\n"
     "static inline @T absolute_@S(@T a)\n{\n    return a < 0 ? (@T)(0 - (@U)a) : a;\n}\n"},
    {"leading_zeros_unsigned", NULL, 0,
     "static inline @T leading_zeros_@S(@T x)\n{\n    @T n = 0;\n    for (@T bit = (@T)((@T)1 << (@B - 1)); bit && !(x "
     "& bit); bit "
     "= (@T)(bit >> 1))\n"
     "        n++;\n    return n;\n}\n"},
    {"trailing_zeros_unsigned", NULL, 0,
     "static inline @T trailing_zeros_@S(@T x)\n{\n    @T n = 0;\n    for (; n < @B && !((x >> n) & 1); n++) {\n    "
     "}\n    return "
     "n;\n}\n"},
    {"ones_unsigned", NULL, 0,
     "/* How many bits are set. */\n"
     "static inline @T ones_@S(@T x)\n{\n    @T n = 0;\n    for (; x; x = (@T)(x & (x - 1)))\n        n++;\n    return "
     "n;\n}\n"},
    {"sum_pair", NULL, 0, "static inline @T sum_@S(@T a, @T b)\n{\n    return (@T){a.re + b.re, a.im + b.im};\n}\n"},
    {"difference_pair", NULL, 0,
     "static inline @T difference_@S(@T a, @T b)\n{\n    return (@T){a.re - b.re, a.im - b.im};\n}\n"},
    {"product_pair", NULL, 0,
     "static inline @T product_@S(@T a, @T b)\n{\n    return (@T){a.re * b.re - a.im * b.im, a.re * b.im + a.im * "
     "b.re};\n}\n"},
    {"negative_pair", NULL, 0, "static inline @T negative_@S(@T a)\n{\n    return (@T){-a.re, -a.im};\n}\n"},
    OF_ONE("cosine", "ccos"),
    OF_ONE("logarithm", "clog"),
    OF_ONE("sine", "csin"),
    OF_ONE("square_root", "csqrt"),
    OF_ONE("tangent", "ctan"),
    OF_ONE("tangent_h", "ctanh"),
    OF_TWO("power", "cpow"),
    {"equal_pair", NULL, 0, "static inline int equal_@S(@T a, @T b)\n{\n    return a.re == b.re && a.im == b.im;\n}\n"},
};

/* ---- filling one in -------------------------------------------------------------------------- */

static const char *kind_name(grn_c_kind kind)
{
    static const char *const names[] = {
        [GRN_C_SIGNED] = "signed", [GRN_C_UNSIGNED] = "unsigned", [GRN_C_REAL] = "real", [GRN_C_PAIR] = "pair"};
    return names[kind];
}

static const char *short_name(grn_c *s, const grn_c_type *t)
{
    static const char letters[] = {
        [GRN_C_SIGNED] = 'i', [GRN_C_UNSIGNED] = 'u', [GRN_C_REAL] = 'f', [GRN_C_PAIR] = 'c'};
    return grn_c_text(s, "%c%u", letters[t->kind], t->bits);
}

/* The ends of an integer type as doubles. Where the type's maximum rounds up to a number outside
 * the type, the bound excludes that number. */
static const char *end_of(grn_c *s, const grn_c_type *t, bool least)
{
    if (t->bits == 64)
        return t->kind == GRN_C_SIGNED ? least ? "-0x1p63" : "0x1p63" : "0x1p64";
    const uint64_t most = t->kind == GRN_C_SIGNED ? (UINT64_C(1) << (t->bits - 1)) - 1 : (UINT64_C(1) << t->bits) - 1;
    return grn_c_text(s, "%s%llu.0", least ? "-" : "", (unsigned long long)(least ? most + 1 : most));
}

static const char *part_of(grn_c *s, char letter, const grn_c_type *t)
{
    switch (letter) {
    case 'T': return t->name;
    case 'U': return grn_c_text(s, "uint%u_t", t->bits);
    case 'S': return short_name(s, t);
    case 'B': return grn_c_text(s, "%u", t->bits);
    case 'L': return end_of(s, t, true);
    default: return end_of(s, t, false);
    }
}

/* "@T_MIN" is INT32_MIN. */
static const char *limit_name(grn_c *s, const grn_c_type *t, const char *which)
{
    return grn_c_text(s, "%sINT%u_%s", t->kind == GRN_C_UNSIGNED ? "U" : "", t->bits, which);
}

static const char *fill_template(grn_c *s, const char *text, const grn_c_type *t)
{
    const char *out = "";
    for (const char *at = text; *at;) {
        const size_t n = strcspn(at, "@");
        out = grn_c_text(s, "%s%.*s", out, (int)n, at);
        at += n;
        if (!*at)
            break;
        const bool is_limit = strncmp(at, "@T_M", 4) == 0;
        out = grn_c_text(s, "%s%s", out,
                         is_limit ? limit_name(s, t, at[4] == 'I' ? "MIN" : "MAX") : part_of(s, at[1], t));
        at += is_limit ? 6 : 2;
    }
    return out;
}

/* ---- the helpers of a program ---------------------------------------------------------------- */

bool grn_c_has_helper(const grn_c *s, const char *name)
{
    const char *const *names = s->helper_names.items;
    for (size_t i = 0; i < s->helper_names.count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

void grn_c_keep_helper(grn_c *s, const char *name, const char *text)
{
    const char **n = grn_vec_push(&s->helper_names), **t = grn_vec_push(&s->helpers);
    if (n)
        *n = name;
    if (t)
        *t = text;
    if (!n || !t)
        s->status = GRN_E_MEMORY;
}

static const helper *find_helper(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(helpers); i++)
        if (strcmp(helpers[i].name, name) == 0)
            return &helpers[i];
    return NULL;
}

/* divide_i32 is of divide_signed; sum_c64, of sum_pair. */
static bool is_of_type(const helper *h, const char *name)
{
    const char *kind = strrchr(h->name, '_');
    const size_t n = kind ? (size_t)(kind - h->name) + 1 : 0;
    return n > 0 && strncmp(name, h->name, n) == 0 && strchr("iufc", name[n]) && name[n] && name[n + 1] >= '1' &&
           name[n + 1] <= '9';
}

bool grn_c_is_helper_name(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(helpers); i++)
        if (strcmp(helpers[i].name, name) == 0 || is_of_type(&helpers[i], name))
            return true;
    return false;
}

const char *grn_c_helper(grn_c *s, const char *name)
{
    const helper *h = find_helper(name);
    if (h && !grn_c_has_helper(s, name)) {
        if (h->needs)
            grn_c_helper(s, h->needs);
        grn_c_needs(s, h->headers);
        grn_c_keep_helper(s, name, h->text);
    }
    return name;
}

const char *grn_c_helper_of(grn_c *s, const char *name, const grn_c_type *type)
{
    const char *own = grn_c_text(s, "%s_%s", name, short_name(s, type));
    const helper *h = find_helper(grn_c_text(s, "%s_%s", name, kind_name(type->kind)));
    if (h && !grn_c_has_helper(s, own)) {
        if (h->needs)
            grn_c_helper_of(s, h->needs, type);
        grn_c_needs(s, h->headers);
        grn_c_keep_helper(s, own, fill_template(s, h->text, type));
    }
    return own;
}
