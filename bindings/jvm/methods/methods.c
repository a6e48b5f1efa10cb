#include "bindings/jvm/methods/methods.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/call_counters.h"
#include "bindings/jvm/methods/class_functions.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/counters.h"
#include "bindings/jvm/insert/rewrite.h"
#include "bindings/kit/registry.h"
#include "bindings/kit/strings.h"

/* Greatest size, in bytes of code, of a method that is only counted. An entry and an exit take about 20 ns together. In
 * that time, compiled code without calls and loops executes more than 64 bytes of byte code, so timing would cost more
 * than the method. */
#define SMALL 64

/* State of the rewriting of one class. */
struct work {
    const struct qjvm_method_options *options;
    struct kit_function **functions; /* array with an element for each method of the class; NULL before the first
                                      * method */
    bool has_tests;                  /* the class has annotations of JUnit or TestNG; valid if `functions` is set */
    bool has_map;
    struct qjvm_source_map map;

    /* Fields for the current method. */
    char *load;                 /* source file that the method loads (load_of) */
    int *blocks;                /* number of the block of each line, then of each branch outcome; -1 = not registered */
    uint64_t *counters;         /* address of the counter of each line's or outcome's block; 0 = none */
    qprof_BranchInfo *branches; /* branches on registered lines */
    int branch_count;
    int outcome_count; /* number of outcomes of all these branches */
};

/* Make room for `count` items in an array of `struct work`. Return false if out of memory. */
static bool resize(void **items, int count, size_t size)
{
    void *moved = realloc(*items, ((size_t)count + 1) * size);
    if (moved)
        *items = moved;
    return moved;
}

/* ---- registration ----------------------------------------------------------------------------------------------- */

static bool branch_is_registered(const struct qjvm_branch *branch, const struct qjvm_source_lines *source)
{
    return source->lines[branch->line] != 0;
}

/* Collect the branches to register, and number the blocks of their outcomes from `first_block` on. Return false if
 * out of memory. */
static bool set_branches(struct work *work, const struct qjvm_method *method, const struct qjvm_source_lines *source,
                         int first_block)
{
    const struct qjvm_branches *branches = method->branches;
    work->branch_count = work->outcome_count = 0;
    if (!resize((void **)&work->branches, branches->count, sizeof *work->branches))
        return false;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        if (!branch_is_registered(branch, source))
            continue;
        work->branches[work->branch_count++] =
            (qprof_BranchInfo){source->lines[branch->line], first_block + work->outcome_count, branch->count};
        work->outcome_count += branch->count;
    }
    return true;
}

/* Create a function with the lines and the name of a method. Return NULL if out of memory. */
static struct kit_function *create_function(const struct qjvm_class_file *class, const struct qjvm_method *method,
                                            const struct qjvm_source_lines *source)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    kit_function_set_lines(function, source->lines, method->line_count);
    function->name = qjvm_names_method(class->name, method->name, method->descriptor);
    return function;
}

/* Return true if a class has annotations of JUnit or TestNG. */
static bool has_tests(const struct qjvm_class_file *class)
{
    static const char *const annotations[] = {"Lorg/junit/", "Lorg/testng/annotations/"};
    for (unsigned i = 1; i < class->pool.read; i++) {
        struct qjvm_text text = qjvm_pool_utf8(&class->pool, i);
        for (size_t k = 0; k < sizeof annotations / sizeof *annotations; k++)
            if (text.size > strlen(annotations[k]) && memcmp(text.bytes, annotations[k], strlen(annotations[k])) == 0)
                return true;
    }
    return false;
}

/* Return the flags of a method. A static initializer runs once, in any test; a constructor of a test class may run
 * before the test begins. Both count for each context that runs code of their file. */
static int flags_of(const struct work *work, const struct qjvm_method *method)
{
    bool loads = qjvm_text_is(method->name, "<clinit>") || (work->has_tests && qjvm_text_is(method->name, "<init>"));
    return loads ? QPROF_METHOD_FLAGS_LOADS : QPROF_METHOD_FLAGS_NONE;
}

static void register_function(const struct work *work, struct kit_function *function,
                              const struct qjvm_class_file *class, const struct qjvm_method *method,
                              const struct qjvm_source_lines *source)
{
    char *class_name = qjvm_names_class(class->name);
    char *file = qjvm_names_file(&source->file);
    kit_function_register(function, &(struct kit_definition){.class_name = class_name,
                                                             .file = file,
                                                             .flags = flags_of(work, method),
                                                             .branches = work->branches,
                                                             .branch_count = work->branch_count});
    free(class_name);
    free(file);
}

