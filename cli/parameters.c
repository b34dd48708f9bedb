/* parameters.c - the message that lists the inputs of a function. */
#include <string.h>

#include "cli.h"

/* Whether a shell and --input take the name as it is. */
static bool is_plain_name(const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    value_type t;
    return *name && name[strspn(name, plain)] == '\0' && !value_type_read(name, strlen(name), &t);
}

static void show_quoted(const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-=:,%@";
    if (*text && text[strspn(text, plain)] == '\0') {
        fputs(text, stderr);
        return;
    }
    fputc('\'', stderr);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stderr);
        else
            show(stderr, text, 1);
    fputc('\'', stderr);
}

/* "--input rows=zeros": an index of zeros is in range. */
static void show_input(const parameter *p, bool named)
{
    char text[2048], type[1024];
    const grn_dtype_class class = grn_dtype_class_of(p->type.dtype);
    const char *made = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX ? "random:1" : "zeros";
    value_type_text(&p->type, 2, type, sizeof type);
    snprintf(text, sizeof text, "%s%s%s%s%s", named ? p->name : "", named ? "=" : "", p->type.is_static ? "" : type,
             p->type.is_static ? "" : "=", made);
    fputs(" --input ", stderr);
    show_quoted(text);
}

/* "%table: tensor<3x2xf32>", or by its number. */
static void show_parameter(size_t i, const parameter *p)
{
    if (*p->name)
        show_line(stderr, "  %%%s: %.200s", p->name, p->type_text);
    else
        show_line(stderr, "  #%zu: %.200s", i, p->type_text);
}

/* A note for each: what the message before is about. */
static void tell_parameters(const parameters *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (*p->items[i].name)
            complain_further("it takes %%%s: %s", p->items[i].name, p->items[i].type_text);
        else
            complain_further("it takes #%zu: %s", i, p->items[i].type_text);
}

void parameters_show(const common *c, const function_name *named, const entry *e, const parameters *p)
{
    if (document_is_open()) {
        tell_parameters(p);
        return;
    }
    grn_function_info info;
    bool by_name = true;
    if (p->count == 0 || grn_module_function(e->module, e->function, &info) != GRN_OK)
        return;
    fputs("garner: ", stderr);
    show_symbol(stderr, info.name, info.name_bytes);
    fputs(" takes\n", stderr);
    for (size_t i = 0; i < p->count; i++) {
        show_parameter(i, &p->items[i]);
        by_name = by_name && is_plain_name(p->items[i].name);
        if (p->items[i].type.dtype == GRN_NO_DTYPE || strchr(p->items[i].type_text, '*'))
            return; /* only programs make such */
    }
    fprintf(stderr, "as in\n  garner %s ", c->command);
    if (named->written) {
        fputs("--entry ", stderr);
        show_quoted(named->written);
        fputc(' ', stderr);
    }
    show_quoted(c->file);
    for (size_t i = 0; i < p->count; i++)
        show_input(&p->items[i], by_name);
    fputc('\n', stderr);
}
