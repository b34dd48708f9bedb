/* expr.c - affine expressions: read by descent, simplified as they are made, printed with as few
 * parentheses as MLIR has. */
#include "dialects/affine/expr.h"

#include <stdio.h>

/* ---- making, as MLIR simplifies -------------------------------------------------------------- */

static int32_t append(grn_affine *a, grn_affine_kind kind, int32_t left, int32_t right, int64_t value)
{
    if (left < 0 || right < 0 || a->nnodes == GRN_AFFINE_NODES)
        return -1;
    a->node[a->nnodes] = (grn_affine_node){value, (int16_t)left, (int16_t)right, kind};
    return (int32_t)a->nnodes++;
}

static int32_t constant(grn_affine *a, int64_t v) { return append(a, GRN_AFFINE_CONST, 0, 0, v); }
static bool is_const(const grn_affine *a, int32_t n) { return n >= 0 && a->node[n].kind == GRN_AFFINE_CONST; }
static bool is_op(const grn_affine *a, int32_t n, grn_affine_kind kind) { return n >= 0 && a->node[n].kind == kind; }

/* Has no dim in it. Depth is the text's, which the parser bounds. */
static bool is_symbolic(const grn_affine *a, int32_t n)
{
    const grn_affine_node *e = &a->node[n];
    if (e->kind < GRN_AFFINE_ADD)
        return e->kind != GRN_AFFINE_DIM;
    return is_symbolic(a, e->left) && is_symbolic(a, e->right);
}

static bool equal(const grn_affine *a, int32_t x, int32_t y)
{
    const grn_affine_node *e = &a->node[x], *f = &a->node[y];
    if (x == y)
        return true;
    if (e->kind != f->kind || e->value != f->value)
        return false;
    return e->kind < GRN_AFFINE_ADD || (equal(a, e->left, f->left) && equal(a, e->right, f->right));
}

static bool add_fits(int64_t a, int64_t b, int64_t *out) { return grn_add_signed_i64(a, b, out); }

