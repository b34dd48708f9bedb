/* write.c - a module as text: its functions in order, each a line or a few per op under a comment,
 * and above them the language's header and the helpers that were named. */
#include <inttypes.h>

#include "ir/write.h"
#include "source/source.h"

/* ---- refusals -------------------------------------------------------------------------------- */

void grn_source_refuse(grn_source *s, const char *format, ...)
{
    char why[GRN_MESSAGE_BYTES];
    GRN_FORMAT(why, format);
    if (s->status == GRN_E_MEMORY)
        return;
    const grn_str name = grn_origin_name(s->at);
    s->status = grn_fail(s->diag, s->at->place, GRN_E_UNSUPPORTED, "cannot be written in %s: '%.*s' %s",
                         s->language->name, (int)name.n, name.text, why);
}

static bool has_type(grn_source *s, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (grn_type_is_tensor(t) && !t->encoding)
        return grn_source_dtype(s, t->element) != NULL;
    grn_source_refuse(s, "has a value of type '%s', which is no plain tensor", grn_type_text(t, text, sizeof text));
    return false;
}

static bool has_types(grn_source *s, const grn_op *op)
{
    bool ok = true;
    for (size_t i = 0; ok && i < op->noperands; i++)
        ok = has_type(s, grn_operand_type(op, i));
    for (size_t i = 0; ok && i < op->nresults; i++)
        ok = has_type(s, grn_result_type(op, i));
    return ok;
}

/* ---- comments -------------------------------------------------------------------------------- */

