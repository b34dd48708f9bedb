/* test_misuse_operations.c - the misuse table of operations.h, and what it says of ops whose
 * documents are known by heart. */
#include "misuse.h"

static bool syntax_is(const char *name, const char *want)
{
    char text[256];
    grn_text_buffer buffer = grn_text_buffer_over(text, sizeof text);
    const grn_sink to_text = grn_text_buffer_sink(&buffer);
    return grn_operation_write_syntax(grn_operation_named(name), &to_text) == GRN_OK && strcmp(text, want) == 0;
}

static bool part_is(const char *name, grn_operation_list list, size_t i, const char *want, grn_operation_count count)
{
    grn_operation_part part;
    return grn_operation_part_at(grn_operation_named(name), list, i, &part) && strcmp(part.name, want) == 0 &&
           part.count == count;
}

static bool word_is(const char *name, size_t i, size_t word, const char *want)
{
    const char *got = grn_operation_word(grn_operation_named(name), GRN_OPERATION_ATTRIBUTES, i, word);
    return got && want ? strcmp(got, want) == 0 : got == want;
}

/* What it says of an op: runs, planned, of the hub, imported, has a derivative. */
static bool is(const char *name, bool runs, bool access, bool hub, bool imported, bool derivative)
{
    grn_operation op;
    return grn_operation_at(grn_operation_named(name), &op) && strcmp(op.name, name) == 0 && runs == !op.not_run &&
           access == op.is_access && hub == op.is_hub && imported == op.is_imported && derivative == op.has_derivative;
}

static bool section_is(const char *name, const char *want)
{
    grn_operation op;
    return grn_operation_at(grn_operation_named(name), &op) && op.source_bytes == strlen(want) &&
           strncmp(op.source, want, op.source_bytes) == 0;
}

static bool untouched(void)
{
    grn_operation op = {.name = "kept"};
    grn_operation_part part = {.name = "kept"};
    return !grn_operation_at(SIZE_MAX, &op) && !grn_operation_at(0, NULL) && strcmp(op.name, "kept") == 0 &&
           !grn_operation_part_at(0, GRN_OPERATION_OPERANDS, SIZE_MAX, &part) && strcmp(part.name, "kept") == 0;
}

static const char *word_of_list(const void *words, size_t i) { return ((const char *const *)words)[i]; }

/* The name that is one letter off, two that are exchanged; none for one that is far, or all of
 * whose letters would be wrong. */
static bool nearest(void)
{
    static const char *const words[] = {"gather", "scatter", "x", NULL};
    return grn_nearest_word("gathr", word_of_list, words) == words[0] &&
           grn_nearest_word("scattre", word_of_list, words) == words[1] &&
           !grn_nearest_word("reduce", word_of_list, words) && !grn_nearest_word("y", word_of_list, words) &&
           !grn_nearest_word("", word_of_list, words);
}

static bool nearest_refuses(void)
{
    static const char *const words[] = {"gather", NULL};
    static const char long_word[] = "gathergathergathergathergathergathergathergathergathergathergather";
    return !grn_nearest_word(NULL, word_of_list, words) && !grn_nearest_word("gather", NULL, words) &&
           !grn_nearest_word(long_word, word_of_list, (const char *const[]){long_word, NULL});
}

static const misuse_pointer pointers[] = {{"sink", &sink}, {NULL, NULL}};

#define ROWS(R) \
    R(syntax, grn_operation_write_syntax, "", grn_operation_write_syntax(grn_operation_named("func.return"), Q("sink")))

