/* wait_rows.h - rows of waits that are named after a class or a method: app.Store.(monitor),
 * java.util.concurrent.FutureTask.(park), (held in app.Store.get(int)). A row is added when it is first needed. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

enum qjvm_row_kind {
    QJVM_ROW_MONITOR, /* monitors of the objects of a class */
    QJVM_ROW_LOCK,    /* locks and other synchronizers of a class */
    QJVM_ROW_PARK,    /* other objects of a class for which threads park, such as futures */
    QJVM_ROW_MONITOR_HOLDER,
    QJVM_ROW_LOCK_HOLDER
};

/* Record that the calling thread begins to wait for an object, in the row of this kind and the object's class. Return
 * whether the wait was recorded (waits.h). */
bool qjvm_row_begin(enum qjvm_row_kind kind, jvmtiEnv *jvmti, JNIEnv *env, jobject object);

/* Record that the calling thread, whose wait is recorded, waits for a holder that is in this function. */
void qjvm_row_begin_holder(enum qjvm_row_kind kind, const char *function);

/* If such a row is on top of the recorded stack, end its wait, and with the row of a holder the wait below it. This is
 * the stack of the calling thread or, if the thread runs a virtual thread, the stack of that virtual thread. */
void qjvm_row_end(void);

/* Return whether the row of a monitor, or of a monitor's holder, is on top of that stack. */
bool qjvm_row_is_of_monitor(void);
