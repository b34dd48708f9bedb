/* box.c - the picture in box characters: tensors side by side on a canvas of characters, then the
 * steps and attributes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/picture.h"

#define GAP 3 /* between tensors */

/* Characters by their code; 0: a space. */
typedef struct canvas {
    int32_t width, height;
    uint32_t *at;
} canvas;

static void put_code(canvas *c, int32_t x, int32_t y, uint32_t code)
{
    if (x >= 0 && y >= 0 && x < c->width && y < c->height)
        c->at[(size_t)y * (size_t)c->width + (size_t)x] = code;
}

/* ASCII, and the signs of cells. */
static void put_text(canvas *c, int32_t x, int32_t y, const char *text)
{
    for (; *text; text++)
        put_code(c, x++, y,
                 *text == GRN_SIGN_CUT     ? 0x2026
                 : *text == GRN_SIGN_MOVED ? 0x2192
                                           : (uint32_t)(unsigned char)*text);
}

/* As UTF-8; all codes here are below U+10000. */
static void put_utf8(grn_page *page, uint32_t code)
{
    if (code < 0x80)
        grn_page_put(page, "%c", code ? (int)code : ' ');
    else if (code < 0x800)
        grn_page_put(page, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
    else
        grn_page_put(page, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                     (int)(0x80 | (code & 0x3F)));
}

static void put_row(grn_page *page, const canvas *c, int32_t y)
{
    const uint32_t *row = c->at + (size_t)y * (size_t)c->width;
    int32_t end = c->width;
    while (end > 0 && row[end - 1] == 0)
        end--;
    for (int32_t x = 0; x < end; x++)
        put_utf8(page, row[x]);
    grn_page_put(page, "\n");
}

/* ---- a tensor -------------------------------------------------------------------------------- */

/* Where a panel is on the canvas. Blocks of its last two dimensions have a frame each. */
typedef struct plate {
    const grn_picture_panel *panel;
    int32_t side; /* characters of the numbers of a dimension that runs down, without the devices in front of them */
    int32_t owners[GRN_DRAWN_RANK]; /* characters or lines of its devices; 0: it is not divided */
    int32_t x, y, width, height, grid_x, grid_y;
    int32_t cell; /* characters of one, with a space and a mark */
    int32_t step[GRN_DRAWN_RANK];
    int32_t across, down;
} plate;

/* Characters from the beginning of a dimension to position k; an ellipsis takes the room of a cell,
 * or a line. */
static int32_t offset_of(const plate *t, int32_t i, int32_t k)
{
    const grn_drawn_dim *d = &t->panel->dim[i];
    int32_t at = k * t->step[i];
    for (int32_t n = 0; n <= k; n++)
        at += grn_skips(d, n) ? (grn_runs_across(t->panel, i) ? 3 : 1) : grn_owned_begins(t->panel, i, n);
    return at;
}

/* Where the devices of dimension i begin, at right angles to it; its numbers are behind them. */
static int32_t owners_at(const plate *t, int32_t i)
{
    const bool across = grn_runs_across(t->panel, i);
    int32_t at = across ? t->y + 1 : t->x;
    for (int32_t k = 0; k < i; k++)
        if (grn_runs_across(t->panel, k) == across)
            at += t->owners[k] + (across ? 1 : t->side);
    return at;
}

/* The line of numbers above columns; the end of those beside rows. */
static int32_t numbers_at(const plate *t, int32_t i)
{
    return owners_at(t, i) + t->owners[i] + (grn_runs_across(t->panel, i) ? 0 : t->side);
}

static int32_t measure_way(plate *t, bool across, int32_t unit)
{
    int32_t span = unit, level = 0;
    for (int32_t i = t->panel->ndims; i-- > 0;) {
        if (grn_runs_across(t->panel, i) != across)
            continue;
        const int32_t frame = level == 0 ? 2 : level > 1 ? 1 : 0;
        t->step[i] = span;
        span = t->panel->dim[i].n == 0 ? 0 : offset_of(t, i, t->panel->dim[i].n - 1) + span + frame;
        level++;
    }
    return level == 0 ? span + 2 : span;
}

int grn_dims_along(const grn_picture_panel *panel, bool across)
{
    int n = 0;
    for (int32_t i = 0; i < panel->ndims; i++)
        n += grn_runs_across(panel, i) == across;
    return n;
}

static void head_of(const grn_picture_panel *panel, char *out, size_t bytes)
{
    char shape[GRN_LIST_BYTES];
    snprintf(out, bytes, "%s  %s %s", panel->name, grn_dtype_text(panel->t->dtype),
             grn_list_text(panel->t->shape, panel->t->rank, shape));
}

static int32_t label_width(const grn_picture *p, const grn_picture_panel *panel)
{
    char text[GRN_PART_BYTES];
    size_t most = 0;
    for (int32_t i = 0; i < panel->ndims; i++) {
        const size_t n = strlen(grn_dim_label(p, &panel->dim[i], text));
        most = n > most ? n : most;
    }
    return (int32_t)most;
}

static void measure(const grn_picture *p, const grn_picture_panel *panel, plate *t)
{
    char head[GRN_LIST_BYTES + 80];
    const int32_t label = label_width(p, panel);
    *t = (plate){.panel = panel, .cell = grn_panel_text_width(p, panel) + 2, .side = label < 4 ? 5 : label + 1};
    int32_t beside = 0, above = 0;
    for (int32_t i = 0; i < panel->ndims; i++) {
        const bool across = grn_runs_across(panel, i);
        t->owners[i] = !grn_owned_divides(panel, i) ? 0 : across ? 1 : grn_owned_characters(p, panel, i) + 5;
        *(across ? &above : &beside) += t->owners[i];
    }
    t->across = measure_way(t, true, t->cell);
    t->down = measure_way(t, false, 1);
    if (panel->ncells == 0)
        t->across = 13, t->down = 1;
    t->grid_x = beside + t->side * grn_dims_along(panel, false) + 1;
    t->grid_y = 1 + above + grn_dims_along(panel, true) +
                (grn_dims_along(panel, true) == 0 && grn_dims_along(panel, false) > 0);
    head_of(panel, head, sizeof head);
    const int32_t least = (int32_t)strlen(head), all = t->grid_x + t->across + label + 2;
    t->width = all > least ? all : least;
    t->height = t->grid_y + t->down + 1;
}

static void put_frame(canvas *c, int32_t x, int32_t y, int32_t width, int32_t height)
{
    for (int32_t i = 1; i < width - 1; i++) {
        put_code(c, x + i, y, 0x2500);
        put_code(c, x + i, y + height - 1, 0x2500);
    }
    for (int32_t i = 1; i < height - 1; i++) {
        put_code(c, x, y + i, 0x2502);
        put_code(c, x + width - 1, y + i, 0x2502);
    }
    put_code(c, x, y, 0x250C);
    put_code(c, x + width - 1, y, 0x2510);
    put_code(c, x, y + height - 1, 0x2514);
    put_code(c, x + width - 1, y + height - 1, 0x2518);
}

/* The corner of the block that a cell is in, and the cell within the frame. */
static void corner_of(const plate *t, const int32_t *position, int32_t inner, int32_t *x, int32_t *y)
{
    *x = t->x + t->grid_x;
    *y = t->y + t->grid_y;
    for (int32_t i = 0; i < t->panel->ndims - inner; i++)
        *(grn_runs_across(t->panel, i) ? x : y) += offset_of(t, i, position[i]);
}

static void put_cell(canvas *c, const grn_picture *p, const plate *t, int64_t number)
{
    grn_cell cell;
    int32_t position[GRN_DRAWN_RANK] = {0}, x, y;
    const int32_t inner = t->panel->ndims < 2 ? t->panel->ndims : 2;
    bool first = true;
    grn_picture_cell(p, t->panel, number, &cell);
    grn_picture_panel_positions(t->panel, number, position);
    for (int32_t i = t->panel->ndims - inner; i < t->panel->ndims; i++)
        first = first && position[i] == 0;
    corner_of(t, position, inner, &x, &y);
    if (first) {
        const int32_t last = t->panel->ndims - 1;
        const int32_t wide = inner > 0 ? offset_of(t, last, t->panel->dim[last].n - 1) + t->cell + 2 : t->cell + 2;
        const int32_t tall = inner > 1 ? offset_of(t, last - 1, t->panel->dim[last - 1].n - 1) + 3 : 3;
        put_frame(c, x, y, wide, tall);
    }
    corner_of(t, position, 0, &x, &y);
    const int32_t right = x + 1 + t->cell - 1;
    put_text(c, right - (int32_t)strlen(cell.text), y + 1, cell.text);
    for (size_t i = 0; i < p->ntraces; i++)
        if (cell.traced >> i & 1)
            put_code(c, right, y + 1, (uint32_t)grn_trace_letter(i));
    if (cell.left_out && !cell.traced)
        put_code(c, right, y + 1, 0x00D7);
}

/* Whether the cell is at position 0 of every dimension that runs at right angles to dimension i,
 * and of those inside dimension i. */
static bool is_first_of(const grn_picture_panel *panel, int32_t i, const int32_t *position)
{
    bool first = true;
    for (int32_t k = 0; k < panel->ndims; k++)
        first = first && (grn_runs_across(panel, k) == grn_runs_across(panel, i) && k <= i ? true : position[k] == 0);
    return first;
}

/* ---- devices --------------------------------------------------------------------------------- */

/* A line of dashes in front of a part, where nothing stands. */
static void put_separator(canvas *c, const plate *t, bool across, int32_t at)
{
    const int32_t from = across ? t->y + t->grid_y : t->x + t->grid_x, length = across ? t->down : t->across;
    for (int32_t k = from; k < from + length; k++) {
        const int32_t x = across ? at : k, y = across ? k : at;
        const uint32_t now = c->at[(size_t)y * (size_t)c->width + (size_t)x];
        if (now == 0 || now == 0x2504)
            put_code(c, x, y, now ? 0x253C : across ? 0x2506 : 0x2504);
    }
}

/* Devices at the first row or column of each part, and the lines between parts. */
static void put_owners(canvas *c, const grn_picture *p, const plate *t, int32_t i)
{
    const bool across = grn_runs_across(t->panel, i);
    if (!t->owners[i])
        return;
    for (int64_t n = 0; n < t->panel->ncells; n++) {
        int32_t position[GRN_DRAWN_RANK] = {0}, x, y;
        char devices[GRN_OWNER_BYTES], text[GRN_OWNER_BYTES + 8];
        grn_picture_panel_positions(t->panel, n, position);
        const bool begins = grn_owned_begins(t->panel, i, position[i]);
        if (!is_first_of(t->panel, i, position) || (position[i] > 0 && !begins))
            continue;
        corner_of(t, position, 0, &x, &y);
        grn_owned_text(p, t->panel, i, position[i], devices);
        snprintf(text, sizeof text, "%s%s", across ? "" : "dev ", devices);
        put_text(c, across ? x + 2 : owners_at(t, i), across ? owners_at(t, i) : y + 1, text);
        if (begins)
            /* in front of a frame, or within it */
            put_separator(c, t, across, (across ? x : y) - (i < t->panel->ndims - 2));
    }
    if (across)
        put_text(c, t->x + t->grid_x + t->across + 1, owners_at(t, i), "dev");
}

/* Numbers of dimension i: at every place of those outside of it that run the same way. */
static void put_numbers(canvas *c, const plate *t, int32_t i)
{
    const bool across = grn_runs_across(t->panel, i);
    for (int64_t n = 0; n < t->panel->ncells; n++) {
        int32_t position[GRN_DRAWN_RANK] = {0}, x, y;
        char text[24];
        grn_picture_panel_positions(t->panel, n, position);
        if (!is_first_of(t->panel, i, position))
            continue;
        corner_of(t, position, 0, &x, &y);
        snprintf(text, sizeof text, "%" PRId64, t->panel->dim[i].at[position[i]]);
        const int32_t length = (int32_t)strlen(text);
        if (across)
            put_text(c, i == t->panel->ndims - 1 ? x + t->cell - length : x + 2, numbers_at(t, i), text);
        else
            put_text(c, numbers_at(t, i) - 1 - length, y + 1, text);
        if (grn_skips(&t->panel->dim[i], position[i]))
            put_code(c, across ? x - (i == t->panel->ndims - 1 ? 0 : 1) : numbers_at(t, i) - 2,
                     across ? numbers_at(t, i) : y, 0x2026);
    }
}

static void put_plate(canvas *c, const grn_picture *p, const plate *t)
{
    char text[GRN_LIST_BYTES + 80];
    head_of(t->panel, text, sizeof text);
    put_text(c, t->x, t->y, text);
    if (t->panel->ncells == 0)
        put_text(c, t->x + t->grid_x, t->y + t->grid_y, "no elements");
    for (int64_t n = 0; n < t->panel->ncells; n++)
        put_cell(c, p, t, n);
    for (int32_t i = 0; i < t->panel->ndims; i++) {
        const bool across = grn_runs_across(t->panel, i);
        grn_dim_label(p, &t->panel->dim[i], text);
        put_numbers(c, t, i);
        put_owners(c, p, t, i);
        if (across)
            put_text(c, t->x + t->grid_x + t->across + 1, numbers_at(t, i), text);
        else
            put_text(c, numbers_at(t, i) - 1 - (int32_t)strlen(text), t->y + t->grid_y - 1, text);
    }
}

/* ---- all tensors ----------------------------------------------------------------------------- */

static void place(const grn_picture *p, plate *plates, int32_t columns, canvas *c)
{
    int32_t x = 0, y = 0, row = 0;
    for (int i = 0; i < p->npanels; i++) {
        measure(p, &p->panel[i], &plates[i]);
        if (i > 0 && x + plates[i].width > columns) {
            y += row;
            x = row = 0;
        }
        plates[i].x = x;
        plates[i].y = y;
        x += plates[i].width + GAP;
        row = plates[i].height > row ? plates[i].height : row;
        c->width = x > c->width ? x : c->width;
        c->height = y + row;
    }
}

static grn_status write_tensors(grn_page *page, const grn_picture *p, int32_t columns)
{
    plate plates[GRN_PANELS];
    canvas c = {0};
    place(p, plates, columns, &c);
    const size_t bytes = (size_t)c.width * (size_t)c.height * sizeof *c.at;
    c.at = grn_allocate(p->scene->allocator, bytes);
    if (!c.at)
        return GRN_E_MEMORY;
    memset(c.at, 0, bytes);
    for (int i = 0; i < p->npanels; i++)
        put_plate(&c, p, &plates[i]);
    for (int32_t y = 0; y < c.height; y++)
        put_row(page, &c, y);
    grn_release(p->scene->allocator, c.at, bytes);
    return GRN_OK;
}

/* ---- what goes with them --------------------------------------------------------------------- */

static void write_trace(grn_page *page, const grn_picture *p, size_t i)
{
    const grn_explained *e = &p->trace[i];
    int64_t at[GRN_MAX_RANK];
    grn_vector_position(&p->meaning, e->batch_index, at);
    grn_page_put(page, "%c  %s", grn_trace_letter(i), p->words.updates);
    grn_page_list(page, e->dense_index, e->dense_rank);
    grn_page_put(page, "  start_index ");
    grn_page_list(page, e->raw_start_index, e->components);
    grn_page_put(page, "  full_start_index ");
    grn_page_list(page, e->full_start_index, e->operand_rank);
    grn_page_put(page, "\n   + full_batching_index ");
    grn_page_list(page, e->full_batching_index, e->operand_rank);
    grn_page_put(page, " + %s ", p->names->full_offset_index);
    grn_page_list(page, e->full_offset_index, e->operand_rank);
    grn_page_put(page, " = %s ", p->names->operand_index);
    grn_page_list(page, e->operand_index, e->operand_rank);
    grn_page_put(page, ": %s\n", grn_explain_end_text(e->end));
}

static void write_notes(grn_page *page, const grn_picture *p)
{
    grn_attribute_note note[GRN_NOTES];
    const int n = grn_picture_notes(p, note);
    for (int i = 0; i < n; i++)
        grn_page_put(page, "%s%s%s = %s: %s\n", note[i].own ? note[i].own : "", note[i].own ? ": " : "", note[i].name,
                     note[i].value, note[i].text);
}

static void write_owners(grn_page *page, const grn_picture *p)
{
    char name[GRN_PART_BYTES], text[GRN_OWNER_LINE_BYTES];
    size_t most = 0;
    for (int i = 0; grn_owned_line(p, i, name, text); i++)
        most = strlen(name) > most ? strlen(name) : most;
    for (int i = 0; grn_owned_line(p, i, name, text); i++) {
        grn_page_put(page, "%-*s  ", (int)most, name);
        grn_page_name(page, text, strlen(text), false);
        grn_page_put(page, "\n");
    }
    grn_page_put(page, "\n");
}

static void write_tiles(grn_page *page, const grn_ttnn_account *a)
{
    grn_page_put(page, "\n%s: %s\n", grn_ttnn_strategy_text(a->taken.strategy), a->why);
    if (a->ids == 0)
        grn_page_put(page,
                     "tiles of 32x32 elements, four faces of 16x16: input %" PRId64 "x%" PRId64 ", index %" PRId64
                     "x%" PRId64 "\n",
                     a->ht, a->wt_input, a->ht, a->wt_index);
    for (int32_t i = 0; i < a->taken.cores && i < 16; i++)
        if (a->ids > 0)
            grn_page_put(page, "core %" PRId32 ",%" PRId32 ": %" PRId64 " ids\n", a->core[i].x, a->core[i].y,
                         a->core[i].rows);
        else
            grn_page_put(page, "core %" PRId32 ",%" PRId32 ": %s %" PRId32 ", %" PRId32 ", ...\n", a->core[i].x,
                         a->core[i].y, a->taken.strategy == GRN_TTNN_MULTI_CORE ? "output tiles" : "rows of tiles", i,
                         i + a->taken.cores);
    if (a->taken.cores > 16)
        grn_page_put(page, "and %" PRId32 " more cores\n", a->taken.cores - 16);
}

grn_status grn_draw_text(const grn_scene *s, const grn_question *q, int32_t columns, const grn_diag *diag,
                         const grn_sink *sink)
{
    grn_picture p;
    grn_page page = {sink, GRN_OK};
    const int32_t width = columns > 0 ? columns : 100;
    const int32_t beside = 18 + grn_longer_labels(s);
    grn_status status =
        grn_picture_init(&p, s, q, &(grn_picture_limits){16, 20, width > beside + 2 ? width - beside : 2, 60});
    grn_page_put(&page, "%s at %" PRIu32 ":%" PRIu32 "\n\n", s->op, s->place.line, s->place.column);
    if (status == GRN_OK)
        status = write_tensors(&page, &p, width);
    for (size_t i = 0; status == GRN_OK && i < p.ntraces; i++)
        write_trace(&page, &p, i);
    grn_page_put(&page, p.ntraces ? "\n" : "");
    if (status == GRN_OK && s->owners)
        write_owners(&page, &p);
    if (status == GRN_OK)
        write_notes(&page, &p);
    if (status == GRN_OK && s->tiles)
        write_tiles(&page, s->tiles);
    grn_picture_destroy(&p);
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "memory refused for a picture");
    return page.status;
}
