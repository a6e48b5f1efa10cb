/* natives.h - native methods of the JDK, with functions of ours in the place of their own.
 *
 * The JVM tells of each native method that it binds to its function, and takes another one instead. Most that matter
 * are bound before the JVM is initialized, when nothing can be asked of them: those are noted, and bound again. */
#ifndef QJVM_NATIVES_H
#define QJVM_NATIVES_H

#include <jni.h>
#include <stddef.h>

struct qjvm_native {
    const char *class_name; /* with slashes */
    const char *name;
    const char *descriptor;
    void *ours;
    struct qjvm_binding *binding;
};

/* Which of several it is, that stand for the same in JDKs of different age; all zero before. */
struct qjvm_binding {
    const struct qjvm_native *native;
    void *theirs; /* its own function, known before ours is called */
};

static inline void *qjvm_binding_theirs(const struct qjvm_binding *binding)
{
    return __atomic_load_n(&binding->theirs, __ATOMIC_ACQUIRE);
}

/* Those of one part of the agent. */
struct qjvm_natives {
    const struct qjvm_native *items;
    size_t count;
    struct qjvm_natives *next;
};

/* The agent is loaded: begin to note. */
void qjvm_natives_load(JavaVM *machine);

/* These are to have our functions; before the next one. They last. */
void qjvm_natives_add(struct qjvm_natives *natives);

/* From now on they have them. Once, when the JVM is initialized and the library loaded; a native that the JDK does not
 * have stays unbound. */
void qjvm_natives_begin(JNIEnv *env);

#endif
