/* class.c - any bytes as a class file: rewritten both ways, and what comes out is as sound as what went in. For
 * libFuzzer, or with class_corpus.c. */
#include <stdlib.h>

#include "bindings/jvm/insert/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct count {
    enum qjvm_insertion insertion;
    unsigned methods; /* that were understood */
    uint64_t *counters;
};

static struct qjvm_answer answer(void *data, const struct qjvm_class *class, const struct qjvm_method *method)
{
    struct count *count = data;
    size_t lines = (size_t)method->line_count;
    (void)class;
    for (int i = 1; i < method->line_count; i++)
        if (method->lines[i - 1].offset >= method->lines[i].offset)
            abort();
    count->methods++;
    free(count->counters);
    count->counters = malloc((lines + 1) * sizeof *count->counters);
    if (!count->counters)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    for (size_t i = 0; i < lines; i++)
        count->counters[i] = 4096 + 8 * (i % 7);
    return (struct qjvm_answer){count->insertion, method->code_size * 3, 8, count->counters};
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
    const struct qjvm_rewriting rewriting = {"Told", "Told", answer, unchanged, count};
    unsigned char *result = qjvm_rewrite(&rewriting, bytes, size, new_size);
    free(count->counters);
    count->counters = NULL;
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    for (enum qjvm_insertion insertion = QJVM_CALLS; insertion <= QJVM_LINES; insertion++) {
        struct count before = {.insertion = insertion};
        struct count after = {.insertion = QJVM_NOTHING};
        size_t new_size = 0;
        size_t none;
        unsigned char *new_bytes = rewrite(&before, bytes, size, &new_size);
        if (!new_bytes)
            continue;
        if (new_size <= size / 2 || rewrite(&after, new_bytes, new_size, &none) || after.methods != before.methods)
            abort();
        free(new_bytes);
    }
    return 0;
}
