/* sampler.c - begin and end of `qii run --sample`. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/native/messages.h"
#include "bindings/native/start.h"
#include "bindings/sample/real.h"
#include "bindings/sample/recorder.h"
#include "bindings/kit/slots.h"
#include "bindings/sample/thread.h"

static const char *lacks(const struct qii *qii)
{
    return qii->hand_over_thread && qii->find_stack && qii->record_stack && qii->end_stacks && qii->redirect_messages
               ? NULL
               : "the library cannot record stacks";
}

static void end(void)
{
    if (!kit_sampled_is_active())
        return;
    kit_sampled_stop();
    recorder_end();
    if (!native_mute_child())
        native_messages_redirect();
}

/* A forked child is not sampled. */
static void forked(void)
{
    sampled_leave();
}

/* ---- the end of the program -------------------------------------------------------------------------------------- */

/* End the run at exit(), before the destructors of libraries. A handler that the constructor below registered would be
 * called after them, since the dynamic loader registers its own handler later, and so while the recorder thread uses
 * libraries that are finished. */
static void exits(void)
{
    if (kit_sampled_is_active())
        kit_library_leave(0);
}

static int (*program)(int, char **, char **);

static int run_program(int count, char **words, char **variables)
{
    atexit(exits);
    return program(count, words, variables);
}

/* The program's entry code calls this function with the address of main. */
int __libc_start_main(int (*start)(int, char **, char **), int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*finish)(void), void *stack);

__attribute__((visibility("default"))) int __libc_start_main(int (*start)(int, char **, char **), int count,
                                                             char **words, void (*init)(void), void (*fini)(void),
                                                             void (*finish)(void), void *stack)
{
    program = start;
    return real___libc_start_main(kit_sampled_is_active() ? run_program : start, count, words, init, fini, finish,
                                  stack);
}

/* ---- begin ------------------------------------------------------------------------------------------------------- */

__attribute__((constructor)) static void begin(void)
{
    static const struct kit_binding binding = {.lacks = lacks, .ends = end};
    const char *clock = native_sampling();
    if (!clock || !native_begin_samples(&binding))
        return;
    unsigned rate = (unsigned)(uintptr_t)kit_library.qii.get_option("sample");
    if (rate == 0)
        return;
    if (kit_slots_begin() && recorder_begin() && sampled_start(strcmp(clock, "wall") == 0, rate) &&
        pthread_atfork(NULL, NULL, forked) == 0)
        sampled_begin();
    else
        fputs("qii run: no samples can be taken, since symbols.so or memory is missing\n", stderr);
}
