#include "bindings/jvm/agent/methods.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/names.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/registry.h"
#include "bindings/kit/strings.h"

/* Whose the counters are: the JVM's, all threads of which count in the same ones. */
#define OWNER 1

/* An entry and an exit take some 20 ns; in that time compiled code runs through more byte code than this, if it calls
 * nothing and does not loop: such a method's time is less than what telling it costs. */
#define SMALL 64

/* One class on its way. */
struct work {
    const struct qjvm_telling *telling;
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
static struct qjvm_answer count_lines(struct work *work, const struct kit_function *function,
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

/* The calls alone: one counter, and no lines. */
static struct qjvm_answer count_calls(struct work *work, const struct kit_function *function,
                                      const struct qjvm_method *method)
{
    const qprof_CounterTerm term = {.block = function->line_count, .counter = 0, .factor = 1};
    qprof_BlockCounters counters = {
        .owner = OWNER, .stride = QPROF_COUNTER_NUMBER, .length = 1, .term_count = 1, .terms = &term};
    if (!make_room(work, method->line_count) || kit_library.qii.block_counters(function->id, &counters) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    memset(work->counters, 0, (size_t)method->line_count * sizeof *work->counters);
    return (struct qjvm_answer){
        .insertion = QJVM_LINES, .entry_counter = (uint64_t)(uintptr_t)counters.base, .line_counters = work->counters};
}

static struct qjvm_answer tell(struct work *work, const struct kit_function *function, const struct qjvm_method *method)
{
    if (!work->telling->calls)
        return count_lines(work, function, method);
    if (!work->telling->leaf_times && method->calls_nothing && method->code_size <= SMALL)
        return count_calls(work, function, method);
    return (struct qjvm_answer){.insertion = QJVM_CALLS, .id = (uint32_t)function->id};
}

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    kit_library_lock();
    const struct kit_function *function = meet(class, method);
    if (function)
        answer = tell(work, function, method);
    kit_library_unlock();
    return answer;
}

/* Its lines are left out: nobody can tell whether they ran. */
static void unchanged(void *data, const struct qjvm_class *class, const struct qjvm_method *method, const char *why)
{
    (void)data;
    int first = INT_MAX;
    int last = 0;
    for (int i = 0; method && i < method->line_count; i++) {
        first = method->lines[i].line < first ? method->lines[i].line : first;
        last = method->lines[i].line > last ? method->lines[i].line : last;
    }
    char *file = last > 0 ? qjvm_names_file(class->name, class->source_file) : NULL;
    char *reason = file ? kit_format("%s stays as it was: %s", method->name, why) : NULL;
    if (reason && kit_library.qii.exclude_lines)
        kit_library.qii.exclude_lines(file, first, last, reason);
    free(reason);
    free(file);
}

unsigned char *qjvm_methods_rewrite(const struct qjvm_telling *telling, const unsigned char *bytes, size_t size,
                                    size_t *new_size)
{
    struct work work = {.telling = telling};
    struct qjvm_rewriting rewriting = {.owner = telling->calls,
                                       .counters = telling->counters,
                                       .method = answer,
                                       .unchanged = unchanged,
                                       .data = &work};
    unsigned char *rewritten = qjvm_rewrite(&rewriting, bytes, size, new_size);
    free(work.counters);
    return rewritten;
}
