/*
 * fuzz_ttnn.c - bytes as a call on TTNN's tiles, or as a tensor to be tilized.
 *
 * A call that runs gives the bits of its canonical spec, moves what its
 * account says, and prints that as a table and as JSON that is JSON. Tilizing
 * and back is the identity.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "garner/ttnn.h"
#include "json.h"
#include "shuffled.h"
#include "access/spec.h"

typedef struct subject {
    random_buffer input, index, source;
    int64_t dim;
    grn_ttnn_options options;
    grn_ttnn_core_range ranges[3];
    shuffled tasks;
    rations memory;
    bool is_scatter;
} subject;

/* ---- making one ------------------------------------------------------------------------------ */

static bool make(entropy *e, grn_dtype dtype, int32_t rank, const int64_t *shape, random_buffer *out)
{
    if (!random_buffer_make(entropy_source(e), dtype, rank, shape, true, 0, out))
        return false;
    random_buffer_fill(entropy_source(e), out);
    return true;
}

static int32_t tile_shape(entropy *e, int64_t *shape)
{
    static const int64_t extents[] = {1, 2, 31, 32, 33, 64, 65, 5, 17, 0};
    int32_t rank = (int32_t)pick(e, 5);
    int64_t left = 3000;
    if (rank > 0 && one_in(e, 32)) { /* 61 tiles: past the threshold between the strategies */
        for (int32_t d = 0; d < rank; d++)
            shape[d] = d == rank - 1 ? 61 * GRN_TTNN_TILE_WIDTH : pick_between(e, 1, 2);
        return rank;
    }
    for (int32_t d = rank; d-- > 0;) {
        int64_t extent = PICK_OF(e, extents);
        shape[d] = extent <= left ? extent : 1;
        left /= shape[d] ? shape[d] : 1;
    }
    return rank;
}

static void choose_options(entropy *e, subject *s)
{
    static const char *const words[] = {NULL, NULL, "add", "multiply", "max"};
    static const int64_t l1[] = {0, 0, 1, 4096, 65536, 200000, INT64_MAX, -1};
    grn_ttnn_options *o = &s->options;
    rations_init(&s->memory, (size_t)64 << 20, one_in(e, 16) ? (size_t)pick(e, 6) : 100000);
    shuffled_init(&s->tasks, (int32_t)pick_between(e, 1, 5), pick(e, UINT64_MAX));
    o->reduce = PICK_OF(e, words);
    o->sparse_grad = one_in(e, 64);
    o->strategy = one_in(e, 2) ? GRN_TTNN_AUTO : (grn_ttnn_strategy)pick(e, GRN_TTNN_STRATEGY_COUNT + one_in(e, 32));
    o->l1_bytes = PICK_OF(e, l1);
    o->grid_x = one_in(e, 2) ? 0 : (int32_t)pick_between(e, -1, 20);
    o->grid_y = one_in(e, 2) ? 0 : (int32_t)pick_between(e, -1, 20);
    o->parallel = one_in(e, 2) ? &s->tasks.parallel : NULL;
    o->allocator = &s->memory.allocator;
    if (one_in(e, 4)) {
        o->nsub_core_grids = 1 + (size_t)pick(e, 3);
        o->sub_core_grids = s->ranges;
        for (size_t i = 0; i < 3; i++) {
            int32_t x = (int32_t)pick(e, 9), y = (int32_t)pick(e, 9);
            s->ranges[i] =
                (grn_ttnn_core_range){x, y, x + (int32_t)pick(e, 4) - one_in(e, 16), y + (int32_t)pick(e, 4)};
        }
    }
    if (one_in(e, 16)) {
        o->input.layout = (grn_ttnn_layout)pick(e, 3);
        o->index.storage = (grn_ttnn_storage)pick(e, 3);
        o->memory_config.sharding = (grn_ttnn_sharding)pick(e, 5);
    }
}

static bool make_subject(entropy *e, subject *s)
{
    static const grn_dtype inputs[] = {GRN_BF16, GRN_F32, GRN_UI16, GRN_UI32, GRN_I32};
    static const grn_dtype indices[] = {GRN_UI16, GRN_UI32, GRN_UI32, GRN_UI8, GRN_I32};
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = tile_shape(e, shape);
    grn_dtype dtype = one_in(e, 32) ? random_dtype(entropy_source(e)) : PICK_OF(e, inputs);
    s->is_scatter = one_in(e, 2);
    s->dim = pick_between(e, -rank - (int64_t)one_in(e, 24), rank - (int64_t)!one_in(e, 24));
    choose_options(e, s);
    if (!make(e, dtype, rank, shape, &s->input))
        return false;
    int64_t dim = s->dim < 0 ? s->dim + rank : s->dim;
    for (int32_t d = 0; d < rank; d++)
        shape[d] = d == dim && one_in(e, 2) ? pick_between(e, 0, 40)
                   : one_in(e, 3)           ? pick_between(e, 0, shape[d])
                                            : shape[d];
    if (!make(e, one_in(e, 32) ? GRN_I64 : indices[pick(e, s->is_scatter ? 5 : 3)], rank, shape, &s->index))
        return false;
    fill_index(e, &s->index, dim >= 0 && dim < rank ? s->input.view.shape[dim] : 1);
    for (int32_t d = 0; d < rank; d++)
        shape[d] += one_in(e, 24);
    return make(e, dtype, rank, shape, &s->source);
}

