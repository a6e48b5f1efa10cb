/* calls.c - functions of the C library that precede those of the C library while a program is sampled. */
#include <stdlib.h>

#include "bindings/sample/real.h"
#include "bindings/sample/thread.h"

struct start {
    void *(*function)(void *);
    void *argument;
};

static void *run_thread(void *data)
{
    struct start start = *(struct start *)data;
    free(data);
    sampled_begin();
    return start.function(start.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                          void *(*function)(void *), void *argument)
{
    struct start *start = sampled_is_active() ? malloc(sizeof *start) : NULL;
    if (!start)
        return real_pthread_create(thread, attributes, function, argument);
    *start = (struct start){function, argument};
    int error = real_pthread_create(thread, attributes, run_thread, start);
    if (error)
        free(start);
    return error;
}
