/*
 * test_convert_fit.c - random gathers and scatters brought into the forms of
 * targets that have few: what comes out has that form, verifies, never uses
 * an index out of range, and gives the bits it gave before.
 *
 * The targets here have no export patterns, so that what `fit` makes is a
 * StableHLO program. GARNER_RANDOM_CASES: how many each target is to take (150).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "convert/convert.h"
#include "interp/interp.h"
#include "support/programs.h"

static bool takes_i64(const grn_type *element) { return element->dtype == GRN_I64; }
static bool takes_any(const grn_type *element) { return element->kind == GRN_TYPE_INTEGER; }

#define ALL ((1u << GRN_COMBINE_REGION) - 1)
#define TARGET(title, gather_forms, scatter_forms, takes)                                                            \
    {                                                                                                                \
        .name = title, .gather = {.forms = (gather_forms), .bounds = GRN_BOUNDS_PROMISE},                            \
        .scatter = {.forms = (scatter_forms), .bounds = GRN_BOUNDS_PROMISE, .combiners = ALL}, .takes_index = takes, \
        .index = GRN_I64                                                                                             \
    }
static const grn_target targets[] = {
    TARGET("elements", GRN_CAN_ELEMENTS | GRN_CAN_PREFIX, GRN_CAN_ELEMENTS | GRN_CAN_PREFIX, takes_i64),
    TARGET("elements without prefix", GRN_CAN_ELEMENTS, GRN_CAN_ELEMENTS, takes_any),
    TARGET("slices and elements", GRN_CAN_SLICES | GRN_CAN_ELEMENTS, GRN_CAN_ELEMENTS, takes_any),
    TARGET("vectors", GRN_CAN_VECTORS, GRN_CAN_VECTORS, takes_any),
    TARGET("spread vectors", GRN_CAN_VECTORS | GRN_CAN_SPREAD, GRN_CAN_VECTORS | GRN_CAN_SPREAD, takes_i64),
    TARGET("batched vectors", GRN_CAN_VECTORS | GRN_CAN_BATCH, GRN_CAN_VECTORS | GRN_CAN_BATCH, takes_any),
    TARGET("all of them", GRN_CAN_SLICES | GRN_CAN_ELEMENTS | GRN_CAN_VECTORS, GRN_CAN_ELEMENTS | GRN_CAN_VECTORS,
           takes_any),
};

/* ---- forms ----------------------------------------------------------------------------------- */

static bool is_elements(const grn_hub *h)
{
    int32_t rank = h->operands[0]->type->rank;
    return h->indices->type->rank == rank && h->dims.index_vector_dim == rank &&
           h->dims.operand_batching_dims.count == rank - 1 && h->dims.start_index_map.count == 1 &&
           h->dims.offset_dims.count == 0;
}

static bool is_slices(const grn_hub *h)
{
    return h->dims.index_vector_dim == h->indices->type->rank && h->dims.operand_batching_dims.count == 0 &&
           h->dims.start_index_map.count == 1;
}

static bool is_vectors(const grn_hub *h, unsigned forms)
{
    const grn_dimension_numbers *n = &h->dims;
    bool ok = n->index_vector_dim == h->indices->type->rank - 1;
    for (int32_t i = 0; i < n->operand_batching_dims.count; i++)
        ok = ok && forms & GRN_CAN_BATCH && n->operand_batching_dims.v[i] == i &&
             n->start_indices_batching_dims.v[i] == i;
    for (int32_t j = 0; j < n->start_index_map.count; j++) {
        ok = ok && (forms & GRN_CAN_SPREAD || n->start_index_map.v[j] == n->operand_batching_dims.count + j);
        ok = ok && (j == 0 || n->start_index_map.v[j - 1] < n->start_index_map.v[j]);
    }
    return ok;
}

static bool form_fits(const grn_op *op, const grn_target *target)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return true;
    unsigned forms = (h.is_scatter ? target->scatter : target->gather).forms;
    return (forms & GRN_CAN_ELEMENTS && is_elements(&h)) || (forms & GRN_CAN_SLICES && is_slices(&h)) ||
           (forms & GRN_CAN_VECTORS && is_vectors(&h, forms));
}

static bool all_fit(const grn_op *op, const grn_target *target)
{
    bool ok = form_fits(op, target);
    for (size_t r = 0; ok && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; ok && b; b = b->next)
            for (const grn_op *inner = b->first; ok && inner; inner = inner->next)
                ok = all_fit(inner, target);
    return ok;
}

/* ---- one case -------------------------------------------------------------------------------- */

static void check(const random_case *c, const grn_target *target, const grn_results *want, unsigned long long seed,
                  uint64_t *fitted)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *module = program_parse(c);
    const grn_convert_options o = {.target = target, .raise = false};
    assert_non_null(module);
    grn_status status = grn_pass_convert(&module->ir, &o, &diag);
    if (status != GRN_OK) {
        if (status != GRN_E_UNSUPPORTED || n.errors == 0) {
            random_spec_print(c, stderr);
            fail_msg("%s: status %s, seed %llu", target->name, grn_status_text(status), seed);
        }
        grn_module_destroy(module);
        return;
    }
    grn_ir_refresh(&module->ir);
    grn_results *got = grn_module_verify(module, &diag) == GRN_OK ? program_run(module, c, true, &n) : NULL;
    if (!got || !program_same_bits(got, want) || !all_fit(module->ir.top, target)) {
        random_spec_print(c, stderr);
        program_show("made", module);
        fail_msg("%s: %s, seed %llu: %s", target->name,
                 !got                           ? "fails"
                 : program_same_bits(got, want) ? "not in one of its forms"
                                                : "other bits",
                 seed, n.first);
    }
    ++*fitted;
    grn_results_destroy(got);
    grn_module_destroy(module);
}

static void random_cases(bool is_scatter)
{
    uint64_t wanted = test_count("GARNER_RANDOM_CASES", 150), first = test_setting("GARNER_SEED", 1);
    uint64_t fitted[GRN_COUNT(targets)] = {0};
    bool one = getenv("GARNER_SEED") != NULL, done = false;
    for (uint64_t seed = first; !done && seed < first + (one ? 1 : 100 * wanted); seed++) {
        uint64_t state = seed;
        notes n = {0};
        random_case *c = random_case_create(random_from_seed(&state), is_scatter);
        assert_non_null(c);
        grn_module *source = program_parse(c);
        grn_results *want = source ? program_run(source, c, false, &n) : NULL;
        done = true;
        for (size_t t = 0; t < GRN_COUNT(targets); t++) {
            if (want && fitted[t] < wanted)
                check(c, &targets[t], want, (unsigned long long)seed, &fitted[t]);
            done &= fitted[t] >= wanted;
        }
        grn_results_destroy(want);
        grn_module_destroy(source);
        random_case_destroy(c);
    }
    for (size_t t = 0; t < GRN_COUNT(targets) && !one; t++)
        if (fitted[t] < wanted)
            fail_msg("%s took only %llu of %llu", targets[t].name, (unsigned long long)fitted[t],
                     (unsigned long long)wanted);
}

static void gathers_take_every_form(void **state) { (void)state, random_cases(false); }
static void scatters_take_every_form(void **state) { (void)state, random_cases(true); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers_take_every_form),
        cmocka_unit_test(scatters_take_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
