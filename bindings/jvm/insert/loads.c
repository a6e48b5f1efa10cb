#include "bindings/jvm/insert/loads.h"

/* Write a call of the owner's method with the file. Return NULL or an error message. */
static const char *write_call(struct qjvm_writer *out, struct qjvm_pool *pool, const char *owner, const char *name,
                              const char *file)
{
    unsigned text = qjvm_pool_add_string(pool, file);
    unsigned method = qjvm_pool_add_method(pool, owner, name, "(Ljava/lang/String;)V");
    qjvm_write_u1(out, QJVM_LDC_W);
    qjvm_write_u2(out, text);
    qjvm_write_u1(out, QJVM_INVOKESTATIC);
    qjvm_write_u2(out, method);
    return out->no_memory ? "no memory" : text && method ? NULL : "too many constants";
}

const char *qjvm_loads_add_exits(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                                 const char *owner, const char *file)
{
    struct qjvm_writer call = {0};
    const char *why = write_call(&call, pool, owner, "loaded", file);
    qjvm_additions_put_at_returns(additions, code, call.bytes, call.size);
    qjvm_write_bytes(&additions->handler, call.bytes, call.size);
    qjvm_writer_fini(&call);
    return why;
}

const char *qjvm_loads_add_entry(struct qjvm_additions *additions, struct qjvm_pool *pool, const char *owner,
                                 const char *file)
{
    static const struct qjvm_addition at_entry = {.to = 0, .paths = QJVM_FALLING};
    struct qjvm_writer call = {0};
    const char *why = write_call(&call, pool, owner, "load", file);
    qjvm_additions_put(additions, at_entry, call.bytes, call.size);
    qjvm_writer_fini(&call);
    if (!additions->guarded) /* otherwise the handler of the other additions throws the exception again */
        qjvm_write_u1(&additions->handler, QJVM_ATHROW);
    additions->guarded = true;
    additions->stack = additions->stack ? additions->stack : 1;
    return why;
}
