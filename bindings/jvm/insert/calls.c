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

/* Write a call of the owner's method, whose last argument is `pushed`. Return false if the pool is full. */
static bool write_call(struct qjvm_writer *out, struct qjvm_pool *pool, const char *owner, const char *name,
                       const char *descriptor, const struct qjvm_writer *pushed)
{
    unsigned method = qjvm_pool_add_method(pool, owner, name, descriptor);
    qjvm_write_bytes(out, pushed->bytes, pushed->size);
    qjvm_write_u1(out, QJVM_INVOKESTATIC);
    qjvm_write_u2(out, method);
    return method != 0;
}

/* Write an instruction that loads or stores an int local: QJVM_ILOAD or QJVM_ISTORE. */
static void write_access(struct qjvm_writer *out, enum qjvm_operation operation, unsigned local)
{
    bool is_wide = local > UINT8_MAX;
    if (is_wide)
        qjvm_write_u1(out, QJVM_WIDE);
    qjvm_write_u1(out, operation);
    if (is_wide)
        qjvm_write_u2(out, local);
    else
        qjvm_write_u1(out, local);
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

/* Add the local that keeps the result of `enter`. Class files older than version 50 have no frames, which would list
 * it. */
static bool add_local(struct qjvm_additions *additions, struct qjvm_class_file *file, const struct qjvm_member *method)
{
    additions->has_local = true;
    return file->version < 50 || qjvm_locals_init(&additions->locals, file, method);
}

const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id)
{
    static const struct qjvm_addition at_entry = {.to = 0, .paths = QJVM_FALLING};
    struct qjvm_writer pushed = {0}, enter = {0}, caught = {0}, leave = {0};
    write_access(&leave, QJVM_ILOAD, code->max_locals);
    write_access(&caught, QJVM_ILOAD, code->max_locals);
    bool added = add_local(additions, file, method) && push(&pushed, &file->pool, (int32_t)id) &&
                 write_call(&enter, &file->pool, owner, "enter", "(I)I", &pushed) &&
                 write_call(&leave, &file->pool, owner, "leave", "(II)V", &pushed) &&
                 (code->exception_count == 0 || write_call(&caught, &file->pool, owner, "caught", "(II)V", &pushed));
    write_access(&enter, QJVM_ISTORE, code->max_locals);
    additions->stack = 2;
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
