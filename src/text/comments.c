/* comments.c - comments of a text, kept beside its ops and printed where these stand. */
#include "text/internal.h"

/* Behind the string that begins at `at`; a string ends with its line at the latest. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"' && *at != '\n'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end && *at == '"' ? at + 1 : at;
}

/* The text behind the slashes, without the space that ends it. */
static grn_str comment_text(const char *at, const char *end)
{
    while (end > at && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return (grn_str){at, (size_t)(end - at)};
}

static bool is_comment(const char *at, const char *end) { return at + 1 < end && at[0] == '/' && at[1] == '/'; }

/* Counts the comments, and writes those that `out` has room for. */
static size_t find_comments(const char *text, size_t n, uint32_t line, grn_comment *out, size_t room)
{
    const char *at = text, *end = text + n;
    bool is_alone = true;
    size_t count = 0;
    while (at < end) {
        if (is_comment(at, end)) {
            const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
            if (count < room)
                out[count] = (grn_comment){line, is_alone, comment_text(at, stop)};
            count++;
            at = stop;
        } else if (*at == '"') {
            at = skip_string(at, end);
            is_alone = false;
        } else {
            is_alone = *at == '\n' || (is_alone && (*at == ' ' || *at == '\t' || *at == '\r'));
            line += *at == '\n';
            at++;
        }
    }
    return count;
}

bool grn_text_keep_comments(grn_ir *ir, const char *text, size_t n, uint32_t first_line)
{
    const uint32_t line = first_line ? first_line : 1;
    const size_t count = find_comments(text, n, line, NULL, 0);
    grn_comment *comments = GRN_ARENA_NEW(&ir->arena, grn_comment, count);
    if (!comments)
        return false;
    find_comments(text, n, line, comments, count);
    for (size_t i = 0; i < count; i++) {
        const char *copy = grn_arena_text(&ir->arena, comments[i].text.text, comments[i].text.n);
        if (!copy)
            return false;
        comments[i].text.text = copy;
    }
    ir->comments = comments;
    ir->ncomments = count;
    return true;
}

/* ---- printing -------------------------------------------------------------------------------- */

static const grn_comment *next_comment(const grn_printer *p)
{
    return p->options->comments && p->comment < p->ir->ncomments ? &p->ir->comments[p->comment] : NULL;
}

void grn_print_comments_before(grn_printer *p, const grn_op *op)
{
    const grn_comment *c;
    while ((c = next_comment(p)) != NULL && (!op || (op->place.line && c->line < op->place.line)) &&
           p->status == GRN_OK) {
        grn_printer_str(p, c->text);
        grn_printer_newline(p);
        p->comment++;
    }
}

/* A comment behind the op, or within it, that no op of its regions has. */
void grn_print_comment_behind(grn_printer *p, const grn_op *op)
{
    const grn_comment *c = next_comment(p);
    const uint32_t end = op->next ? op->next->place.line : op->place.line + 1;
    if (!c || c->is_alone || c->line < op->place.line || c->line >= end)
        return;
    grn_printer_text(p, " ");
    grn_printer_str(p, c->text);
    p->comment++;
}
