/* print.c - the account as a table that a person can read. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tile/print.h"

void grn_tile_put(grn_tile_page *page, const char *format, ...)
{
    char text[512];
    va_list args;
    if (page->status != GRN_OK)
        return;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        page->status = page->sink->write(page->sink->user, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static bool is_cost(const grn_ttnn_cost *c)
{
    bool good = c->cores >= 0 && c->cores <= GRN_TTNN_MAX_CORES && c->nbuffers >= 0 && c->nbuffers <= GRN_TTNN_BUFFERS;
    for (int32_t i = 0; good && i < c->nbuffers; i++)
        good = c->buffers[i].name != NULL && c->buffers[i].role != NULL;
    return good;
}

grn_status grn_tile_check_account(const grn_ttnn_account *a)
{
    bool good = a != NULL && a->op != NULL && memchr(a->why, 0, sizeof a->why) != NULL && is_cost(&a->taken) &&
                is_cost(&a->not_taken);
    return good ? GRN_OK : GRN_E_ARGUMENT;
}

bool grn_tile_is_embedding(const grn_ttnn_account *a) { return strcmp(a->op, "ttnn.embedding") == 0; }

int grn_tile_places(const grn_ttnn_account *a, grn_tile_tensor_place *out)
{
    const bool embedding = grn_tile_is_embedding(a);
    int n = 0;
    out[n++] = (grn_tile_tensor_place){embedding ? "weight" : "input", a->input_buffer == GRN_TTNN_L1};
    out[n++] = (grn_tile_tensor_place){embedding ? "ids" : "index", a->index_buffer == GRN_TTNN_L1};
    if (strcmp(a->op, "ttnn.scatter") == 0)
        out[n++] = (grn_tile_tensor_place){"source", a->source_buffer == GRN_TTNN_L1};
    out[n++] = (grn_tile_tensor_place){"output", a->output_buffer == GRN_TTNN_L1};
    return n;
}

int64_t grn_tile_sum(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

static int64_t buffer_bytes(const grn_ttnn_buffer_account *b)
{
    int64_t bytes;
    return grn_mul_i64(b->tiles, b->tile_bytes, &bytes) ? bytes : INT64_MAX;
}

int64_t grn_tile_reads(const grn_ttnn_traffic *t)
{
    return grn_tile_sum(grn_tile_sum(t->input_reads, t->index_reads), t->source_reads);
}

int64_t grn_tile_noc_bytes(const grn_ttnn_traffic *t) { return grn_tile_sum(t->read_bytes, t->write_bytes); }

/* "  why            Wt_input 4 <= 60 and ..." */
#define FIELD "  %-16s"

/* What a strategy moves and how its cores share it, in words. */
typedef struct words {
    grn_ttnn_strategy strategy;
    const char *over, *input, *index, *output; /* over the network-on-chip, and what */
    const char *share, *made;                  /* a core's */
    const char *cores;                         /* which, where they are not every n-th */
    const char *reads;
} words;

static const words all_words[] = {
    {GRN_TTNN_SINGLE_CORE, "tiles over the network-on-chip", "input read", "index read", "output written", "rows",
     "output tiles", NULL, "tiles read"},
    {GRN_TTNN_MULTI_CORE, "tiles over the network-on-chip", "input read", "index read", "output written", "rows",
     "output tiles", NULL, "tiles read"},
    {GRN_TTNN_ROWS, "pages over the network-on-chip", "rows read", "ids read", "rows written", "ids", "output rows",
     "ids that lie together", "pages read"},
    {GRN_TTNN_TILED_ROWS, "pages over the network-on-chip", "rows read", "ids read", "tiles written", "ids",
     "output tiles", "blocks of 32 ids that lie together", "pages read"},
};

static const words *words_of(grn_ttnn_strategy strategy)
{
    for (size_t i = 0; i < GRN_COUNT(all_words); i++)
        if (all_words[i].strategy == strategy)
            return &all_words[i];
    return &all_words[0];
}

static void put_places(grn_tile_page *page, const grn_ttnn_account *a)
{
    grn_tile_tensor_place place[GRN_TILE_TENSORS];
    int n = grn_tile_places(a, place);
    grn_tile_put(page, FIELD, "tensors");
    for (int i = 0; i < n; i++)
        grn_tile_put(page, "%s%s in %s", i > 0 ? ", " : "", place[i].tensor, place[i].in_l1 ? "L1" : "DRAM");
    grn_tile_put(page, "\n");
}

static void put_head(grn_tile_page *page, const grn_ttnn_account *a)
{
    grn_tile_put(page, "%s: %s\n", a->op, grn_ttnn_strategy_text(a->taken.strategy));
    grn_tile_put(page, FIELD "%s\n", "why", a->why);
    if (grn_tile_is_embedding(a))
        grn_tile_put(page, FIELD "%" PRId64 " ids, of %" PRId64 " rows of %" PRId64 " bytes\n", "table", a->ids,
                     a->table_rows, a->row_bytes);
    else
        grn_tile_put(page, FIELD "Ht %" PRId64 ", Wt_input %" PRId64 ", Wt_index %" PRId64 "\n", "in 32x32 tiles",
                     a->ht, a->wt_input, a->wt_index);
    grn_tile_put(page, FIELD "%" PRId32 " of %" PRId32 " usable, grid %" PRId32 "x%" PRId32 "\n", "cores",
                 a->taken.cores, a->usable_cores, a->grid_x, a->grid_y);
    put_places(page, a);
}

static void put_moved(grn_tile_page *page, const char *what, int64_t tiles)
{
    if (tiles > 0)
        grn_tile_put(page, "    %-14s%16" PRId64 "\n", what, tiles);
}

