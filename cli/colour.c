/* colour.c - what stands out on a terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static enum { BY_TERMINAL, ALWAYS, NEVER } chosen;

static const char *const words[] = {"auto", "always", "never"};
const char *colour_word(size_t i) { return i < sizeof words / sizeof *words ? words[i] : NULL; }

void colour_choose(const char *word)
{
    chosen = strcmp(word, "always") == 0 ? ALWAYS : strcmp(word, "never") == 0 ? NEVER : BY_TERMINAL;
}

/* As no-color.org has it: NO_COLOR, whatever its value is that is not empty, turns it off unless
 * the command line asks for it. */
static bool is_coloured(FILE *to)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (chosen != BY_TERMINAL)
        return chosen == ALWAYS;
    return !(no && *no) && terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(to));
}

void colour_begin(FILE *to, colour c)
{
    static const char *const codes[] = {[COLOUR_STRONG] = "1",    [COLOUR_ERROR] = "1;31", [COLOUR_WARNING] = "1;35",
                                        [COLOUR_REMARK] = "1;34", [COLOUR_NOTE] = "1;36",  [COLOUR_CARET] = "1;32"};
    if (is_coloured(to))
        fprintf(to, "\033[%sm", codes[c]);
}

void colour_end(FILE *to)
{
    if (is_coloured(to))
        fputs("\033[0m", to);
}
