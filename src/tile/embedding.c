/*
 * embedding.c - ttnn.embedding run as its account describes: each core reads its ids and their
 * rows, in order, and writes rows or tiles of the result.
 *
 * Cores share only what they read, and each writes its own places, so neither the bits nor the
 * account depend on the number of threads.
 */
#include <inttypes.h>
#include <string.h>

#include "access/check.h"
#include "tile/tile.h"

typedef struct embedding {
    grn_tile_call call;
    grn_tile_embedding sizes;
    const grn_tile_embedding_strategy *strategy;
    grn_ttnn_account *account;
    grn_tensor out;
    unsigned char *tiles; /* the result's pages; NULL: it is written row by row */
    size_t tiles_bytes;
    grn_ttnn_traffic counted[GRN_TTNN_MAX_CORES];
} embedding;

/* ---- ids ------------------------------------------------------------------------------------- */

static uint32_t id_at(const embedding *m, int64_t i)
{
    uint32_t id;
    grn_tensor_read(&m->call.index, i, 1, &id);
    return id;
}

static grn_status refuse_id(const embedding *m, int64_t i)
{
    const grn_tensor *ids = &m->call.index;
    const uint32_t id = id_at(m, i);
    int64_t position[GRN_MAX_RANK], above = i;
    for (int32_t d = ids->rank - 1; d >= 0; above /= ids->shape[d--])
        position[d] = above % ids->shape[d];
    grn_bad_index bad = grn_bad_index_at(ids, position);
    bad.highest = m->sizes.rows - 1;
    grn_fail_bad_index(m->call.diag, &bad, "id %" PRId64 " is %" PRIu32 ", the weight has %" PRId64 " rows", i, id,
                       m->sizes.rows);
    if (m->sizes.rows > 0)
        grn_note(m->call.diag, grn_no_place, "ids: %" PRIu32 "; right: 0 to %" PRId64, id, m->sizes.rows - 1);
    return GRN_E_INDEX;
}

/* Names the first id out of range, in row-major order. */
static grn_status check_ids(const embedding *m)
{
    for (int64_t i = 0; i < m->sizes.ids; i++)
        if (id_at(m, i) >= m->sizes.rows)
            return refuse_id(m, i);
    return GRN_OK;
}

/* ---- a core ---------------------------------------------------------------------------------- */

/* Row `row` of a tensor, all dimensions but the last numbered row-major. */
static grn_tensor row_of(const grn_tensor *t, int64_t row)
{
    const int32_t last = t->rank - 1;
    int64_t offset = 0;
    for (int32_t d = last - 1; d >= 0; row /= t->shape[d--])
        offset += row % t->shape[d] * t->stride[d];
    return (grn_tensor){.data = grn_tensor_at(t, offset),
                        .dtype = t->dtype,
                        .rank = 1,
                        .shape = {t->shape[last]},
                        .stride = {t->stride[last]}};
}

/* An id that changes under the call after it was checked reads row 0. */
static grn_tensor weight_row(const embedding *m, int64_t i)
{
    const uint32_t id = id_at(m, i);
    return row_of(&m->call.input, id < m->sizes.rows ? id : 0);
}

static void write_row(const embedding *m, int64_t i)
{
    const grn_tensor from = weight_row(m, i), to = row_of(&m->out, i);
    grn_tensor_copy(&to, &from);
}

/* The element's place in a row of tiles. */
static void tilize_row(const embedding *m, int64_t i)
{
    const grn_tensor from = weight_row(m, i);
    const size_t bytes = (size_t)m->sizes.element_bytes;
    const int64_t wt = m->sizes.columns / 32;
    for (int64_t c = 0; c < m->sizes.columns; c++) {
        unsigned char *page = m->tiles + (size_t)(i / 32 * wt + c / 32) * (size_t)m->sizes.tile_bytes;
        memcpy(page + (size_t)grn_ttnn_tile_offset((int32_t)(i % 32), (int32_t)(c % 32)) * bytes,
               grn_tensor_at(&from, c * from.stride[0]), bytes);
    }
}

/* Whether reading id `i` reads a new piece of the list. */
static bool starts_piece(const embedding *m, int64_t i)
{
    const int64_t ids = m->tiles != NULL ? 32 : m->sizes.id_align / m->sizes.id_bytes;
    return i % m->sizes.width % ids == 0;
}

static void count_writes(const embedding *m, int64_t i, grn_ttnn_traffic *t)
{
    if (m->tiles == NULL) {
        t->output_writes++;
        t->write_bytes += m->sizes.row_bytes;
    } else if (i % 32 == 31) {
        t->output_writes += m->sizes.columns / 32;
        t->write_bytes += m->sizes.columns / 32 * m->sizes.tile_bytes;
    }
}

