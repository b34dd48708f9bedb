/*
 * fuzz_number.c - bytes as the text of a number, and as the bits of one.
 *
 * A decimal reads as the C library reads it, to the nearest double and float;
 * every element is written as text that reads back to its bits.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "core/core.h"

/* What strtod takes and a number here is: no spaces, no hex, no names. */
static bool is_decimal(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)text[i]) && (!text[i] || !strchr("+-.eE", text[i])))
            return false;
    return n > 0;
}

static void check_text(const char *bytes, size_t n)
{
    char text[64], shown[64], *end;
    double value = 0;
    float narrow = 0;
    bool read = grn_parse_double(bytes, n, &value);
    if (n >= sizeof text || !is_decimal(bytes, n)) {
        if (read && !is_decimal(bytes, n))
            broken("only digits, a sign, a point and an exponent make a number", NULL, NULL);
        return;
    }
    memcpy(text, bytes, n);
    text[n] = 0;
    double want = strtod(text, &end);
    snprintf(shown, sizeof shown, "%a, not %a", value, want);
    if (read != (*end == 0))
        broken("a number is what the C library takes for one", text, NULL);
    if (read && memcmp(&value, &want, sizeof value) != 0)
        broken("a decimal is rounded to the nearest double", text, shown);
    float nearest = strtof(text, &end);
    if (read && (!grn_parse_float_element(text, n, GRN_F32, &narrow) || memcmp(&narrow, &nearest, sizeof narrow) != 0))
        broken("a decimal is rounded once to the nearest float", text, NULL);
}

/* The bits of an element of a type narrower than a byte. */
static void fit(grn_dtype dtype, unsigned char *element)
{
    unsigned bits = grn_dtype_bits(dtype);
    if (bits >= 8)
        return;
    element[0] &= (unsigned char)((1u << bits) - 1);
    if (grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED && element[0] >> (bits - 1))
        element[0] |= (unsigned char)~((1u << bits) - 1);
}

static void check_float(grn_dtype dtype, const unsigned char *element, const char *text, size_t n)
{
    unsigned char back[16] = {0};
    if (n > 2 && text[0] == '0' && text[1] == 'x')
        return; /* its bits, which fuzz_literal reads back */
    if (!grn_parse_float_element(text, n, dtype, back) || memcmp(back, element, grn_dtype_bytes(dtype)) != 0)
        broken("a float is written as text that reads back to its bits", grn_dtype_text(dtype), text);
}

static void check_element(grn_dtype dtype, unsigned char *element)
{
    char text[GRN_NUMBER_BYTES + 1];
    fit(dtype, element);
    size_t n = grn_element_text_for_reader(dtype, element, text);
    if (n >= GRN_NUMBER_BYTES)
        broken("an element's text fits its buffer", grn_dtype_text(dtype), NULL);
    n = grn_element_text(dtype, element, text);
    if (n >= GRN_NUMBER_BYTES)
        broken("an element's text fits its buffer", grn_dtype_text(dtype), NULL);
    text[n] = 0;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        check_float(dtype, element, text, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char element[16] = {0};
    uint64_t whole;
    check_text((const char *)data, size);
    (void)grn_parse_u64((const char *)data, size, &whole);
    if (size == 0)
        return 0;
    for (size_t at = 0; at + 1 < size && at < 16; at++)
        element[at] = data[at + 1];
    check_element((grn_dtype)(1 + data[0] % (GRN_DTYPE_COUNT - 1)), element);
    return 0;
}