/* Return the function of a method, registered with the library. If the class was loaded before, the function exists
 * already. Return NULL if out of memory. */
static struct kit_function *function_of(struct work *work, const struct qjvm_class_file *class,
                                        const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    if (!work->functions) {
        work->functions = qjvm_class_functions_get(class->bytes, class->size, class->method_count);
        work->has_tests = has_tests(class);
    }
    if (!work->functions)
        return NULL;
    struct kit_function **place = &work->functions[method->number];
    if (!*place)
        *place = create_function(class, method, source);
    struct kit_function *function = *place;
    if (!function || !set_branches(work, method, source, function->line_count))
        return NULL;
    if (!kit_function_is_registered(function))
        register_function(work, function, class, method, source);
    qjvm_functions_note(class->name, method->name, method->descriptor, function);
    return kit_function_is_registered(function) ? function : NULL;
}

/* ---- counters --------------------------------------------------------------------------------------------------- */

static void find_blocks(struct work *work, const struct kit_function *function, const struct qjvm_method *method,
                        const struct qjvm_source_lines *source)
{
    for (int i = 0; i < method->line_count; i++)
        work->blocks[i] = kit_function_block(function, source->lines[i]);
    int *outcomes = work->blocks + method->line_count, next = function->line_count;
    for (int i = 0; i < method->branches->count; i++) {
        const struct qjvm_branch *branch = &method->branches->items[i];
        for (int k = branch->first; k < branch->first + branch->count; k++)
            outcomes[k] = branch_is_registered(branch, source) ? next++ : -1;
    }
}

static uint64_t address(uint64_t base, int counter)
{
    return counter < 0 ? 0 : base + (uint64_t)counter * QPROF_COUNTER_NUMBER;
}

