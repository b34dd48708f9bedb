/* test_core_sink.c - sinks for a FILE and for memory, text made safe to show, messages as lines,
 * views in one call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/garner.h"

static grn_status put(const grn_sink *sink, const char *text) { return sink->write(sink->user, text, strlen(text)); }

/* ---- memory ---------------------------------------------------------------------------------- */

static void a_buffer_grows(void **state)
{
    (void)state;
    char all[3000];
    grn_text_buffer buffer = {0};
    const grn_sink sink = grn_text_buffer_sink(&buffer);
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (char)('a' + i % 26);
        assert_int_equal(sink.write(sink.user, &all[i], 1), GRN_OK);
        assert_int_equal(buffer.text[i + 1], 0);
    }
    assert_int_equal(buffer.size_bytes, sizeof all);
    assert_memory_equal(buffer.text, all, sizeof all);
    grn_text_buffer_free(&buffer);
    assert_null(buffer.text);
    assert_int_equal(put(&sink, "again"), GRN_OK);
    assert_string_equal(buffer.text, "again");
    assert_int_equal(sink.write(sink.user, NULL, 0), GRN_OK);
    grn_text_buffer_free(&buffer);
    grn_text_buffer_free(&buffer);
    grn_text_buffer_free(NULL);
}

static void a_buffer_keeps_to_its_allocator(void **state)
{
    (void)state;
    grn_budget budget;
    grn_budget_init(&budget, NULL, 1000);
    grn_text_buffer buffer = {.allocator = &budget.allocator};
    const grn_sink sink = grn_text_buffer_sink(&buffer);
    char many[2000];
    memset(many, 'x', sizeof many);
    assert_int_equal(put(&sink, "kept"), GRN_OK);
    assert_int_equal(sink.write(sink.user, many, sizeof many), GRN_E_MEMORY);
    assert_string_equal(buffer.text, "kept");
    assert_int_equal(sink.write(sink.user, many, SIZE_MAX - 2), GRN_E_LIMIT);
    grn_text_buffer_free(&buffer);
    assert_int_equal(budget.used_bytes, 0);
}

static void a_fixed_buffer_holds_what_fits(void **state)
{
    (void)state;
    char room[6];
    grn_text_buffer buffer = grn_text_buffer_over(room, sizeof room);
    const grn_sink sink = grn_text_buffer_sink(&buffer);
    assert_string_equal(room, "");
    assert_int_equal(put(&sink, "abc"), GRN_OK);
    assert_int_equal(put(&sink, "def"), GRN_E_LIMIT);
    assert_string_equal(room, "abc");
    assert_int_equal(put(&sink, "de"), GRN_OK);
    assert_string_equal(room, "abcde");
    grn_text_buffer_free(&buffer);
    assert_string_equal(room, "");
    assert_int_equal(put(&sink, "again"), GRN_OK);
    grn_text_buffer none = grn_text_buffer_over(NULL, 100);
    const grn_sink nowhere = grn_text_buffer_sink(&none);
    assert_int_equal(put(&nowhere, ""), GRN_E_LIMIT);
    grn_text_buffer_free(&none);
}

static void no_buffer_and_no_file(void **state)
{
    (void)state;
    const grn_sink memory = grn_text_buffer_sink(NULL), file = grn_file_sink(NULL);
    assert_int_equal(put(&memory, "x"), GRN_E_ARGUMENT);
    assert_int_equal(put(&file, "x"), GRN_E_ARGUMENT);
}

/* ---- a FILE ---------------------------------------------------------------------------------- */

static void a_file_gets_what_is_written(void **state)
{
    (void)state;
    static const char want[] = "dense<[1, 2]>";
    char read[sizeof want] = {0};
    FILE *file = tmpfile();
    assert_non_null(file);
    const grn_sink sink = grn_file_sink(file);
    const int32_t v[2] = {1, 2};
    const grn_tensor t = grn_tensor_1d(v, GRN_I32, 2);
    assert_int_equal(grn_tensor_write_literal(&t, NULL, &sink), GRN_OK);
    rewind(file);
    assert_int_equal(fread(read, 1, sizeof read, file), sizeof want - 1);
    assert_memory_equal(read, want, sizeof want - 1);
    fclose(file);
}

static void a_file_that_cannot_be_written(void **state)
{
    (void)state;
    FILE *file = fopen("/dev/null", "r");
    if (!file)
        skip();
    const grn_sink sink = grn_file_sink(file);
    assert_int_equal(put(&sink, "x"), GRN_E_SINK);
    fclose(file);
}

/* ---- text and messages ----------------------------------------------------------------------- */

