#include "bindings/jvm/insert/lines.h"

static const char full[] = "too many constants";

/* Insert a call of the method with the address of a counter, unless the address is 0. Return false if the pool is
 * full. */
static bool insert(struct qjvm_additions *additions, struct qjvm_addition addition, struct qjvm_pool *pool,
                   unsigned method, uint64_t counter)
{
    additions->stack = 2;
    if (counter == 0)
        return true;
    unsigned constant = qjvm_pool_add_long(pool, counter);
    const unsigned char call[] = {QJVM_LDC2_W,       (unsigned char)(constant >> 8), (unsigned char)constant,
                                  QJVM_INVOKESTATIC, (unsigned char)(method >> 8),   (unsigned char)method};
    qjvm_additions_put(additions, addition, call, sizeof call);
    return constant != 0;
}

const char *qjvm_lines_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const char *owner, const char *name, uint64_t entry, const uint64_t *counters)
{
    static const struct qjvm_addition at_entry = {.to = 0, .paths = QJVM_FALLING};
    unsigned at_call = qjvm_pool_add_method(pool, owner, name, "(J)V");
    unsigned method = qjvm_pool_add_method(pool, owner, "count", "(J)V");
    bool added = at_call && method && insert(additions, at_entry, pool, at_call, entry);
    for (int i = 0; counters && i < code->line_count && added; i++) {
        struct qjvm_addition at_line = {.to = (unsigned)code->lines[i].offset, .paths = QJVM_ALL_PATHS};
        added = insert(additions, at_line, pool, method, counters[i]);
    }
    return added ? NULL : full;
}

const char *qjvm_lines_add_edges(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                                 const struct qjvm_branches *branches, const char *owner, const uint64_t *counters)
{
    unsigned method = qjvm_pool_add_method(pool, owner, "count", "(J)V");
    bool added = method != 0;
    for (int i = 0; i < branches->edge_count && added; i++) {
        unsigned from = branches->edges[i].from, to = branches->edges[i].to;
        bool falls = qjvm_instruction_falls_through(code->bytes[from]) && to == qjvm_code_next(code, from);
        struct qjvm_addition edge = {.to = to, .from = from, .paths = falls ? QJVM_FALLING : QJVM_JUMP};
        added = insert(additions, edge, pool, method, counters[i]);
    }
    return added ? NULL : full;
}
