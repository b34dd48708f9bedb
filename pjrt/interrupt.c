/*
 * interrupt.c - Ctrl-C: a program that runs for long is ended by it, and Python, whose handler is
 * called as well, raises KeyboardInterrupt once the call is back.
 */
#include <signal.h>

#include "plugin.h"

/* The process has one handler of a signal, and so there is one of these. */
static struct {
    pthread_mutex_t lock;
    bool is_followed;
    struct sigaction before;
    atomic_uint count;
} interrupts = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void count(int signal, siginfo_t *info, void *context)
{
    atomic_fetch_add(&interrupts.count, 1);
    if (interrupts.before.sa_flags & SA_SIGINFO)
        interrupts.before.sa_sigaction(signal, info, context);
    else
        interrupts.before.sa_handler(signal);
}

static bool has_handler(const struct sigaction *action)
{
    return action->sa_flags & SA_SIGINFO || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

void grn_pjrt_follow_interrupts(void)
{
    pthread_mutex_lock(&interrupts.lock);
    struct sigaction now;
    if (!interrupts.is_followed && sigaction(SIGINT, NULL, &now) == 0 && has_handler(&now)) {
        interrupts.before = now;
        now.sa_sigaction = count;
        now.sa_flags |= SA_SIGINFO;
        interrupts.is_followed = sigaction(SIGINT, &now, NULL) == 0;
    }
    pthread_mutex_unlock(&interrupts.lock);
}

unsigned grn_pjrt_interrupts(void) { return atomic_load(&interrupts.count); }
