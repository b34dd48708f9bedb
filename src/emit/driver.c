/* driver.c - a main that reads a function's inputs from .npy files and writes its results to
 * such. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/state.h"

/* Numbers are little-endian, as in .npy files. A message has what was seen and what would have been
 * right. */
enum { ALWAYS = 0, READS = 1 << 0, WRITES = 1 << 1, EXTENTS = 1 << 2 };
typedef struct piece {
    unsigned when; /* written where it is used: compilers warn of an unused function */
    const char *text;
} piece;

static const piece pieces[] = {
    {ALWAYS,
     "\n/* ---- .npy files, version 1 to 3, row-major and little-endian ---- */\n\n"
     "typedef struct array {\n    void *data;\n    int64_t shape[32];\n} array;\n\n"
     "static void fail(const char *path, const char *seen, const char *wanted)\n{\n"
     "    fprintf(stderr, \"%s: %s; wanted %s\\n\", path, seen, wanted);\n    exit(1);\n}\n\n"
     "static void *allocate(const char *path, int64_t n, size_t element)\n{\n"
     "    void *p = n < 0 || (uint64_t)n > SIZE_MAX / element / 2 ? NULL : calloc((size_t)n + 1, element);\n"
     "    if (!p)\n        fail(path, \"memory for it was refused\", \"a smaller array\");\n    return p;\n}\n\n"
     "/* The product of the extents from dimension d on; -1: it is too large. */\n"
     "static int64_t elements_from(int d, int rank, const int64_t *shape)\n{\n"
     "    int64_t n = 1;\n    for (; d < rank; d++) {\n        if (shape[d] > 0 && n > INT64_MAX / shape[d])\n         "
     "   "
     "return -1;\n        n *= shape[d];\n    }\n"
     "    return n;\n}\n\n"},
    {READS, "static void shape_text(int rank, const int64_t *shape, char *text, size_t room)\n{\n"
            "    size_t n = (size_t)snprintf(text, room, \"shape (\");\n"
            "    for (int d = 0; d < rank && n < room; d++)\n"
            "        n += (size_t)(shape[d] < 0 ? snprintf(text + n, room - n, \"%s?\", d ? \", \" : \"\") : "
            "snprintf(text + n, room - n, "
            "\"%s%lld\", d ? \", \" : \"\", (long long)shape[d]));\n"
            "    if (n < room)\n        snprintf(text + n, room - n, rank == 1 ? \",)\" : \")\");\n}\n\n"
            "/* The header, up to its end; the caller's to free. */\n"
            "static char *read_header(const char *path, FILE *f)\n{\n"
            "    unsigned char start[12];\n"
            "    if (fread(start, 1, 10, f) != 10 || memcmp(start, \"\\x93NUMPY\", 6) != 0 || start[6] < 1 || start[6] "
            "> 3)\n        "
            "fail(path, \"it is no .npy file\", \"one of version 1 to 3\");\n"
            "    size_t n = start[8] + 256u * start[9];\n"
            "    if (start[6] > 1) {\n        if (fread(start + 10, 1, 2, f) != 2)\n            fail(path, \"it ends "
            "in its header\", \"a "
            "whole file\");\n        n += 65536u * start[10] + 16777216u * (size_t)start[11];\n    }\n"
            "    char *text = allocate(path, (int64_t)n, 1);\n"
            "    if (fread(text, 1, n, f) != n)\n        fail(path, \"it ends in its header\", \"a whole file\");\n    "
            "return text;\n}\n\n"
            "static const char *value_of(const char *path, const char *header, const char *key)\n{\n"
            "    const char *at = strstr(header, key);\n    at = at ? strchr(at, ':') : NULL;\n"
            "    if (!at)\n        fail(path, \"its header lacks a key\", key);\n    at++;\n    return at + strspn(at, "
            "\" \");\n}\n\n"},
    {READS,
     "/* An array of `rank` extents, each as wanted or, where that is -1, any; `descr` is NumPy's name of the element "
     "type. */\n"
     "static array read_npy(const char *path, const char *descr, size_t element, int rank, const int64_t *wanted)\n{\n"
     "    array a = {NULL, {0}};\n    char seen[600], right[600];\n    FILE *f = fopen(path, \"rb\");\n"
     "    if (!f)\n        fail(path, \"it cannot be opened\", \"a .npy file\");\n"
     "    char *header = read_header(path, f);\n    const char *type = value_of(path, header, \"'descr'\"), *at;\n"
     "    const size_t n = strlen(descr);\n"
     "    if (type[0] != '\\'' || strncmp(type + 2, descr + 1, n - 1) != 0 || type[1 + n] != '\\'' || (element > 1 && "
     "type[1] != "
     "descr[0])) {\n"
     "        snprintf(seen, sizeof seen, \"element type %.*s\", (int)strcspn(type, \",}\"), type);\n        "
     "snprintf(right, "
     "sizeof right, \"'%s'\", descr);\n        fail(path, seen, right);\n    }\n"
     "    int dims = 0, fits;\n    at = value_of(path, header, \"'shape'\") + 1;\n"
     "    while (dims < 32 && *(at += strspn(at, \" ,\")) >= '0' && *at <= '9') {\n        char *end;\n        "
     "a.shape[dims++] = "
     "strtoll(at, &end, 10);\n        at = end;\n    }\n"
     "    fits = dims == rank;\n    for (int d = 0; fits && d < rank; d++)\n        fits = wanted[d] < 0 || wanted[d] "
     "== "
     "a.shape[d];\n"
     "    if (!fits) {\n        shape_text(dims, a.shape, seen, sizeof seen);\n        shape_text(rank, wanted, right, "
     "sizeof "
     "right);\n        fail(path, seen, right);\n    }\n"
     "    if (rank > 1 && *value_of(path, header, \"'fortran_order'\") == 'T')\n        fail(path, \"it is "
     "column-major\", "
     "\"row-major elements\");\n"
     "    const int64_t all = elements_from(0, rank, a.shape);\n    a.data = allocate(path, all, element);\n"
     "    if (fread(a.data, element, (size_t)all, f) != (size_t)all)\n        fail(path, \"it ends before its last "
     "element\", \"as "
     "many as its shape says\");\n"
     "    fclose(f);\n    free(header);\n    return a;\n}\n\n"},
    {WRITES,
     "static void write_npy(const char *path, const char *descr, size_t element, int rank, const array *a)\n{\n"
     "    char header[1024];\n    int n = snprintf(header, sizeof header, \"{'descr': '%s', 'fortran_order': False, "
     "'shape': (\", descr);\n"
     "    for (int d = 0; d < rank; d++)\n        n += snprintf(header + n, sizeof header - (size_t)n, \"%lld%s\", "
     "(long "
     "long)a->shape[d], d + 1 < rank || rank == 1 ? \", \" : \"\");\n"
     "    n += snprintf(header + n, sizeof header - (size_t)n, \"), }\");\n"
     "    while ((n + 11) % 64 != 0)\n        header[n++] = ' ';\n    header[n++] = '\\n';\n"
     "    const unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(n % 256), (unsigned "
     "char)(n / 256)};\n"
     "    const size_t all = (size_t)elements_from(0, rank, a->shape);\n    FILE *f = fopen(path, \"wb\");\n"
     "    const int ok = f && fwrite(start, 1, 10, f) == 10 && fwrite(header, 1, (size_t)n, f) == (size_t)n && "
     "fwrite(a->data, element, all, f) == all;\n"
     "    if (!f || fclose(f) != 0 || !ok)\n        fail(path, \"it cannot be written\", \"room for it\");\n}\n\n"},
    {EXTENTS,
     "static int64_t read_extent(const char *text)\n{\n    char *end;\n    const int64_t n = strtoll(text, &end, 10);\n"
     "    if (end == text || *end || n < 0)\n        fail(text, \"it is no extent\", \"a number, 0 or more\");\n    "
     "return n;\n}\n"},
};

