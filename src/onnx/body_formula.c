/*
 * body_formula.c - bodies that are a formula of one line, in the words of ONNX's own specification,
 * and formulas within other bodies.
 *
 *   formula   value, or name = value; formula
 *   value     Op(value, ...)   a node
 *             name             an operand, or what an earlier part has named
 *             name:number      an attribute and its default, which is of f32 as attributes are
 *             number
 *
 * Numbers are scalars of operand 0's elements, or of those that the caller says. An operand that is
 * left out has no value: the node stays.
 */
#include "onnx/body.h"

enum { MOST_NAMES = 16, MOST_VALUES = 4, MOST_NAME = 32 };
typedef struct formula {
    onnx_body *b;
    grn_dtype dtype; /* of numbers */
    const char *at;
    size_t count;
    struct {
        char name[MOST_NAME];
        grn_value *value;
    } known[MOST_NAMES];
} formula;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void read_name(formula *f, char name[MOST_NAME])
{
    size_t n = 0;
    while ((is_letter(*f->at) || is_digit(*f->at)) && n + 1 < MOST_NAME)
        name[n++] = *f->at++;
    name[n] = '\0';
    while (*f->at == ' ')
        f->at++;
}

static bool take(formula *f, char c)
{
    const bool there = *f->at == c;
    f->at += there;
    while (*f->at == ' ')
        f->at++;
    return there;
}

/* At most 15 digits, so that the quotient of two exact numbers is rounded once; no locale is asked. */
static double read_number(formula *f)
{
    double digits = 0, scale = 1;
    for (; is_digit(*f->at); f->at++)
        digits = 10 * digits + (*f->at - '0');
    if (*f->at == '.')
        for (f->at++; is_digit(*f->at); f->at++, scale *= 10)
            digits = 10 * digits + (*f->at - '0');
    take(f, ' ');
    return digits / scale;
}

static void know(formula *f, const char *name, grn_value *v)
{
    if (f->count < MOST_NAMES) {
        snprintf(f->known[f->count].name, MOST_NAME, "%s", name);
        f->known[f->count++].value = v;
    }
}

/* As deep as a table's text. */
static grn_value *value(formula *f)
{
    char name[MOST_NAME];
    grn_value *v[MOST_VALUES] = {NULL};
    size_t n = 0;
    if (!is_letter(*f->at))
        return grn_onnx_scalar_of(f->b, f->dtype, read_number(f));
    read_name(f, name);
    if (take(f, '(')) {
        do
            v[n++] = value(f);
        while (n < MOST_VALUES && take(f, ','));
        take(f, ')');
        return grn_onnx_step(f->b, name, n, v, NULL, NULL);
    }
    if (take(f, ':'))
        return grn_onnx_scalar_of(f->b, f->dtype, grn_onnx_real(f->b, name, (double)(float)read_number(f)));
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->known[i].name, name) == 0)
            return f->known[i].value;
    return NULL;
}

/* `text` by the names that are known. */
static grn_value *last_value(formula *f, const char *text)
{
    char name[MOST_NAME];
    f->at = text;
    for (;;) {
        const char *begin = f->at;
        read_name(f, name);
        if (!is_letter(*begin) || !take(f, '=')) {
            f->at = begin;
            return value(f);
        }
        know(f, name, value(f));
        take(f, ';');
    }
}

/* Floats of 16 bits are worked on in f32, so that the operator rounds once. */
grn_value *grn_onnx_formula(onnx_body *b, const char *operands, const char *text)
{
    char name[MOST_NAME];
    const grn_dtype dtype = grn_onnx_dtype_of(b->node->inputs[0]);
    const bool is_narrow = dtype == GRN_F16 || dtype == GRN_BF16;
    formula f = {.b = b, .dtype = is_narrow ? GRN_F32 : dtype, .at = operands};
    for (size_t i = 0; *f.at; i++) {
        read_name(&f, name);
        grn_value *v = grn_onnx_input(b, i);
        if (!v)
            return NULL;
        know(&f, name, is_narrow && grn_onnx_dtype_of(v) == dtype ? grn_onnx_cast(b, v, GRN_F32) : v);
    }
    grn_value *v = last_value(&f, text);
    return v && is_narrow && grn_onnx_dtype_of(v) == GRN_F32 ? grn_onnx_cast(b, v, dtype) : v;
}

