#include "bindings/jvm/insert/lines.h"

#define CALL_SIZE 6

/* Return false if the pool is full. */
static bool make_call(unsigned char *bytes, struct qjvm_pool *pool, unsigned method, uint64_t counter)
{
    unsigned constant = qjvm_pool_add_long(pool, counter);
    const unsigned char call[CALL_SIZE] = {QJVM_LDC2_W,       (unsigned char)(constant >> 8), (unsigned char)constant,
                                           QJVM_INVOKESTATIC, (unsigned char)(method >> 8),   (unsigned char)method};
    for (unsigned i = 0; i < CALL_SIZE; i++)
        bytes[i] = call[i];
    return constant != 0;
}

const char *qjvm_lines_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const char *owner, uint64_t entry, const uint64_t *counters)
{
    unsigned method = qjvm_pool_add_method(pool, owner, "count", "(J)V");
    unsigned char call[CALL_SIZE];
    bool added = method != 0;
    additions->stack = 2;
    if (entry) {
        added = make_call(call, pool, method, entry) && added;
        qjvm_write_bytes(&additions->entry, call, CALL_SIZE);
    }
    for (int i = 0; counters && i < code->line_count && added; i++) {
        if (counters[i] == 0)
            continue;
        added = make_call(call, pool, method, counters[i]);
        qjvm_additions_put(additions, (unsigned)code->lines[i].offset, call, CALL_SIZE);
    }
    return added ? NULL : "too many constants";
}

const char *qjvm_lines_add_outcomes(struct qjvm_additions *additions, struct qjvm_pool *pool,
                                    const struct qjvm_code *code, const struct qjvm_branches *branches,
                                    const char *owner, const uint64_t *counters)
{
    unsigned method = qjvm_pool_add_method(pool, owner, "count", "(J)V");
    unsigned char call[CALL_SIZE];
    bool added = method != 0;
    additions->stack = 2;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        bool falls = qjvm_instruction_falls_through(code->bytes[branch->offset]);
        for (int i = branch->first; i < branch->first + branch->count && added; i++) {
            unsigned to = branches->outcomes[i];
            struct qjvm_edge edge = {branch->offset, to, falls && to == qjvm_code_next(code, branch->offset), 0, 0};
            if (counters[i] == 0)
                continue;
            added = make_call(call, pool, method, counters[i]);
            qjvm_additions_put_edge(additions, edge, call, CALL_SIZE);
        }
    }
    qjvm_additions_sort(additions);
    return added ? NULL : "too many constants";
}

const char *qjvm_lines_add_call(struct qjvm_additions *additions, struct qjvm_pool *pool, const char *owner,
                                uint64_t counters)
{
    unsigned method = qjvm_pool_add_method(pool, owner, "countCall", "(J)V");
    unsigned char call[CALL_SIZE];
    bool added = make_call(call, pool, method, counters) && method != 0;
    additions->stack = 2;
    qjvm_write_bytes(&additions->entry, call, CALL_SIZE);
    return added ? NULL : "too many constants";
}
