/* settings.c - what a client is made with: options, and where they say nothing the environment. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin.h"

#define MOST_DEVICES 1024
#define MOST_THREADS 256

/* A setting: its option and variable, and its words, or its range. */
typedef struct setting {
    const char *option, *variable;
    const char *words[4]; /* NULL behind the last; of none it is a number, or a text */
    int64_t least, most;  /* of a number */
} setting;

enum { DEVICES, THREADS, INDICES, PRODUCTS, INDICES_FILE, DUMP, SETTING_COUNT };
static const setting settings[SETTING_COUNT] = {
    [DEVICES] = {"num_devices", "GARNER_DEVICES", {NULL}, 1, MOST_DEVICES},
    [THREADS] = {"threads", "GARNER_THREADS", {NULL}, 1, MOST_THREADS},
    [INDICES] = {"indices", "GARNER_INDICES", {"off", "report", "error", NULL}, 0, 0},
    [PRODUCTS] = {"products", "GARNER_PRODUCTS", {"fastest", "library", "exact", NULL}, 0, 0},
    [INDICES_FILE] = {"indices_file", "GARNER_INDICES_FILE", {NULL}, 0, 0},
    [DUMP] = {"dump", "GARNER_DUMP", {NULL}, 0, 0},
};

typedef struct given {
    const char *text[SETTING_COUNT];
    size_t bytes[SETTING_COUNT];
    int64_t number[SETTING_COUNT];
    bool is_number[SETTING_COUNT];
    const char *from[SETTING_COUNT]; /* NULL: not given */
} given;

static PJRT_Error *take_option(const PJRT_NamedValue *option, given *g)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const setting *s = &settings[i];
        if (strlen(s->option) != option->name_size || memcmp(s->option, option->name, option->name_size) != 0)
            continue;
        g->from[i] = s->option;
        g->is_number[i] = option->type == PJRT_NamedValue_kInt64;
        g->number[i] = g->is_number[i] ? option->int64_value : 0;
        g->text[i] = option->type == PJRT_NamedValue_kString ? option->string_value : "";
        g->bytes[i] = option->type == PJRT_NamedValue_kString ? option->value_size : 0;
        if (g->is_number[i] || option->type == PJRT_NamedValue_kString)
            return NULL;
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "option %s is neither a string nor an integer",
                              s->option);
    }
    return grn_pjrt_error(
        PJRT_Error_Code_INVALID_ARGUMENT,
        "there is no option '%.*s'; there are num_devices, threads, indices, products, indices_file, dump",
        (int)option->name_size, option->name);
}

static void take_environment(given *g)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const char *text = g->from[i] == NULL ? getenv(settings[i].variable) : NULL;
        if (text == NULL || text[0] == 0)
            continue;
        g->from[i] = settings[i].variable;
        g->text[i] = text;
        g->bytes[i] = strlen(text);
    }
}

static PJRT_Error *read_number(const given *g, int i, int32_t *out)
{
    const setting *s = &settings[i];
    int64_t value = g->number[i];
    if (g->from[i] == NULL)
        return NULL;
    bool is_right = g->is_number[i];
    if (!is_right && g->bytes[i] > 0 && g->bytes[i] < 20) {
        char text[20], *end;
        memcpy(text, g->text[i], g->bytes[i]);
        text[g->bytes[i]] = 0;
        errno = 0;
        value = strtoll(text, &end, 10);
        is_right = *end == 0 && errno == 0;
    }
    if (!is_right || value < s->least || value > s->most)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s has to be a number from %lld to %lld", g->from[i],
                              (long long)s->least, (long long)s->most);
    *out = (int32_t)value;
    return NULL;
}

static PJRT_Error *read_word(const given *g, int i, int *out)
{
    const setting *s = &settings[i];
    if (g->from[i] == NULL)
        return NULL;
    for (int w = 0; s->words[w] != NULL; w++)
        if (strlen(s->words[w]) == g->bytes[i] && memcmp(s->words[w], g->text[i], g->bytes[i]) == 0) {
            *out = w;
            return NULL;
        }
    return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s is '%.*s', it has to be %s or %s%s%s", g->from[i],
                          (int)g->bytes[i], g->text[i], s->words[0], s->words[1], s->words[2] != NULL ? " or " : "",
                          s->words[2] != NULL ? s->words[2] : "");
}

static PJRT_Error *read_text(const given *g, int i, char **out)
{
    if (g->from[i] == NULL || g->bytes[i] == 0)
        return NULL;
    *out = malloc(g->bytes[i] + 1);
    if (*out == NULL)
        return grn_pjrt_no_memory();
    memcpy(*out, g->text[i], g->bytes[i]);
    (*out)[g->bytes[i]] = 0;
    return NULL;
}

static int32_t processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int32_t)count;
}

PJRT_Error *grn_pjrt_settings_read(const PJRT_NamedValue *options, size_t count, grn_pjrt_settings *out)
{
    given g = {.from = {NULL}};
    int indices = 0, products = 0;
    *out = (grn_pjrt_settings){.devices = 1, .threads = processors()};
    PJRT_Error *error = NULL;
    for (size_t i = 0; error == NULL && i < count; i++)
        error = take_option(&options[i], &g);
    if (error != NULL)
        return error;
    take_environment(&g);
    if (error == NULL)
        error = read_number(&g, DEVICES, &out->devices);
    if (error == NULL)
        error = read_number(&g, THREADS, &out->threads);
    if (error == NULL)
        error = read_word(&g, INDICES, &indices);
    if (error == NULL)
        error = read_word(&g, PRODUCTS, &products);
    if (error == NULL)
        error = read_text(&g, INDICES_FILE, &out->indices_file);
    if (error == NULL)
        error = read_text(&g, DUMP, &out->dump);
    out->indices = indices == 0   ? GRN_PJRT_INDICES_OFF
                   : indices == 1 ? GRN_PJRT_INDICES_REPORT
                                  : GRN_PJRT_INDICES_ERROR;
    out->products = (const grn_products[]){GRN_PRODUCTS_FASTEST, GRN_PRODUCTS_LIBRARY, GRN_PRODUCTS_EXACT}[products];
    if (error != NULL)
        grn_pjrt_settings_end(out);
    return error;
}

void grn_pjrt_settings_end(grn_pjrt_settings *settings_read)
{
    free(settings_read->indices_file);
    free(settings_read->dump);
    settings_read->indices_file = settings_read->dump = NULL;
}
