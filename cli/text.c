/* text.c - texts and reports that a command makes: kept until they are whole, then written at
 * once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static grn_status keep_what_fits(void *user, const char *text, size_t n)
{
    cut_text *t = user;
    const size_t left = t->room - 1 - t->n, kept = n < left ? n : left;
    memcpy(t->text + t->n, text, kept);
    t->n += kept;
    t->text[t->n] = '\0';
    return GRN_OK;
}

grn_sink cut_sink(cut_text *t) { return (grn_sink){keep_what_fits, t}; }

static bool write_all(const void *what, FILE *to)
{
    const grn_text_buffer *t = what;
    return t->size_bytes == 0 || fwrite(t->text, 1, t->size_bytes, to) == t->size_bytes;
}

int text_write(const grn_text_buffer *t, const char *path)
{
    if (path != NULL && strcmp(path, "-") != 0)
        return keep_file(path, write_all, t);
    return write_all(t, stdout) ? EXIT_FINE : EXIT_REJECTED; /* main reports standard output's errors */
}

bool names_file(const common *c) { return c->output && strcmp(c->output, "-") != 0; }

static bool is_png(const common *c)
{
    const char *kind = c->output ? picture_kind(c->output) : NULL;
    return kind && strcmp(kind, "PNG") == 0 && c->member && strcmp(c->member, "svg") == 0;
}

static int write_png(const common *c, const grn_text_buffer *made)
{
    grn_text_buffer png = {0};
    int exit = png_of_svg(c->output, made, &png);
    if (exit == EXIT_FINE)
        exit = text_write(&png, c->output);
    grn_text_buffer_free(&png);
    return exit;
}

/* Into the document where there is one and no file is named. */
static int deliver(const common *c, const grn_text_buffer *made)
{
    json *j = document_body();
    if (is_png(c))
        return write_png(c, made);
    if (!document_is_open() || names_file(c))
        return text_write(made, c->output);
    json_text_at(j, c->member, made->text, made->size_bytes);
    return EXIT_FINE;
}

grn_sink made_sink(const common *c) { return c->made ? grn_text_buffer_sink(c->made) : grn_file_sink(stdout); }

grn_module_print_options print_options(const printing_settings *how)
{
    return (grn_module_print_options){.generic = how->generic, .locations = how->locations};
}

int print_part(const common *c, const grn_module_print_options *how, const part *p, const grn_module *module)
{
    static const char between[] = "// -----\n";
    const grn_sink sink = made_sink(c);
    grn_status status = p->first ? GRN_OK : sink.write(sink.user, between, sizeof between - 1);
    if (status == GRN_OK)
        status = grn_module_print(module, how, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    return exit_of_status(status);
}

static int output_ready(const common *c) { return names_file(c) ? keep_check(c->output) : EXIT_FINE; }

/* What is made fits the kind of file that --output names: a text is no picture, and a picture is
 * SVG or PNG. */
static int check_kind(const common *c)
{
    const char *kind = names_file(c) ? picture_kind(c->output) : NULL;
    const bool draws = c->member && strcmp(c->member, "svg") == 0;
    if (!kind || (draws && strcmp(kind, "SVG") == 0))
        return EXIT_FINE;
    if (is_png(c))
        return png_check(c->output);
    if (draws)
        return refuse_of(EXIT_USAGE, c->output,
                         "a picture is written as SVG or PNG, not as %s: the file's name ends in .svg or .png", kind);
    return refuse_of(EXIT_USAGE, c->output, "%s writes text here, which is no %s", c->command, kind);
}

int make_text(common *c, const reading_settings *how, module_action action, void *own, const char *member)
{
    grn_text_buffer made = {0};
    c->made = &made;
    c->member = member;
    int exit = check_kind(c);
    if (exit == EXIT_FINE)
        exit = output_ready(c);
    if (exit == EXIT_FINE)
        exit = for_each_module(c, how, action, own);
    if (exit == EXIT_FINE)
        exit = deliver(c, &made);
    c->made = NULL;
    grn_text_buffer_free(&made);
    return exit;
}

int stream_text(common *c, const reading_settings *how, module_action action, void *own, const char *member)
{
    return document_is_open() || names_file(c) ? make_text(c, how, action, own, member)
                                               : for_each_module(c, how, action, own);
}

/* ---- reports --------------------------------------------------------------------------------- */

int report_begin(common *c, const char *member)
{
    c->out = stdout;
    c->member = member;
    const int exit = output_ready(c);
    if (exit != EXIT_FINE)
        return exit;
    if (document_is_open() && !member) {
        document_to(names_file(c) ? c->output : NULL);
        return EXIT_FINE;
    }
    if (document_is_open() || names_file(c))
        c->out = open_memstream(&c->reported, &c->nreported);
    if (c->out)
        return EXIT_FINE;
    return refuse(EXIT_REJECTED, "memory refused for what is printed");
}

int report_end(common *c, int exit, bool is_whole)
{
    if (!c->out || c->out == stdout)
        return exit;
    const bool closed = fclose(c->out) == 0;
    const grn_text_buffer made = {.text = c->reported, .size_bytes = c->nreported};
    int one = EXIT_FINE;
    if (!closed) {
        complain("memory refused for what is printed");
        one = EXIT_REJECTED;
    } else if (is_whole) {
        one = deliver(c, &made);
    }
    free(c->reported);
    c->reported = NULL;
    c->out = NULL;
    return exit == EXIT_FINE ? one : exit;
}
