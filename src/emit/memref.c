/* memref.c - memory: allocations, loads, stores and copies; views of it, which are no code. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/state.h"

/* Temporaries up to so many bytes lie on the stack. */
#define STACK_BYTES 4096

/* Copies of a constant size: over the first number and up to the second, memcpy is slower in a loop
 * than copying one line after the other. */
#define MOST_LINES_BYTES 8192
/* Rows of a line take longer past the cache; those of no whole steps would end in ones of their
 * own. */
#define LEAST_STREAMED_BYTES 128
#define STREAMED_STEP_BYTES 16

static const grn_c_expr none;

/* ---- what a view has ------------------------------------------------------------------------- */

void grn_c_sizes(grn_c *s, grn_c_view *v, const grn_c_memref *m, const grn_c_expr *size)
{
    v->element = m->element;
    v->type = grn_c_type_of(s, m->element);
    v->rank = m->rank;
    v->offset = grn_c_number(s, 0, NULL);
    for (int32_t d = 0, n = 0; d < m->rank; d++)
        v->size[d] = m->shape[d] == GRN_DYNAMIC ? size[n++] : grn_c_number(s, m->shape[d], NULL);
}

/* ---- allocations ----------------------------------------------------------------------------- */

/* The pointer is the function's, NULL while it owns nothing. */
void grn_c_own(grn_c *s, const grn_c_view *v)
{
    grn_c_owner *o = grn_vec_push(&s->owners);
    grn_c_needs(s, GRN_C_STDLIB_H);
    s->can_fail = true;
    if (o)
        *o = (grn_c_owner){v->base, v->type->name};
    else
        s->status = GRN_E_MEMORY;
}

bool grn_c_owns(const grn_c *s, const char *base)
{
    const grn_c_owner *o = s->owners.items;
    for (size_t i = 0; i < s->owners.count; i++)
        if (strcmp(o[i].base, base) == 0)
            return true;
    return false;
}

static void allocate_on_heap(grn_c *s, const grn_c_view *v)
{
    const grn_c_expr n = grn_c_elements(s, v, 0);
    grn_c_own(s, v);
    if (grn_c_is_constant(&n))
        grn_c_line(s, "%s = malloc(%" PRId64 " * sizeof *%s);", v->base, n.least > 0 ? n.least : 1, v->base);
    else
        grn_c_line(s, "%s = malloc((size_t)(%s + 1) * sizeof *%s);", v->base, n.text, v->base);
    grn_c_line(s, "if (!%s) {", v->base);
    grn_c_line(s, "    status = -1;");
    grn_c_line(s, "    goto done;");
    s->gotos++;
    grn_c_line(s, "}");
}

/* ---- lists of elements ----------------------------------------------------------------------- */

static const char no_items[] = "   ";

/* Adds an item to the line. A line that is long enough becomes a part of `base`'s declaration, and
 * a new line begins. */
static const char *add_item(grn_c *s, const char *base, const char *line, const char *item, bool more)
{
    line = grn_c_text(s, "%s %s%s", line, item, more ? "," : "");
    if (grn_c_columns(line) <= 100)
        return line;
    grn_c_statement(s, GRN_C_PART, base, "%s", line);
    return no_items;
}

static void end_items(grn_c *s, const char *base, const char *line)
{
    if (strlen(line) >= sizeof no_items)
        grn_c_statement(s, GRN_C_PART, base, "%s", line);
}

/* ---- temporaries of constants ---------------------------------------------------------------- */

/* A store of a constant at constant indices of `r`, which has this view: its place; -1: it is
 * none. */
static int64_t constant_place(grn_c *s, const grn_op *op, const grn_value *r, const grn_c_view *v)
{
    if (!grn_op_is(op, GRN_OP(memref, store)) || op->noperands < 2 || op->operands[1] != r ||
        op->noperands != (size_t)v->rank + 2)
        return -1;
    int64_t place = 0;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_c_known *k = &s->known[op->operands[i]->slot];
        if (i == 1)
            continue;
        if (!k->is_bound || !k->expr.is_simple || !op->operands[i]->def ||
            !grn_op_is(op->operands[i]->def, GRN_OP(arith, constant)) || (i > 1 && !grn_c_is_constant(&k->expr)))
            return -1;
        if (i > 1)
            place += k->expr.least * v->stride[i - 2].least;
    }
    return place;
}

/* The stores right behind an allocation that give each element in order, as an initializer; false:
 * there are fewer. */
