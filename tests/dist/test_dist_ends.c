/* test_dist_ends.c - how calls end where a rank fails, disagrees or has no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dist/table.h"
#include "support/refuser.h"

typedef struct said {
    char text[512];
} said;

static void keep(void *user, const grn_diagnostic *d)
{
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(((said *)user)->text, sizeof((said *)user)->text, "%s", d->message);
}

/* Two bad ones, on ranks 1 and 3: all tell of the first. */
static grn_status out_of_range(void *user, const grn_comm *c)
{
    mine m;
    said s = {""};
    const grn_diag diag = {keep, &s};
    grn_gather_spec spec = take;
    (void)user;
    spec.index.bounds = GRN_BOUNDS_ERROR;
    begin(&m, c->rank);
    m.ids[1] = c->rank == 1 ? -3 : c->rank == 3 ? 8 : m.ids[1];
    m.ids[0] = c->rank == 2 ? 0 : m.ids[0];
    CHECK(grn_dist_plan_gather(&spec, c, &m.operand, &m.indices, &m.dense, NULL, NULL, &diag, &m.plan) == GRN_OK);
    CHECK(grn_dist_bind(m.plan, m.ids, &diag) == GRN_E_INDEX);
    CHECK(strcmp(
              s.text,
              "the index at [4] of indices is -3; for dimension 0 of the operand, of extent 8, it must be in [0, 7]") ==
          0);
    CHECK(grn_dist_run_gather(m.plan, m.table, m.rows, NULL) == GRN_E_ARGUMENT);
    m.ids[1] = 0;
    CHECK(grn_dist_bind(m.plan, m.ids, &diag) == GRN_OK);
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

static grn_status disagrees(void *user, const grn_comm *c)
{
    mine m;
    said s = {""};
    const grn_diag diag = {keep, &s};
    grn_gather_spec spec = take;
    (void)user;
    begin(&m, c->rank);
    spec.index.base = c->rank == 2;
    CHECK(grn_dist_plan_gather(&spec, c, &m.operand, &m.indices, &m.dense, NULL, NULL, &diag, &m.plan) ==
              GRN_E_ARGUMENT &&
          !m.plan);
    CHECK(strstr(s.text, "ranks do not agree") != NULL);
    if (c->rank == 1)
        m.operand.local.shape[0] = 3;
    CHECK(grn_dist_plan_gather(&take, c, &m.operand, &m.indices, &m.dense, NULL, NULL, &diag, &m.plan) ==
          (c->rank == 1 ? GRN_E_SHAPE : GRN_E_PEER));
    CHECK(strcmp(s.text, c->rank == 1 ? "operand: the view of rank 1 is [3, 2]; by the layout it has [2, 2]"
                                      : "rank 1 failed: shapes do not agree") == 0);
    m.operand.local.shape[0] = 2;
    CHECK(grn_dist_plan_gather(&take, c, &m.operand, &m.indices, &m.dense, NULL, NULL, &diag, &m.plan) == GRN_OK);
    CHECK(grn_dist_bind(m.plan, c->rank == 3 ? NULL : m.ids, &diag) == (c->rank == 3 ? GRN_E_ARGUMENT : GRN_E_PEER));
    CHECK(grn_dist_bind(m.plan, m.ids, &diag) == GRN_OK);
    CHECK(grn_dist_run_gather(m.plan, m.table, c->rank == 3 ? NULL : m.rows, &diag) ==
          (c->rank == 3 ? GRN_E_ARGUMENT : GRN_E_PEER));
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

/* The same axis on two dimensions: nobody has the parts off the diagonal. */
static grn_status a_part_is_missing(void *user, const grn_comm *c)
{
    mine m;
    said s = {""};
    const grn_diag diag = {keep, &s};
    const grn_layout diagonal = {.rank = 2, .shape = {4, 4}, .parts = {2, 2}};
    (void)user;
    begin(&m, c->rank);
    m.operand = (grn_dist_tensor){diagonal, grn_tensor_2d(m.table, GRN_F32, 2, 2)};
    grn_gather_spec spec = take;
    spec.slice_sizes.v[1] = 2;
    CHECK(grn_dist_plan_gather(&spec, c, &m.operand, &m.indices, &m.dense, NULL, NULL, &diag, &m.plan) ==
          GRN_E_ARGUMENT);
    CHECK(strstr(s.text, "operand: by its layout there is a part that none of the 4 ranks has") != NULL);
    return GRN_OK;
}

/* A region that refuses what rank 2 owns: it answers so, and the others that a peer failed. */
static grn_status refuse_large(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)update;
    return *(const float *)current[0] >= 40 && *(const float *)current[0] < 60 ? GRN_E_LIMIT : GRN_OK;
}

static grn_status a_region_fails(void *user, const grn_comm *c)
{
    mine m;
    grn_scatter_spec spec = add;
    const grn_dist_options o = {.way = GRN_DIST_ROUTED};
    void *result = m.table;
    const void *update = m.rows;
    (void)user;
    spec.combiner = GRN_COMBINE_REGION;
    spec.region = refuse_large;
    begin(&m, c->rank);
    CHECK(grn_dist_plan_scatter(&spec, c, 1, &m.operand, &m.indices, &m.dense, &o, NULL, NULL, &m.plan) == GRN_OK);
    CHECK(grn_dist_bind(m.plan, m.ids, NULL) == GRN_OK);
    CHECK(grn_dist_run_scatter(m.plan, &result, &update, NULL) == (c->rank == 2 ? GRN_E_LIMIT : GRN_E_PEER));
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

/* All 32 dims of a result travel with a row, so that a table of rows would have 33. */
static grn_status too_many_dims(void *user, const grn_comm *c)
{
    grn_gather_spec spec = {.slice_sizes = {.count = GRN_MAX_RANK}};
    grn_layout layout = {.rank = GRN_MAX_RANK};
    const grn_layout none = {.rank = 1};
    const grn_dist_options o = {.way = GRN_DIST_ROUTED};
    const float value = 3;
    float got = 0;
    grn_dist_plan *plan;
    (void)user;
    spec.dims.offset_dims.count = GRN_MAX_RANK;
    for (int32_t d = 0; d < GRN_MAX_RANK; d++) {
        spec.dims.offset_dims.v[d] = d;
        spec.slice_sizes.v[d] = layout.shape[d] = 1;
    }
    const grn_dist_tensor from = {layout, grn_tensor_over(&value, GRN_F32, GRN_MAX_RANK, layout.shape)},
                          to = {layout, grn_tensor_over(&got, GRN_F32, GRN_MAX_RANK, layout.shape)},
                          indices = {none, grn_tensor_1d(NULL, GRN_I32, 0)};
    CHECK(grn_dist_plan_gather(&spec, c, &from, &indices, &to, &o, NULL, NULL, &plan) == GRN_E_LIMIT && !plan);
    CHECK(grn_dist_plan_gather(&spec, c, &from, &indices, &to, NULL, NULL, NULL, &plan) == GRN_OK);
    CHECK(grn_dist_bind(plan, NULL, NULL) == GRN_OK && grn_dist_run_gather(plan, &value, &got, NULL) == GRN_OK &&
          got == 3);
    grn_dist_plan_destroy(plan);
    return GRN_OK;
}

static void all_end_together(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, out_of_range, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, disagrees, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, a_part_is_missing, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, a_region_fails, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(2, too_many_dims, NULL, NULL, NULL), GRN_OK);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static const struct {
    bool scatter;
    grn_dist_way way;
    size_t staged; /* 9: rounds of a row of 8 bytes, of ids, of elements */
    bool copies;   /* all have the whole table */
} kinds[] = {{false, GRN_DIST_ROUTED, 0, false},     {false, GRN_DIST_ROUTED, 9, false},
             {true, GRN_DIST_ROUTED, 0, false},      {true, GRN_DIST_ROUTED, 9, false},
             {true, GRN_DIST_ROUTED, 9, true},       {false, GRN_DIST_EVERYWHERE, 0, false},
             {false, GRN_DIST_EVERYWHERE, 9, false}, {true, GRN_DIST_EVERYWHERE, 0, false},
             {true, GRN_DIST_EVERYWHERE, 9, false},  {true, GRN_DIST_COMBINE, 0, false},
             {true, GRN_DIST_COMBINE, 9, false},     {true, GRN_DIST_COMBINE, 9, true}};

typedef struct failing {
    size_t refuse_at; /* of rank 2's requests */
    size_t fail_at;   /* of rank 2's collective calls */
    size_t kind;
    size_t refusals, failures;
    grn_status status[4];
    said said[4];
} failing;

typedef struct flaky {
    const grn_comm *under;
    size_t calls, fail_at;
} flaky;

static grn_status flaky_alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                                  const int64_t *receive_bytes)
{
    flaky *f = user;
    if (f->calls++ >= f->fail_at)
        return GRN_E_LIMIT;
    return f->under->alltoallv(f->under->user, send, send_bytes, receive, receive_bytes);
}

static grn_status flaky_least(void *user, int64_t mine_of, int64_t *out)
{
    flaky *f = user;
    if (f->calls++ >= f->fail_at)
        return GRN_E_LIMIT;
    return f->under->least(f->under->user, mine_of, out);
}

static grn_status all_of_it(failing *f, const grn_comm *c, mine *m, const grn_allocator *allocator)
{
    const grn_dist_options o = {
        .way = kinds[f->kind].way, .reassociate = true, .most_staged_bytes = kinds[f->kind].staged};
    const bool is_scatter = kinds[f->kind].scatter;
    const grn_diag diag = {keep, &f->said[c->rank]};
    const grn_layout everyones = {.rank = 2, .shape = {8, 2}};
    float copy[16] = {0};
    void *result = kinds[f->kind].copies ? copy : m->table;
    const void *update = m->rows;
    if (kinds[f->kind].copies)
        m->operand = (grn_dist_tensor){everyones, grn_tensor_2d(copy, GRN_F32, 8, 2)};
    grn_status status =
        is_scatter
            ? grn_dist_plan_scatter(&add, c, 1, &m->operand, &m->indices, &m->dense, &o, allocator, &diag, &m->plan)
            : grn_dist_plan_gather(&take, c, &m->operand, &m->indices, &m->dense, &o, allocator, &diag, &m->plan);
    if (status == GRN_OK)
        status = grn_dist_bind(m->plan, m->ids, &diag);
    if (status == GRN_OK)
        status = is_scatter ? grn_dist_run_scatter(m->plan, &result, &update, &diag)
                            : grn_dist_run_gather(m->plan, m->table, m->rows, &diag);
    grn_dist_plan_destroy(m->plan);
    return status;
}

static grn_status rank_of_failing(void *user, const grn_comm *c)
{
    failing *f = user;
    mine m;
    refuser r;
    flaky wrong = {.under = c, .fail_at = c->rank == 2 ? f->fail_at : SIZE_MAX};
    const grn_comm over = {
        .rank = c->rank, .size = c->size, .user = &wrong, .alltoallv = flaky_alltoallv, .least = flaky_least};
    refuser_init(&r);
    r.refuse_at = c->rank == 2 ? f->refuse_at : SIZE_MAX;
    begin(&m, c->rank);
    f->status[c->rank] = all_of_it(f, &over, &m, &r.allocator);
    CHECK(r.outstanding == 0 && r.wrong_sizes == 0);
    if (c->rank == 2) {
        f->refusals = r.refusals;
        f->failures = wrong.calls > wrong.fail_at;
    }
    return f->status[c->rank];
}

/* Rank 2's n-th request for memory is refused, for every n: it answers so, and the others that a
 * peer failed. */
static void a_refusal_ends_it_on_all(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < GRN_COUNT(kinds); kind++)
        for (size_t n = 0;; n++) {
            failing f = {.refuse_at = n, .fail_at = SIZE_MAX, .kind = kind};
            const grn_status status = grn_ranks_run(4, rank_of_failing, &f, NULL, NULL);
            if (f.refusals == 0) {
                assert_int_equal(status, GRN_OK);
                assert_true(n > 20);
                break;
            }
            assert_int_equal(status, GRN_E_MEMORY);
            for (int r = 0; r < 4; r++) {
                assert_int_equal(f.status[r], r == 2 ? GRN_E_MEMORY : GRN_E_PEER);
                if (r != 2)
                    assert_string_equal(f.said[r].text, "rank 2 failed: memory refused");
                else if (!strstr(f.said[r].text, "refused"))
                    fail_msg("the refused rank says \"%s\"", f.said[r].text);
            }
        }
}

/* Rank 2's transport fails at its n-th call: it says so, and nobody waits for ever. */
static void a_broken_transport_ends_it(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < GRN_COUNT(kinds); kind++)
        for (size_t n = 0;; n++) {
            failing f = {.refuse_at = SIZE_MAX, .fail_at = n, .kind = kind};
            const grn_status status = grn_ranks_run(4, rank_of_failing, &f, NULL, NULL);
            if (f.failures == 0) {
                assert_int_equal(status, GRN_OK);
                assert_true(n > 5);
                break;
            }
            assert_int_equal(status, GRN_E_LIMIT);
            assert_int_equal(f.status[2], GRN_E_LIMIT);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_end_together),
        cmocka_unit_test(a_refusal_ends_it_on_all),
        cmocka_unit_test(a_broken_transport_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
