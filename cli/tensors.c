/* tensors.c - inputs from files and text. */
#include <string.h>

#include "cli.h"

static grn_status write_file(void *user, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, user) == bytes ? GRN_OK : GRN_E_SINK;
}

grn_sink file_sink(FILE *to)
{
    return (grn_sink){write_file, to};
}

/* ---- inputs --------------------------------------------------------------------------------------------------- */

static void complain_of_input(void *user, const grn_diagnostic *d)
{
    complain("input %s: %s", (const char *)user, d->message);
}

static bool ends_in(const char *argument, const char *end)
{
    const size_t n = strlen(argument), m = strlen(end);
    return n >= m && strcmp(argument + n - m, end) == 0;
}

/* A path ends in .npy or .pb or has no '='; text has one: "2xi32=[1, 2]". A leading @ always means a path. */
static bool is_text(const char *argument)
{
    return argument[0] != '@' && !ends_in(argument, ".npy") && !ends_in(argument, ".pb") && strchr(argument, '=');
}

int input_read(input *in, const char *argument, grn_dtype declared)
{
    grn_diag diag = {complain_of_input, (void *)argument};
    *in = (input){0};
    if (is_text(argument)) {
        in->parsed = true;
        return exit_of_status(grn_tensor_parse(argument, strlen(argument), NULL, &diag, &in->tensor));
    }
    int exit = source_open(&in->file, argument + (argument[0] == '@'));
    if (exit != EXIT_FINE)
        return exit;
    if (ends_in(argument, ".pb")) {
        in->parsed = true;
        grn_status status = grn_onnx_tensor_parse(in->file.text, in->file.bytes, NULL, &diag, &in->tensor);
        source_close(&in->file);
        return exit_of_status(status);
    }
    size_t used;
    return exit_of_status(grn_npy_parse(in->file.text, in->file.bytes, declared, &diag, &in->tensor, &used));
}

void input_close(input *in)
{
    if (in->parsed)
        grn_tensor_free(&in->tensor, NULL);
    else
        source_close(&in->file);
}
