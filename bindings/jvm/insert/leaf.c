#include "bindings/jvm/insert/leaf.h"

#include "bindings/jvm/class/continues.h"

static bool jumps_back(const struct qjvm_code *code, unsigned offset)
{
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
    for (unsigned i = 0; i < targets.count; i++)
        if (qjvm_targets_offset(&targets, code->bytes, offset, i) <= offset)
            return true;
    return false;
}

static bool stays_within(const struct qjvm_class_file *file, const struct qjvm_code *code, unsigned offset)
{
    const unsigned char *at = code->bytes + offset;
    switch (qjvm_instruction_operation(code->bytes, offset)) {
    case QJVM_LDC:
    case QJVM_LDC_W:
    case QJVM_LDC2_W:
        return qjvm_continues_loads_constant(code, offset);
    case QJVM_GETSTATIC: /* the class of the field may not be initialized yet */
    case QJVM_PUTSTATIC:
        return qjvm_text_equal(qjvm_pool_member_class(&file->pool, qjvm_get_u2(at + 1)), file->name);
    case QJVM_NEW:
    case QJVM_ANEWARRAY:
    case QJVM_ATHROW:
    case QJVM_CHECKCAST:
    case QJVM_INSTANCEOF:
    case QJVM_MONITORENTER:
    case QJVM_MONITOREXIT:
    case QJVM_MULTIANEWARRAY:
    case QJVM_JSR:
    case QJVM_JSR_W:
    case QJVM_RET:
        return false;
    default:
        return (*at < QJVM_INVOKEVIRTUAL || *at > QJVM_INVOKEDYNAMIC) && !jumps_back(code, offset);
    }
}

bool qjvm_leaf_is(const struct qjvm_class_file *file, const struct qjvm_member *method, const struct qjvm_code *code)
{
    bool within = (method->access & QJVM_ACCESS_SYNCHRONIZED) == 0;
    for (unsigned offset = 0; offset < code->size && within; offset = qjvm_code_next(code, offset))
        within = stays_within(file, code, offset);
    return within;
}
