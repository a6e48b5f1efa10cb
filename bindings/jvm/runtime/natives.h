/* natives.h - replacement of native methods of the JDK by functions of the agent.
 *
 * When the JVM binds a native method to its function, it reports the method, and accepts another function instead. Most
 * methods to be replaced are bound before the JVM is initialized, when the agent cannot look up their names yet. Such
 * methods are noted and bound again later. */
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

/* State of a replaced method. JDK versions have different native methods for one purpose; `native` is the one that this
 * JDK has bound. Both fields are NULL until a method is bound. */
struct qjvm_binding {
    const struct qjvm_native *native;
    void *theirs; /* the JDK's function; set before `ours` is called */
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

/* Begin to note which methods are bound. Call this when the agent is loaded. */
void qjvm_natives_load(void);

/* Add methods to be replaced. Call this before qjvm_natives_begin. `natives` must stay valid. */
void qjvm_natives_add(struct qjvm_natives *natives);

/* Replace all added methods, from now on. Call this once, when the JVM is initialized and the library loaded. Methods
 * that this JDK does not have are ignored. */
void qjvm_natives_begin(JNIEnv *env);