/* Allocate the method's counters in the data file. Return the answer that contains their addresses. */
static struct qjvm_answer allocate_counters(struct work *work, const struct kit_function *function,
                                            const struct qjvm_method *method, const struct qjvm_counters *counters)
{
    qprof_BlockCounters request = {.owner = QJVM_COUNTERS_OWNER,
                                   .stride = QPROF_COUNTER_NUMBER,
                                   .length = counters->count,
                                   .term_count = counters->term_count,
                                   .terms = counters->terms};
    if (kit_library.qii.block_counters(function->id, &request) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    uint64_t base = (uint64_t)(uintptr_t)request.base;
    uint64_t *outcomes = work->counters + method->line_count;
    for (int i = 0; i < method->line_count; i++)
        work->counters[i] = address(base, counters->of_line[i]);
    for (int i = 0; i < method->branches->outcome_count; i++)
        outcomes[i] = address(base, counters->of_outcome[i]);
    return (struct qjvm_answer){.insertion = QJVM_LINES,
                                .entry_counter = address(base, counters->entry),
                                .line_counters = work->counters,
                                .outcome_counters = work->outcome_count ? outcomes : NULL};
}

static struct qjvm_answer count_lines(struct work *work, const struct kit_function *function,
                                      const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    int most = method->line_count + method->branches->outcome_count;
    if (!resize((void **)&work->counters, most, sizeof *work->counters) ||
        !resize((void **)&work->blocks, most, sizeof *work->blocks))
        return answer;
    find_blocks(work, function, method, source);
    struct qjvm_counted counted = {.lines = method->lines,
                                   .line_count = method->line_count,
                                   .line_blocks = work->blocks,
                                   .branches = method->branches,
                                   .outcome_blocks = work->blocks + method->line_count,
                                   .calls = function->line_count + work->outcome_count};
    struct qjvm_counters counters;
    if (qjvm_counters_init(&counters, method->flow, &counted))
        answer = allocate_counters(work, function, method, &counters);
    qjvm_counters_fini(&counters);
    return answer;
}

static struct qjvm_answer count_calls(const struct kit_function *function)
{
    uint64_t counters = qjvm_call_counters(function);
    return (struct qjvm_answer){.insertion = counters ? QJVM_COUNTED : QJVM_NOTHING, .entry_counter = counters};
}

static struct qjvm_answer instrument(struct work *work, const struct kit_function *function,
                                     const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    if (!work->options->calls)
        return count_lines(work, function, method, source);
    bool is_small = !work->options->leaf_times && method->calls_nothing && method->code_size <= SMALL;
    if (is_small || function->id >= work->options->timed_ids)
        return count_calls(function);
    return (struct qjvm_answer){.insertion = QJVM_CALLS, .id = (uint32_t)function->id};
}

/* ---- callbacks of the rewriter ---------------------------------------------------------------------------------- */

static bool read_map(struct work *work, const struct qjvm_class_file *class)
{
    struct qjvm_text file = class->source_file.bytes ? class->source_file : qjvm_text_of("");
    work->has_map = work->has_map || qjvm_source_map_init(&work->map, class->source_debug_extension,
                                                          qjvm_source_file_of(class->name, file));
    return work->has_map;
}

/* Find the source file and lines of a method. Return false if out of memory. */
static bool find_lines(struct work *work, const struct qjvm_class_file *class, const struct qjvm_method *method,
                       struct qjvm_source_lines *source)
{
    return read_map(work, class) && qjvm_source_lines_init(source, &work->map, method->lines, method->line_count);
}

/* Return the source file that a static initializer loads (loads.h); NULL for other methods. A class file has characters
 * of four bytes in another form. */
static const char *load_of(struct work *work, const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    if (!work->options->loads || !qjvm_text_is(method->name, "<clinit>"))
        return NULL;
    free(work->load);
    work->load = qjvm_names_file(&source->file);
    for (const char *at = work->load; at && *at; at++)
        if ((unsigned char)*at >= 0xf0)
            return NULL;
    return work->load && strlen(work->load) <= UINT16_MAX ? work->load : NULL;
}

static struct qjvm_answer answer(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    struct qjvm_source_lines source;
    if (!find_lines(work, class, method, &source))
        return answer;
    kit_library_lock();
    const struct kit_function *function = function_of(work, class, method, &source);
    if (function)
        answer = instrument(work, function, method, &source);
    kit_library_unlock();
    if (answer.insertion != QJVM_NOTHING)
        answer.load = load_of(work, method, &source);
    qjvm_source_lines_fini(&source);
    return answer;
}

static void exclude(const struct qjvm_source_lines *source, int count, const char *reason)
{
    int first = INT_MAX;
    int last = 0;
    for (int i = 0; i < count; i++) {
        first = source->lines[i] && source->lines[i] < first ? source->lines[i] : first;
        last = source->lines[i] > last ? source->lines[i] : last;
    }
    char *file = last > 0 ? qjvm_names_file(&source->file) : NULL;
    if (file && reason && kit_library.qii.exclude_lines)
        kit_library.qii.exclude_lines(file, first, last, reason);
    free(file);
}

/* Report to the library that the method, or the class if `method` is NULL, is not recorded. */
static void count_excluded(const struct qjvm_class_file *class, const struct qjvm_method *method, const char *why)
{
    char *shown = method             ? qjvm_names_function(class->name, method->name, method->descriptor)
                  : class->name.size ? qjvm_names_class(class->name)
                                     : strdup("(unnamed class)");
    if (shown && kit_library.qii.exclude_method)
        kit_library.qii.exclude_method(shown, why);
    free(shown);
}

/* Called for a method that could not be rewritten. Exclude its lines from coverage, since it is unknown whether they
 * ran. */
static void unchanged(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why)
{
    struct qjvm_source_lines source;
    if (strcmp(why, qjvm_empty_finalizer) != 0)
        count_excluded(class, method, why);
    if (!method || !find_lines(data, class, method, &source))
        return;
    char *reason = kit_format("%.*s is not instrumented: %s", QJVM_SHOWN(method->name), why);
    exclude(&source, method->line_count, reason);
    free(reason);
    qjvm_source_lines_fini(&source);
}

unsigned char *qjvm_methods_rewrite(const struct qjvm_method_options *options, const unsigned char *bytes, size_t size,
                                    size_t *new_size)
{
    struct work work = {.options = options};
    struct qjvm_rewriting rewriting = {.owner = options->calls,
                                       .counters = options->counters,
                                       .loads = options->loads,
                                       .flow = !options->calls,
                                       .branches = options->branches,
                                       .method = answer,
                                       .unchanged = unchanged,
                                       .data = &work};
    unsigned char *rewritten = qjvm_rewrite(&rewriting, bytes, size, new_size);
    qjvm_source_map_fini(&work.map);
    free(work.blocks);
    free(work.counters);
    free(work.branches);
    free(work.load);
    return rewritten;
}
