#include "bindings/jvm/runtime/agent_loop.h"

#include <time.h>

#include "bindings/jvm/runtime/agent_thread.h"

bool qjvm_agent_loop_start(struct qjvm_agent_loop *loop, JNIEnv *env, const char *name, jvmtiStartFunction function)
{
    loop->stops = false;
    loop->runs = true; /* before the thread starts, since the thread resets it at its end */
    bool started = qjvm_agent_thread_start(env, name, function);
    if (!started)
        loop->runs = false;
    return started;
}

bool qjvm_agent_loop_sleep(struct qjvm_agent_loop *loop, int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&loop->lock);
    for (int result = 0; result == 0 && !loop->stops;)
        result = pthread_cond_timedwait(&loop->changed, &loop->lock, &until);
    bool continues = !loop->stops;
    pthread_mutex_unlock(&loop->lock);
    return continues;
}

void qjvm_agent_loop_done(struct qjvm_agent_loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    loop->runs = false;
    pthread_cond_broadcast(&loop->changed);
    pthread_mutex_unlock(&loop->lock);
}

void qjvm_agent_loop_end(struct qjvm_agent_loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    loop->stops = true;
    pthread_cond_broadcast(&loop->changed);
    while (loop->runs)
        pthread_cond_wait(&loop->changed, &loop->lock);
    pthread_mutex_unlock(&loop->lock);
}
