/* java_classes.h - compiled class files of java/, embedded by cmake/embed.cmake. */
#pragma once

struct qjvm_java_class {
    const char *bytes;
    int size;
};

extern const struct qjvm_java_class qjvm_java_class_class_files;
extern const struct qjvm_java_class qjvm_java_class_counters;
extern const struct qjvm_java_class qjvm_java_class_allocations;
extern const struct qjvm_java_class qjvm_java_class_calls;
extern const struct qjvm_java_class qjvm_java_class_calibration;
extern const struct qjvm_java_class qjvm_java_class_foreign_calls;
extern const struct qjvm_java_class qjvm_java_class_phases;
extern const struct qjvm_java_class qjvm_java_class_hits;
extern const struct qjvm_java_class qjvm_java_class_contexts;
extern const struct qjvm_java_class qjvm_java_class_virtual_threads;
extern const struct qjvm_java_class qjvm_java_class_natives;
extern const struct qjvm_java_class qjvm_java_class_notifiers;
