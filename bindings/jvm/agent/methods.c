#include "bindings/jvm/agent/methods.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/met_classes.h"
#include "bindings/jvm/agent/names.h"
#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/counters.h"
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
    const unsigned char *bytes;
    size_t size;
    struct kit_function **functions; /* of the class's methods; NULL before the first one */
    bool has_map;
    struct qjvm_source_map map;

    /* Of the method that was asked for last. */
    int *blocks;        /* of its lines, and behind them of the outcomes of its branches; -1: not told */
    uint64_t *counters; /* of them in the same way, 0: none */
    int block_room;
    int room;
    qprof_BranchInfo *branches; /* on lines that are told */
    int branch_room;
    int branch_count;
    int outcome_count; /* of them all */
};

/* Room for so many items. Returns false without memory. */
static bool make_room(void **items, int *room, int count, size_t size)
{
    if (count <= *room)
        return true;
    void *moved = realloc(*items, (size_t)count * size);
    if (!moved)
        return false;
    *items = moved;
    *room = count;
    return true;
}

/* ---- registered ------------------------------------------------------------------------------------------------- */

static bool branch_is_told(const struct qjvm_branch *branch, const struct qjvm_source_lines *told)
{
    return told->lines[branch->line] != 0;
}

/* Their outcomes are the blocks behind those of the lines. Returns false without memory. */
static bool set_branches(struct work *work, const struct qjvm_method *method, const struct qjvm_source_lines *told,
                         int first_block)
{
    const struct qjvm_branches *branches = method->branches;
    work->branch_count = work->outcome_count = 0;
    if (!branches)
        return true;
    if (!make_room((void **)&work->branches, &work->branch_room, branches->count, sizeof *work->branches))
        return false;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        if (!branch_is_told(branch, told))
            continue;
        work->branches[work->branch_count++] =
            (qprof_BranchInfo){told->lines[branch->line], first_block + work->outcome_count, branch->count};
        work->outcome_count += branch->count;
    }
    return true;
}

/* Returns NULL without memory. */
static struct kit_function *make(const struct qjvm_class *class, const struct qjvm_method *method,
                                 const struct qjvm_source_lines *told)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    if (!function)
        return NULL;
    kit_function_set_lines(function, told->lines, method->line_count);
    function->name = qjvm_names_method(class->name, method->name, method->descriptor);
    return function;
}

static void register_it(const struct work *work, struct kit_function *function, const struct qjvm_class *class,
                        const struct qjvm_source_lines *told)
{
    char *class_name = qjvm_names_class(class->name);
    char *file = qjvm_names_file(&told->file);
    kit_function_register(function, &(struct kit_definition){.class_name = class_name,
                                                             .file = file,
                                                             .branches = work->branches,
                                                             .branch_count = work->branch_count});
    free(class_name);
    free(file);
}

/* The function of a method, which the class may have been asked about before. Returns NULL without memory. */
static struct kit_function *meet(struct work *work, const struct qjvm_class *class, const struct qjvm_method *method,
                                 const struct qjvm_source_lines *told)
{
    if (!work->functions)
        work->functions = qjvm_met_classes_get(work->bytes, work->size, class->method_count);
    if (!work->functions)
        return NULL;
    struct kit_function **place = &work->functions[method->number];
    if (!*place)
        *place = make(class, method, told);
    struct kit_function *function = *place;
    if (!function || !set_branches(work, method, told, function->line_count))
        return NULL;
    if (!kit_function_is_registered(function))
        register_it(work, function, class, told);
    return kit_function_is_registered(function) ? function : NULL;
}

/* ---- counted ---------------------------------------------------------------------------------------------------- */

static int outcome_count(const struct qjvm_method *method)
{
    return method->branches ? method->branches->outcome_count : 0;
}

static void find_blocks(struct work *work, const struct kit_function *function, const struct qjvm_method *method,
                        const struct qjvm_source_lines *told)
{
    for (int i = 0; i < method->line_count; i++)
        work->blocks[i] = kit_function_block(function, told->lines[i]);
    int *outcomes = work->blocks + method->line_count, next = function->line_count;
    for (int i = 0; method->branches && i < method->branches->count; i++) {
        const struct qjvm_branch *branch = &method->branches->items[i];
        for (int k = branch->first; k < branch->first + branch->count; k++)
            outcomes[k] = branch_is_told(branch, told) ? next++ : -1;
    }
}

static uint64_t address(uint64_t base, int counter)
{
    return counter < 0 ? 0 : base + (uint64_t)counter * QPROF_COUNTER_NUMBER;
}

