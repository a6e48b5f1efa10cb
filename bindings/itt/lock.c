#include "bindings/itt/lock.h"

#include <pthread.h>

#include "bindings/native/fork.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void itt_lock(void)
{
    pthread_mutex_lock(&lock);
}

void itt_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void prepare_for_forks(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_INTERFACE);
}
