#include "bindings/jvm/class/additions.h"

#include <stdlib.h>

void qjvm_additions_fini(struct qjvm_additions *additions)
{
    qjvm_writer_fini(&additions->entry);
    qjvm_writer_fini(&additions->bytes);
    qjvm_writer_fini(&additions->handler);
    free(additions->items);
    *additions = (struct qjvm_additions){0};
}

static bool make_room(struct qjvm_additions *additions)
{
    if (additions->count < additions->room)
        return true;
    size_t room = 2 * additions->room + 16;
    struct qjvm_addition *items = realloc(additions->items, room * sizeof *items);
    if (!items) {
        additions->no_memory = true;
        return false;
    }
    additions->items = items;
    additions->room = room;
    return true;
}

void qjvm_additions_put(struct qjvm_additions *additions, unsigned offset, const void *bytes, size_t size)
{
    if (!make_room(additions))
        return;
    unsigned first = (unsigned)additions->bytes.size;
    qjvm_write_bytes(&additions->bytes, bytes, size);
    additions->items[additions->count++] = (struct qjvm_addition){offset, first, (unsigned)size};
}

bool qjvm_additions_incomplete(const struct qjvm_additions *additions)
{
    return additions->no_memory || additions->entry.no_memory || additions->bytes.no_memory ||
           additions->handler.no_memory;
}
