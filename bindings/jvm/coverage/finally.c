/* finally.c - copies of a `finally` block. The compiler copies the block to each exit of the `try` statement, and to a
 * handler that catches any exception and throws it again. */
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/coverage/kinds.h"

/* Handler that catches any exception. */
struct finally {
    struct qjvm_ignored *ignored;
    unsigned handler;
    unsigned first; /* first instruction of the block */
    unsigned end;   /* instruction after the block, which loads the exception */
    bool *inside;   /* indexed by offset: whether the `try` statement or its catch clauses contain the instruction */
};

static struct qjvm_local local_at(const struct finally *finally, unsigned offset)
{
    return qjvm_instruction_local(finally->ignored->code->bytes, offset);
}

/* Find the block in the handler. Return false if the handler does not end by throwing the exception again. */
static bool find_block(struct finally *finally)
{
    const struct qjvm_code *code = finally->ignored->code;
    struct qjvm_local thrown = local_at(finally, finally->handler), local;
    if (thrown.operation != QJVM_ASTORE)
        return false;
    finally->first = finally->end = qjvm_code_next(code, finally->handler);
    while (finally->end < code->size &&
           ((local = local_at(finally, finally->end)).operation != QJVM_ALOAD || local.number != thrown.number))
        finally->end = qjvm_code_next(code, finally->end);
    unsigned last = finally->end < code->size ? qjvm_code_next(code, finally->end) : code->size;
    return finally->first < finally->end && last < code->size && code->bytes[last] == QJVM_ATHROW;
}

static void find_inside(struct finally *finally)
{
    const struct qjvm_code *code = finally->ignored->code;
    memset(finally->inside, 0, code->size * sizeof *finally->inside);
    for (unsigned i = 0; i < code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(code, i);
        if (exception.handler == finally->handler)
            memset(finally->inside + exception.from, true, exception.until - exception.from);
    }
}

/* Return whether two instructions have the same operation, in any form, and the same number of jump targets. */
static bool is_same(const struct finally *finally, unsigned one, unsigned other)
{
    const unsigned char *code = finally->ignored->code->bytes;
    struct qjvm_local local = local_at(finally, one);
    if (local.operation)
        return local.operation == local_at(finally, other).operation;
    return code[one] == code[other] && qjvm_targets_of(code, one).count == qjvm_targets_of(code, other).count;
}

/* If the code at `offset` has the same instructions as the block, note that it is a copy. */
static void note_copy(const struct finally *finally, unsigned offset)
{
    struct qjvm_ignored *ignored = finally->ignored;
    const struct qjvm_code *code = ignored->code;
    unsigned at, copy = offset;
    for (at = finally->first; at < finally->end; at = qjvm_code_next(code, at), copy = qjvm_code_next(code, copy))
        if (copy >= code->size || !is_same(finally, at, copy))
            return;
    copy = offset;
    for (at = finally->first; at < finally->end; at = qjvm_code_next(code, at), copy = qjvm_code_next(code, copy))
        qjvm_ignored_join(ignored, at, copy);
    qjvm_ignored_add(ignored, finally->handler, finally->handler);
    qjvm_ignored_add(ignored, finally->end, qjvm_code_next(code, finally->end));
    if (copy < code->size && code->bytes[copy] == QJVM_GOTO)
        qjvm_ignored_add(ignored, copy, copy);
}

/* Note copies where jumps leave a range of the `try` statement, and after its end. */
static void find_exits(const struct finally *finally, const struct qjvm_exception *range)
{
    const struct qjvm_code *code = finally->ignored->code;
    bool falls = false;
    for (unsigned offset = range->from; offset < range->until; offset = qjvm_code_next(code, offset)) {
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
        unsigned target = targets.count ? (unsigned)qjvm_targets_offset(&targets, code->bytes, offset, 0) : 0;
        if (targets.count == 1 && !finally->inside[target])
            note_copy(finally, target);
        falls = qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, offset));
    }
    if (falls && range->until < code->size && !finally->inside[range->until])
        note_copy(finally, range->until);
}

static void find_copies(struct finally *finally, const struct qjvm_exception *first)
{
    const struct qjvm_code *code = finally->ignored->code;
    find_inside(finally);
    for (unsigned i = 0; i < code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(code, i);
        if (exception.handler == finally->handler)
            find_exits(finally, &exception);
        else if (exception.from == first->from && exception.until == first->until) {
            /* A catch clause without code: the copy follows the store of the exception. */
            unsigned offset = qjvm_code_next(code, exception.handler);
            if (offset < code->size && !finally->inside[offset])
                note_copy(finally, offset);
        }
    }
}

bool qjvm_kinds_finally(struct qjvm_ignored *ignored)
{
    bool *inside = malloc(ignored->code->size * sizeof *inside);
    for (unsigned i = 0; inside && i < ignored->code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(ignored->code, i);
        struct finally finally = {.ignored = ignored, .handler = exception.handler, .inside = inside};
        if (exception.type == 0 && find_block(&finally))
            find_copies(&finally, &exception);
    }
    bool memory = inside;
    free(inside);
    return memory;
}