static void text_is_safe_to_show(void **state)
{
    (void)state;
    static const struct {
        const char *claim, *text, *shown;
    } cases[] = {
        {"plain text stays", "take me", "take me"},
        {"UTF-8 stays", "na\xC3\xAFve \xE2\x82\xAC", "na\xC3\xAFve \xE2\x82\xAC"},
        {"ESC begins no command", "a\x1B[31mb", "a\\1B[31mb"},
        {"a newline begins no line", "a\nb", "a\\0Ab"},
        {"a bidirectional override reorders nothing", "x\xE2\x80\xAEy", "x\\E2\\80\\AEy"},
        {"what is no UTF-8", "\xFF\xC3", "\\FF\\C3"},
        {"no text", "", ""},
    };
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char room[64];
        grn_text_buffer buffer = grn_text_buffer_over(room, sizeof room);
        const grn_sink sink = grn_text_buffer_sink(&buffer);
        assert_int_equal(grn_text_write(cases[i].text, strlen(cases[i].text), &sink), GRN_OK);
        if (strcmp(room, cases[i].shown) != 0)
            fail_msg("%s: %s", cases[i].claim, room);
    }
}

static void messages_are_lines(void **state)
{
    (void)state;
    static const struct {
        grn_diagnostic what;
        const char *name, *line;
    } cases[] = {
        {{.severity = GRN_SEVERITY_ERROR, .place = {3, 8}, .message = "out of bounds"},
         "take.mlir",
         "take.mlir:3:8: error: out of bounds\n"},
        {{.severity = GRN_SEVERITY_WARNING, .place = {3, 8}, .message = "unused"}, NULL, "3:8: warning: unused\n"},
        {{.severity = GRN_SEVERITY_REMARK, .message = "planned"}, "take.mlir", "take.mlir: remark: planned\n"},
        {{.severity = GRN_SEVERITY_NOTE, .message = "rule C21"}, NULL, "note: rule C21\n"},
        {{.severity = (grn_severity)9, .message = "\x07"}, "a\nb", "a\\0Ab: unknown: \\07\n"},
    };
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_text_buffer one = {0}, two = {0};
        const grn_sink sink = grn_text_buffer_sink(&one);
        const grn_diag_lines lines = {grn_text_buffer_sink(&two), cases[i].name};
        const grn_diag diag = grn_diag_to(&lines);
        assert_int_equal(grn_diagnostic_write(&cases[i].what, cases[i].name, &sink), GRN_OK);
        assert_string_equal(one.text, cases[i].line);
        diag.emit(diag.user, &cases[i].what);
        assert_string_equal(two.text, cases[i].line);
        grn_text_buffer_free(&one);
        grn_text_buffer_free(&two);
    }
}

static grn_status stop(void *user, const char *text, size_t bytes)
{
    (void)text;
    (void)bytes;
    int *left = user;
    return (*left)-- > 0 ? GRN_OK : GRN_E_SINK;
}

static void a_sink_that_refuses_ends_a_message(void **state)
{
    (void)state;
    const grn_diagnostic what = {.severity = GRN_SEVERITY_ERROR, .place = {3, 8}, .message = "out\nof"};
    int pieces = 0;
    for (grn_status status = GRN_E_SINK; status != GRN_OK; pieces++) {
        int left = pieces;
        const grn_sink sink = {stop, &left};
        status = grn_diagnostic_write(&what, "take", &sink);
        assert_true(status == GRN_OK || status == GRN_E_SINK);
        assert_true(pieces < 20);
    }
    assert_true(pieces > 5);
}

static void severities_have_names(void **state)
{
    (void)state;
    assert_string_equal(grn_severity_text(GRN_SEVERITY_ERROR), "error");
    assert_string_equal(grn_severity_text(GRN_SEVERITY_WARNING), "warning");
    assert_string_equal(grn_severity_text(GRN_SEVERITY_REMARK), "remark");
    assert_string_equal(grn_severity_text(GRN_SEVERITY_NOTE), "note");
    assert_string_equal(grn_severity_text(GRN_SEVERITY_COUNT), "unknown");
    assert_string_equal(grn_severity_text((grn_severity)-1), "unknown");
}

/* ---- views ----------------------------------------------------------------------------------- */

static void views_in_one_call(void **state)
{
    (void)state;
    float v[24] = {0};
    const grn_tensor views[] = {grn_tensor_0d(v, GRN_F32), grn_tensor_1d(v, GRN_F32, 24),
                                grn_tensor_2d(v, GRN_F32, 4, 6), grn_tensor_3d(v, GRN_F32, 2, 3, 4),
                                grn_tensor_4d(v, GRN_F32, 1, 2, 3, 4)};
    static const int64_t shapes[][4] = {{0}, {24}, {4, 6}, {2, 3, 4}, {1, 2, 3, 4}};
    for (int32_t rank = 0; rank < 5; rank++) {
        grn_tensor want;
        assert_int_equal(grn_tensor_init(&want, v, GRN_F32, rank, shapes[rank]), GRN_OK);
        assert_ptr_equal(views[rank].data, v);
        assert_int_equal(views[rank].rank, rank);
        assert_memory_equal(views[rank].shape, want.shape, sizeof(int64_t) * (size_t)rank);
        assert_memory_equal(views[rank].stride, want.stride, sizeof(int64_t) * (size_t)rank);
    }
}