static bool write_initializer(grn_c *s, const grn_op *alloc, const grn_c_view *v, int64_t n)
{
    const grn_value *r = &alloc->results[0];
    int64_t found = 0;
    const grn_op *last = alloc;
    for (const grn_op *op = alloc->next; op && found < n; op = op->next) {
        if (grn_op_is(op, GRN_OP(arith, constant))) {
            if (!s->known[op->results[0].slot].is_bound && grn_c_is_used(s, &op->results[0]))
                grn_c_row_of(op)->write(s, op, grn_c_row_of(op));
            continue;
        }
        if (constant_place(s, op, r, v) != found)
            return false;
        found++;
        last = op;
    }
    if (found < n || n < 2)
        return false;
    const char *line = no_items;
    const bool constant = s->known[r->slot].writes == n;
    grn_c_statement(s, GRN_C_OPENS, v->base, "%s%s %s[%" PRId64 "] = {", constant ? "static const " : "", v->type->name,
                    v->base, n);
    for (const grn_op *op = alloc->next; s->status != GRN_E_MEMORY; op = op->next) {
        if (grn_op_is(op, GRN_OP(memref, store))) {
            line = add_item(s, v->base, line,
                            grn_c_as_element(s, grn_c_operand(s, op, 0), grn_operand_type(op, 0), v->type), true);
        }
        if (op == last)
            break;
    }
    end_items(s, v->base, line);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "};");
    s->skip_until = last;
    return true;
}

/* Whether memory of this view, which `r` is, lies on the stack: its name is the block's then. */
static bool place(grn_c *s, const grn_value *r, grn_c_view *v, const char *hint)
{
    const grn_c_expr n = grn_c_elements(s, v, 0);
    const bool small =
        !s->known[r->slot].escapes && grn_c_is_constant(&n) && n.least <= STACK_BYTES * 8 / (int64_t)v->type->bits;
    v->root = r;
    /* What malloc gives is freed at the end of the function, so its name is the function's. */
    v->base = grn_c_variable_name(s, grn_c_wish(s, r, hint), !small);
    return small;
}

static void declare(grn_c *s, const grn_c_view *v, bool small)
{
    const grn_c_expr n = grn_c_elements(s, v, 0);
    if (small)
        grn_c_statement(s, GRN_C_DECLARES, v->base, "%s %s[%" PRId64 "];", v->type->name, v->base,
                        n.least > 0 ? n.least : 1);
    else
        allocate_on_heap(s, v);
}

static grn_c_view *new_memory(grn_c *s, const grn_value *r, const grn_c_expr *size)
{
    grn_c_memref m;
    if (!grn_c_read_memref(s, r->type, &m))
        return NULL;
    grn_c_view *v = grn_c_new_view(s, r);
    grn_c_sizes(s, v, &m, size);
    grn_c_make_compact(s, v);
    return v;
}

const grn_c_view *grn_c_allocate(grn_c *s, const grn_value *r, const char *hint)
{
    grn_c_view *v = new_memory(s, r, &none);
    if (v)
        declare(s, v, place(s, r, v, hint));
    return v;
}

static void write_alloc(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_value *r = &op->results[0];
    grn_c_expr size[GRN_MAX_RANK];
    (void)row;
    for (size_t i = 0; i < op->noperands && i < GRN_MAX_RANK; i++)
        size[i] = grn_c_operand_named(s, op, i);
    grn_c_view *v = new_memory(s, r, size);
    if (!v)
        return;
    const bool small = place(s, r, v, "scratch");
    const grn_c_expr n = grn_c_elements(s, v, 0);
    if (!small || n.least <= 1 || !write_initializer(s, op, v, n.least))
        declare(s, v, small);
}

static void write_dealloc(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *v = s->known[op->operands[0]->slot].view;
    (void)row;
    if (v && grn_c_owns(s, v->base)) {
        grn_c_line(s, "free(%s);", v->base);
        grn_c_line(s, "%s = NULL;", v->base);
    }
}

/* ---- constants in memory --------------------------------------------------------------------- */

/* What an element is made of, if that is a float of C. */
static bool is_of_floats(grn_dtype dtype, grn_dtype *part)
{
    *part = dtype == GRN_C64 ? GRN_F32 : dtype == GRN_C128 ? GRN_F64 : dtype;
    return *part == GRN_F32 || *part == GRN_F64;
}

