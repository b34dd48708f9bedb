/*
 * fuzz_parse.c - any bytes as the text of a module.
 *
 * What parses is printed, in generic form and, when it verifies, in pretty
 * form; each text must parse back to a module that prints the same, and that
 * verifies where the first one does. A module that breaks a rule has no pretty
 * form worth a promise: upstream prints it generic.
 */
#include "common.h"
#include "text_mutator.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)256 << 20)
#define PARSE_CALLS ((size_t)1 << 22)

/* NULL when it does not parse, or not within the rations. */
static grn_module *parse(const char *bytes, size_t size, bool allow_unregistered, rations *r, grn_status *status)
{
    grn_module_options options = {.allocator = &r->allocator, .allow_unregistered = allow_unregistered};
    grn_module *module;
    rations_init(r, PARSE_BYTES, PARSE_CALLS);
    *status = grn_module_parse(bytes, size, &options, NULL, &module);
    if ((*status == GRN_OK) != (module != NULL))
        broken("a module comes with GRN_OK and only then", grn_status_name(*status), NULL);
    if (!module && r->outstanding)
        broken("a parse that fails gives back all memory", NULL, NULL);
    return module;
}

static void release(grn_module *module, const rations *r)
{
    grn_module_destroy(module);
    if (r->outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
}

/*
 * Text `from` of a module whose generic text is `generic` parses back to that module. One that does
 * not verify may use a value of a region beside the use's, where the text gives its name to
 * another: of its text no more is asked than an answer.
 */
static void check_return(const text *from, const text *generic, bool allow_unregistered, bool verified)
{
    rations r;
    grn_status status;
    text again = {0};
    grn_module *module = parse(from->bytes, from->size, allow_unregistered, &r, &status);
    if (!module && verified && status != GRN_E_MEMORY)
        broken("what garner printed parses", from->bytes, generic->bytes);
    if (!module)
        return;
    if (text_of(module, true, &again) && verified && strcmp(again.bytes, generic->bytes) != 0) {
        text pretty = {0}; /* which leaves out what is the default anyway: then it prints as it did */
        if (text_of(module, false, &pretty) && strcmp(pretty.bytes, from->bytes) != 0)
            broken("what garner printed parses back to the same module", generic->bytes, again.bytes);
        fuzz_text_free(&pretty);
    }
    status = grn_module_verify(module, NULL);
    if (verified && status != GRN_OK && status != GRN_E_MEMORY)
        broken("what garner printed of a module that verifies does so too", from->bytes, grn_status_name(status));
    fuzz_text_free(&again);
    release(module, &r);
}

static void check_module(const grn_module *module, bool allow_unregistered)
{
    text generic = {0}, pretty = {0};
    bool verified = grn_module_verify(module, NULL) == GRN_OK;
    bool printed = text_of(module, true, &generic);
    if (printed)
        check_return(&generic, &generic, allow_unregistered, verified);
    if (text_of(module, false, &pretty) && printed && verified)
        check_return(&pretty, &generic, allow_unregistered, verified);
    fuzz_text_free(&generic);
    fuzz_text_free(&pretty);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int allow = 0; allow < 2; allow++) {
        rations r;
        grn_status status;
        grn_module *module = parse((const char *)data, size, allow, &r, &status);
        if (!module)
            continue;
        check_module(module, allow);
        release(module, &r);
        break;
    }
    return 0;
}