/* ---- what must hold -------------------------------------------------------------------------- */

static void check_account(const grn_ttnn_account *account, bool ran)
{
    text t;
    grn_sink sink = fuzz_text_sink(&t);
    if (grn_ttnn_account_print(account, &sink) != GRN_OK)
        broken("an account prints", NULL, NULL);
    fuzz_text_free(&t);
    sink = fuzz_text_sink(&t);
    if (grn_ttnn_account_print_json(account, &sink) != GRN_OK || !json_is_valid(t.bytes, t.size))
        broken("an account prints as JSON", t.bytes, NULL);
    const grn_ttnn_traffic *reported = &account->taken.traffic, *counted = &account->counted;
    if (ran && memcmp(reported, counted, sizeof *reported) != 0)
        broken("a run moves what its account says", t.bytes, NULL);
    fuzz_text_free(&t);
}

static void gather_meaning(const subject *s, const grn_tensor *out)
{
    grn_tensor input = at_least_rank_1(&s->input.view), index = at_least_rank_1(&s->index.view),
               seen = at_least_rank_1(out);
    destination want = {0};
    grn_gather_spec spec;
    uint64_t state = 0;
    if (grn_ttnn_gather_spec(&input, s->dim, NULL, &spec) != GRN_OK)
        broken("a call that ran has a spec", "ttnn.gather", NULL);
    spec.index.bounds = GRN_BOUNDS_ERROR;
    if (random_buffer_make(random_from_seed(&state), out->dtype, seen.rank, seen.shape, false, 0, &want.now)) {
        grn_status status = grn_gather_reference(&spec, &input, &index, &want.now.view, NULL);
        if (status != GRN_OK)
            broken("the spec of a call that ran gives a result", "ttnn.gather", grn_status_name(status));
        for (int64_t i = 0; i < grn_tensor_elements(&seen); i++) {
            unsigned char a[16], b[16];
            grn_tensor_read(&seen, i, 1, a);
            grn_tensor_read(&want.now.view, i, 1, b);
            if (memcmp(a, b, grn_dtype_bytes(out->dtype)) != 0)
                broken("a call on tiles gives the bits of its spec", "ttnn.gather", NULL);
        }
    }
    destination_release(&want);
}

/* A bf16 reduction rounds once, the spec's at each step (ttnn.h): not compared. */
static void scatter_meaning(const subject *s, const grn_tensor *out)
{
    grn_tensor input = at_least_rank_1(&s->input.view), index = at_least_rank_1(&s->index.view),
               seen = at_least_rank_1(out);
    grn_tensor updates = at_least_rank_1(&s->source.view);
    random_buffer want = {0};
    grn_scatter_spec spec;
    uint64_t state = 0;
    if (grn_ttnn_scatter_spec(&input, s->dim, s->options.reduce, NULL, &spec) != GRN_OK)
        broken("a call that ran has a spec", "ttnn.scatter", NULL);
    if (spec.combiner != GRN_COMBINE_REPLACE && input.dtype == GRN_BF16)
        return;
    for (int32_t d = 0; d < updates.rank; d++)
        updates.shape[d] = index.shape[d];
    if (random_buffer_make(random_from_seed(&state), out->dtype, seen.rank, seen.shape, false, 0, &want)) {
        grn_tensor_copy(&want.view, &input);
        grn_status status = grn_scatter_reference(&spec, 1, &want.view, &index, &updates, NULL);
        if (status != GRN_OK)
            broken("the spec of a call that ran gives a result", "ttnn.scatter", grn_status_name(status));
        for (int64_t i = 0; i < grn_tensor_elements(&seen); i++) {
            unsigned char a[16], b[16];
            grn_tensor_read(&seen, i, 1, a);
            grn_tensor_read(&want.view, i, 1, b);
            if (memcmp(a, b, grn_dtype_bytes(out->dtype)) != 0)
                broken("a call on tiles gives the bits of its spec", "ttnn.scatter", NULL);
        }
    }
    random_buffer_release(&want);
}

