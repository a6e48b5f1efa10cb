#include "bindings/jvm/class/moved.h"

#include <stdlib.h>

/* The operands of a switch lie at a multiple of four: what stands before it decides its length. */
static unsigned length_at(const struct qjvm_code *code, unsigned offset, unsigned place)
{
    unsigned length = qjvm_code_next(code, offset) - offset;
    if (qjvm_instruction_switches(code->bytes[offset]))
        length += qjvm_instruction_padding(place) - qjvm_instruction_padding(offset);
    return length;
}

static void move_all(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions)
{
    unsigned at = (unsigned)additions->entry.size;
    size_t next_addition = 0;
    unsigned filled = 0;
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        unsigned landing = at;
        if (next_addition < additions->count && additions->items[next_addition].offset == offset)
            at += additions->items[next_addition++].size;
        for (; filled <= offset; filled++) {
            moved->landing[filled] = landing;
            moved->place[filled] = at;
        }
        at += length_at(code, offset, at);
    }
    for (; filled <= code->size; filled++)
        moved->landing[filled] = moved->place[filled] = at;
    moved->new_size = at;
}

bool qjvm_moved_init(struct qjvm_moved *moved, const struct qjvm_code *code, const struct qjvm_additions *additions)
{
    size_t offsets = (size_t)code->size + 1;
    uint32_t *both = malloc(2 * offsets * sizeof *both);
    if (!both)
        return false;
    *moved = (struct qjvm_moved){.size = code->size, .landing = both, .place = both + offsets};
    move_all(moved, code, additions);
    return true;
}

void qjvm_moved_fini(struct qjvm_moved *moved)
{
    free(moved->landing);
}

unsigned qjvm_moved_landing(const struct qjvm_moved *moved, unsigned offset)
{
    return moved->landing[offset];
}

unsigned qjvm_moved_place(const struct qjvm_moved *moved, unsigned offset)
{
    return moved->place[offset];
}

unsigned qjvm_moved_start(const struct qjvm_moved *moved, unsigned offset)
{
    return offset == 0 ? 0 : moved->landing[offset];
}
