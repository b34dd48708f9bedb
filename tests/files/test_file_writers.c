/* test_file_writers.c - what is written: its bytes where they are few, that it is read back, and
 * where it lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/files.h"
#include "garner/sink.h"

static float table[6] = {1, 2, 3, 4, 5, 6};
static unsigned char flags[3] = {1, 0, 1};

static grn_tensor view(void *data, grn_dtype dtype, int32_t rank, int64_t a, int64_t b)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, (const int64_t[]){a, b}), GRN_OK);
    return t;
}

/* By hand, from the format's README: the larger elements first, spaces up to a multiple of 8. */
static void a_safetensors_file_byte_by_byte(void **state)
{
    (void)state;
    static const char header[] = "{\"w\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
                                 "\"m\":{\"dtype\":\"BOOL\",\"shape\":[3],\"data_offsets\":[24,27]}}       ";
    grn_tensor w = view(table, GRN_F32, 2, 2, 3), m = view(flags, GRN_I1, 1, 3, 0);
    grn_text_buffer out = {0};
    const grn_sink sink = grn_text_buffer_sink(&out);
    assert_int_equal(sizeof header - 1, 120);
    assert_int_equal(safetensors_write((named_tensor[]){{"m", &m}, {"w", &w}}, 2, NULL, &sink), GRN_OK);
    assert_int_equal(out.size_bytes, 8 + 120 + 27);
    assert_memory_equal(out.text, "\x78\0\0\0\0\0\0\0", 8);
    assert_memory_equal(out.text + 8, header, 120);
    assert_memory_equal(out.text + 128, table, 24);
    assert_memory_equal(out.text + 152, flags, 3);
    grn_text_buffer_free(&out);
}

static void strides_become_rows(void **state)
{
    (void)state;
    static const float transposed[6] = {1, 4, 2, 5, 3, 6};
    grn_tensor t = view(table, GRN_F32, 2, 3, 2);
    t.stride[0] = 1;
    t.stride[1] = 3;
    grn_text_buffer out = {0};
    const grn_sink sink = grn_text_buffer_sink(&out);
    assert_int_equal(safetensors_write(&(named_tensor){"t", &t}, 1, NULL, &sink), GRN_OK);
    assert_memory_equal(out.text + out.size_bytes - 24, transposed, 24);
    grn_text_buffer_free(&out);
}

static void narrow_floats_are_packed(void **state)
{
    (void)state;
    unsigned char four[4] = {1, 2, 3, 15}, six[4] = {1, 2, 3, 4};
    grn_tensor a = view(four, GRN_F4E2M1FN, 1, 4, 0), b = view(six, GRN_F6E3M2FN, 1, 4, 0),
               odd = view(four, GRN_F4E2M1FN, 1, 3, 0);
    grn_text_buffer out = {0};
    const grn_sink sink = grn_text_buffer_sink(&out);
    assert_int_equal(safetensors_write((named_tensor[]){{"a", &a}, {"b", &b}}, 2, NULL, &sink), GRN_OK);
    assert_memory_equal(out.text + out.size_bytes - 5, "\x21\xF3\x81\x30\x10", 5);
    const size_t before = out.size_bytes;
    assert_int_equal(safetensors_write(&(named_tensor){"odd", &odd}, 1, NULL, &sink), GRN_E_SHAPE);
    assert_int_equal(out.size_bytes, before);
    grn_text_buffer_free(&out);
}

static void what_has_no_name_is_refused_before_anything_is_written(void **state)
{
    (void)state;
    double parts[2] = {0, 0};
    grn_tensor t = view(parts, GRN_C128, 1, 1, 0);
    grn_text_buffer out = {0};
    const grn_sink sink = grn_text_buffer_sink(&out);
    assert_false(safetensors_has(GRN_C128));
    assert_true(safetensors_has(GRN_INDEX));
    assert_int_equal(safetensors_write(&(named_tensor){"t", &t}, 1, NULL, &sink), GRN_E_DTYPE);
    assert_int_equal(out.size_bytes, 0);
}

static void reads_back(const grn_text_buffer *file, tensor_format format, size_t count, const grn_tensor *want)
{
    tensor_file *f;
    assert_int_equal(tensor_file_open(file->text, file->size_bytes, format, NULL, NULL, &f), GRN_OK);
    assert_int_equal(tensor_file_count(f), count);
    for (size_t i = 0; i < count; i++) {
        char name[32];
        size_t at;
        read_tensor t;
        snprintf(name, sizeof name, "t%zu", i);
        assert_true(tensor_file_find(f, name, strlen(name), &at));
        assert_int_equal(tensor_file_read(f, at, want[i].dtype, NULL, NULL, &t), GRN_OK);
        assert_null(t.memory); /* a view: what is written can be mapped */
        assert_memory_equal(t.tensor.data, want[i].data, grn_tensor_bytes(&want[i]));
        tensor_release(&t);
    }
    tensor_file_close(f);
}