/* The call that gets the view tells what is wrong with it. */
static void views_that_are_not_right_are_refused_later(void **state)
{
    (void)state;
    static const float v[4];
    static const int64_t shape[40] = {1}, huge[2] = {INT64_MAX, INT64_MAX};
    const struct {
        const char *claim;
        grn_tensor view;
        grn_status status;
    } cases[] = {
        {"a negative extent", grn_tensor_1d(v, GRN_F32, -1), GRN_E_SHAPE},
        {"more than can be counted", grn_tensor_over(v, GRN_F32, 2, huge), GRN_E_SHAPE},
        {"a negative rank", grn_tensor_over(v, GRN_F32, -1, shape), GRN_E_LIMIT},
        {"a rank over the limit", grn_tensor_over(v, GRN_F32, 33, shape), GRN_E_LIMIT},
        {"no dtype", grn_tensor_1d(v, GRN_NO_DTYPE, 4), GRN_E_DTYPE},
        {"no such dtype", grn_tensor_1d(v, (grn_dtype)1000, 4), GRN_E_DTYPE},
        {"no shape", grn_tensor_over(v, GRN_F32, 1, NULL), GRN_E_SHAPE},
        {"no data", grn_tensor_1d(NULL, GRN_F32, 4), GRN_E_ARGUMENT},
    };
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_text_buffer buffer = {0};
        const grn_sink sink = grn_text_buffer_sink(&buffer);
        const grn_status status = grn_tensor_write_literal(&cases[i].view, NULL, &sink);
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].claim, grn_status_name(status));
        assert_null(buffer.text);
    }
}

/* ---- options that grow ----------------------------------------------------------------------- */

/* What 0.2.0 had, what this library has, what a later one will have. */
typedef struct early_options {
    size_t size_bytes;
    int64_t number;
} early_options;
typedef struct grown_options {
    size_t size_bytes;
    int64_t number, more;
} grown_options;
typedef struct later_options {
    size_t size_bytes;
    int64_t number, more, most;
} later_options;

static grn_status check(const void *options)
{
    return GRN_CHECK_GROWN_OPTIONS(grown_options, sizeof(early_options), options, NULL);
}

static void options_of_other_headers(void **state)
{
    (void)state;
    early_options early = {sizeof early, 7};
    grown_options grown = {sizeof grown, 7, 8};
    later_options later = {sizeof later, 7, 8, 0};
    assert_int_equal(check(NULL), GRN_OK);
    assert_int_equal(check(&early), GRN_OK);
    assert_int_equal(check(&grown), GRN_OK);
    assert_int_equal(check(&later), GRN_OK);
    later.most = 1;
    assert_int_equal(check(&later), GRN_E_UNSUPPORTED);
    early.size_bytes = 0;
    assert_int_equal(check(&early), GRN_OK);
    early.size_bytes = sizeof early - 1;
    assert_int_equal(check(&early), GRN_E_ARGUMENT);
    grown.size_bytes = 4097;
    assert_int_equal(check(&grown), GRN_E_ARGUMENT);
    grown.size_bytes = SIZE_MAX;
    assert_int_equal(check(&grown), GRN_E_ARGUMENT);
}

static void options_are_read_as_far_as_they_go(void **state)
{
    (void)state;
    const early_options early = {sizeof early, 7}, unsaid = {0, 7};
    const grown_options grown = {sizeof grown, 7, 8};
    const grown_options cut = {sizeof early, 7, 8};
    grown_options read;
    assert_false(GRN_OPTION_IS_GIVEN(grown_options, &cut, more));
    assert_true(GRN_OPTION_IS_GIVEN(grown_options, &grown, more));
    grn_copy_options(&read, sizeof early, sizeof read, &early);
    assert_true(read.number == 7 && read.more == 0 && read.size_bytes == sizeof read);
    grn_copy_options(&read, sizeof early, sizeof read, &unsaid);
    assert_true(read.number == 7 && read.more == 0);
    grn_copy_options(&read, sizeof early, sizeof read, &grown);
    assert_true(read.number == 7 && read.more == 8);
    grn_copy_options(&read, sizeof early, sizeof read, NULL);
    assert_true(read.number == 0 && read.more == 0 && read.size_bytes == 0);
}

static void the_version_is_one_number(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRN_VERSION_MAJOR, GRN_VERSION_MINOR, GRN_VERSION_PATCH);
    assert_string_equal(GRN_VERSION, text);
    assert_string_equal(grn_version(), text);
#if GRN_VERSION_NUMBER < GRN_VERSION_OF(0, 2, 0)
#error "the version is that of a later interface"
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_grows),
        cmocka_unit_test(a_buffer_keeps_to_its_allocator),
        cmocka_unit_test(a_fixed_buffer_holds_what_fits),
        cmocka_unit_test(no_buffer_and_no_file),
        cmocka_unit_test(a_file_gets_what_is_written),
        cmocka_unit_test(a_file_that_cannot_be_written),
        cmocka_unit_test(text_is_safe_to_show),
        cmocka_unit_test(messages_are_lines),
        cmocka_unit_test(a_sink_that_refuses_ends_a_message),
        cmocka_unit_test(severities_have_names),
        cmocka_unit_test(views_in_one_call),
        cmocka_unit_test(views_that_are_not_right_are_refused_later),
        cmocka_unit_test(options_of_other_headers),
        cmocka_unit_test(options_are_read_as_far_as_they_go),
        cmocka_unit_test(the_version_is_one_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
