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

/* Where a text or a report goes: run's --output is of tensors. NULL: to standard output. */
static const char *text_path(const settings *s) { return s->run.text_output ? s->run.text_output : s->output; }

bool names_file(const settings *s) { return text_path(s) && strcmp(text_path(s), "-") != 0; }

static bool is_png(const settings *s)
{
    const char *kind = text_path(s) ? picture_kind(text_path(s)) : NULL;
    return kind && strcmp(kind, "PNG") == 0 && s->state->member && strcmp(s->state->member, "svg") == 0;
}

static int write_png(const settings *s, const grn_text_buffer *made)
{
    grn_text_buffer png = {0};
    int exit = png_of_svg(text_path(s), made, &png);
    if (exit == EXIT_FINE)
        exit = text_write(&png, text_path(s));
    grn_text_buffer_free(&png);
    return exit;
}

/* Into the document where there is one and no file is named. */
static int deliver(const settings *s, const grn_text_buffer *made)
{
    json *j = document_body();
    if (is_png(s))
        return write_png(s, made);
    if (!document_is_open() || names_file(s))
        return text_write(made, text_path(s));
    json_key(j, s->state->member);
    json_text(j, made->size_bytes ? made->text : "", made->size_bytes);
    return EXIT_FINE;
}

grn_sink made_sink(const settings *s)
{
    return s->state->made ? grn_text_buffer_sink(s->state->made) : grn_file_sink(stdout);
}

grn_module_print_options print_options(const settings *s)
{
    const printing_settings *how = &s->printing;
    return (grn_module_print_options){
        .generic = how->generic, .locations = how->locations, .names = how->keep_names, .comments = how->keep_names};
}

int print_part(const settings *s, const part *p, const grn_module *module)
{
    const grn_module_print_options options = print_options(s);
    static const char between[] = "// -----\n";
    const grn_sink sink = made_sink(s);
    grn_status status = p->first ? GRN_OK : sink.write(sink.user, between, sizeof between - 1);
    if (status == GRN_OK)
        status = grn_module_print(module, &options, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    return exit_of_status(status);
}

static int output_ready(const settings *s) { return names_file(s) ? keep_check(text_path(s)) : EXIT_FINE; }

/* What is made fits the kind of file that --output names: a text is no picture, and a picture is
 * SVG or PNG. */
static int check_kind(const settings *s)
{
    const char *kind = names_file(s) ? picture_kind(text_path(s)) : NULL;
    const bool draws = s->state->member && strcmp(s->state->member, "svg") == 0;
    if (!kind || (draws && strcmp(kind, "SVG") == 0))
        return EXIT_FINE;
    if (is_png(s))
        return png_check(text_path(s));
    if (draws)
        complain_of(text_path(s), "a picture is written as SVG or PNG, not as %s: the file's name ends in .svg or .png",
                    kind);
    else
        complain_of(text_path(s), "%s writes text here, which is no %s", s->command, kind);
    return EXIT_USAGE;
}

int make_text(const settings *s, module_action action, const char *member)
{
    grn_text_buffer made = {0};
    s->state->made = &made;
    s->state->member = member;
    int exit = check_kind(s);
    if (exit == EXIT_FINE)
        exit = output_ready(s);
    if (exit == EXIT_FINE)
        exit = for_each_module(s, action);
    if (exit == EXIT_FINE)
        exit = deliver(s, &made);
    s->state->made = NULL;
    grn_text_buffer_free(&made);
    return exit;
}

int stream_text(const settings *s, module_action action, const char *member)
{
    return document_is_open() || names_file(s) ? make_text(s, action, member) : for_each_module(s, action);
}

/* ---- reports --------------------------------------------------------------------------------- */

int report_begin(const settings *s, const char *member)
{
    s->state->out = stdout;
    s->state->member = member;
    const int exit = output_ready(s);
    if (exit != EXIT_FINE)
        return exit;
    if (document_is_open() && !member) {
        document_to(names_file(s) ? text_path(s) : NULL);
        return EXIT_FINE;
    }
    if (document_is_open() || names_file(s))
        s->state->out = open_memstream(&s->state->reported, &s->state->nreported);
    if (s->state->out)
        return EXIT_FINE;
    return refuse(EXIT_REJECTED, "memory refused for what is printed");
}

int report_end(const settings *s, int exit, bool is_whole)
{
    if (!s->state->out || s->state->out == stdout)
        return exit;
    const bool closed = fclose(s->state->out) == 0;
    const grn_text_buffer made = {.text = s->state->reported, .size_bytes = s->state->nreported};
    int one = EXIT_FINE;
    if (!closed) {
        complain("memory refused for what is printed");
        one = EXIT_REJECTED;
    } else if (is_whole) {
        one = deliver(s, &made);
    }
    free(s->state->reported);
    s->state->reported = NULL;
    s->state->out = NULL;
    return exit == EXIT_FINE ? one : exit;
}