/* Whether some NaN has other bits than C's NAN. */
static bool has_such_nan(const grn_tensor *t, int64_t elements)
{
    grn_dtype part;
    bool has = false;
    if (!is_of_floats(t->dtype, &part))
        return false;
    const size_t bytes = grn_dtype_bytes(part), all = (size_t)elements * grn_dtype_bytes(t->dtype);
    for (size_t at = 0; at < all; at += bytes)
        has = has || grn_c_is_nan_of_its_own(part, (const char *)t->data + at);
    return has;
}

/* The elements' bits, in a union with the elements: an initializer has no other word for them. */
static void write_bits(grn_c *s, grn_c_view *v, const grn_tensor *t, bool splat, int64_t n)
{
    grn_dtype part;
    is_of_floats(t->dtype, &part);
    const size_t bytes = grn_dtype_bytes(part), each = grn_dtype_bytes(t->dtype) / bytes;
    const char *line = no_items;
    grn_c_statement(s, GRN_C_OPENS, v->base,
                    "static const union {\n    uint%zu_t bits[%" PRId64 "];\n    %s values[%" PRId64 "];\n} %s = {{",
                    8 * bytes, n * (int64_t)each, v->type->name, n, v->base);
    for (size_t i = 0; i < (size_t)n * each && s->status != GRN_E_MEMORY; i++) {
        const char *p = (const char *)t->data + (splat ? i % each : i) * bytes;
        line = add_item(s, v->base, line, grn_c_bits_text(s, part, p), true);
    }
    end_items(s, v->base, line);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}};");
    v->base = grn_c_text(s, "%s.values", v->base);
}

static void write_elements(grn_c *s, const grn_value *r, const grn_attr *value, const char *hint)
{
    const grn_tensor *t = &value->elements->tensor;
    grn_c_memref m;
    if (!grn_c_read_memref(s, r->type, &m))
        return;
    grn_c_view *v = grn_c_new_view(s, r);
    grn_c_sizes(s, v, &m, &none);
    grn_c_make_compact(s, v);
    v->root = r;
    v->base = grn_c_local(s, grn_c_wish(s, r, hint));
    const int64_t n = grn_tensor_elements(t);
    if (has_such_nan(t, value->elements->splat && n > 0 ? 1 : n)) {
        write_bits(s, v, t, value->elements->splat, n);
        return;
    }
    grn_c_statement(s, GRN_C_OPENS, v->base, "static const %s %s[%" PRId64 "] = {", v->type->name, v->base,
                    n > 0 ? n : 1);
    const char *line = no_items;
    if (n == 0)
        line = "    0";
    const size_t bytes = grn_dtype_bytes(t->dtype);
    for (int64_t i = 0; i < n && s->status != GRN_E_MEMORY; i++) {
        const char *p = (const char *)t->data + (value->elements->splat ? 0 : (size_t)i * bytes);
        const grn_c_expr e = grn_c_element(s, t->dtype, m.element, p);
        const bool pair = v->type->kind == GRN_C_PAIR; /* an initializer takes no compound literal */
        line = add_item(s, v->base, line, pair ? strchr(e.text, '{') : e.text, i + 1 < n);
    }
    end_items(s, v->base, line);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "};");
}

static void write_to_memref(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_op *constant = op->operands[0]->def;
    const grn_attr *value =
        constant && grn_op_is(constant, GRN_OP(arith, constant)) ? grn_op_attr(constant, "value") : NULL;
    (void)row;
    if (value && value->kind == GRN_ATTR_ELEMENTS)
        write_elements(s, &op->results[0], value, "constant");
    else
        grn_c_refuse(s, "is of a tensor that is no constant");
}

static void write_get_global(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_attr *name = grn_op_attr(op, "name");
    const grn_op *global = name && name->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(s->ir->top, name->text) : NULL;
    const grn_attr *value = global ? grn_op_attr(global, "initial_value") : NULL;
    (void)row;
    if (value && value->kind == GRN_ATTR_ELEMENTS)
        write_elements(s, &op->results[0], value, grn_c_text(s, "%.*s", (int)name->text.n, name->text.text));
    else
        grn_c_refuse(s, "names no global constant");
}

/* ---- loads and stores ------------------------------------------------------------------------ */

static const grn_c_expr *indices_of(grn_c *s, const grn_op *op, size_t first, grn_c_expr index[GRN_MAX_RANK])
{
    for (size_t i = first; i < op->noperands && i - first < GRN_MAX_RANK; i++)
        index[i - first] = grn_c_operand(s, op, i);
    return index;
}

