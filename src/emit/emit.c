/* emit.c - a module as C: the headers of libc that it needs, types, helpers, functions; or a header
 * for them. */
#include <stdio.h>
#include <string.h>

#include "convert/steps.h"

#include "emit/state.h"
#include "ir/write.h"

static void write_includes(grn_writer *w, const grn_c *s)
{
    static const struct {
        unsigned bit;
        const char *text;
    } headers[] = {{GRN_C_COMPLEX_H, "#include <complex.h>\n#undef I\n#undef complex\n"},
                   {GRN_C_MATH_H, "#include <math.h>\n"},
                   {0, "#include <stdint.h>\n"},
                   {GRN_C_STDIO_H, "#include <stdio.h>\n"},
                   {GRN_C_STDLIB_H, "#include <stdlib.h>\n"},
                   {GRN_C_STRING_H, "#include <string.h>\n"}};
    for (size_t i = 0; i < GRN_COUNT(headers); i++)
        if (!headers[i].bit || (s->headers & headers[i].bit && !s->options->header))
            grn_write_text(w, headers[i].text);
}

/* GCC ignores the pragma and warns of it; under -std=c11 it contracts nothing anyway. */
static const char no_contraction[] =
    "\n/* A product and a sum are two roundings. (GCC: -std=c11 or -ffp-contract=off.) */\n"
    "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n";

static void write_types(grn_writer *w, const grn_c *s)
{
    static const char *const texts[2] = {"\n#ifndef COMPLEX_F32\n#define COMPLEX_F32\ntypedef struct complex_f32 {\n   "
                                         " float re, im;\n} complex_f32;\n#endif\n",
                                         "\n#ifndef COMPLEX_F64\n#define COMPLEX_F64\ntypedef struct complex_f64 {\n   "
                                         " double re, im;\n} complex_f64;\n#endif\n"};
    for (int i = 0; i < 2; i++)
        if (s->has_complex[i])
            grn_write_text(w, texts[i]);
}