#define CASES(C)                                                                                                      \
    C(named_null, grn_operation_named, "no name", "", GRN_OK, NULL, holds(grn_operation_named(NULL) == SIZE_MAX))     \
    C(named_other, grn_operation_named, "a name that there is not", "", GRN_OK, NULL,                                 \
      holds(grn_operation_named("stablehlo.gathr") == SIZE_MAX && grn_operation_named("") == SIZE_MAX))               \
    C(named_spelled, grn_operation_named, "another spelling", "", GRN_OK, NULL,                                       \
      holds(grn_operation_named("mhlo.gather") == grn_operation_named("stablehlo.gather") &&                          \
            grn_operation_named("tcp.broadcast_to") == grn_operation_named("tcp.broadcast")))                         \
    C(at, grn_operation_at, "out of range, or nowhere to write", "", GRN_OK, NULL, holds(untouched()))                \
    C(gather, grn_operation_at, "a gather of the hub", "", GRN_OK, NULL,                                              \
      holds(is("stablehlo.gather", true, true, true, false, true)))                                                   \
    C(onnx, grn_operation_at, "a gather that is imported", "", GRN_OK, NULL,                                          \
      holds(is("onnx.Gather", true, true, false, true, false)))                                                       \
    C(foreign, grn_operation_at, "an op that is only read", "", GRN_OK, NULL,                                         \
      holds(is("vector.gather", false, false, false, false, false)))                                                  \
    C(section, grn_operation_at, "rules are not of the section", "", GRN_OK, NULL,                                    \
      holds(section_is("stablehlo.gather", "StableHLO spec, gather") &&                                               \
            section_is("nvl.gather", "anvil reference, prim_gather") &&                                               \
            section_is("math.log1p", "MLIR math dialect, math.log1p")))                                               \
    C(part, grn_operation_part_at, "past the last, or nowhere to write", "", GRN_OK, NULL,                            \
      holds(!grn_operation_part_at(0, GRN_OPERATION_OPERANDS, 0, NULL) &&                                             \
            !grn_operation_part_at(SIZE_MAX, GRN_OPERATION_OPERANDS, 0, NULL) &&                                      \
            !grn_operation_part_at(0, (grn_operation_list)99, 0, &(grn_operation_part){.name = NULL})))               \
    C(operands, grn_operation_part_at, "operands in order", "", GRN_OK, NULL,                                         \
      holds(part_is("stablehlo.gather", GRN_OPERATION_OPERANDS, 1, "start_indices", GRN_OPERATION_ONE) &&             \
            part_is("stablehlo.concatenate", GRN_OPERATION_OPERANDS, 0, "inputs", GRN_OPERATION_ANY) &&               \
            part_is("stablehlo.gather", GRN_OPERATION_ATTRIBUTES, 2, "indices_are_sorted", GRN_OPERATION_MAYBE) &&    \
            part_is("stablehlo.gather", GRN_OPERATION_RESULTS, 0, "result", GRN_OPERATION_ONE) &&                     \
            part_is("stablehlo.gather", GRN_OPERATION_RELATIONS, 0, "operand, result", GRN_OPERATION_ONE) &&          \
            part_is("func.return", GRN_OPERATION_TRAITS, 0, "Terminator", GRN_OPERATION_ONE)))                        \
    C(words, grn_operation_word, "keywords and fields, none past the last", "", GRN_OK, NULL,                         \
      holds(word_is("stablehlo.compare", 0, 0, "EQ") && word_is("stablehlo.gather", 0, 5, "index_vector_dim") &&      \
            word_is("stablehlo.gather", 0, 6, NULL) && word_is("stablehlo.gather", 1, 0, NULL) &&                     \
            !grn_operation_word(SIZE_MAX, GRN_OPERATION_ATTRIBUTES, 0, 0) &&                                          \
            !grn_operation_word(0, GRN_OPERATION_OPERANDS, 0, 0)))                                                    \
    C(nearest, grn_nearest_word, "a slip", "", GRN_OK, NULL, holds(nearest()))                                        \
    C(nearest_refuses, grn_nearest_word, "no word, no list, a long word", "", GRN_OK, NULL, holds(nearest_refuses())) \
    C(syntax_none, grn_operation_write_syntax, "no such operation", "", GRN_E_ARGUMENT, NULL,                         \
      grn_operation_write_syntax(SIZE_MAX, &sink))                                                                    \
    C(syntax_forms, grn_operation_write_syntax, "short forms", "", GRN_OK, NULL,                                      \
      holds(syntax_is("stablehlo.transpose",                                                                          \
                      "stablehlo.transpose %operand, dims = $permutation {..} : (type, ..) -> type") &&               \
            syntax_is("stablehlo.cholesky", "stablehlo.cholesky %a (, lower = $lower)? {..} : type") &&               \
            syntax_is("func.call", "func.call $callee (%operands, ..) {..} : (type, ..) -> type") &&                  \
            syntax_is("affine.yield", "affine.yield {..} (%operands, .. : type(%operands))?") &&                      \
            syntax_is("vector.broadcast", "vector.broadcast %source {..} : type(%source) to type(%result)") &&        \
            syntax_is("stablehlo.gather", "")))

MISUSE_TABLES

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
