/* class.c - the fuzzer of the functions that rewrite class files.
 *
 * The input may be any bytes. They are rewritten as a class file in five ways: to report calls, to count lines, to
 * count lines and branches, to count those that no compiler generated, and to count lines and allocations. If the bytes
 * are a valid class, the result must be valid, too. Runs under libFuzzer, or with class_corpus.c. */
#include <stdlib.h>

#include "bindings/jvm/insert/counters.h"
#include "bindings/jvm/insert/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct count {
    enum qjvm_insertion insertion;
    bool branches;
    bool filter;
    bool allocations;
    unsigned methods; /* methods that were parsed */
    uint64_t *places;
};

static size_t outcome_count(const struct qjvm_method *method)
{
    return method->branches ? (size_t)method->branches->outcome_count : 0;
}

static size_t edge_count(const struct qjvm_method *method)
{
    return method->branches ? (size_t)method->branches->edge_count : 0;
}

/* Plan the counters of a method. Each line and each branch outcome is a counted block, except every seventh of them. */
static void plan(struct qjvm_counters *counters, const struct qjvm_method *method)
{
    size_t blocks = (size_t)method->line_count + outcome_count(method);
    int *block = malloc((blocks + 1) * sizeof *block);
    struct qjvm_counted counted = {.lines = method->lines,
                                   .line_count = method->line_count,
                                   .line_blocks = block,
                                   .branches = method->branches,
                                   .outcome_blocks = block + method->line_count,
                                   .calls = (int)blocks,
                                   .has_stripes = blocks % 2};
    for (size_t i = 0; block && i < blocks; i++)
        block[i] = i % 7 == 6 ? -1 : (int)i;
    if (!block || !qjvm_counters_init(counters, method->flow, &counted))
        exit(0);
    free(block);
}

static void check_terms(const struct qjvm_counters *counters, size_t blocks)
{
    bool *summed = calloc(blocks + 1, sizeof *summed);
    for (int i = 0; summed && i < counters->term_count; i++) {
        const qprof_CounterTerm *term = &counters->terms[i];
        if (term->counter < 0 || term->counter >= counters->count || term->block < 0 || (size_t)term->block > blocks)
            abort();
        summed[term->block] = true;
    }
    for (size_t i = 0; summed && i <= blocks; i++)
        if (!summed[i] && (i == blocks || i % 7 != 6))
            abort();
    free(summed);
}

static uint64_t place_of(int counter)
{
    return counter < 0 ? 0 : 4096 + 8 * (uint64_t)counter;
}

static struct qjvm_answer instrument(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct count *count = data;
    size_t lines = (size_t)method->line_count, edges = edge_count(method);
    struct qjvm_counters counters;
    (void)class;
    for (int i = 1; i < method->line_count; i++)
        if (method->lines[i - 1].offset >= method->lines[i].offset)
            abort();
    count->methods++;
    plan(&counters, method);
    check_terms(&counters, lines + outcome_count(method));
    free(count->places);
    size_t sites = (size_t)method->sites->count;
    count->places = malloc((lines + edges + sites + 1) * sizeof *count->places);
    if (!count->places)
        exit(0);
    for (size_t i = 0; i < lines + edges; i++)
        count->places[i] = place_of(i < lines ? counters.of_line[i] : counters.of_edge[i - lines]);
    for (size_t i = 0; i < sites; i++) {
        const struct qjvm_site *site = &method->sites->items[i];
        free(qjvm_site_signature(site));
        count->places[lines + edges + i] = site->kind == QJVM_SITE_BUILDER || i % 7 == 6 ? 0 : 64 * (i + 1);
    }
    uint64_t entry = place_of(counters.entry);
    qjvm_counters_fini(&counters);
    return (struct qjvm_answer){.insertion = count->insertion,
                                .id = method->code_size * 3,
                                .entry_counter = entry,
                                .line_counters = count->places,
                                .edge_counters = count->places + lines,
                                .site_arguments = count->allocations ? count->places + lines + edges : NULL};
}

static void unchanged(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why)
{
    (void)data;
    (void)method;
    if ((class->name.size && !class->name.bytes) || !why)
        abort();
}

static unsigned char *rewrite(struct count *count, const uint8_t *bytes, size_t size, size_t *new_size)
{
    const struct qjvm_rewriting rewriting = {.owner = "Recorder",
                                             .counters = "Recorder",
                                             .allocations = count->allocations ? "Recorder" : NULL,
                                             .flow = true,
                                             .branches = count->branches,
                                             .filter = count->filter,
                                             .method = instrument,
                                             .unchanged = unchanged,
                                             .data = count};
    unsigned char *result = qjvm_rewrite(&rewriting, bytes, size, new_size);
    free(count->places);
    count->places = NULL;
    return result;
}

static void check(struct count before, const uint8_t *bytes, size_t size)
{
    struct count after = {.insertion = QJVM_NOTHING};
    size_t new_size = 0;
    size_t none;
    unsigned char *new_bytes = rewrite(&before, bytes, size, &new_size);
    if (!new_bytes)
        return;
    if (new_size <= size / 2 || rewrite(&after, new_bytes, new_size, &none))
        abort();
    if (before.filter ? after.methods < before.methods : after.methods != before.methods)
        abort();
    free(new_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    check((struct count){.insertion = QJVM_CALLS}, bytes, size);
    check((struct count){.insertion = QJVM_LINES}, bytes, size);
    check((struct count){.insertion = QJVM_LINES, .branches = true}, bytes, size);
    check((struct count){.insertion = QJVM_LINES, .branches = true, .filter = true}, bytes, size);
    check((struct count){.insertion = QJVM_LINES, .allocations = true}, bytes, size);
    return 0;
}
