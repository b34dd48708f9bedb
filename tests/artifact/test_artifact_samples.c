/*
 * test_artifact_samples.c - artifacts that others wrote, each beside the program that it was
 * written from.
 *
 * They are read from $GARNER_CONFORMANCE/../vhlo; without it there is nothing to do. An artifact is
 * read, its ops without rows included, and written and read again: the same text. Function by
 * function, what it says is what the text beside it says, once both went through an artifact of its
 * version, in which defaults are left out. A function that garner has no rows for yet is left out.
 */
#include <dirent.h>

#include "artifact/artifact_test.h"

extern const grn_dialect *const grn_dialects[];

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *bytes = malloc(1 << 24);
    assert_non_null(bytes);
    *n = f ? fread(bytes, 1, (1 << 24) - 1, f) : 0;
    if (f)
        fclose(f);
    bytes[*n] = '\0';
    return bytes;
}

/* The text of an artifact, whatever it holds. */
static grn_vec text_of_artifact(const char *name, const void *bytes, size_t n, const char *version, grn_vec *again)
{
    grn_ir ir;
    notes said = {0};
    const grn_diag diag = notes_diag(&said);
    grn_vec text = bytes_new();
    const grn_sink sink = grn_vec_sink(&text);
    grn_artifact_version v;
    assert_int_equal(grn_ir_init(&ir, grn_dialects, NULL), GRN_OK);
    if (grn_artifact_read(&ir, bytes, n, &(grn_artifact_options){.allow_unregistered = true}, &diag) != GRN_OK)
        fail_msg("%s: %s", name, said.first);
    assert_int_equal(grn_text_print(&ir, NULL, &sink), GRN_OK);
    if (again) {
        *again = bytes_new();
        const grn_sink to = grn_vec_sink(again);
        assert_true(grn_artifact_version_read(version, strlen(version), &v));
        if (grn_artifact_write(&ir, v, &diag, &to) != GRN_OK)
            fail_msg("%s: %s", name, said.first);
    }
    grn_ir_destroy(&ir);
    as_text(&text);
    return text;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* From "func.func" at the begin of a line, spaces apart, up to the next; NULL: none is left. */
static const char *next_function(const char *at, size_t *n)
{
    const char *from = strstr(at, "func.func "), *end = from ? strstr(from + 1, "\nfunc.func ") : NULL;
    *n = !from ? 0 : end ? (size_t)(end - from) + 1 : strlen(from);
    return from;
}

static void name_of(const char *function, char name[128])
{
    const char *at = strchr(function, '@');
    size_t n = at ? strcspn(at, "(") : 0;
    snprintf(name, 128, "%.*s(", (int)n, at ? at : "");
}

/* The function of that name, of `n` bytes. */
static const char *function_named(const char *text, const char *name, size_t *n)
{
    for (const char *at = next_function(text, n); at; at = next_function(at + *n, n)) {
        char own[128];
        name_of(at, own);
        if (strcmp(own, name) == 0)
            return at;
    }
    return NULL;
}

/* The function, and after it those that samples call. */
static grn_vec with_callees(const char *text, const char *function, size_t n)
{
    static const char *const callees[] = {"@foo(", "@composite_target(", "@type_token_callee(", "@mesh("};
    grn_vec out = bytes_new();
    char name[128];
    name_of(function, name);
    assert_true(grn_put_bytes(&out, function, n));
    for (size_t i = 0; i < GRN_COUNT(callees); i++) {
        size_t size;
        const char *callee = function_named(text, callees[i], &size);
        if (callee && strcmp(name, callees[i]) != 0)
            assert_true(grn_put_bytes(&out, "\n", 1) && grn_put_bytes(&out, callee, size));
    }
    as_text(&out);
    return out;
}

/* Whether garner has rows for all of a function; then it must say what the artifact says. */
static bool same_function(const char *name, const char *version, const char *text, const char *function, size_t n,
                          const char *artifact)
{
    char called[128];
    grn_vec source = with_callees(text, function, n), bytes;
    grn_module *m, *back;
    notes said = {0};
    grn_status status = grn_module_parse(source.items, source.count, NULL, NULL, &m);
    grn_vec_destroy(&source);
    if (status != GRN_OK || grn_module_verify(m, NULL) != GRN_OK) {
        grn_module_destroy(m);
        return false;
    }
    name_of(function, called);
    if (written(m, version, &said, &bytes) != GRN_OK)
        fail_msg("%s: %s: %s", name, called, said.first);
    back = read_back(called, version, &bytes);
    grn_vec again = printed(back);
    size_t have, want;
    const char *a = function_named(again.items, called, &have), *b = function_named(artifact, called, &want);
    if (!a || !b || have != want || memcmp(a, b, have) != 0)
        fail_msg("%s: the program has\n%.*s\nthe artifact\n%.*s", name, a ? (int)have : 0, a ? a : "",
                 b ? (int)want : 0, b ? b : "");
    grn_vec_destroy(&again);
    grn_vec_destroy(&bytes);
    grn_module_destroy(back);
    grn_module_destroy(m);
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void check_sample(const char *folder, const char *file)
{
    char path[1024], version[32];
    size_t n, size, same = 0, all = 0, seen = 0;
    snprintf(version, sizeof version, "%.*s", (int)(strlen(file) - strlen(".mlir.bc")), file);
    for (char *c = version; *c; c++)
        *c = *c == '_' ? '.' : *c;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *artifact = read_file(path, &n);
    path[strlen(path) - strlen(".bc")] = '\0';
    char *text = read_file(path, &size);
    grn_vec again, first = text_of_artifact(file, artifact, n, version, &again);
    grn_vec second = text_of_artifact("written again", again.items, again.count, version, NULL);
    assert_string_equal(first.items, second.items);
    for (const char *at = next_function(text, &size); at; at = next_function(at + size, &size)) {
        if (!test_takes(seen++, TEST_ONE_IN))
            continue;
        all++;
        same += same_function(file, version, text, at, size, first.items);
    }
    printf("%s: %zu of %zu functions\n", file, same, all);
    if (same < all / 2)
        fail_msg("%s: %zu of %zu functions only have rows", file, same, all);
    grn_vec_destroy(&first);
    grn_vec_destroy(&second);
    grn_vec_destroy(&again);
    free(artifact);
    free(text);
}

static void samples_say_what_their_programs_say(void **state)
{
    char folder[900];
    const char *conformance = getenv("GARNER_CONFORMANCE");
    (void)state;
    snprintf(folder, sizeof folder, "%s/../vhlo", conformance ? conformance : "");
    DIR *d = conformance ? opendir(folder) : NULL;
    if (!d)
        skip();
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (strlen(e->d_name) > 8 && strcmp(e->d_name + strlen(e->d_name) - 8, ".mlir.bc") == 0)
            check_sample(folder, e->d_name);
    closedir(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_say_what_their_programs_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
