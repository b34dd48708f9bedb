/* print.c - whole modules: the top, and the section of resources behind it. */
#include "text/internal.h"

#define HEX_BYTES ((size_t)1024)

static void print_hex(grn_printer *p, const unsigned char *bytes, size_t n)
{
    static const char digit[] = "0123456789ABCDEF";
    char text[2 * HEX_BYTES];
    while (n && p->status == GRN_OK) {
        size_t part = n < HEX_BYTES ? n : HEX_BYTES;
        for (size_t i = 0; i < part; i++) {
            text[2 * i] = digit[bytes[i] >> 4];
            text[2 * i + 1] = digit[bytes[i] & 15];
        }
        grn_put(p, text, 2 * part);
        bytes += part;
        n -= part;
    }
}

/* A resource is kept as its bytes, including the header of four with the alignment. */
static void print_resource(grn_printer *p, const grn_named_attr *resource)
{
    const grn_tensor *bytes = &resource->value->elements->tensor;
    grn_str key = resource->name;
    if (grn_is_identifier(key))
        grn_printer_str(p, key);
    else
        grn_printer_string(p, key);
    grn_printer_text(p, ": \"0x");
    print_hex(p, bytes->data, (size_t)grn_tensor_elements(bytes));
    grn_printer_text(p, "\"");
}

static void print_blobs(grn_printer *p)
{
    const grn_ir *ir = p->ir;
    if (!ir->nresources)
        return;
    grn_printer_text(p, "  dialect_resources: {\n    builtin: {\n");
    for (size_t i = 0; i < ir->nresources; i++) {
        grn_printer_text(p, i ? ",\n      " : "      ");
        print_resource(p, &ir->resources[i]);
    }
    grn_printer_text(p, "\n    }\n  }");
}

void grn_print_resources(grn_printer *p)
{
    const grn_ir *ir = p->ir;
    if (!ir->nresources && !ir->other_resources.n)
        return;
    grn_printer_text(p, "\n{-#\n");
    print_blobs(p);
    if (ir->other_resources.n) {
        grn_printer_text(p, ir->nresources ? ",\n  " : "  ");
        const grn_attr kept = {.kind = GRN_ATTR_OPAQUE, .text = ir->other_resources};
        grn_printer_attr(p, &kept);
    }
    grn_printer_text(p, "\n#-}\n");
}

/* A text that was written without a module is printed without one, unless the module has got
 * attributes since. */
static void print_top(grn_printer *p)
{
    const grn_op *top = p->ir->top;
    if (!p->ir->top_is_implicit || top->nattrs || (p->options->locations && top->location)) {
        grn_print_comments_before(p, top);
        grn_print_op(p, top);
        grn_printer_newline(p);
        return;
    }
    for (const grn_block *b = top->regions[0].first; b; b = b->next)
        for (const grn_op *op = b->first; op && p->status == GRN_OK; op = op->next) {
            grn_print_comments_before(p, op);
            grn_print_op(p, op);
            grn_print_comment_behind(p, op);
            grn_printer_newline(p);
        }
}

static grn_status swallow(void *user, const char *text, size_t n)
{
    (void)user, (void)text, (void)n;
    return GRN_OK;
}

/* Prints into nothing, to find the locations that are named. */
static void collect_locations(grn_printer *p)
{
    const grn_sink sink = p->sink;
    if (!p->options->locations)
        return;
    p->sink = (grn_sink){swallow, NULL};
    p->located.is_collecting = true;
    print_top(p);
    grn_printer_finish(p);
    grn_locations_collected(p);
    p->sink = sink;
    p->comment = 0;
}

static void print_module(grn_printer *p)
{
    p->status = grn_number_names(p, p->ir->top);
    if (p->status == GRN_OK)
        collect_locations(p);
    if (p->status != GRN_OK)
        return;
    grn_print_locations(p, true);
    print_top(p);
    grn_print_comments_before(p, NULL);
    grn_print_locations(p, false);
    grn_print_resources(p);
}

grn_status grn_text_print(const grn_ir *ir, const grn_print_options *options, const grn_sink *sink)
{
    static const grn_print_options usual = {.generic = false};
    grn_printer p = {.ir = ir, .allocator = ir->allocator, .options = options ? options : &usual, .sink = *sink};
    if (!ir->top)
        return GRN_OK;
    grn_arena_init(&p.arena, p.allocator);
    grn_names_init(&p.names, p.allocator, &p.arena);
    grn_vec_init(&p.located.entries, p.allocator, sizeof(grn_location_entry));
    grn_vec_init(&p.taken, p.allocator, sizeof(grn_name *));
    p.status = grn_ir_init(&p.scratch, NULL, p.allocator);
    if (p.status == GRN_OK)
        print_module(&p);
    grn_printer_finish(&p);
    grn_ir_destroy(&p.scratch);
    grn_names_destroy(&p.names);
    grn_vec_destroy(&p.taken);
    grn_vec_destroy(&p.located.entries);
    grn_arena_destroy(&p.arena);
    grn_release(p.allocator, p.numbers, p.nnumbers * sizeof *p.numbers);
    return p.status;
}

grn_status grn_text_print_type(const grn_type *type, const grn_sink *sink) { return grn_type_write(type, sink); }
grn_status grn_text_print_attr(const grn_attr *attr, const grn_sink *sink) { return grn_attr_write(attr, true, sink); }
