#include "bindings/jvm/insert/calls.h"

#include "bindings/jvm/insert/constructor.h"

static const char full[] = "too many constants";

/* The shortest instruction that pushes a number. */
static bool push(struct qjvm_writer *out, struct qjvm_pool *pool, int32_t value)
{
    if (value >= -1 && value <= 5) {
        qjvm_write_u1(out, (unsigned)(QJVM_ICONST_0 + value));
    } else if (value >= INT8_MIN && value <= INT8_MAX) {
        qjvm_write_u1(out, QJVM_BIPUSH);
        qjvm_write_u1(out, (unsigned)value & 0xff);
    } else if (value >= INT16_MIN && value <= INT16_MAX) {
        qjvm_write_u1(out, QJVM_SIPUSH);
        qjvm_write_u2(out, (unsigned)value & 0xffff);
    } else {
        unsigned index = qjvm_pool_add_integer(pool, (uint32_t)value);
        qjvm_write_u1(out, index > UINT8_MAX ? QJVM_LDC_W : QJVM_LDC);
        if (index > UINT8_MAX)
            qjvm_write_u2(out, index);
        else
            qjvm_write_u1(out, index);
        return index != 0;
    }
    return true;
}

static bool write_call(struct qjvm_writer *out, struct qjvm_pool *pool, const char *owner, const char *name,
                       uint32_t id)
{
    unsigned method = qjvm_pool_add_method(pool, owner, name, "(I)V");
    bool pushed = push(out, pool, (int32_t)id);
    qjvm_write_u1(out, QJVM_INVOKESTATIC);
    qjvm_write_u2(out, method);
    return pushed && method != 0;
}

static void leave_at_returns(struct qjvm_additions *additions, const struct qjvm_code *code,
                             const struct qjvm_writer *leave)
{
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset))
        if (qjvm_instruction_returns(code->bytes[offset]))
            qjvm_additions_put(additions, offset, leave->bytes, leave->size);
}

static bool guard(struct qjvm_additions *additions, const struct qjvm_class_file *file,
                  const struct qjvm_member *method, const struct qjvm_code *code, const struct qjvm_writer *leave)
{
    int from = qjvm_text_is(method->name, "<init>") ? qjvm_constructor_ready(file, code) : 0;
    if (from < 0 || (unsigned)from >= code->size)
        return from >= 0;
    additions->guarded = true;
    additions->guarded_from = (unsigned)from;
    additions->handler_stack = 2;
    qjvm_write_bytes(&additions->handler, leave->bytes, leave->size);
    qjvm_write_u1(&additions->handler, QJVM_ATHROW);
    return true;
}

const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id)
{
    struct qjvm_writer leave = {0};
    bool added = write_call(&additions->entry, &file->pool, owner, "enter", id) &&
                 write_call(&leave, &file->pool, owner, "leave", id);
    additions->stack = 1;
    leave_at_returns(additions, code, &leave);
    bool guarded = guard(additions, file, method, code, &leave);
    bool no_memory = leave.no_memory || !guarded;
    qjvm_writer_fini(&leave);
    return no_memory ? "no memory" : added ? NULL : full;
}