/* A name as comments have it: nothing in it can end a comment. */
static const char *plain_name(grn_source *s, grn_str name)
{
    char *out = grn_arena_text(&s->ir->arena, name.text, name.n);
    for (char *c = out; c && *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", *c))
            *c = '_';
    if (!out)
        s->status = GRN_E_MEMORY;
    return out ? out : "";
}

/* "2x?xf32" */
static const char *type_text(grn_source *s, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_type_text(t, text, sizeof text);
    size_t n = strlen(text);
    bool tensor = n > 8 && strncmp(text, "tensor<", 7) == 0 && text[n - 1] == '>';
    return tensor ? grn_source_text(s, "%.*s", (int)(n - 8), text + 7) : grn_source_text(s, "%s", text);
}

static const char *type_list(grn_source *s, size_t n, const grn_type *const *types)
{
    const char **texts = grn_source_texts(s, n);
    for (size_t i = 0; texts && i < n; i++)
        texts[i] = type_text(s, types[i]);
    return !texts ? "" : n ? grn_source_join(s, n, texts, ", ") : "nothing";
}

/* Whether the program said it as the hub, or StableHLO, does. */
static bool is_hub_name(const grn_source *s, grn_str name)
{
    const grn_op_def *def = grn_ir_find_op(s->ir, name);
    return grn_op_is_of_hub(&(grn_op){.def = def, .name = name});
}

static void write_comment(grn_source *s, const grn_op *op)
{
    grn_hub h;
    char rule[GRN_RULE_TEXT_BYTES];
    const char *name = plain_name(s, op->name), *short_name = strchr(name, '.'), *about = "";
    if (grn_hub_read(op, &h)) {
        if (!is_hub_name(s, grn_origin_name(op)))
            about = grn_source_text(s, " (%s)", plain_name(s, grn_origin_name(op)));
        if (h.is_scatter && h.combiner != GRN_COMBINE_REPLACE)
            about = grn_source_text(s, "%s, %s", about, grn_combiner_text(h.combiner));
        about = grn_source_text(s, "%s: %s", about, grn_hub_rule_text(&h, rule));
    }
    grn_source_line(s, "%s %s%s -> %s", s->language->comment, short_name ? short_name + 1 : name, about,
                    op->nresults ? type_text(s, grn_result_type(op, 0)) : "nothing");
}

/* ---- ops ------------------------------------------------------------------------------------- */

static const grn_source_row *find_row(const grn_source *s, const grn_op *op, bool *named)
{
    const grn_type *t = op->noperands  ? grn_operand_type(op, op->noperands - 1)
                        : op->nresults ? grn_result_type(op, 0)
                                       : NULL;
    unsigned elements = t && grn_type_is_tensor(t) ? grn_source_elements_of(t->element) : 0;
    *named = false;
    for (size_t i = 0; i < GRN_COUNT(s->language->rows) && s->language->rows[i]; i++)
        for (const grn_source_row *r = s->language->rows[i][grn_op_number_of(op)]; r && r->elements; r++) {
            *named = true;
            if (r->elements & elements)
                return r;
        }
    return NULL;
}

/* One array, of some extent 0: of an empty operand no library takes an element, whether or not one is needed. */
static bool gives_nothing(const grn_source *s, const grn_op *op)
{
    if (!s->language->empty || op->nresults != 1 || op->noperands == 0)
        return false;
    const grn_type *t = grn_result_type(op, 0);
    bool empty = false;
    for (int32_t d = 0; grn_type_is_tensor(t) && d < t->rank; d++)
        empty = empty || t->shape[d] == 0;
    return empty;
}

static void write_row(grn_source *s, const grn_op *op)
{
    bool named;
    const grn_source_row *row = find_row(s, op, &named);
    if (!row && !named) {
        grn_source_refuse(s, "has no counterpart");
        return;
    }
    if (!has_types(s, op))
        return;
    if (!row) {
        char text[GRN_TYPE_TEXT_BYTES];
        const grn_type *t = op->noperands ? grn_operand_type(op, op->noperands - 1) : grn_result_type(op, 0);
        grn_source_refuse(s, "has no counterpart for elements of type %s",
                          grn_type_text(t->element, text, sizeof text));
        return;
    }
    write_comment(s, op);
    if (gives_nothing(s, op))
        grn_source_assign(s, grn_source_result(s, op, 0), grn_source_fill(s, s->language->empty, op, 0, NULL));
    else if (row->write)
        row->write(s, op);
    else
        grn_source_assign(s, grn_source_result(s, op, 0), grn_source_fill(s, row->text, op, 0, NULL));
}

static void write_return(grn_source *s, const grn_op *op)
{
    const char **names = grn_source_texts(s, op->noperands);
    if (!names)
        return;
    for (size_t i = 0; i < op->noperands; i++)
        names[i] = grn_source_operand(s, op, i);
    const char *all = op->noperands == 1 ? names[0] : s->language->several(s, op->noperands, names);
    grn_source_line(s, "%s", grn_source_fill(s, s->language->give, NULL, 1, &all));
}

static bool is_return(const grn_op *op) { return GRN_OP_IS_ONE_OF(op, GRN_OP(func, return ), GRN_HLO(return )); }

static void write_op(grn_source *s, const grn_op *op)
{
    s->at = op;
    if (is_return(op))
        write_return(s, op);
    else if (!grn_op_is(op, GRN_OP(func, call)))
        write_row(s, op);
    else if (has_types(s, op)) {
        write_comment(s, op);
        s->language->call(s, op);
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static void put_bytes(grn_source *s, const char *text, size_t n)
{
    char *to = n ? grn_vec_extend(&s->body, n) : NULL;
    if (to)
        memcpy(to, text, n);
    else if (n)
        s->status = GRN_E_MEMORY;
}

static void write_text(grn_source *s, const char *text) { put_bytes(s, text, strlen(text)); }

static grn_str symbol_of(const grn_op *function)
{
    const grn_attr *a = grn_op_attr(function, "sym_name");
    return a && a->kind == GRN_ATTR_STRING ? a->text : GRN_STR("f");
}

static bool is_wide(const grn_value *v)
{
    const grn_type *element = v->type->element;
    return grn_type_is_tensor(v->type) &&
           (grn_dtype_bits(element->dtype) == 64 ? element->dtype != GRN_C64 : element->dtype == GRN_C128);
}

/* Whether a function whose lines are `body` has 64-bit elements: values' own, or of what is
 * computed in double. */
static bool needs_wide(const grn_block *block, const grn_vec *body)
{
    static const char text[] = "float64";
    const char *at = body->items;
    bool wide = false;
    for (size_t i = 0; !wide && i < block->nargs; i++)
        wide = is_wide(&block->args[i]);
    for (const grn_op *op = block->first; !wide && op; op = op->next)
        for (size_t i = 0; !wide && i < op->nresults; i++)
            wide = is_wide(&op->results[i]);
    for (size_t i = 0; !wide && i + sizeof text <= body->count; i++)
        wide = memcmp(at + i, text, sizeof text - 1) == 0;
    return wide;
}

static void write_head(grn_source *s, const grn_op *function, const char *const *names, bool wide)
{
    const grn_block *block = function->regions[0].first;
    const grn_type *t = grn_op_attr(function, "function_type")->type_value;
    const char *name = s->functions[function->order];
    write_text(s, grn_source_text(s, "\n\n%s %s: %s -> %s\n", s->language->comment, name,
                                  type_list(s, t->inputs, t->members),
                                  type_list(s, t->count - t->inputs, t->members + t->inputs)));
    if (wide && s->language->wide)
        write_text(s, s->language->wide);
    write_text(s, grn_source_fill(s, s->language->begin, NULL, 2,
                                  (const char *const[]){name, grn_source_join(s, block->nargs, names, ", ")}));
}

/* False, after a refusal. */
static bool can_be_written(grn_source *s, const grn_op *function)
{
    const grn_block *block = function->regions[0].first;
    if (!block || block->next) {
        grn_source_refuse(s, block ? "has more than one block" : "has no body");
        return false;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < block->nargs; i++)
        ok = has_type(s, block->args[i].type);
    return ok;
}

/* "x, i = map(asarray, (x, i))" */
static void write_adoption(grn_source *s, size_t n, const char *const *names)
{
    const char *all = n ? grn_source_join(s, n, names, ", ") : NULL;
    if (n == 1)
        grn_source_line(s, "%s = %s(%s)", all, s->language->adopt, all);
    else if (n)
        grn_source_line(s, "%s = map(%s, (%s))", all, s->language->adopt, all);
}

/* The lines of the body first, which tell what stands above them. */
static void write_named(grn_source *s, const grn_op *function, const char *const *names)
{
    const grn_block *block = function->regions[0].first;
    grn_vec before = s->body;
    grn_vec_init(&s->body, s->ir->allocator, 1);
    if (s->language->adopt)
        write_adoption(s, block->nargs, names);
    for (const grn_op *op = block->first; op && s->status != GRN_E_MEMORY; op = op->next)
        write_op(s, op);
    grn_vec body = s->body;
    s->body = before;
    write_head(s, function, names, needs_wide(block, &body));
    put_bytes(s, body.items, body.count);
    grn_vec_destroy(&body);
    write_text(s, s->language->end);
}

/* Goes on after a refusal, so that every op that cannot be written is reported. */
static void write_function(grn_source *s, const grn_op *function)
{
    const grn_block *block = function->regions[0].first;
    s->at = function;
    s->function++;
    s->values = grn_source_texts(s, function->nslots);
    if (!s->values || !can_be_written(s, function))
        return;
    const char **names = grn_source_texts(s, block->nargs);
    for (size_t i = 0; names && i < block->nargs; i++)
        names[i] = grn_source_name(s, &block->args[i]);
    if (names)
        write_named(s, function, names);
}

const char *grn_source_function(grn_source *s, const grn_op *call)
{
    const grn_attr *callee = grn_op_attr(call, "callee");
    const grn_op *function = callee ? grn_ir_find_symbol(s->ir->top, callee->text) : NULL;
    return function ? s->functions[function->order] : "";
}

static void take_name(grn_source *s, const char *name)
{
    (void)grn_source_new_name(s, (grn_str){name, strlen(name)}, true);
}

/* Names that stand for something everywhere: words of the language, helpers, variables of gathers,
 * functions. */
static void take_names(grn_source *s, const grn_block *block)
{
    size_t n = 0;
    for (size_t i = 0; s->language->reserved[i]; i++)
        take_name(s, s->language->reserved[i]);
    for (size_t i = 0; s->language->helpers[i].name; i++)
        take_name(s, s->language->helpers[i].name);
    for (int d = 0; d < GRN_MAX_RANK; d++) {
        take_name(s, grn_source_text(s, "start%d", d));
        take_name(s, grn_source_text(s, "at%d", d));
    }
    for (const grn_op *op = block->first; op; op = op->next)
        n = op->order >= n ? (size_t)op->order + 1 : n;
    s->functions = grn_source_texts(s, n);
    for (const grn_op *op = block->first; op && s->status == GRN_OK; op = op->next)
        if (grn_op_is(op, GRN_OP(func, func)))
            s->functions[op->order] = grn_source_new_name(s, symbol_of(op), true);
}

static void write_functions(grn_source *s)
{
    const grn_block *block = s->ir->top->regions[0].first;
    if (!block)
        return;
    take_names(s, block);
    for (const grn_op *op = block->first; op && s->status != GRN_E_MEMORY; op = op->next) {
        s->at = op;
        if (grn_op_is(op, GRN_OP(func, func)))
            write_function(s, op);
        else
            grn_source_refuse(s, "is no function");
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The helpers that were named, and those that they name, which come before them in the table. NULL:
 * not named. */
static void make_helpers(grn_source *s, const char **text)
{
    size_t n = 0;
    while (s->language->helpers[n].name)
        n++;
    for (size_t i = n; i-- > 0;)
        text[i] = s->uses[i] ? grn_source_fill(s, s->language->helpers[i].text, NULL, 0, NULL) : NULL;
}

/* Begins to write when no text is left to be made. */
static grn_status finish(grn_source *s, const grn_sink *sink)
{
    const char *helpers[GRN_SOURCE_MAX_HELPERS];
    grn_writer w;
    make_helpers(s, helpers);
    if (s->status != GRN_OK)
        return s->status;
    grn_writer_init(&w, sink);
    grn_write_text(&w, s->language->header);
    for (size_t i = 0; s->language->helpers[i].name; i++)
        if (helpers[i]) {
            grn_write_text(&w, "\n\n");
            grn_write_text(&w, helpers[i]);
        }
    grn_write_bytes(&w, s->body.items, s->body.count);
    return grn_writer_finish(&w);
}

bool grn_source_keeps(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    const bool is_slice = number == GRN_HLO(dynamic_slice) || number == GRN_HLO(dynamic_update_slice);
    return is_slice || (grn_op_is_hlo(op) && !op->def->to_spec);
}

grn_status grn_source_write(grn_ir *ir, const grn_source_language *language, const grn_diag *diag, const grn_sink *sink)
{
    grn_source s = {.language = language, .ir = ir, .diag = diag, .at = ir->top};
    grn_vec_init(&s.body, ir->allocator, 1);
    write_functions(&s);
    grn_status status = s.status == GRN_OK ? finish(&s, sink) : s.status;
    grn_vec_destroy(&s.body);
    if (status == GRN_E_MEMORY && s.status == status)
        grn_ir_refused(ir, diag, s.at->place, "writing the module");
    return status;
}
