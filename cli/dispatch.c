/* dispatch.c - which sub-command, from the arguments to the exit status. */
#include <string.h>

#include "cli.h"

static int run_with_settings(const command *c, int argc, char **argv)
{
    command_state state = {0};
    settings s = {.state = &state};
    int exit = options_read(c, argc, argv, &s);
    if (exit == EXIT_FINE && !s.json)
        document_drop(); /* the word was another option's value */
    if (exit == EXIT_FINE && s.help)
        exit = help_asked(c, &(settings){.state = &state}); /* --output is the command's */
    else if (exit == EXIT_FINE)
        exit = ranks_settle(&s);
    if (exit == EXIT_FINE && !s.help)
        exit = c->run(&s);
    exit = document_end(c->name, c->takes && strcmp(c->takes, "FILE") == 0 ? s.file : NULL, exit);
    threads_end();
    settings_free(&s);
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
    const command *c = find_command(meant_command(argv[1]));
    return c ? run_with_settings(c, argc - 1, argv + 1) : document_end(NULL, NULL, EXIT_USAGE);
}