static bool multiply_fits(int64_t a, int64_t b, int64_t *out)
{
    const bool over = a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                            : (b > 0 ? a < INT64_MIN / b : b < 0 && a < INT64_MAX / b);
    *out = over ? 0 : a * b;
    return !over;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

/* Of two constants; the divisor is positive. */
static bool compute(grn_affine_kind kind, int64_t a, int64_t b, int64_t *out)
{
    if (kind == GRN_AFFINE_ADD)
        return add_fits(a, b, out);
    if (kind == GRN_AFFINE_MUL)
        return multiply_fits(a, b, out);
    if (b <= 0)
        return false;
    *out =
        kind == GRN_AFFINE_MOD ? a - floor_div(a, b) * b : floor_div(a, b) + (kind == GRN_AFFINE_CEILDIV && a % b != 0);
    return true;
}

static int32_t make(grn_affine *a, grn_affine_kind kind, int32_t x, int32_t y);

/* What a term is a constant multiple of. */
static int32_t base_of(const grn_affine *a, int32_t n, int64_t *times)
{
    const bool scaled = is_op(a, n, GRN_AFFINE_MUL) && is_const(a, a->node[n].right);
    *times = scaled ? a->node[a->node[n].right].value : 1;
    return scaled ? a->node[n].left : n;
}

static int32_t make_sum(grn_affine *a, int32_t x, int32_t y)
{
    int64_t k, m, sum;
    if (is_const(a, x) || (is_symbolic(a, x) && !is_symbolic(a, y)))
        return is_const(a, y) || (is_symbolic(a, y) && !is_const(a, x)) ? append(a, GRN_AFFINE_ADD, x, y, 0)
                                                                        : make(a, GRN_AFFINE_ADD, y, x);
    if (is_const(a, y) && a->node[y].value == 0)
        return x;
    const bool ends = is_op(a, x, GRN_AFFINE_ADD) && is_const(a, a->node[x].right);
    if (ends && is_const(a, y) && add_fits(a->node[a->node[x].right].value, a->node[y].value, &sum))
        return make(a, GRN_AFFINE_ADD, a->node[x].left, constant(a, sum));
    const int32_t base = base_of(a, x, &k);
    if (equal(a, base, base_of(a, y, &m)) && add_fits(k, m, &sum))
        return make(a, GRN_AFFINE_MUL, base, constant(a, sum));
    if (ends)
        return make(a, GRN_AFFINE_ADD, make(a, GRN_AFFINE_ADD, a->node[x].left, y), a->node[x].right);
    return append(a, GRN_AFFINE_ADD, x, y, 0);
}

static int32_t make_product(grn_affine *a, int32_t x, int32_t y)
{
    int64_t product;
    if (is_const(a, x) && is_const(a, y)) /* that does not fit */
        return append(a, GRN_AFFINE_MUL, x, y, 0);
    if (is_const(a, x) || (is_symbolic(a, x) && !is_symbolic(a, y)))
        return make(a, GRN_AFFINE_MUL, y, x);
    if (is_const(a, y) && a->node[y].value == 1)
        return x;
    if (is_const(a, y) && a->node[y].value == 0)
        return y;
    const bool scaled = is_op(a, x, GRN_AFFINE_MUL) && is_const(a, a->node[x].right);
    if (scaled && is_const(a, y) && multiply_fits(a->node[a->node[x].right].value, a->node[y].value, &product))
        return make(a, GRN_AFFINE_MUL, a->node[x].left, constant(a, product));
    return append(a, GRN_AFFINE_MUL, x, y, 0);
}

static int32_t make(grn_affine *a, grn_affine_kind kind, int32_t x, int32_t y)
{
    int64_t value;
    if (x < 0 || y < 0)
        return -1;
    if (is_const(a, x) && is_const(a, y) && compute(kind, a->node[x].value, a->node[y].value, &value))
        return constant(a, value);
    if (kind == GRN_AFFINE_ADD)
        return make_sum(a, x, y);
    if (kind == GRN_AFFINE_MUL)
        return make_product(a, x, y);
    if (is_const(a, y) && a->node[y].value == 1)
        return kind == GRN_AFFINE_MOD ? constant(a, 0) : x;
    return append(a, kind, x, y, 0);
}

/* ---- reading --------------------------------------------------------------------------------- */

enum { MOST_PARENTHESES = 64 };
typedef struct reader {
    const char *at, *end;
    grn_affine *a;
    grn_str name[GRN_AFFINE_INPUTS]; /* dims, then symbols */
    int depth;
} reader;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '.';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

/* A word has to end where the text's does. */
static bool take_word(reader *r, const char *word)
{
    const size_t n = strlen(word);
    skip(r);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return false;
    if (is_letter(word[0]) && r->at + n < r->end && (is_letter(r->at[n]) || is_digit(r->at[n])))
        return false;
    r->at += n;
    return true;
}

static grn_str word(reader *r)
{
    skip(r);
    const char *start = r->at;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at)))
        r->at++;
    return (grn_str){start, (size_t)(r->at - start)};
}

static bool read_names(reader *r, const char *close, size_t *count)
{
    if (take_word(r, close))
        return true;
    do {
        const size_t all = r->a->ndims + r->a->nsymbols;
        if (all == GRN_AFFINE_INPUTS)
            return false;
        r->name[all] = word(r);
        if (r->name[all].n == 0)
            return false;
        ++*count;
    } while (take_word(r, ","));
    return take_word(r, close);
}

static int32_t read_sum(reader *r);
static int32_t minus(grn_affine *a, int32_t n) { return make(a, GRN_AFFINE_MUL, n, constant(a, -1)); }

static int32_t read_number(reader *r)
{
    uint64_t v = 0;
    for (; r->at < r->end && is_digit(*r->at); r->at++) {
        if (v > (UINT64_C(1) << 63) / 10 - 1)
            return -1;
        v = v * 10 + (uint64_t)(*r->at - '0');
    }
    return constant(r->a, (int64_t)v);
}

static int32_t read_operand(reader *r)
{
    skip(r);
    const bool negative = take_word(r, "-");
    if (negative || take_word(r, "(")) {
        if (++r->depth > MOST_PARENTHESES)
            return -1;
        const int32_t inner = negative ? read_operand(r) : read_sum(r);
        r->depth--;
        return negative ? minus(r->a, inner) : take_word(r, ")") ? inner : -1;
    }
    if (r->at < r->end && is_digit(*r->at))
        return read_number(r);
    const grn_str name = word(r);
    for (size_t i = 0; i < r->a->ndims + r->a->nsymbols; i++)
        if (grn_str_equal(name, r->name[i])) {
            const bool dim = i < r->a->ndims;
            return append(r->a, dim ? GRN_AFFINE_DIM : GRN_AFFINE_SYMBOL, 0, 0, (int64_t)(dim ? i : i - r->a->ndims));
        }
    return -1;
}

