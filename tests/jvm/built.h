/* built.h - small class files that a test builds itself, and descriptions of their methods. */
#pragma once

#include "bindings/jvm/class/bytes.h"

struct built {
    unsigned version;
    const char *name;       /* at first "Small" */
    const char *super;      /* name of the superclass; at first "java/lang/Object" */
    const char *source_map; /* attribute SourceDebugExtension of the class, NULL = none */
    struct qjvm_writer pool;
    unsigned next_constant;
    struct qjvm_writer methods;
    unsigned method_count;
    struct qjvm_writer bytes; /* the whole file, after built_done */
};

void built_init(struct built *built, unsigned version);
void built_fini(struct built *built);

/* Add a constant. Return its index. */
unsigned built_text(struct built *built, const char *text);
unsigned built_class(struct built *built, const char *name);
unsigned built_method(struct built *built, const char *class, const char *name, const char *descriptor);
void built_fill(struct built *built, unsigned constants); /* add constants until the next one has this index */

struct built_code {
    unsigned access;
    const char *name;
    const char *descriptor;
    unsigned stack;
    const void *code;
    size_t size;
    const void *exceptions; /* entries of the exception table, eight bytes each */
    unsigned exception_count;
    const char *attribute; /* name of a further attribute, NULL = none */
    const void *content;
    size_t content_size;
    const void *frames; /* content of the attribute StackMapTable, NULL = none */
    size_t frames_size;
};

/* Initializers for the fields of struct built_code. */
#define CODE(...)       .code = BUILT_BYTES(__VA_ARGS__), .size = sizeof BUILT_BYTES(__VA_ARGS__)
#define EXCEPTIONS(...) .exceptions = BUILT_BYTES(__VA_ARGS__), .exception_count = sizeof BUILT_BYTES(__VA_ARGS__) / 8
#define ATTRIBUTE(name, ...)                                                                                           \
    .attribute = (name), .content = BUILT_BYTES(__VA_ARGS__), .content_size = sizeof BUILT_BYTES(__VA_ARGS__)
#define FRAMES(...)      .frames = BUILT_BYTES(__VA_ARGS__), .frames_size = sizeof BUILT_BYTES(__VA_ARGS__)
#define BUILT_BYTES(...) ((const unsigned char[]){__VA_ARGS__})

/* Two bytes: an index, an offset or a count. */
#define U2(value) (unsigned char)((value) >> 8), (unsigned char)(value)

void built_add(struct built *built, const struct built_code *code);
void built_done(struct built *built);

/* Describe the first method with this name: "stack N: ", then each instruction with its offset; "catch
 * FROM-UNTIL>HANDLER" for each exception handler; "frame OFFSET" for each frame, with "new OFFSET" for each
 * uninitialized object in it; "line OFFSET" and "variable FROM-UNTIL". A call is shown as the method's name, a constant
 * as its value, a jump as operation>offset. */
const char *built_describe(const unsigned char *bytes, size_t size, const char *method);
