/* jit.h - the interface by which just-in-time compilers announce methods, declared anew from its documentation.
 *
 * A compiler looks in INTEL_JIT_PROFILER64 for a library with the functions Initialize and NotifyEvent. Names as common
 * as these must not be in a preloaded library, so they are in jit.so, which passes each event on to native.so. */
#pragma once

enum jit_event {
    JIT_SHUTDOWN = 2,
    JIT_LOADED = 13,   /* struct jit_method */
    JIT_UNLOADED,      /* the same */
    JIT_UPDATED,       /* the same */
    JIT_INLINED,       /* struct jit_inlined */
    JIT_PART_UPDATED,  /* another struct, about the content of the code */
    JIT_LOADED_2 = 21, /* struct jit_method_2 */
    JIT_LOADED_3       /* the same, with the architecture at the end */
};

/* The line up to an offset. */
struct jit_line {
    unsigned end;
    unsigned line;
};

struct jit_method {
    unsigned id;
    const char *name;
    void *address;
    unsigned size;
    unsigned line_count;
    const struct jit_line *lines;
    unsigned class_id;
    const char *class_name;
    const char *file;
};

struct jit_method_2 {
    unsigned id;
    const char *name;
    void *address;
    unsigned size;
    unsigned line_count;
    const struct jit_line *lines;
    const char *class_name;
    const char *file;
    const char *module;
};

struct jit_inlined {
    unsigned id;
    unsigned parent;
    const char *name;
    void *address;
    unsigned size;
    unsigned line_count;
    const struct jit_line *lines;
    const char *class_name;
    const char *file;
};

/* Take an event. Return 1, or 0 if it is not accepted. Exported by native.so. */
typedef int qii_jit_event_function(unsigned event, const void *data);
