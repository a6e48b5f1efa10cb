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
    unsigned method = qjvm_pool_add_method(pool, owner, name, "(J)V");
    bool added = method != 0 && insert(additions, at_entry, pool, method, entry);
    for (int i = 0; counters && i < code->line_count && added; i++) {
        struct qjvm_addition at_line = {.to = (unsigned)code->lines[i].offset, .paths = QJVM_ALL_PATHS};
        added = insert(additions, at_line, pool, method, counters[i]);
    }
    return added ? NULL : full;
}

const char *qjvm_lines_add_outcomes(struct qjvm_additions *additions, struct qjvm_pool *pool,
                                    const struct qjvm_code *code, const struct qjvm_branches *branches,
                                    const char *owner, const uint64_t *counters)
{
    unsigned method = qjvm_pool_add_method(pool, owner, "count", "(J)V");
    bool added = method != 0;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        bool falls = qjvm_instruction_falls_through(code->bytes[branch->offset]);
        unsigned next = qjvm_code_next(code, branch->offset);
        for (int i = branch->first; i < branch->first + branch->count && added; i++) {
            struct qjvm_addition outcome = {.to = branches->outcomes[i], .from = branch->offset};
            outcome.paths = falls && outcome.to == next ? QJVM_FALLING : QJVM_JUMP;
            added = insert(additions, outcome, pool, method, counters[i]);
        }
    }
    return added ? NULL : full;
}
