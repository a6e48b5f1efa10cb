#include "bindings/jvm/class/additions.h"

#include <stdlib.h>

#include "bindings/kit/strings.h"

void qjvm_additions_fini(struct qjvm_additions *additions)
{
    qjvm_writer_fini(&additions->bytes);
    qjvm_writer_fini(&additions->handler);
    qjvm_locals_fini(&additions->locals);
    free(additions->items);
    *additions = (struct qjvm_additions){0};
}

void qjvm_additions_put(struct qjvm_additions *additions, struct qjvm_addition addition, const void *bytes, size_t size)
{
    struct qjvm_addition *items = kit_array_more(additions->items, additions->count, sizeof *items);
    additions->bytes.no_memory |= !items;
    if (!items)
        return;
    addition.first = (unsigned)additions->bytes.size;
    addition.size = (unsigned)size;
    qjvm_write_bytes(&additions->bytes, bytes, size);
    additions->items = items;
    additions->items[additions->count++] = addition;
}

void qjvm_additions_put_at_returns(struct qjvm_additions *additions, const struct qjvm_code *code, const void *bytes,
                                   size_t size)
{
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset))
        if (qjvm_instruction_returns(code->bytes[offset]))
            qjvm_additions_put(additions, (struct qjvm_addition){.to = offset, .paths = QJVM_ALL_PATHS}, bytes, size);
}

static int compare(const void *left, const void *right)
{
    const struct qjvm_addition *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->paths != b->paths)
        return a->paths < b->paths ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

bool qjvm_additions_sort(struct qjvm_additions *additions)
{
    if (additions->count)
        qsort(additions->items, additions->count, sizeof *additions->items, compare);
    return !additions->bytes.no_memory && !additions->handler.no_memory;
}