typedef struct parameter {
    const char *name;
    const grn_c_view *view; /* NULL: a scalar, which is read as an array of rank 0 */
    grn_dtype dtype;        /* in files */
    const grn_c_type *type;
    grn_c_memref memref;
    bool is_result;
    bool is_given; /* a result without an argument in the program: the call passes only its address */
} parameter;

/* The element type of files: the program's own, i1 and unsigned ones included. */
static grn_dtype file_dtype(const grn_type *declared) { return declared->dtype; }

static parameter read_parameter(grn_c *s, size_t i)
{
    const grn_value *v = &s->entry->regions[0].first->args[i];
    const grn_c_known *k = &s->known[v->slot];
    const grn_type *declared = grn_c_declared(s->entry, i, v->type);
    parameter p = {.dtype = file_dtype(declared), .is_result = grn_c_is_result(s, s->entry, i)};
    if (grn_type_is_memref(v->type)) {
        p.view = k->view;
        p.name = k->view->base;
        p.type = k->view->type;
        (void)grn_c_read_memref(s, v->type, &p.memref);
    } else {
        p.name = grn_c_plain(s, k->expr.text);
        p.type = k->expr.type;
    }
    return p;
}

/* Result i that the program gives. */
static parameter read_given(grn_c *s, size_t i)
{
    const grn_type *t = grn_operand_type(s->entry->regions[0].first->last, i), *e = grn_c_element_type(t);
    parameter p = {.name = grn_c_plain(s, s->entry_results[i]),
                   .dtype = file_dtype(e),
                   .type = grn_c_type_of(s, e),
                   .is_result = true,
                   .is_given = true};
    if (grn_c_is_memref(t) && grn_type_dynamic_extents(t) > 0)
        grn_c_refuse(s, "gives a memref whose extents only the run knows: a main cannot make room for it");
    else if (grn_c_is_memref(t))
        (void)grn_c_read_memref(s, t, &p.memref);
    return p;
}

