/* session.h - what the calls of play.h share: a program that was read, messages, inputs. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "garner/garner.h"
#include "files/json_write.h"
#include "files/typed.h"
#include "play.h"

#define PLAY_INPUTS 64

typedef struct session {
    uint32_t options;
    grn_budget budget;
    grn_module *module; /* NULL where the program is not right */
    grn_status status;
    grn_diag diag;
    json out, messages;
    size_t nmessages, nerrors, hidden;
    bool hides; /* the last message was one too many, and so are its notes */
    int input;  /* whose text is read; -1: none */
    grn_tensor inputs[PLAY_INPUTS];
    size_t ninputs;
} session;

/* Reads and verifies the program. The answer's object is open afterwards. */
void session_begin(session *s, const char *program, size_t bytes, uint32_t options);
/* Reads the inputs of a function as the command reads values (files/typed.h), where all is well so
 * far. */
void session_read_inputs(session *s, uint32_t function, const char *inputs, size_t bytes);
/* Closes the object, frees everything else. */
char *session_end(session *s);
/* An error of the page's own. */
void session_refuse(session *s, grn_status status, const char *why);

grn_run_options session_run_options(const session *s);
static inline bool session_has(const session *s, int option) { return s->options >> option & 1; }
/* What the page calls option i; NULL behind the last. */
const char *session_option(size_t i);
/* A text of the library's, with the page's own words for options of the command, as a value. */
void session_text(json *j, const char *text);

#endif
