/* sampler.c - begin and end of `qii run --sample`. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bindings/kit/library.h"
#include "bindings/native/start.h"
#include "bindings/sample/real.h"
#include "bindings/sample/recorder.h"
#include "bindings/sample/slots.h"
#include "bindings/sample/thread.h"

/* Least number of a descriptor of ours, far from the ones that programs choose. */
#define LEAST_DESCRIPTOR 900

static const char *lacks(const struct qii *qii)
{
    return qii->hand_over_thread && qii->find_stack && qii->record_stack && qii->end_stacks && qii->redirect_messages
               ? NULL
               : "the library cannot record stacks";
}

/* Copy of stderr, since programs such as those of GNU close it at their exit, before the summary is printed. */
static struct {
    int descriptor; /* -1 = none */
    struct stat status;
} messages = {.descriptor = -1};

static void keep_stderr(void)
{
    messages.descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);
    fstat(messages.descriptor, &messages.status);
}

/* Return whether the copy is still open. If the program has closed it, its number may be another file's. */
static bool is_kept(void)
{
    struct stat now;
    return messages.descriptor >= 0 && fstat(messages.descriptor, &now) == 0 && now.st_dev == messages.status.st_dev &&
           now.st_ino == messages.status.st_ino;
}

static void end(void)
{
    if (!sampled_is_active())
        return;
    sampled_stop();
    recorder_end();
    if (!native_mute_child() && fcntl(STDERR_FILENO, F_GETFD) < 0 && is_kept())
        kit_library.qii.redirect_messages(messages.descriptor);
}

/* A forked child is not sampled. Somebody may wait until all processes have closed stderr. */
static void forked(void)
{
    sampled_leave();
    if (is_kept())
        close(messages.descriptor);
    messages.descriptor = -1;
}

/* ---- the end of the program -------------------------------------------------------------------------------------- */

/* End the run at exit(), before the destructors of libraries. A handler that the constructor below registered would be
 * called after them, since the dynamic loader registers its own handler later, and so while the recorder thread uses
 * libraries that are finished. */
static void exits(void)
{
    if (sampled_is_active())
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
    return real___libc_start_main(sampled_is_active() ? run_program : start, count, words, init, fini, finish, stack);
}

/* ---- begin ------------------------------------------------------------------------------------------------------- */

__attribute__((constructor)) static void begin(void)
{
    static const struct kit_binding binding = {.lacks = lacks, .ends = end};
    const char *clock = native_sampling();
    if (!clock || !native_begin_samples(&binding))
        return;
    unsigned rate = (unsigned)(uintptr_t)kit_library.qii.get_option("sample");
    if (rate > 0 && slots_begin() && recorder_begin() && sampled_start(strcmp(clock, "wall") == 0, rate) &&
        pthread_atfork(NULL, NULL, forked) == 0) {
        keep_stderr();
        sampled_begin();
    }
}