static void write_vector_types(grn_writer *w, const grn_c *s)
{
    if (!s->vectors)
        return;
    grn_write_text(w, "\n#if defined(__clang__) || __GNUC__ >= 9\n");
    for (size_t i = 0; grn_c_vector_type_text(i); i++)
        if (s->vectors >> i & 1)
            grn_write_text(w, grn_c_vector_type_text(i));
    grn_write_text(w, "#endif\n");
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether the text has the name as a word of its own. */
static bool mentions(const char *text, size_t bytes, const char *name)
{
    const size_t n = strlen(name);
    const char *end = text + bytes;
    for (const char *at = text; bytes >= n && (at = memchr(at, name[0], (size_t)(end - at))); at++) {
        if ((size_t)(end - at) < n)
            return false;
        if (memcmp(at, name, n) == 0 && (at == text || !is_word(at[-1])) && (at + n == end || !is_word(at[n])))
            return true;
    }
    return false;
}

/* Removes helpers that are no longer called, because the statement that called them was removed. A
 * helper stands behind those that it calls, so the last one is looked at first. */
static void leave_helpers_out(grn_c *s)
{
    const char *const *names = s->helper_names.items;
    const char **texts = s->helpers.items;
    for (size_t i = s->helpers.count; i-- > 0;) {
        bool called = mentions(s->body.items, s->body.count, names[i]);
        for (size_t k = i + 1; !called && k < s->helpers.count; k++)
            called = texts[k] && mentions(texts[k], strlen(texts[k]), names[i]);
        if (!called)
            texts[i] = NULL;
    }
}

/* Put around the helpers where the module has vector types. */
static const char some_are_unused[] =
    "\n/* Some are called only where there are no vectors. */\n#ifdef __clang__\n#pragma clang diagnostic push\n"
    "#pragma clang diagnostic ignored \"-Wunused-function\"\n#endif\n";
static const char all_are_used[] = "\n#ifdef __clang__\n#pragma clang diagnostic pop\n#endif\n";

static void write_helpers(grn_writer *w, grn_c *s)
{
    const char *const *helpers = s->helpers.items;
    bool any = false;
    leave_helpers_out(s);
    for (size_t i = 0; i < s->helpers.count; i++) {
        if (!helpers[i])
            continue;
        if (!any && s->vectors)
            grn_write_text(w, some_are_unused);
        any = true;
        grn_write_text(w, "\n");
        grn_write_text(w, helpers[i]);
    }
    if (any && s->vectors)
        grn_write_text(w, all_are_used);
}

static void write_program(grn_writer *w, grn_c *s)
{
    write_includes(w, s);
    if (s->contracts)
        grn_write_text(w, no_contraction);
    write_types(w, s);
    write_vector_types(w, s);
    write_helpers(w, s);
    grn_write_text(w, "\n");
    grn_write_bytes(w, s->body.items, s->body.count ? s->body.count - 1 : 0); /* without the last empty line */
}

/* TAKE_H of the first function's name. */
static const char *guard_of(grn_c *s)
{
    const grn_str name = s->entry ? grn_c_symbol(s->entry) : GRN_STR("");
    char *out = grn_arena_text(&s->ir->arena, name.text, name.n);
    for (char *c = out; c && *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ? *c : '_';
    if (!out)
        s->status = GRN_E_MEMORY;
    return out ? out : "";
}

/* C++ has no restrict. */
static void write_header(grn_writer *w, const grn_c *s, const char *guard)
{
    grn_write_text(w, "#ifndef GARNER_EMITTED_");
    grn_write_text(w, guard);
    grn_write_text(w, "_H\n#define GARNER_EMITTED_");
    grn_write_text(w, guard);
    grn_write_text(w, "_H\n\n");
    write_includes(w, s);
    grn_write_text(w, "\n#ifdef __cplusplus\nextern \"C\" {\n#define restrict\n#endif\n");
    write_types(w, s);
    grn_write_text(w, "\n");
    grn_write_bytes(w, s->body.items, s->body.count);
    grn_write_text(w, "#ifdef __cplusplus\n#undef restrict\n}\n#endif\n\n#endif\n");
}

/* ---- what need not be lowered ---------------------------------------------------------------- */

static bool is_tensor(const grn_type *t) { return !grn_type_is_memref(t) && grn_type_is_tensor(grn_type_at_run(t)); }

/* A constant may become memory. */
static bool is_plain_op(const grn_ir *ir, const grn_op *op)
{
    static const char *const lowered[] = {"garner.gather",  "garner.scatter", "gather",     "scatter",
                                          "linalg.generic", "linalg.fill",    "linalg.copy"};
    for (size_t i = 0; i < GRN_COUNT(lowered); i++)
        if (grn_str_is(op->name, lowered[i]))
            return false;
    if (grn_import_makes_loops(ir, op))
        return false;
    for (size_t i = 0; i < op->nresults; i++)
        if (is_tensor(grn_result_type(op, i)) && !grn_op_is(op, GRN_OP(arith, constant)))
            return false;
    return true;
}

static bool is_plain_block(const grn_ir *ir, const grn_block *b)
{
    for (size_t i = 0; i < b->nargs; i++)
        if (is_tensor(b->args[i].type))
            return false;
    for (const grn_op *op = b->first; op; op = op->next) {
        if (!is_plain_op(ir, op))
            return false;
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *inner = op->regions[r].first; inner; inner = inner->next)
                if (!is_plain_block(ir, inner))
                    return false;
    }
    return true;
}

bool grn_c_is_lowered(const grn_ir *ir)
{
    const grn_block *top = ir->top->regions[0].first;
    return !top || is_plain_block(ir, top);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Writes to the sink, once all text of the module has been made. */
static grn_status finish(grn_c *s, const grn_sink *sink)
{
    grn_writer w;
    const char *guard = s->options->header ? guard_of(s) : "";
    if (s->status == GRN_OK && s->options->driver)
        grn_c_driver(s);
    if (s->status == GRN_OK && s->ir->arena.refused)
        s->status = GRN_E_MEMORY;
    if (s->status != GRN_OK)
        return s->status;
    grn_writer_init(&w, sink);
    if (s->options->header)
        write_header(&w, s, guard);
    else
        write_program(&w, s);
    return grn_writer_finish(&w);
}

grn_status grn_emit_c(grn_ir *ir, const grn_module_emit_options *options, const grn_diag *diag, const grn_sink *sink)
{
    grn_c s = {
        .ir = ir, .options = options, .diag = diag, .at = ir->top, .nowhere = {.base = "", .type = &grn_c_int64}};
    grn_vec_init(&s.body, ir->allocator, 1);
    grn_vec_init(&s.pending, ir->allocator, sizeof(const grn_value *));
    grn_vec_init(&s.scope, ir->allocator, sizeof(size_t));
    grn_vec_init(&s.helpers, ir->allocator, sizeof(const char *));
    grn_vec_init(&s.helper_names, ir->allocator, sizeof(const char *));
    grn_vec_init(&s.owners, ir->allocator, sizeof(grn_c_owner));
    grn_vec_init(&s.parameters, ir->allocator, sizeof(const char *));
    grn_vec_init(&s.statements, ir->allocator, sizeof(grn_c_record));
    grn_vec_init(&s.variables, ir->allocator, sizeof(grn_c_variable));
    grn_c_functions(&s);
    grn_status status = s.status == GRN_OK ? finish(&s, sink) : s.status;
    if (status == GRN_E_MEMORY && s.status == status)
        grn_ir_refused(ir, diag, s.at->place, "writing the module as C");
    grn_vec *all[] = {&s.body,   &s.pending,    &s.scope,     &s.helpers,   &s.helper_names,
                      &s.owners, &s.statements, &s.variables, &s.parameters};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        grn_vec_destroy(all[i]);
    return status;
}