static void write_load(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    grn_c_expr index[GRN_MAX_RANK];
    (void)row;
    grn_c_note(s, op);
    grn_c_expr e = grn_c_at(s, grn_c_operand_view(s, op, 0), indices_of(s, op, 1, index));
    if (grn_c_width(grn_result_type(op, 0)) == 1)
        grn_c_range(&e, 0, 1);
    grn_c_give(s, op, 0, e);
}

/* For C compilers too, the value of a comparison is 0 or 1. */
static bool is_truth(const grn_c_expr *e)
{
    return e->precedence == GRN_C_EQUAL || e->precedence == GRN_C_LESS || e->precedence == GRN_C_BOTH ||
           e->precedence == GRN_C_EITHER || e->text[0] == '!';
}

const char *grn_c_as_element(grn_c *s, grn_c_expr e, const grn_type *t, const grn_c_type *to)
{
    const bool is_integer = to->kind == GRN_C_SIGNED || to->kind == GRN_C_UNSIGNED;
    if (to->kind == GRN_C_UNSIGNED && grn_c_is_constant(&e) && e.least < 0) { /* modulo 2^bits */
        const uint64_t low =
            (uint64_t)e.least & (grn_c_width(t) < 64 ? (UINT64_C(1) << grn_c_width(t)) - 1 : UINT64_MAX);
        return low > INT32_MAX ? grn_c_text(s, "UINT%u_C(%" PRIu64 ")", to->bits, low) : grn_c_text(s, "%" PRIu64, low);
    }
    if (!is_integer || grn_c_is_constant(&e) || (e.is_simple && e.text[0] >= '0' && e.text[0] <= '9'))
        return e.text;
    const bool narrower = e.type->bits < to->bits && (e.type->kind == GRN_C_UNSIGNED || to->kind == GRN_C_SIGNED);
    if (narrower || (grn_c_width(t) == 1 && is_truth(&e)))
        return e.text;
    if (grn_c_width(t) < 8 && grn_c_width(t) > 1)
        e = to->kind == GRN_C_UNSIGNED ? grn_c_as_unsigned(s, e, t) : grn_c_as_signed(s, e, t);
    return grn_c_cast(s, e, to).text;
}

