#include "bindings/jvm/agent/methods.h"

#include <stdlib.h>

#include "bindings/jvm/agent/names.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/registry.h"

/* Whose the counters are: the JVM's, all threads of which count in the same ones. */
#define OWNER 1

/* One class on its way. */
struct work {
    bool lines;
    uint64_t *counters; /* of the lines of the method that was asked for last */
    int room;
};

/* ---- registered ------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    int first = *(const int *)a;
    int second = *(const int *)b;
    return (first > second) - (first < second);
}

/* Each line once, ascending. */
static void set_lines(struct kit_function *function, const struct qjvm_method *method)
{
    int *lines = method->line_count ? malloc((size_t)method->line_count * sizeof *lines) : NULL;
    if (!lines)
        return;
    for (int i = 0; i < method->line_count; i++)
        lines[i] = method->lines[i].line;
    qsort(lines, (size_t)method->line_count, sizeof *lines, compare);
    int count = 0;
    for (int i = 0; i < method->line_count; i++)
        if (count == 0 || lines[i] != lines[count - 1])
            lines[count++] = lines[i];
    kit_function_set_lines(function, lines, count);
    free(lines);
}

/* Returns NULL without memory. */
static struct kit_function *meet(const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    set_lines(function, method);
    function->name = qjvm_names_method(class->name, method->name, method->descriptor);
    char *class_name = qjvm_names_class(class->name);
    char *file = qjvm_names_file(class->name, class->source_file);
    kit_function_register(function, &(struct kit_definition){.class_name = class_name, .file = file});
    free(class_name);
    free(file);
    if (kit_function_is_registered(function))
        return function;
    kit_function_free(function);
    return NULL;
}

/* ---- counted ---------------------------------------------------------------------------------------------------- */

static bool make_room(struct work *work, int count)
{
    if (count <= work->room)
        return true;
    uint64_t *counters = realloc(work->counters, (size_t)count * sizeof *counters);
    if (counters) {
        work->counters = counters;
        work->room = count;
    }
    return counters;
}

/* Where in the data file each line of the method is counted, and its calls. */
static struct qjvm_answer count_in_file(struct work *work, const struct kit_function *function,
                                        const struct qjvm_method *method)
{
    qprof_BlockCounters counters = {.owner = OWNER, .stride = QPROF_COUNTER_NUMBER};
    if (!make_room(work, method->line_count) || kit_library.qii.block_counters(function->id, &counters) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    uint64_t base = (uint64_t)(uintptr_t)counters.base;
    for (int i = 0; i < method->line_count; i++) {
        int block = kit_function_block(function, method->lines[i].line);
        work->counters[i] = block < 0 ? 0 : base + (uint64_t)block * QPROF_COUNTER_NUMBER;
    }
    return (struct qjvm_answer){.insertion = QJVM_LINES,
                                .entry_counter = base + (uint64_t)function->line_count * QPROF_COUNTER_NUMBER,
                                .line_counters = work->counters};
}

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    kit_library_lock();
    const struct kit_function *function = meet(class, method);
    if (function && work->lines)
        answer = count_in_file(work, function, method);
    else if (function)
        answer = (struct qjvm_answer){.insertion = QJVM_CALLS, .id = (uint32_t)function->id};
    kit_library_unlock();
    return answer;
}

static void unchanged(void *data, const struct qjvm_class *class, const char *method, const char *why)
{
    (void)data;
    (void)class;
    (void)method;
    (void)why;
}

unsigned char *qjvm_methods_rewrite(const char *owner, bool lines, const unsigned char *bytes, size_t size,
                                    size_t *new_size)
{
    struct work work = {.lines = lines};
    struct qjvm_rewriting rewriting = {.owner = owner, .method = answer, .unchanged = unchanged, .data = &work};
    unsigned char *rewritten = qjvm_rewrite(&rewriting, bytes, size, new_size);
    free(work.counters);
    return rewritten;
}
