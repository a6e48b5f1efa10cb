#include "bindings/itt/lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void itt_lock(void)
{
    pthread_mutex_lock(&lock);
}

void itt_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* A child must not inherit a lock that another thread holds. */
__attribute__((constructor)) static void prepare_for_forks(void)
{
    pthread_atfork(itt_lock, itt_unlock, itt_unlock);
}