static void write_store(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    grn_c_expr index[GRN_MAX_RANK];
    const grn_c_view *v = grn_c_operand_view(s, op, 1);
    (void)row;
    grn_c_note(s, op);
    const grn_c_expr value = grn_c_operand(s, op, 0), at = grn_c_at(s, v, indices_of(s, op, 2, index));
    grn_c_statement(s, GRN_C_STORES, v->base, "%s = %s;", at.text,
                    grn_c_as_element(s, value, grn_operand_type(op, 0), v->type));
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* The C function that copies this many bytes (0: not known); `apart`: for arrays that do not
 * overlap. */
static const char *copy_function(grn_c *s, bool apart, int64_t bytes)
{
    const bool lines = s->loops > 0 && bytes > GRN_LINE_BYTES && bytes <= MOST_LINES_BYTES;
    if (!apart)
        return "memmove";
    return s->is_streamed && bytes >= LEAST_STREAMED_BYTES && bytes % STREAMED_STEP_BYTES == 0 ? grn_c_stream(s)
           : lines ? grn_c_helper(s, "copy_lines")
                   : "memcpy";
}

/* So many bytes; `to` and `from` are apart unless they are one array. */
static void copy_run(grn_c *s, const grn_c_view *from, const grn_c_view *to, grn_c_expr n)
{
    const char *cast = from->type->kind == to->type->kind ? "" : grn_c_text(s, "(%s)", to->type->name);
    grn_c_needs(s, GRN_C_STRING_H);
    const int64_t bytes = grn_c_is_constant(&n) ? grn_mul_at_most(n.least, (int64_t)to->type->bits / 8) : 0;
    const char *function = copy_function(s, strcmp(from->base, to->base) != 0, bytes);
    if (grn_c_is_constant(&n) && n.least == 1)
        grn_c_statement(s, GRN_C_STORES, to->base, "%s[%s] = %s%s[%s];", to->base, to->offset.text, cast, from->base,
                        from->offset.text);
    else if (grn_c_is_constant(&n))
        grn_c_statement(s, GRN_C_STORES, to->base, "%s(%s, %s, %" PRId64 " * sizeof *%s);", function,
                        grn_c_pointer(s, to), grn_c_pointer(s, from), n.least, to->base);
    else
        grn_c_statement(s, GRN_C_STORES, to->base, "%s(%s, %s, (size_t)%s * sizeof *%s);", function,
                        grn_c_pointer(s, to), grn_c_pointer(s, from), grn_c_within(s, &n, GRN_C_UNARY), to->base);
}

/* The view at one index of its first dimension. */
static grn_c_view at_index(grn_c *s, const grn_c_view *v, grn_c_expr index)
{
    grn_c_view inner = *v;
    inner.rank--;
    inner.offset = grn_c_add(s, v->offset, grn_c_multiply(s, index, v->stride[0], NULL), NULL);
    for (int32_t d = 0; d < inner.rank; d++) {
        inner.size[d] = v->size[d + 1];
        inner.stride[d] = v->stride[d + 1];
    }
    return inner;
}

/* An integer of less than 8 bits fills its byte by its sign, if it has one. */
static bool changes_bytes(const grn_c_view *from, const grn_c_view *to)
{
    return from->type->kind != to->type->kind && to->element->kind == GRN_TYPE_INTEGER && to->element->width > 1 &&
           to->element->width < 8;
}

static void copy_one(grn_c *s, const grn_c_view *from, const grn_c_view *to)
{
    const grn_c_expr e = {.text = grn_c_text(s, "%s[%s]", from->base, from->offset.text),
                          .precedence = GRN_C_PRIMARY,
                          .type = from->type};
    grn_c_statement(s, GRN_C_STORES, to->base, "%s[%s] = %s;", to->base, to->offset.text,
                    grn_c_as_element(s, e, to->element, to->type));
}

void grn_c_copy(grn_c *s, const grn_c_view *from, const grn_c_view *to)
{
    const bool changes = changes_bytes(from, to);
    if (changes && to->rank == 0) {
        copy_one(s, from, to);
        return;
    }
    if (!changes && grn_c_is_contiguous(from, 0) && grn_c_is_contiguous(to, 0)) {
        const grn_c_expr n = grn_c_elements(s, grn_c_is_constant(&from->size[0]) ? from : to, 0);
        if (!grn_c_is_constant(&n) || n.least > 0)
            copy_run(s, from, to, n);
        return;
    }
    const char *name = grn_c_local(s, "i");
    grn_c_expr i = grn_c_name_expr(s, name, &grn_c_int64);
    const grn_c_expr size = grn_c_is_constant(&to->size[0]) ? to->size[0] : from->size[0];
    grn_c_range(&i, 0, INT64_MAX);
    if (grn_c_is_constant(&size))
        grn_c_range(&i, 0, size.least);
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (int64_t %s = 0; %s < %s; %s++) {", name, name, size.text, name);
    grn_c_open(s);
    const grn_c_view inner_from = at_index(s, from, i), inner_to = at_index(s, to, i);
    grn_c_copy(s, &inner_from, &inner_to);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
}

static void write_copy(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_view *from = grn_c_operand_view(s, op, 0), *to = grn_c_operand_view(s, op, 1);
    (void)row;
    grn_c_note(s, op);
    const size_t scope = grn_c_scope(s);
    s->is_streamed = op == s->far && grn_c_may_stream(s, op->operands[1]);
    grn_c_copy(s, from, to);
    s->is_streamed = false;
    grn_c_leave_scope(s, scope);
}

static void write_nothing(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)s;
    (void)op;
    (void)row;
}

GRN_C(memref, alloc) = {write_alloc, "", "", GRN_C_MAKES, 0};
GRN_C(memref, alloca) = {write_alloc, "", "", GRN_C_MAKES, 0};
GRN_C(memref, dealloc) = {write_dealloc, "", "", GRN_C_WRITES | GRN_C_ENDS, 0};
GRN_C(memref, load) = {write_load, "", "element", 0, 0};
GRN_C(memref, store) = {write_store, "", "", GRN_C_WRITES, 2};
GRN_C(memref, copy) = {write_copy, "", "", GRN_C_WRITES, 2};
GRN_C(memref, global) = {write_nothing, "", "", GRN_C_EFFECT, 0};
GRN_C(memref, get_global) = {write_get_global, "", "", 0, 0};
GRN_C(memref, assume_alignment) = {write_nothing, "", "", GRN_C_EFFECT, 0};
GRN_C(bufferization, to_memref) = {write_to_memref, "", "", 0, 0};
