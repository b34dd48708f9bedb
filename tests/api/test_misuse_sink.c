/* test_misuse_sink.c - the misuse table of sink.h, and of the calls that make views and name
 * severities. */
#include "misuse.h"
static const grn_diagnostic message = {.severity = GRN_SEVERITY_ERROR, .place = {3, 8}, .message = "a message"},
                            silent = {.severity = GRN_SEVERITY_ERROR};
static const char text[] = "a\x1Btext";

static const misuse_pointer pointers[] = {{"diagnostic", &message}, {"sink", &sink}, {"text", text}, {NULL, NULL}};

static grn_status put(grn_sink to) { return to.write(to.user, text, sizeof text - 1); }

static grn_status in_memory(world *w)
{
    grn_text_buffer buffer = {.allocator = AL};
    const grn_status status = put(grn_text_buffer_sink(&buffer));
    grn_text_buffer_free(&buffer);
    return status;
}

static grn_status through_no_lines(void)
{
    const grn_diag diag = grn_diag_to(NULL);
    grn_tensor out;
    const grn_status status = grn_npy_parse(text, sizeof text, GRN_NO_DTYPE, &diag, &out, NULL);
    return status;
}

/* Views that are not right are refused by what gets them. */
static grn_status used(grn_tensor view) { return grn_tensor_write_literal(&view, NULL, &sink); }

#define ROWS(R)                                                                              \
    R(memory, grn_text_buffer_sink, "", in_memory(w))                                        \
    R(text_write, grn_text_write, "", grn_text_write(Q("text"), sizeof text - 1, Q("sink"))) \
    R(diagnostic_write, grn_diagnostic_write, "", grn_diagnostic_write(Q("diagnostic"), NULL, Q("sink")))

#define CASES(C)                                                                                                     \
    C(buffer_null, grn_text_buffer_sink, "no buffer", "", GRN_E_ARGUMENT, NULL, put(grn_text_buffer_sink(NULL)))     \
    C(buffer_free, grn_text_buffer_free, "no buffer", "", GRN_OK, NULL, (grn_text_buffer_free(NULL), GRN_OK))        \
    C(buffer_over, grn_text_buffer_over, "no memory", "", GRN_OK, NULL,                                              \
      holds(grn_text_buffer_over(NULL, 9).room_bytes == 0))                                                          \
    C(file_null, grn_file_sink, "no file", "", GRN_E_ARGUMENT, NULL, put(grn_file_sink(NULL)))                       \
    C(text_none, grn_text_write, "no bytes", "", GRN_OK, NULL, grn_text_write(NULL, 0, &sink))                       \
    C(text_mute, grn_text_write, "a sink without write", "", GRN_E_ARGUMENT, NULL, grn_text_write(text, 1, &mute))   \
    C(text_refused, grn_text_write, "a sink that refuses", "", GRN_E_SINK, NULL, grn_text_write(text, 1, &refusing)) \
    C(character_null, grn_text_character, "no text", "", GRN_OK, NULL,                                               \
      holds(grn_text_character(NULL, 4, NULL, NULL) == 0 && grn_text_character(text, 0, NULL, NULL) == 0))           \
    C(message_null, grn_diagnostic_write, "no message", "", GRN_E_ARGUMENT, NULL,                                    \
      grn_diagnostic_write(&silent, NULL, &sink))                                                                    \
    C(message_mute, grn_diagnostic_write, "a sink without write", "", GRN_E_ARGUMENT, NULL,                          \
      grn_diagnostic_write(&message, "", &mute))                                                                     \
    C(message_refused, grn_diagnostic_write, "a sink that refuses", "", GRN_E_SINK, NULL,                            \
      grn_diagnostic_write(&message, "", &refusing))                                                                 \
    C(lines_null, grn_diag_to, "no lines", "", GRN_E_FORMAT, NULL, through_no_lines())                               \
    C(severity, grn_severity_text, "values outside", "", GRN_OK, NULL,                                               \
      holds(strcmp(grn_severity_text((grn_severity)-1), "unknown") == 0 &&                                           \
            strcmp(grn_severity_text(GRN_SEVERITY_COUNT), "unknown") == 0))                                          \
    C(over_null, grn_tensor_over, "no shape", "", GRN_E_SHAPE, NULL, used(grn_tensor_over(text, GRN_UI8, 1, NULL)))  \
    C(over_33, grn_tensor_over, "rank 33", "", GRN_E_LIMIT, NULL, used(grn_tensor_over(text, GRN_UI8, 33, NULL)))    \
    C(over_below, grn_tensor_over, "rank -2^31", "", GRN_E_LIMIT, NULL,                                              \
      used(grn_tensor_over(text, GRN_UI8, INT32_MIN, NULL)))                                                         \
    C(rank_0, grn_tensor_0d, "no data", "", GRN_E_ARGUMENT, NULL, used(grn_tensor_0d(NULL, GRN_F32)))                \
    C(rank_1, grn_tensor_1d, "extent -2^63", "", GRN_E_SHAPE, NULL, used(grn_tensor_1d(text, GRN_UI8, INT64_MIN)))   \
    C(rank_2, grn_tensor_2d, "extents of 2^63 - 1", "", GRN_E_SHAPE, NULL,                                           \
      used(grn_tensor_2d(text, GRN_UI8, INT64_MAX, INT64_MAX)))                                                      \
    C(rank_3, grn_tensor_3d, "no dtype", "", GRN_E_DTYPE, NULL, used(grn_tensor_3d(text, GRN_NO_DTYPE, 1, 1, 1)))    \
    C(rank_4, grn_tensor_4d, "an extent of -1", "", GRN_E_SHAPE, NULL, used(grn_tensor_4d(text, GRN_UI8, 1, 1, 1, -1)))

MISUSE_TABLES
MISUSE_MAIN
