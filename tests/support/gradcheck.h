/*
 * gradcheck.h - derivatives that garner makes against differences, and against each other.
 *
 * For a function of f64 and complex<f64> inputs: at random points, the forward product with random
 * tangents is compared with central differences of the function, and the reverse product with the
 * forward one: <v, J u> = <J^T v, u>, where complex numbers count as two real ones. The same then
 * of the derivative itself, as many times as is asked.
 */
#ifndef TESTS_GRADCHECK_H
#define TESTS_GRADCHECK_H

#include "garner/garner.h"

typedef struct gradcheck {
    double low, high;           /* floats are from this interval; both 0: [-2, 2] */
    int64_t int_low, int_high;  /* integers, both included */
    const grn_tensor *integers; /* those of the first integer input; NULL: random */
    int orders;                 /* derivatives of derivatives; 0: 1 */
    int points;                 /* 0: 1 */
    bool only_forward;          /* there is no reverse */
    uint64_t seed;
    bool strict_text; /* fails where the program is refused; else that counts as not checked */
} gradcheck;

/* Points in a test; GARNER_GRAD_POINTS sets another number. */
int gradcheck_points(int usual);

/* Checks function `index`; false after a message on standard error. */
bool gradcheck_module(const grn_module *module, size_t index, const gradcheck *how);
/* The first function of a program. *refused, which may be NULL: it has no derivative, and so
 * nothing was checked. */
bool gradcheck_text(const char *text, const gradcheck *how, bool *refused);

/* The derivative of the first function of a program, as text for a test to look into: the caller's
 * to free. NULL: refused, with the message in `message`. */
char *gradcheck_print(const char *text, bool forward, char message[512]);

#endif