static int32_t read_product(reader *r)
{
    static const struct {
        const char *text;
        grn_affine_kind kind;
    } ops[] = {{"*", GRN_AFFINE_MUL},
               {"mod", GRN_AFFINE_MOD},
               {"floordiv", GRN_AFFINE_FLOORDIV},
               {"ceildiv", GRN_AFFINE_CEILDIV}};
    int32_t left = read_operand(r);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < GRN_COUNT(ops) && left >= 0 && !more; i++)
            if (take_word(r, ops[i].text)) {
                left = make(r->a, ops[i].kind, left, read_operand(r));
                more = true;
            }
    }
    return left;
}

static int32_t read_sum(reader *r)
{
    int32_t left = read_product(r);
    while (left >= 0) {
        if (take_word(r, "+"))
            left = make(r->a, GRN_AFFINE_ADD, left, read_product(r));
        else if (take_word(r, "-"))
            left = make(r->a, GRN_AFFINE_ADD, left, minus(r->a, read_product(r)));
        else
            break;
    }
    return left;
}

/* `d0 >= 3` is d0 - 3 >= 0. */
static int32_t read_constraint(reader *r, bool *is_equal)
{
    const int32_t left = read_sum(r);
    const bool greater = take_word(r, ">="), less = !greater && take_word(r, "<=");
    *is_equal = !greater && !less;
    if (*is_equal && !take_word(r, "=="))
        return -1;
    const int32_t right = read_sum(r);
    return less ? make(r->a, GRN_AFFINE_ADD, right, minus(r->a, left))
                : make(r->a, GRN_AFFINE_ADD, left, minus(r->a, right));
}

static bool read_results(reader *r)
{
    grn_affine *a = r->a;
    if (!take_word(r, "("))
        return false;
    if (take_word(r, ")"))
        return true;
    do {
        if (a->nresults == GRN_AFFINE_RESULTS)
            return false;
        const int32_t made = a->is_set ? read_constraint(r, &a->is_equal[a->nresults]) : read_sum(r);
        if (made < 0)
            return false;
        a->result[a->nresults++] = (int16_t)made;
    } while (take_word(r, ","));
    return take_word(r, ")");
}

bool grn_affine_read(const grn_attr *attr, grn_affine *out)
{
    reader r = {.a = out};
    if (!attr || attr->kind != GRN_ATTR_OPAQUE)
        return false;
    r.at = attr->text.text;
    r.end = r.at + attr->text.n;
    out->ndims = out->nsymbols = out->nresults = out->nnodes = 0;
    out->is_set = take_word(&r, "affine_set");
    if (!out->is_set && !take_word(&r, "affine_map"))
        return false;
    if (!take_word(&r, "<") || !take_word(&r, "(") || !read_names(&r, ")", &out->ndims))
        return false;
    if (take_word(&r, "[") && !read_names(&r, "]", &out->nsymbols))
        return false;
    return take_word(&r, out->is_set ? ":" : "->") && read_results(&r) && take_word(&r, ">");
}

/* ---- working out ----------------------------------------------------------------------------- */

static bool value_of(const grn_affine *a, int32_t n, const int64_t *inputs, int64_t *out)
{
    int64_t left, right;
    const grn_affine_node *e = &a->node[n];
    if (e->kind < GRN_AFFINE_ADD) {
        *out = e->kind == GRN_AFFINE_CONST ? e->value
                                           : inputs[(size_t)e->value + (e->kind == GRN_AFFINE_SYMBOL ? a->ndims : 0)];
        return true;
    }
    return value_of(a, e->left, inputs, &left) && value_of(a, e->right, inputs, &right) &&
           compute(e->kind, left, right, out);
}

bool grn_affine_value(const grn_affine *a, size_t r, const int64_t *inputs, int64_t *out)
{
    return value_of(a, a->result[r], inputs, out);
}

/* ---- printing -------------------------------------------------------------------------------- */

