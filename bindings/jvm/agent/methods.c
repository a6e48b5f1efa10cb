#include "bindings/jvm/agent/methods.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/names.h"
#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/registry.h"

/* Whose the counters are: the JVM's, all threads of which count in the same ones. */
#define OWNER 1

/* One class on its way. */
struct work {
    bool lines;
    bool has_map;
    struct qjvm_source_map map;
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
static void set_lines(struct kit_function *function, const struct qjvm_source_lines *told, int row_count)
{
    int *lines = row_count ? malloc((size_t)row_count * sizeof *lines) : NULL;
    if (!lines)
        return;
    memcpy(lines, told->lines, (size_t)row_count * sizeof *lines);
    qsort(lines, (size_t)row_count, sizeof *lines, compare);
    int count = 0;
    for (int i = 0; i < row_count; i++)
        if (lines[i] && (count == 0 || lines[i] != lines[count - 1]))
            lines[count++] = lines[i];
    kit_function_set_lines(function, lines, count);
    free(lines);
}

/* Returns NULL without memory. */
static struct kit_function *meet(const struct qjvm_class *class, const struct qjvm_method *method,
                                 const struct qjvm_source_lines *told)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    set_lines(function, told, method->line_count);
    function->name = qjvm_names_method(class->name, method->name, method->descriptor);
    char *class_name = qjvm_names_class(class->name);
    char *file = qjvm_names_file(&told->file);
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
                                        const struct qjvm_method *method, const struct qjvm_source_lines *told)
{
    qprof_BlockCounters counters = {.owner = OWNER, .stride = QPROF_COUNTER_NUMBER};
    if (!make_room(work, method->line_count) || kit_library.qii.block_counters(function->id, &counters) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    uint64_t base = (uint64_t)(uintptr_t)counters.base;
    for (int i = 0; i < method->line_count; i++) {
        int block = kit_function_block(function, told->lines[i]);
        work->counters[i] = block < 0 ? 0 : base + (uint64_t)block * QPROF_COUNTER_NUMBER;
    }
    return (struct qjvm_answer){.insertion = QJVM_LINES,
                                .entry_counter = base + (uint64_t)function->line_count * QPROF_COUNTER_NUMBER,
                                .line_counters = work->counters};
}

static struct qjvm_text text_of(const char *text)
{
    return (struct qjvm_text){(const unsigned char *)text, strlen(text)};
}

static bool read_map(struct work *work, const struct qjvm_class *class)
{
    struct qjvm_text extension = {(const unsigned char *)class->source_debug_extension,
                                  class->source_debug_extension_size};
    struct qjvm_source_file own =
        qjvm_source_file_of(text_of(class->name), text_of(class->source_file ? class->source_file : ""));
    work->has_map = work->has_map || qjvm_source_map_init(&work->map, extension, own);
    return work->has_map;
}

/* qii-junit.jar lies among the program's classes. */
static bool is_ours(const struct qjvm_class *class)
{
    return strcmp(class->name, "qii/Phases") == 0 || strncmp(class->name, "qii/junit/", strlen("qii/junit/")) == 0;
}

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    struct qjvm_source_lines told;
    if (is_ours(class) || !read_map(work, class) ||
        !qjvm_source_lines_init(&told, &work->map, method->lines, method->line_count))
        return answer;
    kit_library_lock();
    const struct kit_function *function = meet(class, method, &told);
    if (function && work->lines)
        answer = count_in_file(work, function, method, &told);
    else if (function)
        answer = (struct qjvm_answer){.insertion = QJVM_CALLS, .id = (uint32_t)function->id};
    kit_library_unlock();
    qjvm_source_lines_fini(&told);
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
    qjvm_source_map_fini(&work.map);
    free(work.counters);
    return rewritten;
}
