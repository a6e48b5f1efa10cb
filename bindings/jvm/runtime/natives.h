/* natives.h - replacement of native methods of the JDK by functions of the agent.
 *
 * The JVM reports each native method that it binds to its function, and accepts another function instead. Most relevant
 * methods are bound before the JVM is initialized, when they cannot be identified yet: they are noted, and bound again
 * later. */
#pragma once

#include <jni.h>
#include <stddef.h>

struct qjvm_native {
    const char *class_name; /* with slashes */
    const char *name;
    const char *descriptor;
    void *ours;
    struct qjvm_binding *binding;
};

/* Method actually bound, of several that different JDK versions have for the same purpose; all zero before. */
struct qjvm_binding {
    const struct qjvm_native *native;
    void *theirs; /* the JDK's function, set before `ours` is called */
};

static inline void *qjvm_binding_theirs(const struct qjvm_binding *binding)
{
    return __atomic_load_n(&binding->theirs, __ATOMIC_ACQUIRE);
}

/* Native methods that one module of the agent replaces. */
struct qjvm_natives {
    const struct qjvm_native *items;
    size_t count;
    struct qjvm_natives *next;
};

/* Start noting bound methods. Call when the agent is loaded. */
void qjvm_natives_load(void);

/* Add methods to replace. Call before qjvm_natives_begin; `natives` must stay valid. */
void qjvm_natives_add(struct qjvm_natives *natives);

/* Replace all that were added, from now on. Call once, when the JVM is initialized and the library loaded; methods that
 * the JDK does not have are ignored. */
void qjvm_natives_begin(JNIEnv *env);