static void put_traffic(grn_tile_page *page, const grn_ttnn_cost *c)
{
    const grn_ttnn_traffic *t = &c->traffic;
    const words *w = words_of(c->strategy);
    grn_tile_put(page, "  %s\n", w->over);
    put_moved(page, w->input, t->input_reads);
    put_moved(page, w->index, t->index_reads);
    put_moved(page, "source read", t->source_reads);
    put_moved(page, w->output, t->output_writes);
    grn_tile_put(page, "    %-14s%16" PRId64 "  (%" PRId64 " read, %" PRId64 " written)\n", "bytes",
                 grn_tile_noc_bytes(t), t->read_bytes, t->write_bytes);
}

static void put_buffers(grn_tile_page *page, const grn_ttnn_account *a)
{
    const grn_ttnn_cost *c = &a->taken;
    grn_tile_put(page, "  local memory per core\n");
    for (int32_t i = 0; i < c->nbuffers; i++)
        grn_tile_put(page, "    %s %-14s%13" PRId64 "  %" PRId64 " x %" PRId64 "\n", c->buffers[i].name,
                     c->buffers[i].role, buffer_bytes(&c->buffers[i]), c->buffers[i].tiles, c->buffers[i].tile_bytes);
    grn_tile_put(page, "    %-14s%16" PRId64 "  of %" PRId64 " bytes\n", "all", c->l1_bytes, a->l1_limit_bytes);
}

static bool same_share(const grn_ttnn_core_account *a, const grn_ttnn_core_account *b)
{
    return a->rows == b->rows && a->tiles == b->tiles && grn_tile_reads(&a->traffic) == grn_tile_reads(&b->traffic);
}

/* Which shares the cores have. */
static void put_shares(grn_tile_page *page, const grn_ttnn_account *a, const words *w)
{
    if (grn_tile_is_embedding(a))
        grn_tile_put(page, "    each of %" PRId32 " has %s\n", a->taken.cores, w->cores);
    else if (a->taken.strategy == GRN_TTNN_MULTI_CORE)
        grn_tile_put(page, "    core i of %" PRId32 " has output tiles i, i + %" PRId32 ", ... of every row\n",
                     a->taken.cores, a->taken.cores);
    else
        grn_tile_put(page, "    core i of %" PRId32 " has rows i, i + %" PRId32 ", ... of tiles\n", a->taken.cores,
                     a->taken.cores);
}

/* Neighbours that do the same are one line. */
static void put_cores(grn_tile_page *page, const grn_ttnn_account *a)
{
    const words *w = words_of(a->taken.strategy);
    grn_tile_put(page, "  work per core: %s %" PRId64 " to %" PRId64 ", %s %" PRId64 " to %" PRId64 "\n", w->share,
                 a->min_rows, a->max_rows, w->made, a->min_tiles, a->max_tiles);
    put_shares(page, a, w);
    for (int32_t from = 0, to; from < a->taken.cores; from = to) {
        const grn_ttnn_core_account *c = &a->core[from];
        for (to = from + 1; to < a->taken.cores && same_share(c, &a->core[to]);)
            to++;
        const grn_ttnn_core_account *last = &a->core[to - 1];
        char who[64];
        if (to - from == 1)
            snprintf(who, sizeof who, "(%" PRId32 ",%" PRId32 ")", c->x, c->y);
        else
            snprintf(who, sizeof who, "(%" PRId32 ",%" PRId32 ")..(%" PRId32 ",%" PRId32 ")", c->x, c->y, last->x,
                     last->y);
        grn_tile_put(page,
                     "    %-16s %3" PRId32 " x  %s %" PRId64 ", %s %" PRId64 ", %s %" PRId64 ", bytes %" PRId64 "\n",
                     who, to - from, w->share, c->rows, w->made, c->tiles, w->reads, grn_tile_reads(&c->traffic),
                     grn_tile_noc_bytes(&c->traffic));
    }
}

static void put_other(grn_tile_page *page, const grn_ttnn_account *a)
{
    const grn_ttnn_cost *o = &a->not_taken;
    const int64_t mine = grn_tile_reads(&a->taken.traffic);
    if (o->cores == 0 && grn_tile_is_embedding(a))
        return;
    grn_tile_put(page, "  not taken: %s, %" PRId32 " cores\n", grn_ttnn_strategy_text(o->strategy), o->cores);
    grn_tile_put(page, "    %-14s%16" PRId64, words_of(o->strategy)->reads, grn_tile_reads(&o->traffic));
    if (mine > 0)
        grn_tile_put(page, "  (%.2f times as many)", (double)grn_tile_reads(&o->traffic) / (double)mine);
    grn_tile_put(page, "\n    %-14s%16" PRId64 "\n", "bytes", grn_tile_noc_bytes(&o->traffic));
    grn_tile_put(page, "    %-14s%16" PRId64 "  per core%s\n", "local memory", o->l1_bytes,
                 o->fits ? "" : ", more than a core has");
}

grn_status grn_ttnn_account_print(const grn_ttnn_account *account, const grn_sink *sink)
{
    grn_tile_page page = {sink, GRN_OK};
    if (grn_tile_check_account(account) != GRN_OK || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    put_head(&page, account);
    if (account->taken.cores == 0) {
        grn_tile_put(&page, "  nothing to move: a tensor is empty\n");
        return page.status;
    }
    put_traffic(&page, &account->taken);
    put_buffers(&page, account);
    put_cores(&page, account);
    put_other(&page, account);
    return page.status;
}