static void run_call(const subject *s, grn_ttnn_account *account, grn_ttnn_account *alone)
{
    grn_tensor out = {0};
    const grn_tensor *input = &s->input.view, *index = &s->index.view, *source = &s->source.view;
    grn_status reported = s->is_scatter
                              ? grn_ttnn_scatter_account(input, s->dim, index, source, &s->options, NULL, alone)
                              : grn_ttnn_gather_account(input, s->dim, index, &s->options, NULL, alone);
    if (reported == GRN_OK)
        check_account(alone, false);
    grn_status status = s->is_scatter ? grn_ttnn_scatter(input, s->dim, index, source, &s->options, NULL, &out, account)
                                      : grn_ttnn_gather(input, s->dim, index, &s->options, NULL, &out, account);
    if (status == GRN_OK) {
        if (reported != GRN_OK)
            broken("a call that runs has an account", grn_status_name(reported), NULL);
        check_account(account, true);
        (s->is_scatter ? scatter_meaning : gather_meaning)(s, &out);
    }
    grn_ttnn_release(&out, s->options.allocator);
}

static void fuzz_call(entropy *e)
{
    static grn_ttnn_account account, alone; /* 20 KiB each */
    subject s;
    memset(&s, 0, sizeof s);
    if (make_subject(e, &s))
        run_call(&s, &account, &alone);
    if (s.memory.outstanding)
        broken("a call gives back all memory", NULL, NULL);
    random_buffer_release(&s.input);
    random_buffer_release(&s.index);
    random_buffer_release(&s.source);
}

/* ---- TOSA's, and the layout itself ----------------------------------------------------------- */

static void fuzz_tosa(entropy *e)
{
    subject s;
    memset(&s, 0, sizeof s);
    choose_options(e, &s);
    int64_t n = pick_between(e, 0, 3), k = pick_between(e, 0, 40), c = pick_between(e, 0, 40),
            w = pick_between(e, 0, 40);
    grn_tensor out = {0};
    bool made = make(e, GRN_F32, 3, (int64_t[]){n, k, c}, &s.input) &&
                make(e, GRN_UI32, 2, (int64_t[]){n, w + one_in(e, 16)}, &s.index) &&
                make(e, GRN_F32, 3, (int64_t[]){n, w, c}, &s.source);
    if (made) {
        fill_index(e, &s.index, k);
        if (grn_ttnn_tosa_gather(&s.input.view, &s.index.view, &s.options, NULL, &out, NULL) == GRN_OK)
            grn_ttnn_release(&out, s.options.allocator);
        if (grn_ttnn_tosa_scatter(&s.input.view, &s.index.view, &s.source.view, &s.options, NULL, &out, NULL) == GRN_OK)
            grn_ttnn_release(&out, s.options.allocator);
    }
    if (s.memory.outstanding)
        broken("a call gives back all memory", NULL, NULL);
    random_buffer_release(&s.input);
    random_buffer_release(&s.index);
    random_buffer_release(&s.source);
}

static void there_and_back(entropy *e, const random_buffer *in, const grn_ttnn_tiling *tiling)
{
    destination back = {0};
    unsigned char padding[16];
    size_t less = one_in(e, 8) ? (size_t)pick(e, 8) : 0;
    size_t bytes = less < tiling->bytes ? tiling->bytes - less : tiling->bytes;
    char *tiles = malloc(bytes ? bytes : 1);
    random_element(entropy_source(e), in->view.dtype, padding);
    grn_status status =
        tiles ? grn_ttnn_tilize(&in->view, one_in(e, 2) ? padding : NULL, tiles, bytes, NULL) : GRN_E_MEMORY;
    if (bytes < tiling->bytes && status == GRN_OK)
        broken("too little room for tiles is refused", NULL, NULL);
    if (status == GRN_OK && destination_make(e, in->view.dtype, in->view.rank, in->view.shape, &back)) {
        if (grn_ttnn_untilize(tiles, bytes, &back.now.view, NULL) != GRN_OK)
            broken("tiles are unmade", NULL, NULL);
        for (int64_t i = 0; i < grn_tensor_elements(&in->view); i++) {
            unsigned char a[16], b[16];
            grn_tensor_read(&in->view, i, 1, a);
            grn_tensor_read(&back.now.view, i, 1, b);
            if (memcmp(a, b, grn_dtype_bytes(in->view.dtype)) != 0)
                broken("tilizing and back is the identity", NULL, NULL);
        }
    }
    destination_release(&back);
    free(tiles);
}

static void fuzz_layout(entropy *e)
{
    random_buffer in = {0};
    grn_ttnn_tiling tiling;
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = tile_shape(e, shape);
    if (make(e, random_dtype(entropy_source(e)), rank, shape, &in) &&
        grn_ttnn_tiling_of(rank, shape, grn_dtype_bytes(in.view.dtype), &tiling) == GRN_OK &&
        tiling.bytes < (size_t)4 << 20)
        there_and_back(e, &in, &tiling);
    random_buffer_release(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(entropy * e) = {fuzz_call, fuzz_call, fuzz_call, fuzz_tosa, fuzz_layout};
    entropy e;
    entropy_init(&e, data, size);
    PICK_OF(&e, kinds)(&e);
    return 0;
}
