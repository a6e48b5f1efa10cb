/* collections.h - garbage collections that stop all threads. Each is recorded as a call of "(garbage collector)" on the
 * JVM's collector thread. */
#pragma once

/* Begin to record. Call this once, when the JVM is initialized and the library loaded. */
void qjvm_collections_begin(void);
