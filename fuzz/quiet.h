/* quiet.h - a program's own messages go nowhere; a finding's still reach standard error. */
#ifndef FUZZ_QUIET_H
#define FUZZ_QUIET_H

/* The command's standard error, and what it prints, go to /dev/null from here on. */
void quiet_begin(void);

#endif