static void run_core(void *context, int32_t core)
{
    embedding *m = context;
    const int64_t units = m->strategy->units(&m->sizes), per = m->strategy->ids_per_unit;
    const int64_t first = grn_tile_first_unit(units, m->account->taken.cores, core) * per;
    const int64_t end = first + grn_tile_share(units, m->account->taken.cores, core) * per;
    grn_ttnn_traffic *t = &m->counted[core];
    for (int64_t i = first; i < end; i++) {
        if (i == first || starts_piece(m, i)) {
            t->index_reads++;
            t->read_bytes += m->tiles != NULL ? 32 * m->sizes.id_bytes : m->sizes.id_align;
        }
        t->input_reads++;
        t->read_bytes += m->sizes.row_bytes;
        m->tiles != NULL ? tilize_row(m, i) : write_row(m, i);
        count_writes(m, i, t);
    }
}

static void run_cores(embedding *m)
{
    const grn_parallel *parallel = m->call.options.parallel;
    const int32_t cores = m->account->taken.cores;
    if (parallel != NULL && parallel->threads > 1 && cores > 1)
        parallel->for_each(parallel->user, cores, run_core, m);
    else
        for (int32_t i = 0; i < cores; i++)
            run_core(m, i);
    for (int32_t i = 0; i < cores; i++)
        grn_tile_add_traffic(&m->account->counted, &m->counted[i]);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* Memory for the result's tiles, where the result is tiled. */
static grn_status alloc_tiles(embedding *m)
{
    const bool tiled = m->strategy->id == GRN_TTNN_TILED_ROWS && m->account->taken.cores > 0;
    const int64_t pages = m->account->taken.traffic.output_writes;
    if (!tiled)
        return GRN_OK;
    if ((uint64_t)pages > SIZE_MAX || !grn_mul_size((size_t)pages, (size_t)m->sizes.tile_bytes, &m->tiles_bytes))
        return grn_fail(m->call.diag, grn_no_place, GRN_E_LIMIT,
                        "output takes more bytes in tiles than can be addressed");
    m->tiles = grn_allocate(grn_allocator_or_default(m->call.options.allocator), m->tiles_bytes);
    return m->tiles != NULL ? GRN_OK
                            : grn_fail(m->call.diag, grn_no_place, GRN_E_MEMORY,
                                       "%zu bytes for the tiles of output were refused", m->tiles_bytes);
}

/* Nothing is written before everything that can fail has succeeded. */
static grn_status run_embedding(embedding *m, const grn_tensor *shaped, grn_tensor *out)
{
    grn_status status = check_ids(m);
    if (status == GRN_OK)
        status = alloc_tiles(m);
    if (status == GRN_OK)
        status = grn_tile_result(&m->call, shaped, &m->out);
    if (status == GRN_OK) {
        run_cores(m);
        *out = m->out;
    }
    if (status == GRN_OK && m->tiles != NULL)
        status = grn_ttnn_untilize(m->tiles, m->tiles_bytes, &m->out, m->call.diag);
    grn_release(grn_allocator_or_default(m->call.options.allocator), m->tiles, m->tiles_bytes);
    return status;
}

static grn_status prepare_embedding(embedding *m)
{
    grn_tile_embedding_of(&m->call, &m->sizes);
    return grn_tile_embedding_plan(&m->call, &m->sizes, &m->strategy, m->account);
}

grn_status grn_ttnn_embedding(const grn_tensor *ids, const grn_tensor *weight, const grn_ttnn_options *options,
                              const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account)
{
    grn_ttnn_account own;
    grn_tensor shaped, result;
    embedding m = {.account = account != NULL ? account : &own};
    grn_status status = grn_tile_check_out(options, diag, out);
    if (status == GRN_OK)
        status = grn_tile_check_embedding(ids, weight, options, diag, &m.call, &shaped);
    if (status == GRN_OK)
        status = grn_tile_check_buffers(&m.call);
    if (status == GRN_OK)
        status = prepare_embedding(&m);
    if (status == GRN_OK)
        status = run_embedding(&m, &shaped, &result);
    if (status == GRN_OK && out != NULL)
        *out = result;
    return status;
}

grn_status grn_ttnn_embedding_account(const grn_tensor *ids, const grn_tensor *weight, const grn_ttnn_options *options,
                                      const grn_diag *diag, grn_ttnn_account *account)
{
    grn_tensor shaped;
    embedding m = {.account = account};
    grn_status status = grn_check_given(account, "account", diag);
    if (status == GRN_OK)
        status = grn_tile_check_embedding(ids, weight, options, diag, &m.call, &shaped);
    return status == GRN_OK ? prepare_embedding(&m) : status;
}
