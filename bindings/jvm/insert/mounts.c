#include "bindings/jvm/insert/mounts.h"

/* Second argument of the call that is inserted. */
enum second { NONE, ITS_STATE, PARAMETER };

static const struct place {
    const char *name;
    const char *descriptor;
    const char *at_start;   /* method that is called at the method's start, NULL = none */
    const char *at_returns; /* method that is called before each return, NULL = none */
    enum second second;
} places[] = {
    {"start", "(Ljdk/internal/vm/ThreadContainer;)V", "starts", NULL, NONE},
    {"mount", "()V", NULL, "mounted", NONE},
    {"unmount", "()V", "unmounts", NULL, ITS_STATE},
    {"compareAndSetState", "(II)Z", "changes", NULL, PARAMETER},
    {"park", "()V", "parks", "parked", NONE},
    {"parkNanos", "(J)V", "parks", "parked", NONE},
};

const size_t qjvm_mounts_count = sizeof places / sizeof *places;

static const struct place *find(struct qjvm_text name, struct qjvm_text descriptor)
{
    for (size_t i = 0; i < qjvm_mounts_count; i++)
        if (qjvm_text_is(name, places[i].name) && qjvm_text_is(descriptor, places[i].descriptor))
            return &places[i];
    return NULL;
}

bool qjvm_mounts_has(struct qjvm_text name, struct qjvm_text descriptor)
{
    return find(name, descriptor);
}

static bool write_call(struct qjvm_writer *out, struct qjvm_pool *pool, unsigned instruction, const char *owner,
                       const char *name, const char *descriptor)
{
    unsigned method = qjvm_pool_add_method(pool, owner, name, descriptor);
    qjvm_write_u1(out, instruction);
    qjvm_write_u2(out, method);
    return method != 0;
}

/* Write code that calls this method of class `owner` with the thread and, if there is one, the second argument. */
static bool write_report(struct qjvm_writer *out, struct qjvm_pool *pool, enum second second, const char *owner,
                         const char *called)
{
    bool written = true;
    qjvm_write_u1(out, QJVM_ALOAD_0);
    if (second == ITS_STATE) {
        qjvm_write_u1(out, QJVM_ALOAD_0);
        written = write_call(out, pool, QJVM_INVOKEVIRTUAL, QJVM_MOUNTS_CLASS, "state", "()I");
    } else if (second == PARAMETER) {
        qjvm_write_u1(out, QJVM_ILOAD_2);
    }
    const char *descriptor = second == NONE ? "(Ljava/lang/Thread;)V" : "(Ljava/lang/Thread;I)V";
    return write_call(out, pool, QJVM_INVOKESTATIC, owner, called, descriptor) && written;
}

const char *qjvm_mounts_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_member *method,
                            const struct qjvm_code *code, const char *owner)
{
    const struct place *place = find(method->name, method->descriptor);
    if (!place)
        return "nothing to report";
    struct qjvm_writer start = {0}, returns = {0};
    bool added = (!place->at_start || write_report(&start, pool, place->second, owner, place->at_start)) &&
                 (!place->at_returns || write_report(&returns, pool, place->second, owner, place->at_returns));
    additions->stack = 2;
    if (place->at_start)
        qjvm_additions_put(additions, (struct qjvm_addition){.to = 0, .paths = QJVM_FALLING}, start.bytes, start.size);
    if (place->at_returns)
        qjvm_additions_put_at_returns(additions, code, returns.bytes, returns.size);
    bool no_memory = start.no_memory || returns.no_memory;
    qjvm_writer_fini(&start);
    qjvm_writer_fini(&returns);
    return no_memory ? "no memory" : added ? NULL : "too many constants";
}
