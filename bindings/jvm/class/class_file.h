/* class_file.h - reader of a class file: the attributes of the class, and its methods one after the other. */
#pragma once

#include "bindings/jvm/class/annotations.h"
#include "bindings/jvm/class/code.h"

enum qjvm_access {
    QJVM_ACCESS_PRIVATE = 0x0002,
    QJVM_ACCESS_STATIC = 0x0008,
    QJVM_ACCESS_SYNCHRONIZED = 0x0020,
    QJVM_ACCESS_BRIDGE = 0x0040,
    QJVM_ACCESS_NATIVE = 0x0100,
    QJVM_ACCESS_ABSTRACT = 0x0400,
    QJVM_ACCESS_SYNTHETIC = 0x1000
};

struct qjvm_class_file {
    const unsigned char *bytes;
    size_t size;
    unsigned version;
    struct qjvm_pool pool;
    unsigned access;
    struct qjvm_text name; /* empty if the file is so damaged that the name cannot be found */
    struct qjvm_text super_name;
    struct qjvm_text source_file;
    struct qjvm_text source_debug_extension;
    struct qjvm_annotations annotations;
    struct qjvm_cursor bootstrap_methods; /* content of this attribute; empty if there is none */
    const unsigned char *body;            /* everything after the pool */
    unsigned method_count;
    struct qjvm_cursor methods; /* everything after method_count, to the end */
};

/* Read a class file. Return NULL or an error message. The name is set even after an error, if it was found. Call
 * qjvm_class_file_fini in either case. */
const char *qjvm_class_file_init(struct qjvm_class_file *file, const unsigned char *bytes, size_t size);
void qjvm_class_file_fini(struct qjvm_class_file *file);

/* Return the name of the class whose method links a dynamic call; an empty text if there is none. */
struct qjvm_text qjvm_class_file_bootstrap_class(const struct qjvm_class_file *file, unsigned dynamic_call);

struct qjvm_member {
    unsigned access;
    struct qjvm_text name;
    struct qjvm_text descriptor;
    const unsigned char *bytes; /* all bytes of the member */
    size_t size;
    bool has_code;
    struct qjvm_cursor code; /* content of the attribute Code */
    struct qjvm_annotations annotations;
};

/* Read the method at the cursor, which begins as a copy of file->methods. */
struct qjvm_member qjvm_member_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool);
