#include "bindings/jvm/class/continues.h"

/* ---- `this` ------------------------------------------------------------------------------------------------------ */

/* Return whether the instruction overwrites local 0. */
static bool replaces_this(const unsigned char *code, unsigned offset)
{
    struct qjvm_local local = qjvm_instruction_local(code, offset);
    return local.operation >= QJVM_ISTORE && local.number == 0;
}

void qjvm_continues_init(struct qjvm_continues *continues, const struct qjvm_code *code, bool is_virtual)
{
    *continues = (struct qjvm_continues){.code = code, .has_this = is_virtual};
    for (unsigned offset = 0; offset < code->size && continues->has_this; offset = qjvm_code_next(code, offset))
        continues->has_this = !replaces_this(code->bytes, offset);
}

static bool loads_this(const struct qjvm_continues *continues, unsigned offset)
{
    return continues->has_this && continues->code->bytes[offset] == QJVM_ALOAD_0;
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

bool qjvm_continues_loads_constant(const struct qjvm_code *code, unsigned offset)
{
    const unsigned char *at = code->bytes + offset;
    if (*at < QJVM_LDC || *at > QJVM_LDC2_W)
        return false;
    int tag = qjvm_pool_tag(code->pool, *at == QJVM_LDC ? at[1] : qjvm_get_u2(at + 1));
    return (tag >= QJVM_INTEGER && tag <= QJVM_DOUBLE) || tag == QJVM_STRING;
}

/* Return whether the instruction pushes a value and pops none. */
static bool loads(const struct qjvm_code *code, unsigned offset)
{
    unsigned operation = qjvm_instruction_operation(code->bytes, offset);
    return (operation > QJVM_NOP && operation <= QJVM_SIPUSH) || (operation >= QJVM_ILOAD && operation < QJVM_IALOAD) ||
           qjvm_continues_loads_constant(code, offset);
}

static bool divides(unsigned operation)
{
    return operation == QJVM_IDIV || operation == QJVM_LDIV || operation == QJVM_IREM || operation == QJVM_LREM;
}

static bool is_simple(unsigned operation)
{
    bool computes = operation >= QJVM_POP && operation < QJVM_JSR && !divides(operation);
    bool stores = operation >= QJVM_ISTORE && operation < QJVM_IASTORE;
    return computes || stores || operation == QJVM_NOP || qjvm_instruction_switches(operation) ||
           operation == QJVM_IFNULL || operation == QJVM_IFNONNULL || operation == QJVM_GOTO_W;
}

/* Return whether the instruction reads a field of `this`, or writes one with a value that the previous instruction
 * loads. */
static bool uses_own_field(const struct qjvm_continues *continues, unsigned operation)
{
    if (operation == QJVM_GETFIELD)
        return continues->known >= 1 && loads_this(continues, continues->previous);
    return operation == QJVM_PUTFIELD && continues->known >= 2 && loads(continues->code, continues->previous) &&
           loads_this(continues, continues->earlier);
}

bool qjvm_continues_after(struct qjvm_continues *continues, unsigned offset, bool is_target)
{
    unsigned operation = qjvm_instruction_operation(continues->code->bytes, offset);
    if (is_target)
        continues->known = 0;
    bool result = is_simple(operation) || loads(continues->code, offset) || uses_own_field(continues, operation);
    continues->earlier = continues->previous;
    continues->previous = offset;
    continues->known = continues->known < 2 ? continues->known + 1 : 2;
    return result;
}
