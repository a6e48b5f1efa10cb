/* collections.h - garbage collections that stop all threads, recorded as calls of (garbage collector) on the JVM's
 * collector thread. */
#pragma once

/* Start recording. Call once, when the JVM is initialized and the library loaded. */
void qjvm_collections_begin(void);
