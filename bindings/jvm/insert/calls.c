#include "bindings/jvm/insert/calls.h"

#include "bindings/jvm/insert/constructor.h"

static const char full[] = "too many constants";

/* Write the shortest instruction that pushes a number. Return false if the pool is full. */
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

static bool is_handler(const struct qjvm_code *code, unsigned offset)
{
    for (unsigned i = 0; i < code->exception_count; i++)
        if (qjvm_code_exception(code, i).handler == offset)
            return true;
    return false;
}

static void insert_calls(struct qjvm_additions *additions, const struct qjvm_code *code,
                         const struct qjvm_writer *caught, const struct qjvm_writer *leave)
{
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        bool returns = qjvm_instruction_returns(code->bytes[offset]);
        struct qjvm_writer both = {0};
        if (is_handler(code, offset))
            qjvm_write_bytes(&both, caught->bytes, caught->size);
        if (returns)
            qjvm_write_bytes(&both, leave->bytes, leave->size);
        if (both.size)
            qjvm_additions_put(additions, offset, both.bytes, both.size);
        additions->no_memory |= both.no_memory;
        qjvm_writer_fini(&both);
    }
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
    struct qjvm_writer caught = {0};
    struct qjvm_writer leave = {0};
    bool added = write_call(&additions->entry, &file->pool, owner, "enter", id) &&
                 write_call(&leave, &file->pool, owner, "leave", id) &&
                 (code->exception_count == 0 || write_call(&caught, &file->pool, owner, "caught", id));
    additions->stack = 1;
    insert_calls(additions, code, &caught, &leave);
    bool guarded = guard(additions, file, method, code, &leave);
    bool no_memory = leave.no_memory || caught.no_memory || !guarded;
    qjvm_writer_fini(&caught);
    qjvm_writer_fini(&leave);
    return no_memory ? "no memory" : added ? NULL : full;
}
