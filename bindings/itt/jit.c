/* jit.c - methods that just-in-time compilers announce. */
#include "bindings/itt/jit.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bindings/native/generated.h"
#include "bindings/native/start.h"

qii_jit_event_function qii_jit_event __attribute__((visibility("default")));

/* Return the table with the offset at which each line begins, to be freed; NULL if there is none. */
static qprof_LineInfo *lines_of(const struct jit_line *lines, unsigned count)
{
    qprof_LineInfo *table = lines && count <= INT_MAX ? malloc(count * sizeof *table) : NULL;
    for (unsigned i = 0; table && i < count; i++)
        table[i] = (qprof_LineInfo){i ? (int)lines[i - 1].end : 0, (int)lines[i].line};
    return table;
}

static int add(struct native_generated *code, const struct jit_line *lines, unsigned count, bool inlined)
{
    if (!code->key || !code->begin || !code->size)
        return 0;
    qprof_LineInfo *table = lines_of(lines, count);
    code->lines = table;
    code->line_count = table ? (int)count : 0;
    bool added = inlined ? native_generated_add_inlined(code) : native_generated_add(code);
    free(table);
    return added;
}

/* The versions of a method have these fields at different places. */
#define CODE_OF(method)                                                                                                \
    {                                                                                                                  \
        .begin = (uintptr_t)(method)->address, .size = (method)->size, .key = (method)->id, .name = (method)->name,    \
        .class_name = (method)->class_name, .file = (method)->file                                                     \
    }

static int load(const struct jit_method *method)
{
    struct native_generated code = CODE_OF(method);
    return add(&code, method->lines, method->line_count, false);
}

static int load_2(const struct jit_method_2 *method)
{
    struct native_generated code = CODE_OF(method);
    return add(&code, method->lines, method->line_count, false);
}

static int load_inlined(const struct jit_inlined *method)
{
    struct native_generated code = CODE_OF(method);
    return method->parent ? add(&code, method->lines, method->line_count, true) : 0;
}

static int unload(const struct jit_method *method)
{
    native_generated_remove(method->id, (uintptr_t)method->address);
    return 1;
}

/* The end of the compiler, and changes of a method's content, need nothing: the method keeps its name. */
int qii_jit_event(unsigned event, const void *data)
{
    if (!native_is_launched() || __atomic_load_n(&native_state, __ATOMIC_ACQUIRE) == NATIVE_OFF ||
        (!data && event != JIT_SHUTDOWN))
        return 0;
    switch (event) {
    case JIT_LOADED:
        return load(data);
    case JIT_LOADED_2:
    case JIT_LOADED_3:
        return load_2(data);
    case JIT_INLINED:
        return load_inlined(data);
    case JIT_UNLOADED:
        return unload(data);
    default:
        return event == JIT_SHUTDOWN || event == JIT_UPDATED || event == JIT_PART_UPDATED;
    }
}
