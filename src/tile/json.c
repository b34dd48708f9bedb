/* json.c - the account as one JSON object. Every string in it is the library's own and needs no
 * escape. */
#include <inttypes.h>

#include "tile/print.h"

static void put_traffic(grn_tile_page *page, const char *name, const grn_ttnn_traffic *t)
{
    grn_tile_put(page,
                 "\"%s\":{\"input_reads\":%" PRId64 ",\"index_reads\":%" PRId64 ",\"source_reads\":%" PRId64
                 ",\"output_writes\":%" PRId64 ",\"read_bytes\":%" PRId64 ",\"write_bytes\":%" PRId64 "}",
                 name, t->input_reads, t->index_reads, t->source_reads, t->output_writes, t->read_bytes,
                 t->write_bytes);
}

static void put_cost(grn_tile_page *page, const char *name, const grn_ttnn_cost *c)
{
    grn_tile_put(page, "\"%s\":{\"strategy\":\"%s\",\"cores\":%" PRId32 ",", name, grn_ttnn_strategy_text(c->strategy),
                 c->cores);
    put_traffic(page, "traffic", &c->traffic);
    grn_tile_put(page, ",\"buffers\":[");
    for (int32_t i = 0; i < c->nbuffers; i++)
        grn_tile_put(page, "%s{\"name\":\"%s\",\"role\":\"%s\",\"tiles\":%" PRId64 ",\"tile_bytes\":%" PRId64 "}",
                     i > 0 ? "," : "", c->buffers[i].name, c->buffers[i].role, c->buffers[i].tiles,
                     c->buffers[i].tile_bytes);
    grn_tile_put(page, "],\"l1_bytes\":%" PRId64 ",\"fits\":%s}", c->l1_bytes, c->fits ? "true" : "false");
}

static void put_places(grn_tile_page *page, const grn_ttnn_account *a)
{
    grn_tile_tensor_place place[GRN_TILE_TENSORS];
    int n = grn_tile_places(a, place);
    grn_tile_put(page, "\"tensors\":{");
    for (int i = 0; i < n; i++)
        grn_tile_put(page, "%s\"%s\":\"%s\"", i > 0 ? "," : "", place[i].tensor, place[i].in_l1 ? "l1" : "dram");
    grn_tile_put(page, "},");
}

static void put_cores(grn_tile_page *page, const grn_ttnn_account *a)
{
    grn_tile_put(page,
                 "\"rows_per_core\":{\"min\":%" PRId64 ",\"max\":%" PRId64 "},\"tiles_per_core\":{\"min\":%" PRId64
                 ",\"max\":%" PRId64 "},\"cores\":[",
                 a->min_rows, a->max_rows, a->min_tiles, a->max_tiles);
    for (int32_t i = 0; i < a->taken.cores; i++) {
        const grn_ttnn_core_account *c = &a->core[i];
        grn_tile_put(page, "%s{\"x\":%" PRId32 ",\"y\":%" PRId32 ",\"rows\":%" PRId64 ",\"tiles\":%" PRId64 ",",
                     i > 0 ? "," : "", c->x, c->y, c->rows, c->tiles);
        put_traffic(page, "traffic", &c->traffic);
        grn_tile_put(page, "}");
    }
    grn_tile_put(page, "]");
}

grn_status grn_ttnn_account_print_json(const grn_ttnn_account *account, const grn_sink *sink)
{
    grn_tile_page page = {sink, GRN_OK};
    const grn_ttnn_account *a = account;
    if (grn_tile_check_account(account) != GRN_OK || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    grn_tile_put(&page, "{\"op\":\"%s\",\"strategy\":\"%s\",\"why\":\"%s\",", a->op,
                 grn_ttnn_strategy_text(a->taken.strategy), a->why);
    grn_tile_put(&page, "\"ht\":%" PRId64 ",\"wt_input\":%" PRId64 ",\"wt_index\":%" PRId64 ",", a->ht, a->wt_input,
                 a->wt_index);
    if (grn_tile_is_embedding(a))
        grn_tile_put(&page, "\"ids\":%" PRId64 ",\"table_rows\":%" PRId64 ",\"row_bytes\":%" PRId64 ",", a->ids,
                     a->table_rows, a->row_bytes);
    grn_tile_put(&page,
                 "\"grid\":[%" PRId32 ",%" PRId32 "],\"usable_cores\":%" PRId32 ",\"l1_limit_bytes\":%" PRId64 ",",
                 a->grid_x, a->grid_y, a->usable_cores, a->l1_limit_bytes);
    put_places(&page, a);
    put_cost(&page, "taken", &a->taken);
    grn_tile_put(&page, ",");
    put_cost(&page, "not_taken", &a->not_taken);
    grn_tile_put(&page, ",");
    put_cores(&page, a);
    grn_tile_put(&page, ",");
    put_traffic(&page, "counted", &a->counted);
    grn_tile_put(&page, "}\n");
    return page.status;
}
