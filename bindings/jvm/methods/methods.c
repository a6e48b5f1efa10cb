#include "bindings/jvm/methods/methods.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bindings/jvm/methods/call_counters.h"
#include "bindings/jvm/methods/counted_sites.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/methods/registration.h"
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
    bool recorded; /* calls are recorded, not only allocations */
    struct qjvm_registration registration;
    bool has_map;
    struct qjvm_source_map map;

    /* Fields for the current method. */
    char *load;         /* source file that the method loads (load_of) */
    uint64_t *counters; /* address of the counter of each line, then of each edge of a branch; 0 = none */
    uint64_t *sites;    /* last argument of the call at each allocation site (sites.h) */
};

/* ---- counters --------------------------------------------------------------------------------------------------- */

static uint64_t address(uint64_t base, int counter)
{
    return counter < 0 ? 0 : base + (uint64_t)counter * QPROF_COUNTER_NUMBER;
}

/* Return the owner of counters (qprof_BlockCounters) with these sums, which all threads share. Code of a function that
 * needs other sums, because another agent changed it, has counters of its own. */
static uint64_t owner_of(const struct qjvm_counters *counters)
{
    return qp_hash_bytes(counters->terms, (size_t)counters->term_count * sizeof *counters->terms) | 1;
}

/* Allocate the method's counters in the data file. Return the answer that contains their addresses. */
static struct qjvm_answer allocate_counters(const struct work *work, const struct kit_function *function,
                                            const struct qjvm_method *method, const struct qjvm_counters *counters)
{
    qprof_BlockCounters request = {.owner = owner_of(counters),
                                   .stride = QPROF_COUNTER_NUMBER,
                                   .length = counters->count,
                                   .term_count = counters->term_count,
                                   .terms = counters->terms};
    if (kit_library.qii.block_counters(function->id, &request) != 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    uint64_t base = (uint64_t)(uintptr_t)request.base;
    uint64_t *edges = work->counters + method->line_count;
    for (int i = 0; i < method->line_count; i++)
        work->counters[i] = address(base, counters->of_line[i]);
    for (int i = 0; i < method->branches->edge_count; i++)
        edges[i] = address(base, counters->of_edge[i]);
    return (struct qjvm_answer){.insertion = work->options->exact_calls ? QJVM_COUNTED : QJVM_LINES,
                                .entry_counter = address(base, counters->entry),
                                .line_counters = work->counters,
                                .edge_counters = method->branches->edge_count ? edges : NULL};
}

static struct qjvm_answer count_lines(struct work *work, const struct kit_function *function,
                                      const struct qjvm_method *method)
{
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    const struct qjvm_registration *registration = &work->registration;
    int most = method->line_count + method->branches->edge_count;
    uint64_t *room = realloc(work->counters, ((size_t)most + 1) * sizeof *work->counters);
    if (!room)
        return answer;
    work->counters = room;
    struct qjvm_counted counted = {.lines = method->lines,
                                   .line_count = method->line_count,
                                   .line_blocks = registration->blocks,
                                   .branches = method->branches,
                                   .outcome_blocks = registration->blocks + method->line_count,
                                   .calls = registration->calls,
                                   .has_stripes = work->options->exact_calls};
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
                                     const struct qjvm_method *method)
{
    const struct qjvm_method_options *options = work->options;
    if (options->lines)
        return count_lines(work, function, method);
    bool is_small = !options->leaf_times && method->calls_nothing && method->code_size <= SMALL;
    if (!options->calls || is_small || function->id >= options->timed_ids)
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

/* Return the arguments of the calls at the method's allocation sites, NULL if it has none. */
static const uint64_t *count_allocations(struct work *work, const struct qjvm_class_file *class,
                                         const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    size_t count = (size_t)method->sites->count;
    uint64_t *room = count ? realloc(work->sites, count * sizeof *room) : NULL;
    if (!room)
        return NULL;
    work->sites = room;
    qjvm_counted_sites_add(class, method, source, room);
    return room;
}

static struct qjvm_answer record(struct work *work, const struct qjvm_class_file *class,
                                 const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    kit_library_lock();
    const struct kit_function *function = qjvm_registration_add(&work->registration, class, method, source);
    if (function && work->registration.is_loaded)
        answer = instrument(work, function, method);
    kit_library_unlock();
    if (answer.insertion != QJVM_NOTHING)
        answer.load = load_of(work, method, source);
    return answer;
}

static struct qjvm_answer answer(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct work *work = data;
    struct qjvm_answer answer = {.insertion = QJVM_NOTHING};
    struct qjvm_source_lines source;
    bool records = work->recorded && !method->is_generated;
    if ((!records && method->sites->count == 0) || !find_lines(work, class, method, &source))
        return answer;
    if (records)
        answer = record(work, class, method, &source);
    answer.site_arguments = count_allocations(work, class, method, &source);
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
    const struct work *work = data;
    if (!work->recorded || (method && method->is_generated))
        return;
    if (strcmp(why, qjvm_empty_finalizer) != 0)
        count_excluded(class, method, why);
    if (!method || !find_lines(data, class, method, &source))
        return;
    char *reason = kit_format("%.*s is not instrumented: %s", QJVM_SHOWN(method->name), why);
    exclude(&source, method->line_count, reason);
    free(reason);
    qjvm_source_lines_fini(&source);
}

static unsigned char *process(const struct qjvm_method_options *options, bool is_loaded, bool recorded,
                              const unsigned char *bytes, size_t size, size_t *new_size)
{
    struct work work = {.options = options, .recorded = recorded, .registration.is_loaded = is_loaded};
    struct qjvm_rewriting rewriting = {.owner = options->calls,
                                       .counters = options->counters,
                                       .loads = options->loads,
                                       .allocations = is_loaded ? options->allocations : NULL,
                                       .flow = options->lines && is_loaded && recorded,
                                       .branches = options->branches && recorded,
                                       .filter = options->filter && recorded,
                                       .method = answer,
                                       .unchanged = unchanged,
                                       .data = &work};
    unsigned char *rewritten = qjvm_rewrite(&rewriting, bytes, size, new_size);
    qjvm_source_map_fini(&work.map);
    qjvm_registration_fini(&work.registration);
    free(work.counters);
    free(work.sites);
    free(work.load);
    return rewritten;
}

unsigned char *qjvm_methods_rewrite(const struct qjvm_method_options *options, bool recorded,
                                    const unsigned char *bytes, size_t size, size_t *new_size)
{
    return process(options, true, recorded, bytes, size, new_size);
}

void qjvm_methods_register(const struct qjvm_method_options *options, const unsigned char *bytes, size_t size)
{
    size_t new_size;
    process(options, false, true, bytes, size, &new_size);
}
