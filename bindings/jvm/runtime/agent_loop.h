/* agent_loop.h - a thread of the agent that does something from time to time until it is stopped. */
#pragma once

#include <jvmti.h>
#include <pthread.h>
#include <stdbool.h>

struct qjvm_agent_loop {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool runs;  /* the thread has been started and has not ended */
    bool stops; /* the thread is to end */
};

#define QJVM_AGENT_LOOP_INITIALIZER                                                                                    \
    {                                                                                                                  \
        .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER                                         \
    }

/* Start the thread. Return false if this fails. */
bool qjvm_agent_loop_start(struct qjvm_agent_loop *loop, JNIEnv *env, const char *name, jvmtiStartFunction function);

/* For the thread: sleep. Return false if the thread is to end. */
bool qjvm_agent_loop_sleep(struct qjvm_agent_loop *loop, int milliseconds);

/* For the thread: announce that it ends. */
void qjvm_agent_loop_done(struct qjvm_agent_loop *loop);

/* Stop the thread, and wait until it has ended. */
void qjvm_agent_loop_end(struct qjvm_agent_loop *loop);
