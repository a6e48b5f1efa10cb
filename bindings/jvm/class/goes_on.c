#include "bindings/jvm/class/goes_on.h"

/* ---- `this` ------------------------------------------------------------------------------------------------------ */

/* Whether it puts something else into local 0. */
static bool replaces_this(const unsigned char *at)
{
    bool wide = *at == QJVM_WIDE;
    unsigned operation = wide ? at[1] : *at;
    if (operation >= QJVM_ISTORE && operation <= QJVM_ASTORE)
        return wide ? qjvm_get_u2(at + 2) == 0 : at[1] == 0;
    return operation >= QJVM_ISTORE_0 && operation < QJVM_IASTORE && (operation - QJVM_ISTORE_0) % 4 == 0;
}

void qjvm_goes_on_init(struct qjvm_goes_on *goes_on, const struct qjvm_code *code, bool is_virtual)
{
    *goes_on = (struct qjvm_goes_on){.code = code, .has_this = is_virtual};
    for (unsigned offset = 0; offset < code->size && goes_on->has_this; offset = qjvm_code_next(code, offset))
        goes_on->has_this = !replaces_this(code->bytes + offset);
}

static bool loads_this(const struct qjvm_goes_on *goes_on, unsigned offset)
{
    return goes_on->has_this && goes_on->code->bytes[offset] == QJVM_ALOAD_0;
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

bool qjvm_goes_on_loads_constant(const struct qjvm_code *code, unsigned offset)
{
    const unsigned char *at = code->bytes + offset;
    if (*at < QJVM_LDC || *at > QJVM_LDC2_W)
        return false;
    switch (qjvm_pool_tag(code->pool, *at == QJVM_LDC ? at[1] : qjvm_get_u2(at + 1))) {
    case QJVM_INTEGER:
    case QJVM_FLOAT:
    case QJVM_LONG:
    case QJVM_DOUBLE:
    case QJVM_STRING:
        return true;
    default:
        return false;
    }
}

/* Whether it puts a value on the stack and takes none from there. */
static bool loads(const struct qjvm_code *code, unsigned offset)
{
    unsigned operation = qjvm_instruction_operation(code->bytes, offset);
    return (operation > QJVM_NOP && operation <= QJVM_SIPUSH) || (operation >= QJVM_ILOAD && operation < QJVM_IALOAD) ||
           qjvm_goes_on_loads_constant(code, offset);
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

/* A field of `this` is read or written: this.x, or this.x = something that is loaded. */
static bool uses_own_field(const struct qjvm_goes_on *goes_on, unsigned operation)
{
    if (operation == QJVM_GETFIELD)
        return goes_on->known >= 1 && loads_this(goes_on, goes_on->previous);
    return operation == QJVM_PUTFIELD && goes_on->known >= 2 && loads(goes_on->code, goes_on->previous) &&
           loads_this(goes_on, goes_on->earlier);
}

bool qjvm_goes_on_behind(struct qjvm_goes_on *goes_on, unsigned offset, bool is_led_to)
{
    unsigned operation = qjvm_instruction_operation(goes_on->code->bytes, offset);
    if (is_led_to)
        goes_on->known = 0;
    bool goes = is_simple(operation) || loads(goes_on->code, offset) || uses_own_field(goes_on, operation);
    goes_on->earlier = goes_on->previous;
    goes_on->previous = offset;
    goes_on->known = goes_on->known < 2 ? goes_on->known + 1 : 2;
    return goes;
}
