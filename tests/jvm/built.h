/* built.h - small hand-made class files, and descriptions of their methods. */
#pragma once

#include "bindings/jvm/class/bytes.h"

struct built {
    unsigned version;
    const char *super;      /* "java/lang/Object" */
    const char *source_map; /* its attribute SourceDebugExtension, NULL: none */
    struct qjvm_writer pool;
    unsigned next_constant;
    struct qjvm_writer methods;
    unsigned method_count;
    struct qjvm_writer bytes; /* the whole file, after built_done */
};

/* The class is called "Small". */
void built_init(struct built *built, unsigned version);
void built_fini(struct built *built);

/* Add a constant; return its index. */
unsigned built_text(struct built *built, const char *text);
unsigned built_class(struct built *built, const char *name);
unsigned built_method(struct built *built, const char *class, const char *name, const char *descriptor);
void built_fill(struct built *built, unsigned constants); /* until the next one has this index */

struct built_code {
    unsigned access;
    const char *name;
    const char *descriptor;
    unsigned stack;
    const void *code;
    size_t size;
    const void *exceptions; /* rows of eight bytes */
    unsigned exception_count;
    const char *attribute; /* its name, NULL: none */
    const void *content;
    size_t content_size;
    const void *frames; /* content of the attribute StackMapTable, NULL: none */
    size_t frames_size;
};

/* Initializers of its fields. */
#define CODE(...)       .code = BUILT_BYTES(__VA_ARGS__), .size = sizeof BUILT_BYTES(__VA_ARGS__)
#define EXCEPTIONS(...) .exceptions = BUILT_BYTES(__VA_ARGS__), .exception_count = sizeof BUILT_BYTES(__VA_ARGS__) / 8
#define ATTRIBUTE(name, ...)                                                                                           \
    .attribute = (name), .content = BUILT_BYTES(__VA_ARGS__), .content_size = sizeof BUILT_BYTES(__VA_ARGS__)
#define FRAMES(...)      .frames = BUILT_BYTES(__VA_ARGS__), .frames_size = sizeof BUILT_BYTES(__VA_ARGS__)
#define BUILT_BYTES(...) ((const unsigned char[]){__VA_ARGS__})

/* Two bytes: an index, an offset, a count. */
#define U2(value) (unsigned char)((value) >> 8), (unsigned char)(value)

void built_add(struct built *built, const struct built_code *code);
void built_done(struct built *built);

/* Describe the first method of a name: "stack N: " and its instructions, each with its offset; "catch
 * FROM-UNTIL>HANDLER" for each handler; "frame OFFSET" for each frame, with "new OFFSET" for each uninitialized object;
 * "line OFFSET" and "variable FROM-UNTIL". Calls are described by the method's name, constants by their values, jumps
 * by operation>offset. */
const char *built_describe(const unsigned char *bytes, size_t size, const char *method);
