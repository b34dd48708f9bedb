/* json.c - a JSON checker that keeps nothing. */
#include "json.h"

#include <string.h>

#define MOST_NESTING 64

typedef struct cursor {
    const char *at, *end;
    int depth;
} cursor;

static bool value(cursor *c);

static void skip_space(cursor *c)
{
    while (c->at < c->end && *c->at && strchr(" \t\r\n", *c->at))
        c->at++;
}

static bool take(cursor *c, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static bool take_one_of(cursor *c, const char *set)
{
    if (c->at == c->end || !*c->at || !strchr(set, *c->at))
        return false;
    c->at++;
    return true;
}

static bool digits(cursor *c)
{
    const char *from = c->at;
    while (take_one_of(c, "0123456789"))
        ;
    return c->at > from;
}

static bool number(cursor *c)
{
    take(c, "-");
    if (!take(c, "0") && !digits(c))
        return false;
    if (take(c, ".") && !digits(c))
        return false;
    if (!take_one_of(c, "eE"))
        return true;
    take_one_of(c, "+-");
    return digits(c);
}

static bool escape(cursor *c)
{
    if (!take(c, "u"))
        return take_one_of(c, "\"\\/bfnrt");
    for (int i = 0; i < 4; i++)
        if (!take_one_of(c, "0123456789abcdefABCDEF"))
            return false;
    return true;
}

static bool string(cursor *c)
{
    if (!take(c, "\""))
        return false;
    while (c->at < c->end && *c->at != '"') {
        if ((unsigned char)*c->at < 32)
            return false;
        if (*c->at++ == '\\' && !escape(c))
            return false;
    }
    return take(c, "\"");
}

static bool member(cursor *c)
{
    skip_space(c);
    if (!string(c))
        return false;
    skip_space(c);
    return take(c, ":") && value(c);
}

/* What stands between brackets, the first one taken. */
static bool list(cursor *c, bool (*item)(cursor *c), const char *close)
{
    skip_space(c);
    if (take(c, close))
        return true;
    do {
        if (!item(c))
            return false;
        skip_space(c);
    } while (take(c, ","));
    return take(c, close);
}

static bool inside(cursor *c)
{
    if (take(c, "{"))
        return list(c, member, "}");
    if (take(c, "["))
        return list(c, value, "]");
    return take(c, "true") || take(c, "false") || take(c, "null") || string(c) || number(c);
}

static bool value(cursor *c)
{
    skip_space(c);
    if (c->depth == MOST_NESTING)
        return false;
    c->depth++;
    bool fine = inside(c);
    c->depth--;
    return fine;
}

bool json_is_valid(const char *text, size_t size)
{
    cursor c = {text, text + size, 0};
    bool fine = value(&c);
    skip_space(&c);
    return fine && c.at == c.end;
}