static int32_t rank_of(const parameter *p) { return p->memref.rank; }

static int open_extents(const parameter *p)
{
    int n = 0;
    for (int32_t d = 0; d < rank_of(p); d++)
        n += p->memref.shape[d] == GRN_DYNAMIC;
    return n;
}

/* {4, -1}: the extents, -1 for one that may be any. */
static const char *wanted_text(grn_c *s, const parameter *p)
{
    const char *text = "";
    for (int32_t d = 0; d < rank_of(p); d++)
        text = grn_c_text(s, "%s%s%" PRId64, text, d ? ", " : "",
                          p->memref.shape[d] == GRN_DYNAMIC ? -1 : p->memref.shape[d]);
    return grn_c_text(s, "(const int64_t[]){%s}", text[0] ? text : "0");
}

static const char *usage_text(grn_c *s, const parameter *all, size_t n)
{
    const char *text = "";
    for (size_t i = 0; i < n; i++) {
        text = grn_c_text(s, "%s %s.npy", text, all[i].name);
        for (int32_t d = 0; d < rank_of(&all[i]) && all[i].is_result; d++)
            if (all[i].memref.shape[d] == GRN_DYNAMIC)
                text = grn_c_text(s, "%s EXTENT%d", text, (int)d);
    }
    return text;
}

/* A result's array, of zeros; extents that the program leaves open are given behind its file's
 * name. */
static void write_result_array(grn_c *s, const parameter *p, const char *array, int at)
{
    grn_c_line(s, "array %s = {NULL, {0}};", array);
    for (int32_t d = 0, k = at + 1; d < rank_of(p); d++)
        if (p->memref.shape[d] == GRN_DYNAMIC)
            grn_c_line(s, "%s.shape[%d] = read_extent(argv[%d]);", array, (int)d, k++);
        else
            grn_c_line(s, "%s.shape[%d] = %" PRId64 ";", array, (int)d, p->memref.shape[d]);
    grn_c_line(s, "%s.data = allocate(argv[%d], elements_from(0, %d, %s.shape), sizeof(%s));", array, at,
               (int)rank_of(p), array, p->type->name);
}

static const char *argument_text(grn_c *s, const parameter *p, const char *array)
{
    if (!p->view && !p->is_given)
        return grn_c_text(s, "*(%s *)%s.data", p->type->name, array);
    const char *text = grn_c_text(s, "%s.data", array);
    for (int32_t d = 0; d < rank_of(p); d++)
        if (p->memref.shape[d] == GRN_DYNAMIC)
            text = grn_c_text(s, "%s, %s.shape[%d]", text, array, (int)d);
    for (int32_t d = 0; d < rank_of(p) && p->memref.is_strided; d++)
        if (p->memref.stride[d] == GRN_DYNAMIC)
            text = grn_c_text(s, "%s, elements_from(%d, %d, %s.shape)", text, (int)d + 1, (int)rank_of(p), array);
    return text;
}

