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

int grn_tile_places(const grn_ttnn_account *a, grn_tile_tensor_place *out)
{
    int n = 0;
    out[n++] = (grn_tile_tensor_place){"input", a->input_buffer == GRN_TTNN_L1};
    out[n++] = (grn_tile_tensor_place){"index", a->index_buffer == GRN_TTNN_L1};
    if (strcmp(a->op, "ttnn.scatter") == 0)
        out[n++] = (grn_tile_tensor_place){"source", a->source_buffer == GRN_TTNN_L1};
    out[n++] = (grn_tile_tensor_place){"output", a->output_buffer == GRN_TTNN_L1};
    return n;
}

int64_t grn_tile_sum(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static int64_t buffer_bytes(const grn_ttnn_buffer_account *b)
{
    int64_t bytes;
    return grn_mul_i64(b->tiles, b->tile_bytes, &bytes) ? bytes : INT64_MAX;
}

int64_t grn_tile_reads(const grn_ttnn_traffic *t)
{
    return grn_tile_sum(grn_tile_sum(t->input_reads, t->index_reads), t->source_reads);
}

int64_t grn_tile_noc_bytes(const grn_ttnn_traffic *t)
{
    return grn_tile_sum(t->read_bytes, t->write_bytes);
}

/* "  why            Wt_input 4 <= 60 and ..." */
#define FIELD "  %-16s"

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
    grn_tile_put(page, FIELD "Ht %" PRId64 ", Wt_input %" PRId64 ", Wt_index %" PRId64 "\n", "in 32x32 tiles", a->ht,
                 a->wt_input, a->wt_index);
    grn_tile_put(page, FIELD "%" PRId32 " of %" PRId32 " usable, grid %" PRId32 "x%" PRId32 "\n", "cores",
                 a->taken.cores, a->usable_cores, a->grid_x, a->grid_y);
    put_places(page, a);
}

static void put_moved(grn_tile_page *page, const char *what, int64_t tiles)
{
    if (tiles > 0)
        grn_tile_put(page, "    %-14s%16" PRId64 "\n", what, tiles);
}

static void put_traffic(grn_tile_page *page, const grn_ttnn_traffic *t)
{
    grn_tile_put(page, "  tiles over the network-on-chip\n");
    put_moved(page, "input read", t->input_reads);
    put_moved(page, "index read", t->index_reads);
    put_moved(page, "source read", t->source_reads);
    put_moved(page, "output written", t->output_writes);
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
    return a->rows == b->rows && a->tiles == b->tiles;
}

/* Neighbours that do the same are one line. */
static void put_cores(grn_tile_page *page, const grn_ttnn_account *a)
{
    grn_tile_put(page, "  work per core: rows %" PRId64 " to %" PRId64 ", output tiles %" PRId64 " to %" PRId64 "\n",
                 a->min_rows, a->max_rows, a->min_tiles, a->max_tiles);
    grn_tile_put(page, "    core i of %" PRId32 " has %s i, i + %" PRId32 ", ... of %s\n", a->taken.cores,
                 a->taken.strategy == GRN_TTNN_MULTI_CORE ? "output tiles" : "rows", a->taken.cores,
                 a->taken.strategy == GRN_TTNN_MULTI_CORE ? "every row" : "tiles");
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
        grn_tile_put(page, "    %-16s %3" PRId32 " x  rows %" PRId64 ", output tiles %" PRId64 ", tiles read %" PRId64
                     ", bytes %" PRId64 "\n", who, to - from, c->rows, c->tiles, grn_tile_reads(&c->traffic),
                     grn_tile_noc_bytes(&c->traffic));
    }
}

static void put_other(grn_tile_page *page, const grn_ttnn_account *a)
{
    const grn_ttnn_cost *o = &a->not_taken;
    const int64_t mine = grn_tile_reads(&a->taken.traffic);
    grn_tile_put(page, "  not taken: %s, %" PRId32 " cores\n", grn_ttnn_strategy_text(o->strategy), o->cores);
    grn_tile_put(page, "    %-14s%16" PRId64, "tiles read", grn_tile_reads(&o->traffic));
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
    put_traffic(&page, &account->taken.traffic);
    put_buffers(&page, account);
    put_cores(&page, account);
    put_other(&page, account);
    return page.status;
}
