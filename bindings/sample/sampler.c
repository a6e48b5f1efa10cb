/* sampler.c - begin and end of `qii run --sample`. */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "bindings/kit/library.h"
#include "bindings/native/start.h"
#include "bindings/sample/recorder.h"
#include "bindings/sample/slots.h"
#include "bindings/sample/thread.h"

static const char *lacks(const struct qii *qii)
{
    return qii->hand_over_thread && qii->find_stack && qii->record_stack && qii->end_stacks
               ? NULL
               : "the library cannot record stacks";
}

static void end(void)
{
    if (sampled_is_active()) {
        sampled_stop();
        recorder_end();
    }
}

__attribute__((constructor)) static void begin(void)
{
    static const struct kit_binding binding = {.lacks = lacks, .ends = end};
    const char *clock = native_sampling();
    if (!clock || !native_begin_samples(&binding))
        return;
    unsigned rate = (unsigned)(uintptr_t)kit_library.qii.get_option("sample");
    if (rate > 0 && slots_begin() && recorder_begin() && sampled_start(strcmp(clock, "wall") == 0, rate) &&
        pthread_atfork(NULL, NULL, sampled_stop) == 0)
        sampled_begin();
}
