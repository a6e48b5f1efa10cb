/* class.c - any bytes as a class file: rewritten in all ways, and what comes out is as sound as what went in. For
 * libFuzzer, or with class_corpus.c. */
#include <stdlib.h>

#include "bindings/jvm/insert/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct count {
    enum qjvm_insertion insertion;
    bool branches;
    unsigned methods; /* that were understood */
    uint64_t *counters;
};

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct count *count = data;
    size_t lines = (size_t)method->line_count;
    size_t counters = lines + (method->branches ? (size_t)method->branches->outcome_count : 0);
    (void)class;
    for (int i = 1; i < method->line_count; i++)
        if (method->lines[i - 1].offset >= method->lines[i].offset)
            abort();
    count->methods++;
    free(count->counters);
    count->counters = malloc((counters + 1) * sizeof *count->counters);
    if (!count->counters)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    for (size_t i = 0; i < counters; i++)
        count->counters[i] = 4096 + 8 * (i % 7);
    return (struct qjvm_answer){.insertion = count->insertion,
                                .id = method->code_size * 3,
                                .entry_counter = 8,
                                .line_counters = count->counters,
                                .outcome_counters = count->counters + lines};
}

static void unchanged(void *data, const struct qjvm_class *class, const struct qjvm_method *method, const char *why)
{
    (void)data;
    (void)method;
    if (!class->name || !why)
        abort();
}

static unsigned char *rewrite(struct count *count, const uint8_t *bytes, size_t size, size_t *new_size)
{
    const struct qjvm_rewriting rewriting = {.owner = "Told",
                                             .counters = "Told",
                                             .branches = count->branches,
                                             .method = answer,
                                             .unchanged = unchanged,
                                             .data = count};
    unsigned char *result = qjvm_rewrite(&rewriting, bytes, size, new_size);
    free(count->counters);
    count->counters = NULL;
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
    if (new_size <= size / 2 || rewrite(&after, new_bytes, new_size, &none) || after.methods != before.methods)
        abort();
    free(new_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    check((struct count){.insertion = QJVM_CALLS}, bytes, size);
    check((struct count){.insertion = QJVM_LINES}, bytes, size);
    check((struct count){.insertion = QJVM_LINES, .branches = true}, bytes, size);
    return 0;
}
