/* options.c - the options of a session that are garner's, by their names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

#define MOST_THREADS 256

/* ---- values ---------------------------------------------------------------------------------- */

static bool read_out_of_range(const char *text, grn_ort_options *out)
{
    static const char *const names[] = {[GRN_ORT_ERROR] = "error", [GRN_ORT_CLAMP] = "clamp", [GRN_ORT_ZERO] = "zero"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            out->out_of_range = (grn_ort_out_of_range)i;
            return true;
        }
    return false;
}

static bool read_threads(const char *text, grn_ort_options *out)
{
    char *end;
    const long threads = strtol(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || threads > MOST_THREADS)
        return false;
    out->threads = (int32_t)threads;
    return true;
}

static bool read_nodes(const char *text, grn_ort_options *out)
{
    out->takes_all_sizes = strcmp(text, "all") == 0;
    return out->takes_all_sizes || strcmp(text, "faster") == 0;
}

static bool read_fuse(const char *text, grn_ort_options *out)
{
    out->fuses = strcmp(text, "all") == 0;
    return out->fuses || strcmp(text, "none") == 0;
}

static bool read_indices(const char *text, grn_ort_options *out)
{
    out->reports = strcmp(text, "report") == 0;
    return out->reports || strcmp(text, "silent") == 0;
}

static const struct {
    const char *name, *values;
    bool (*read)(const char *text, grn_ort_options *out);
} rows[] = {
    {"out_of_range", "error, clamp or zero", read_out_of_range},
    {"threads", "0 (as many as the session has) to 256", read_threads},
    {"nodes", "faster or all", read_nodes},
    {"fuse", "all or none", read_fuse},
    {"indices", "silent or report", read_indices},
};
#define NROWS (sizeof rows / sizeof *rows)

/* ---- options --------------------------------------------------------------------------------- */

/* The name behind "ep.garnerexecutionprovider."; NULL: not garner's. */
static const char *own_name(const char *key)
{
    static const char prefix[] = "ep." GRN_ORT_PROVIDER ".";
    for (size_t i = 0; prefix[i] != '\0'; i++, key++)
        if (tolower((unsigned char)*key) != tolower((unsigned char)prefix[i]))
            return NULL;
    return key;
}

static OrtStatus *read_option(const grn_ort_api *api, const char *name, const char *value, grn_ort_options *out)
{
    grn_ort_message message;
    grn_ort_message_begin(&message);
    for (size_t i = 0; i < NROWS; i++) {
        if (strcmp(name, rows[i].name) != 0)
            continue;
        if (rows[i].read(value, out))
            return NULL;
        grn_ort_message_add(&message, "garner: option %s is '%s', it takes %s", name, value, rows[i].values);
        return grn_ort_fail(api, GRN_E_ARGUMENT, &message);
    }
    grn_ort_message_add(&message, "garner: there is no option '%s'; there are", name);
    for (size_t i = 0; i < NROWS; i++)
        grn_ort_message_add(&message, "%s %s", i == 0 ? "" : ",", rows[i].name);
    return grn_ort_fail(api, GRN_E_ARGUMENT, &message);
}

OrtStatus *grn_ort_options_read(const grn_ort_api *api, const OrtSessionOptions *session, grn_ort_options *out)
{
    OrtKeyValuePairs *entries = NULL;
    *out = (grn_ort_options){.out_of_range = GRN_ORT_ERROR, .fuses = true};
    OrtStatus *status = api->GetSessionOptionsConfigEntries(session, &entries);
    if (status != NULL)
        return status;
    const char *const *keys;
    const char *const *values;
    size_t count;
    api->GetKeyValuePairs(entries, &keys, &values, &count);
    for (size_t i = 0; status == NULL && i < count; i++) {
        const char *name = own_name(keys[i]);
        if (name != NULL)
            status = read_option(api, name, values[i], out);
    }
    api->ReleaseKeyValuePairs(entries);
    return status;
}
