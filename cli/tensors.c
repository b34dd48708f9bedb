/* tensors.c - inputs from files and text, results to files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A path ends in .npy or has no '='; text has one: "2xi32=[1, 2]". A leading @ always means a path. */
static bool is_text(const char *argument)
{
    size_t n = strlen(argument);
    bool npy = n >= 4 && strcmp(argument + n - 4, ".npy") == 0;
    return argument[0] != '@' && !npy && strchr(argument, '=');
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

/* ---- outputs ---------------------------------------------------------------------------------------------------- */

static int write_failed(const char *path)
{
    complain("%s: %s", path, strerror(errno));
    return EXIT_REJECTED;
}

static int write_npy(const char *path, const grn_tensor *tensor)
{
    FILE *to = fopen(path, "wb");
    if (!to)
        return write_failed(path);
    grn_sink sink = file_sink(to);
    grn_status status = grn_npy_write(tensor, &sink);
    bool closed = fclose(to) == 0;
    if (status == GRN_OK && closed)
        return EXIT_FINE;
    int exit = write_failed(path);
    remove(path);
    return exit;
}

int output_write(const char *dir, const char *function, size_t index, const grn_tensor *tensor)
{
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return write_failed(dir);
    size_t room = strlen(dir) + strlen(function) + 64;
    char *path = malloc(room), *temporary = malloc(room);
    int exit = EXIT_REJECTED;
    if (!path || !temporary) {
        complain("memory refused for the name of an output file");
    } else {
        snprintf(path, room, "%s/%s_%zu.npy", dir, function, index);
        snprintf(temporary, room, "%s/.%s_%zu.npy.%ld", dir, function, index, (long)getpid());
        exit = write_npy(temporary, tensor);
        if (exit == EXIT_FINE && rename(temporary, path) != 0)
            exit = write_failed(path);
    }
    free(path);
    free(temporary);
    return exit;
}