/* Where in the data file the method is counted. */
static struct qjvm_answer count_by(struct work *work, const struct kit_function *function,
                                   const struct qjvm_method *method, const struct qjvm_counters *counters)
{
    qprof_BlockCounters asked = {.owner = OWNER,
                                 .stride = QPROF_COUNTER_NUMBER,
                                 .length = counters->count,
                                 .term_count = counters->term_count,
                                 .terms = counters->terms};
    if (kit_library.qii.block_counters(function->id, &asked) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    uint64_t base = (uint64_t)(uintptr_t)asked.base;
    uint64_t *outcomes = work->counters + method->line_count;
    for (int i = 0; i < method->line_count; i++)
        work->counters[i] = address(base, counters->of_line[i]);
    for (int i = 0; i < outcome_count(method); i++)
        outcomes[i] = address(base, counters->of_outcome[i]);
    return (struct qjvm_answer){.insertion = QJVM_LINES,
                                .entry_counter = address(base, counters->entry),
                                .line_counters = work->counters,
                                .outcome_counters = work->outcome_count ? outcomes : NULL};
}

static struct qjvm_answer count_lines(struct work *work, const struct kit_function *function,
                                      const struct qjvm_method *method, const struct qjvm_source_lines *told)
{
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    int most = method->line_count + outcome_count(method) + 1;
    if (!make_room((void **)&work->counters, &work->room, most, sizeof *work->counters) ||
        !make_room((void **)&work->blocks, &work->block_room, most, sizeof *work->blocks))
        return answer;
    find_blocks(work, function, method, told);
    struct qjvm_counted counted = {.lines = method->lines,
                                   .line_count = method->line_count,
                                   .line_blocks = work->blocks,
                                   .branches = method->branches,
                                   .outcome_blocks = work->blocks + method->line_count,
                                   .calls = function->line_count + work->outcome_count};
    struct qjvm_counters counters;
    if (qjvm_counters_init(&counters, method->flow, &counted))
        answer = count_by(work, function, method, &counters);
    qjvm_counters_fini(&counters);
    return answer;
}

/* The calls alone, in eight counters with 64 bytes from one to the next (QiiCounters.java): one of several threads
 * that call a method at once, each with a plain addition, lost a call in 50. */
static struct qjvm_answer count_calls(const struct kit_function *function)
{
    enum { STRIPES = 8, APART = 64 / QPROF_COUNTER_NUMBER };
    qprof_CounterTerm terms[STRIPES];
    for (int i = 0; i < STRIPES; i++)
        terms[i] = (qprof_CounterTerm){.block = function->line_count, .counter = i * APART, .factor = 1};
    qprof_BlockCounters counters = {.owner = OWNER,
                                    .stride = QPROF_COUNTER_NUMBER,
                                    .length = STRIPES * APART,
                                    .term_count = STRIPES,
                                    .terms = terms};
    if (kit_library.qii.block_counters(function->id, &counters) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    return (struct qjvm_answer){.insertion = QJVM_COUNTED, .entry_counter = (uint64_t)(uintptr_t)counters.base};
}

static struct qjvm_answer tell(struct work *work, const struct kit_function *function, const struct qjvm_method *method,
                               const struct qjvm_source_lines *told)
{
    if (!work->telling->calls)
        return count_lines(work, function, method, told);
    if (!work->telling->leaf_times && method->calls_nothing && method->code_size <= SMALL)
        return count_calls(function);
    return (struct qjvm_answer){.insertion = QJVM_CALLS, .id = (uint32_t)function->id};
}

/* ---- asked by the rewriter -------------------------------------------------------------------------------------- */

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

/* Returns false without memory. */
static bool find_lines(struct work *work, const struct qjvm_class *class, const struct qjvm_method *method,
                       struct qjvm_source_lines *told)
{
    return read_map(work, class) && qjvm_source_lines_init(told, &work->map, method->lines, method->line_count);
}

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    struct qjvm_source_lines told;
    if (!find_lines(work, class, method, &told))
        return answer;
    kit_library_lock();
    const struct kit_function *function = meet(work, class, method, &told);
    if (function)
        answer = tell(work, function, method, &told);
    kit_library_unlock();
    qjvm_source_lines_fini(&told);
    return answer;
}

static void exclude(const struct qjvm_source_lines *told, int count, const char *reason)
{
    int first = INT_MAX;
    int last = 0;
    for (int i = 0; i < count; i++) {
        first = told->lines[i] && told->lines[i] < first ? told->lines[i] : first;
        last = told->lines[i] > last ? told->lines[i] : last;
    }
    char *file = last > 0 ? qjvm_names_file(&told->file) : NULL;
    if (file && reason && kit_library.qii.exclude_lines)
        kit_library.qii.exclude_lines(file, first, last, reason);
    free(file);
}

/* Count the method, or where there is none the class, among those that are not recorded. */
static void count_excluded(const struct qjvm_class *class, const struct qjvm_method *method, const char *why)
{
    char *class_name = qjvm_names_class(class->name);
    char *name = method ? qjvm_names_method(class->name, method->name, method->descriptor) : NULL;
    char *shown = !class_name ? NULL
                  : name      ? kit_format("%s.%s", class_name, name)
                              : kit_format("%s", *class_name ? class_name : "a class without a name");
    if (shown && kit_library.qii.exclude_method)
        kit_library.qii.exclude_method(shown, why);
    free(shown);
    free(name);
    free(class_name);
}

/* Its lines are left out: nobody can tell whether they ran. */
static void unchanged(void *data, const struct qjvm_class *class, const struct qjvm_method *method, const char *why)
{
    struct qjvm_source_lines told;
    if (strcmp(why, qjvm_empty_finalizer) != 0)
        count_excluded(class, method, why);
    if (!method || !find_lines(data, class, method, &told))
        return;
    char *reason = kit_format("%s stays as it was: %s", method->name, why);
    exclude(&told, method->line_count, reason);
    free(reason);
    qjvm_source_lines_fini(&told);
}

unsigned char *qjvm_methods_rewrite(const struct qjvm_telling *telling, const unsigned char *bytes, size_t size,
                                    size_t *new_size)
{
    struct work work = {.telling = telling, .bytes = bytes, .size = size};
    struct qjvm_rewriting rewriting = {.owner = telling->calls,
                                       .counters = telling->counters,
                                       .flow = !telling->calls,
                                       .branches = telling->branches,
                                       .method = answer,
                                       .unchanged = unchanged,
                                       .data = &work};
    unsigned char *rewritten = qjvm_rewrite(&rewriting, bytes, size, new_size);
    qjvm_source_map_fini(&work.map);
    free(work.blocks);
    free(work.counters);
    free(work.branches);
    return rewritten;
}
