/* no_thread.c - a preloaded library with which every pthread_create fails. */
#include <errno.h>
#include <pthread.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    (void)thread, (void)attributes, (void)start, (void)argument;
    return EAGAIN;
}