static void write_call(grn_c *s, const char *arguments)
{
    const char *name = s->functions[s->entry->order];
    if (!s->answers[s->entry->order]) {
        grn_c_line(s, "%s(%s);", name, arguments);
        return;
    }
    grn_c_line(s, "const int answer = %s(%s);", name, arguments);
    grn_c_line(s, "if (answer > 0)");
    grn_c_line(s, "    fprintf(stderr, \"index vector %%d is out of range\\n\", answer - 1);");
    grn_c_line(s, "if (answer < 0)");
    grn_c_line(s, "    fprintf(stderr, \"memory was refused\\n\");");
    grn_c_line(s, "if (answer)");
    grn_c_line(s, "    return 1;");
}

static void write_main(grn_c *s, const parameter *all, size_t n)
{
    const char *arguments = "";
    int count = 1;
    for (size_t i = 0; i < n; i++)
        count += 1 + (all[i].is_result ? open_extents(&all[i]) : 0);
    grn_c_put(s, "\nint main(int argc, char **argv)\n{\n");
    grn_c_open(s);
    grn_c_line(s, "if (argc != %d) {", count);
    grn_c_line(s, "    fprintf(stderr, \"usage: %%s%s\\n\", argv[0]);", usage_text(s, all, n));
    grn_c_line(s, "    return 2;");
    grn_c_line(s, "}");
    int at = 1;
    for (size_t i = 0; i < n; i++) {
        const parameter *p = &all[i];
        const char *array = grn_c_text(s, "%s_file", p->name);
        if (p->is_result)
            write_result_array(s, p, array, at);
        else
            grn_c_line(s, "array %s = read_npy(argv[%d], \"%s\", sizeof(%s), %d, %s);", array, at,
                       grn_dtype_npy(p->dtype), p->type->name, (int)rank_of(p), wanted_text(s, p));
        at += 1 + (p->is_result ? open_extents(p) : 0);
        arguments = grn_c_text(s, "%s%s%s", arguments, i ? ", " : "", argument_text(s, p, array));
    }
    write_call(s, arguments);
    at = 1;
    for (size_t i = 0; i < n; i++) {
        const parameter *p = &all[i];
        if (p->is_result)
            grn_c_line(s, "write_npy(argv[%d], \"%s\", sizeof(%s), %d, &%s_file);", at, grn_dtype_npy(p->dtype),
                       p->type->name, (int)rank_of(p), p->name);
        at += 1 + (p->is_result ? open_extents(p) : 0);
    }
    for (size_t i = 0; i < n; i++)
        grn_c_line(s, "free(%s_file.data);", all[i].name);
    grn_c_line(s, "return 0;");
    grn_c_close(s);
    grn_c_put(s, "}\n\n");
}

static void write_reader(grn_c *s, const parameter *all, size_t n)
{
    unsigned needed = 0;
    for (size_t i = 0; i < n; i++)
        needed |= !all[i].is_result ? READS : open_extents(&all[i]) ? WRITES | EXTENTS : WRITES;
    for (size_t i = 0; i < GRN_COUNT(pieces); i++)
        if (pieces[i].when == ALWAYS || pieces[i].when & needed)
            grn_c_put(s, pieces[i].text);
}

void grn_c_driver(grn_c *s)
{
    const grn_block *b = s->entry->regions[0].first;
    const size_t nargs = b->nargs, n = nargs + s->nentry_results;
    parameter *all = GRN_ARENA_NEW(&s->ir->arena, parameter, n + 1);
    if (!all) {
        s->status = GRN_E_MEMORY;
        return;
    }
    s->at = s->entry;
    for (size_t i = 0; i < n && s->status == GRN_OK; i++)
        all[i] = i < nargs ? read_parameter(s, i) : read_given(s, i - nargs);
    if (s->status != GRN_OK)
        return;
    grn_c_needs(s, GRN_C_STDLIB_H | GRN_C_STRING_H | GRN_C_STDIO_H);
    write_reader(s, all, n);
    write_main(s, all, n);
    grn_c_print(s);
}