/* Every dtype, where it lies in the file. */
static void every_type_is_read_back_in_place(void **state)
{
    (void)state;
    static unsigned char zeros[64];
    static grn_tensor all[GRN_DTYPE_COUNT], named[GRN_DTYPE_COUNT];
    static char names[GRN_DTYPE_COUNT][8];
    named_tensor n[GRN_DTYPE_COUNT], s[GRN_DTYPE_COUNT];
    size_t count = 0, has = 0;
    for (grn_dtype d = 1; d < GRN_DTYPE_COUNT; d++) {
        snprintf(names[d], sizeof names[d], "t%d", (int)d - 1);
        all[count] = view(zeros, d, 1, 3, 0);
        n[count] = (named_tensor){names[d], &all[count]};
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned bits = grn_dtype_bits(all[i].dtype);
        if (!safetensors_has(all[i].dtype) || (bits < 8 && grn_dtype_class_of(all[i].dtype) == GRN_CLASS_FLOAT))
            continue;
        named[has] = all[i];
        s[has] = (named_tensor){names[has + 1], &named[has]};
        has++;
    }
    grn_text_buffer npz = {0}, safe = {0};
    const grn_sink to_npz = grn_text_buffer_sink(&npz), to_safe = grn_text_buffer_sink(&safe);
    assert_int_equal(npz_write(n, count, NULL, &to_npz), GRN_OK);
    assert_int_equal(safetensors_write(s, has, NULL, &to_safe), GRN_OK);
    reads_back(&npz, TENSOR_FORMAT_NPZ, count, all);
    reads_back(&safe, TENSOR_FORMAT_SAFETENSORS, has, named);
    grn_text_buffer_free(&npz);
    grn_text_buffer_free(&safe);
}

static void npz_bytes_depend_on_the_tensors_alone(void **state)
{
    (void)state;
    grn_tensor w = view(table, GRN_F32, 2, 2, 3), none = view(NULL, GRN_I64, 1, 0, 0);
    grn_text_buffer a = {0}, b = {0};
    const grn_sink to_a = grn_text_buffer_sink(&a), to_b = grn_text_buffer_sink(&b);
    const named_tensor two[] = {{"w", &w}, {"none", &none}};
    assert_int_equal(npz_write(two, 2, NULL, &to_a), GRN_OK);
    assert_int_equal(npz_write(two, 2, NULL, &to_b), GRN_OK);
    assert_int_equal(a.size_bytes, b.size_bytes);
    assert_memory_equal(a.text, b.text, a.size_bytes);
    assert_memory_equal(a.text + 64, "\x93NUMPY", 6);  /* at a multiple of 64 */
    assert_memory_equal(a.text + 10, "\0\0\x21\0", 4); /* midnight of 1980-01-01 */
    grn_text_buffer_free(&a);
    grn_text_buffer_free(&b);
}

/* 16 bits count 65,535: from there on the end record has zip64's beside it. */
static void more_members_than_16_bits_count(void **state)
{
    (void)state;
    enum { COUNT = 65540 };
    grn_tensor one = view(flags, GRN_I1, 1, 1, 0);
    named_tensor *all = malloc(COUNT * sizeof *all);
    char(*names)[8] = malloc(COUNT * sizeof *names);
    grn_text_buffer out = {0};
    const grn_sink sink = grn_text_buffer_sink(&out);
    tensor_file *f;
    size_t at;
    assert_true(all && names);
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        all[i] = (named_tensor){names[i], &one};
    }
    assert_int_equal(npz_write(all, COUNT, NULL, &sink), GRN_OK);
    assert_int_equal(tensor_file_open(out.text, out.size_bytes, TENSOR_FORMAT_NPZ, NULL, NULL, &f), GRN_OK);
    assert_int_equal(tensor_file_count(f), COUNT);
    assert_true(tensor_file_find(f, "65539", 5, &at));
    assert_int_equal(at, 65539);
    tensor_file_close(f);
    grn_text_buffer_free(&out);
    free(names);
    free(all);
}

static grn_status refuse(void *user, const char *bytes, size_t n)
{
    (void)bytes;
    size_t *left = user;
    if (n > *left)
        return GRN_E_SINK;
    *left -= n;
    return GRN_OK;
}

static void a_sink_that_refuses_ends_it(void **state)
{
    (void)state;
    grn_tensor w = view(table, GRN_F32, 2, 2, 3);
    for (size_t room = 0; room < 150; room++) {
        size_t left = room, again = room;
        const grn_sink to_npz = {refuse, &left}, to_safe = {refuse, &again};
        assert_int_equal(npz_write(&(named_tensor){"w", &w}, 1, NULL, &to_npz), GRN_E_SINK);
        assert_int_equal(safetensors_write(&(named_tensor){"w", &w}, 1, NULL, &to_safe),
                         room < 96 ? GRN_E_SINK : GRN_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_safetensors_file_byte_by_byte),
        cmocka_unit_test(strides_become_rows),
        cmocka_unit_test(narrow_floats_are_packed),
        cmocka_unit_test(what_has_no_name_is_refused_before_anything_is_written),
        cmocka_unit_test(every_type_is_read_back_in_place),
        cmocka_unit_test(npz_bytes_depend_on_the_tensors_alone),
        cmocka_unit_test(more_members_than_16_bits_count),
        cmocka_unit_test(a_sink_that_refuses_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
