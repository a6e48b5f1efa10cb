#include "bindings/jvm/coverage/ignored.h"

#include <stdlib.h>

bool qjvm_ignored_init(struct qjvm_ignored *ignored, const struct qjvm_code *code)
{
    *ignored = (struct qjvm_ignored){.code = code,
                                     .instructions = calloc(code->size, sizeof *ignored->instructions),
                                     .copy_of = malloc(code->size * sizeof *ignored->copy_of),
                                     .switch_of = calloc(code->size, sizeof *ignored->switch_of)};
    for (unsigned offset = 0; ignored->copy_of && offset < code->size; offset++)
        ignored->copy_of[offset] = offset;
    return ignored->instructions && ignored->copy_of && ignored->switch_of;
}

void qjvm_ignored_fini(struct qjvm_ignored *ignored)
{
    free(ignored->instructions);
    free(ignored->copy_of);
    free(ignored->switch_of);
    *ignored = (struct qjvm_ignored){0};
}

void qjvm_ignored_add(struct qjvm_ignored *ignored, unsigned first, unsigned last)
{
    for (unsigned offset = first; offset <= last; offset = qjvm_code_next(ignored->code, offset))
        ignored->instructions[offset] = true;
}

void qjvm_ignored_join(struct qjvm_ignored *ignored, unsigned one, unsigned other)
{
    one = qjvm_ignored_first_copy(ignored, one);
    other = qjvm_ignored_first_copy(ignored, other);
    ignored->copy_of[one < other ? other : one] = one < other ? one : other;
}

unsigned qjvm_ignored_first_copy(const struct qjvm_ignored *ignored, unsigned offset)
{
    while (ignored->copy_of[offset] != offset)
        offset = ignored->copy_of[offset];
    return offset;
}
