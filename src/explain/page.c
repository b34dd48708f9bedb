/* page.c - formatted text to a sink. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

static void put_bytes(grn_page *page, const char *text, size_t n)
{
    if (page->status == GRN_OK && n > 0)
        page->status = page->sink->write(page->sink->user, text, n);
}

void grn_page_put(grn_page *page, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        put_bytes(page, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void grn_page_at(grn_page *page, const int64_t *v, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        grn_page_put(page, "%s%" PRId64, i ? "," : "", v[i]);
}

void grn_page_list(grn_page *page, const int64_t *v, int32_t count)
{
    char text[GRN_LIST_BYTES];
    grn_page_put(page, "%s", grn_list_text(v, count, text));
}

void grn_page_type(grn_page *page, const grn_tensor *t)
{
    grn_page_put(page, "tensor<");
    for (int32_t d = 0; d < t->rank; d++)
        grn_page_put(page, "%" PRId64 "x", t->shape[d]);
    grn_page_put(page, "%s>", grn_dtype_text(t->dtype));
}

void grn_page_name(grn_page *page, const char *text, size_t n, bool xml)
{
    static const struct {
        char c;
        const char *entity;
    } entities[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        const char *entity = NULL;
        for (size_t k = 0; xml && k < GRN_COUNT(entities); k++)
            if (text[i] == entities[k].c)
                entity = entities[k].entity;
        if (entity)
            grn_page_put(page, "%s", entity);
        else if (c < 0x20 || c >= 0x7F || c == '\\')
            grn_page_put(page, "\\%02X", (unsigned)c);
        else
            grn_page_put(page, "%c", (char)c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Digits of "-1.500000e+01" without the point, and where the point belongs: false where the text is
 * of another form. */
typedef struct decimal {
    bool negative;
    char digits[GRN_NUMBER_BYTES];
    int n, exponent;
} decimal;

static bool read_decimal(const char *text, decimal *out)
{
    const char *e = strchr(text, 'e');
    *out = (decimal){.negative = *text == '-'};
    if (e == NULL)
        return false;
    for (const char *p = text + out->negative; p < e; p++)
        if (*p != '.')
            out->digits[out->n++] = *p;
    while (out->n > 1 && out->digits[out->n - 1] == '0')
        out->n--;
    for (const char *p = e + 2; *p; p++)
        out->exponent = 10 * out->exponent + (*p - '0');
    if (e[1] == '-')
        out->exponent = -out->exponent;
    return true;
}

/* "1.5", "-0.25", "300.0", "1e-07". */
static size_t write_decimal(const decimal *d, char *out)
{
    size_t n = 0;
    if (d->negative)
        out[n++] = '-';
    if (d->exponent < -4 || d->exponent > 6) {
        out[n++] = d->digits[0];
        n += (size_t)sprintf(out + n, "%s%.*se%d", d->n > 1 ? "." : "", d->n - 1, d->digits + 1, d->exponent);
        return n;
    }
    int whole = d->exponent + 1;
    for (int i = whole < 1 ? whole - 1 : 0; i < whole || i < d->n || i <= whole; i++) {
        if (i == whole)
            out[n++] = '.';
        out[n++] = i < 0 || i >= d->n ? '0' : d->digits[i];
    }
    out[n] = 0;
    return n;
}

/* The digits of a float as MLIR prints it, in a shorter form. */
static size_t float_text(grn_dtype dtype, const void *p, char *buffer)
{
    char text[GRN_NUMBER_BYTES + 1];
    decimal d;
    const double value = grn_scalar_load(dtype, p).f;
    if (isnan(value) || isinf(value))
        return (size_t)snprintf(buffer, GRN_NUMBER_BYTES, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    text[grn_element_text_for_reader(dtype, p, text)] = 0;
    if (read_decimal(text, &d))
        return write_decimal(&d, buffer);
    strcpy(buffer, text);
    return strlen(buffer);
}

size_t grn_value_text(grn_dtype dtype, const void *p, char *buffer)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    if (class == GRN_CLASS_FLOAT)
        return float_text(dtype, p, buffer);
    if (class == GRN_CLASS_COMPLEX) {
        size_t n = 0;
        buffer[n++] = '(';
        n += float_text(part, p, buffer + n);
        buffer[n++] = ',';
        n += float_text(part, (const char *)p + grn_dtype_bytes(part), buffer + n);
        return n + (size_t)sprintf(buffer + n, ")");
    }
    size_t n = grn_element_text(dtype, p, buffer);
    buffer[n] = 0;
    return n;
}

void grn_page_value(grn_page *page, grn_dtype dtype, const void *p)
{
    char text[2 * GRN_NUMBER_BYTES];
    grn_value_text(dtype, p, text);
    grn_page_put(page, "%s", text);
}
