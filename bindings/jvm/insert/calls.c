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

/* Write a call of the owner's method, with `pushed` as the code that pushes its argument. Return false if the pool is
 * full. */
static bool write_call(struct qjvm_writer *out, struct qjvm_pool *pool, const char *owner, const char *name,
                       const struct qjvm_writer *pushed)
{
    unsigned method = qjvm_pool_add_method(pool, owner, name, "(I)V");
    qjvm_write_bytes(out, pushed->bytes, pushed->size);
    qjvm_write_u1(out, QJVM_INVOKESTATIC);
    qjvm_write_u2(out, method);
    return method != 0;
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
        struct qjvm_addition addition = {.to = offset, .paths = QJVM_ALL_PATHS};
        if (is_handler(code, offset))
            qjvm_additions_put(additions, addition, caught->bytes, caught->size);
        if (qjvm_instruction_returns(code->bytes[offset]))
            qjvm_additions_put(additions, addition, leave->bytes, leave->size);
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
    qjvm_write_bytes(&additions->handler, leave->bytes, leave->size);
    qjvm_write_u1(&additions->handler, QJVM_ATHROW);
    return true;
}

const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id)
{
    static const struct qjvm_addition at_entry = {.to = 0, .paths = QJVM_FALLING};
    struct qjvm_writer pushed = {0}, enter = {0}, caught = {0}, leave = {0};
    bool added = push(&pushed, &file->pool, (int32_t)id) && write_call(&enter, &file->pool, owner, "enter", &pushed) &&
                 write_call(&leave, &file->pool, owner, "leave", &pushed) &&
                 (code->exception_count == 0 || write_call(&caught, &file->pool, owner, "caught", &pushed));
    additions->stack = 1;
    qjvm_additions_put(additions, at_entry, enter.bytes, enter.size);
    insert_calls(additions, code, &caught, &leave);
    bool guarded = guard(additions, file, method, code, &leave);
    bool no_memory = pushed.no_memory || enter.no_memory || leave.no_memory || caught.no_memory || !guarded;
    qjvm_writer_fini(&pushed);
    qjvm_writer_fini(&enter);
    qjvm_writer_fini(&caught);
    qjvm_writer_fini(&leave);
    return no_memory ? "no memory" : added ? NULL : full;
}
