/* reference.c - rows of the tables of reference.h, found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

const char *op_example(const char *op)
{
    for (const program_row *row = op_programs; row->name; row++)
        if (strcmp(row->name, op) == 0)
            return programs[row->number];
    return NULL;
}

const char *rule_example(const char *section, const char *rule)
{
    const program_row *found = NULL;
    for (const program_row *row = rule_programs; row->name; row++)
        if (strcmp(row->rule, rule) == 0 && (!found || (section && strcmp(row->name, section) == 0)))
            found = row;
    const bool own = found && section && strcmp(found->name, section) == 0;
    return found && (own || rule_system_of(rule)) ? programs[found->number] : NULL;
}

const rule_system *rule_system_of(const char *rule)
{
    for (const rule_system *row = rule_systems; row->prefix; row++)
        if (strncmp(row->prefix, rule, strlen(row->prefix)) == 0)
            return row;
    return NULL;
}

/* Whether "TCP-1 to TCP-10, TCP-12" has number `n` of `prefix`. */
static bool lists_number(const char *source, const char *prefix, long n)
{
    const size_t letters = strlen(prefix);
    for (const char *at = strstr(source, prefix); at; at = strstr(at + 1, prefix)) {
        char *end;
        const long first = strtol(at + letters, &end, 10);
        const bool is_range = strncmp(end, " to ", 4) == 0 && strncmp(end + 4, prefix, letters) == 0;
        const long last = is_range ? strtol(end + 4 + letters, NULL, 10) : first;
        if (n >= first && n <= last)
            return true;
    }
    return false;
}

static bool is_section(const char *section, const char *source, size_t section_bytes)
{
    return strlen(section) == section_bytes && strncmp(section, source, section_bytes) == 0;
}

/* dynamic_conv has the numbers of convolution's rules: those that have no words of its own are
 * these. */
static bool is_borrowed(const rule_words *rule, const char *source, size_t section_bytes)
{
    static const char borrower[] = "StableHLO spec, dynamic_conv", lender[] = "StableHLO spec, convolution";
    if (!is_section(borrower, source, section_bytes) || strcmp(rule->section, lender) != 0)
        return false;
    for (const rule_words *own = rule_meanings; own->rule; own++)
        if (own->section && strcmp(own->section, borrower) == 0 && strcmp(own->rule, rule->rule) == 0)
            return false;
    return true;
}

bool rule_is_of(const rule_words *rule, const char *source, size_t section_bytes)
{
    if (rule->section)
        return is_section(rule->section, source, section_bytes) || is_borrowed(rule, source, section_bytes);
    const rule_system *system = rule_system_of(rule->rule);
    bool broken = false; /* by a program of the section's */
    for (const program_row *row = rule_programs; row->name; row++)
        broken |= strcmp(row->rule, rule->rule) == 0 && is_section(row->name, source, section_bytes);
    return broken || (system && lists_number(source + section_bytes, system->prefix,
                                             strtol(rule->rule + strlen(system->prefix), NULL, 10)));
}