grn_value *grn_onnx_formula_of(onnx_body *b, grn_dtype dtype, const char *text, size_t n, const onnx_term *terms)
{
    formula f = {.b = b, .dtype = dtype, .at = text};
    for (size_t i = 0; i < n; i++)
        know(&f, terms[i].name, terms[i].value);
    return last_value(&f, text);
}

/* A formula of X, whose attributes need not be of X's elements: integers are worked on in f64. */
static void by_reals(onnx_body *b, const char *text)
{
    grn_value *x = grn_onnx_input(b, 0);
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    if (grn_onnx_is_float(x)) {
        b->results[0] = grn_onnx_formula(b, "X", text);
        return;
    }
    grn_value *v = GRN_FORMULA(b, GRN_F64, text, {"X", grn_onnx_cast(b, x, GRN_F64)});
    b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

static void shrink_body(onnx_body *b)
{
    by_reals(b, "Where(Less(X, Neg(lambd:0.5)), Add(X, bias:0), Where(Greater(X, lambd:0.5), Sub(X, bias:0), 0))");
}

static void binarizer_body(onnx_body *b) { by_reals(b, "Where(Greater(X, threshold:0), 1, 0)"); }

#define FORMULA(name, names, formula)                  \
    {                                                  \
        .op = name, .operands = names, .text = formula \
    }
const onnx_body_row grn_onnx_formulas[] = {
    FORMULA("Celu", "X", "Add(Max(X, 0), Min(Mul(alpha:1, Sub(Exp(Div(X, alpha:1)), 1)), 0))"),
    FORMULA("Elu", "X", "Where(Less(X, 0), Mul(alpha:1, Sub(Exp(X), 1)), X)"),
    FORMULA("HardSigmoid", "X", "Max(0, Min(1, Add(Mul(alpha:0.2, X), beta:0.5)))"),
    FORMULA("HardSwish", "X", "Mul(X, Max(0, Min(1, Add(Div(X, 6), 0.5))))"),
    FORMULA("IsNaN", "X", "Not(Equal(X, X))"),
    FORMULA("LeakyRelu", "X", "Where(Less(X, 0), Mul(alpha:0.01, X), X)"),
    FORMULA("Mish", "X", "Mul(X, Tanh(Add(Max(X, 0), Log(Add(1, Exp(Neg(Abs(X))))))))"),
    FORMULA("PRelu", "X slope", "Where(Less(X, 0), Mul(slope, X), X)"),
    FORMULA("Selu", "X",
            "Mul(gamma:1.05070102214813, Where(Less(X, 0), Mul(alpha:1.67326319217682, Sub(Exp(X), 1)), X))"),
    {.op = "Shrink", .build = shrink_body},
    FORMULA("Softplus", "X", "Add(Max(X, 0), Log(Add(1, Exp(Neg(Abs(X))))))"),
    FORMULA("Softsign", "X", "Div(X, Add(1, Abs(X)))"),
    FORMULA("SwiGLU", "A B", "Mul(Mul(A, Sigmoid(Mul(alpha:1, A))), B)"),
    FORMULA("Swish", "X", "Mul(X, Sigmoid(Mul(alpha:1, X)))"),
    FORMULA("ThresholdedRelu", "X", "Where(Greater(X, alpha:1), X, 0)"),
    FORMULA("Xor", "A B", "Not(Equal(A, B))"),
    FORMULA("OptionalGetElement", "X", "Identity(X)"),
    {.op = "Binarizer", .build = binarizer_body, .domain = "ai.onnx.ml"},
    {.op = NULL},
};
