/* dispatch.c - which sub-command, from the arguments to the exit status. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static int run_with(const command *which, int argc, char **argv, void *own)
{
    common c;
    int exit = options_read(which, argc, argv, &c, own);
    if (exit == EXIT_FINE && !c.json)
        document_drop(); /* the word was another option's value */
    if (exit == EXIT_FINE && c.help)
        exit = help_asked(which, &(common){.command = which->name}); /* --output is the command's */
    else if (exit == EXIT_FINE)
        exit = ranks_may(which) ? which->code->run(&c, own) : EXIT_USAGE;
    exit = document_end(which->name, which->takes && strcmp(which->takes, "FILE") == 0 ? c.file : NULL, exit);
    threads_end();
    options_free(which, &c, own);
    return exit;
}

/* Commands that people write as options of the command itself. */
static const char *meant_command(const char *argument)
{
    static const char *const rows[][2] = {
        {"--version", "version"}, {"-V", "version"}, {"--help", "help"}, {"-h", "help"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(argument, rows[i][0]) == 0)
            return rows[i][1];
    return argument;
}

int command_dispatch(int argc, char **argv)
{
    if (argc < 2) {
        help_all(stderr);
        return EXIT_USAGE;
    }
    if (options_ask_for_json(argc - 1, argv + 1))
        document_begin();
    const command *which = find_command(meant_command(argv[1]));
    void *own = which ? calloc(1, which->code->settings_bytes + 1) : NULL;
    if (which && !own)
        complain("memory refused for the options");
    const int failed = which ? EXIT_REJECTED : EXIT_USAGE;
    const int exit = own ? run_with(which, argc - 1, argv + 1, own) : document_end(NULL, NULL, failed);
    free(own);
    return exit;
}