typedef struct print {
    grn_printer *p;
    const grn_affine *a;
    grn_value *const *operands; /* NULL: letters */
    bool marks;
} print;

static void print_number(grn_printer *p, const char *letter, int64_t v)
{
    grn_printer_text(p, letter);
    grn_printer_i64(p, v);
}

static void print_input(const print *to, const grn_affine_node *e)
{
    const bool symbol = e->kind == GRN_AFFINE_SYMBOL;
    if (!to->operands) {
        print_number(to->p, symbol ? "s" : "d", e->value);
        return;
    }
    grn_printer_text(to->p, symbol && to->marks ? "symbol(" : "");
    grn_printer_value(to->p, to->operands[(size_t)e->value + (symbol ? to->a->ndims : 0)]);
    grn_printer_text(to->p, symbol && to->marks ? ")" : "");
}

static void print_node(const print *to, int32_t n, bool tight);

/* A sum's second term: with a minus where it is a constant below 0, or a multiple by one. */
static void print_term(const print *to, int32_t n)
{
    const grn_affine_node *e = &to->a->node[n];
    int64_t times;
    const int32_t base = base_of(to->a, n, &times);
    if (e->kind == GRN_AFFINE_CONST && e->value < 0 && e->value != INT64_MIN) {
        print_number(to->p, " - ", -e->value);
    } else if (times == -1) {
        grn_printer_text(to->p, " - ");
        print_node(to, base, is_op(to->a, base, GRN_AFFINE_ADD));
    } else if (times < -1 && times != INT64_MIN) {
        grn_printer_text(to->p, " - ");
        print_node(to, base, true);
        print_number(to->p, " * ", -times);
    } else {
        grn_printer_text(to->p, " + ");
        print_node(to, n, false);
    }
}

/* `tight`: within an op that binds more than a sum. */
static void print_node(const print *to, int32_t n, bool tight)
{
    static const char *const between[] = {[GRN_AFFINE_MUL] = " * ",
                                          [GRN_AFFINE_MOD] = " mod ",
                                          [GRN_AFFINE_FLOORDIV] = " floordiv ",
                                          [GRN_AFFINE_CEILDIV] = " ceildiv "};
    const grn_affine_node *e = &to->a->node[n];
    if (e->kind == GRN_AFFINE_CONST) {
        grn_printer_i64(to->p, e->value);
        return;
    }
    if (e->kind < GRN_AFFINE_ADD) {
        print_input(to, e);
        return;
    }
    grn_printer_text(to->p, tight ? "(" : "");
    if (e->kind == GRN_AFFINE_ADD) {
        print_node(to, e->left, false);
        print_term(to, e->right);
    } else if (e->kind == GRN_AFFINE_MUL && is_const(to->a, e->right) && to->a->node[e->right].value == -1) {
        grn_printer_text(to->p, "-");
        print_node(to, e->left, true);
    } else {
        print_node(to, e->left, true);
        grn_printer_text(to->p, between[e->kind]);
        print_node(to, e->right, true);
    }
    grn_printer_text(to->p, tight ? ")" : "");
}

static void print_letters(grn_printer *p, const char *open, const char *letter, size_t count, const char *close)
{
    grn_printer_text(p, open);
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(p, i ? ", " : "");
        print_number(p, letter, (int64_t)i);
    }
    grn_printer_text(p, close);
}

void grn_affine_print(grn_printer *p, const grn_affine *a)
{
    const print to = {p, a, NULL, false};
    print_letters(p, a->is_set ? "affine_set<(" : "affine_map<(", "d", a->ndims, ")");
    if (a->nsymbols)
        print_letters(p, "[", "s", a->nsymbols, "]");
    grn_printer_text(p, a->is_set ? " : (" : " -> (");
    for (size_t r = 0; r < a->nresults; r++) {
        grn_printer_text(p, r ? ", " : "");
        print_node(&to, a->result[r], false);
        grn_printer_text(p, !a->is_set ? "" : a->is_equal[r] ? " == 0" : " >= 0");
    }
    grn_printer_text(p, ")>");
}

void grn_affine_print_over(grn_printer *p, const grn_affine *a, size_t r, grn_value *const *operands, bool marks)
{
    print_node(&(print){p, a, operands, marks}, a->result[r], false);
}
