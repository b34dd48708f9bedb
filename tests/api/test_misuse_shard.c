/* test_misuse_shard.c - the misuse table of shard.h. */
#include "misuse.h"

static const char program[] = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                              "  %0 = stablehlo.negate %a : tensor<4xf32>\n"
                              "  func.return %0 : tensor<4xf32>\n}\n";
/* An op of two operands whose rule maps one. */
static const char broken[] =
    "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>} : tensor<4xf32>\n"
    "  func.return %0 : tensor<4xf32>\n}\n";

static grn_module *module, *wrong, *module_out;
static const grn_shard_move move = {.op = "chlo.erf", .op_bytes = 8, .why = "it has no sharding rule"};
static const grn_shard_move of_no_op = {.why = "it has no sharding rule"},
                            without_why = {.op = "chlo.erf", .op_bytes = 8};

static const misuse_pointer pointers[] = {
    {"out", &module_out}, {"module", &module}, {"move", &move}, {"sink", &sink}, {NULL, NULL},
};

static grn_status destroyed(grn_status status, grn_module **out)
{
    if (out != NULL) {
        assert_true((status == GRN_OK) == (*out != NULL));
        grn_module_destroy(*out);
        *out = NULL;
    }
    return status;
}

static grn_status sharded(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_shard(Q("module") != NULL ? module : NULL, NULL, D, out), out);
}

static grn_status shard(world *w, const grn_module *m, grn_shard_stage stage)
{
    return destroyed(grn_module_shard(m, &(grn_module_shard_options){.stage = stage}, D, &module_out), &module_out);
}

#define ROWS(R)                                \
    R(shard, grn_module_shard, "", sharded(w)) \
    R(move_write, grn_shard_move_write, "", grn_shard_move_write(Q("move"), Q("sink")))

#define CASES(C)                                                                                                    \
    C(no_stage, grn_module_shard, "a stage that there is not", "", GRN_E_ARGUMENT, "there is no stage 4",           \
      shard(w, module, GRN_SHARD_STAGE_COUNT))                                                                      \
    C(broken, grn_module_shard, "a rule that is not the op's", "", GRN_E_VERIFY, "number of operands and mappings", \
      shard(w, wrong, GRN_SHARD_RULES))                                                                             \
    C(move_without_op, grn_shard_move_write, "no op", "", GRN_E_ARGUMENT, NULL,                                     \
      grn_shard_move_write(&of_no_op, &sink))                                                                       \
    C(move_without_why, grn_shard_move_write, "no reason", "", GRN_E_ARGUMENT, NULL,                                \
      grn_shard_move_write(&without_why, &sink))                                                                    \
    C(move_mute, grn_shard_move_write, "a sink without write", "", GRN_E_ARGUMENT, NULL,                            \
      grn_shard_move_write(&move, &mute))                                                                           \
    C(move_refused, grn_shard_move_write, "a sink that refuses", "", GRN_E_SINK, NULL,                              \
      grn_shard_move_write(&move, &refusing))                                                                       \
    C(texts, grn_shard_stage_text, "each stage and beyond", "", GRN_OK, NULL,                                       \
      holds(strcmp(grn_shard_stage_text(GRN_SHARD_RULES), "rules") == 0 &&                                          \
            strcmp(grn_shard_stage_text(GRN_SHARD_LOCAL), "local") == 0 &&                                          \
            strcmp(grn_shard_stage_text(GRN_SHARD_STAGE_COUNT), "unknown") == 0))

MISUSE_TABLES

static int set_up(void **unused)
{
    (void)unused;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_parse(broken, sizeof broken - 1, NULL, NULL, &wrong), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_module_destroy(module);
    grn_module_destroy(wrong);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}
