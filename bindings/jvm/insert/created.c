#include "bindings/jvm/insert/created.h"

const char *qjvm_created_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                             const char *owner)
{
    struct qjvm_writer call = {0};
    unsigned called = qjvm_pool_add_method(pool, owner, "created", "(Ljava/lang/Object;)V");
    qjvm_write_u1(&call, QJVM_ALOAD_0);
    qjvm_write_u1(&call, QJVM_INVOKESTATIC);
    qjvm_write_u2(&call, called);
    additions->stack = 1;
    qjvm_additions_put_at_returns(additions, code, call.bytes, call.size);
    bool no_memory = call.no_memory;
    qjvm_writer_fini(&call);
    return no_memory ? "no memory" : called ? NULL : "too many constants";
}
