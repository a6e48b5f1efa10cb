#include "bindings/jvm/coverage/pattern.h"

#include <limits.h>
#include <string.h>

#define UNKNOWN UINT_MAX

struct qjvm_match qjvm_match_at(const struct qjvm_code *code, unsigned offset)
{
    struct qjvm_match match = {.code = code, .next = offset, .last = offset};
    memset(match.variables, 0xff, sizeof match.variables);
    memset(match.labels, 0xff, sizeof match.labels);
    return match;
}

void qjvm_match_forget(struct qjvm_match *match, unsigned number)
{
    match->variables[number] = match->labels[number] = UNKNOWN;
}

/* Bind a variable or label to a value. Return false if it is bound to another value. */
static bool bind(unsigned *values, unsigned number, unsigned value)
{
    bool fits = values[number] == UNKNOWN || values[number] == value;
    values[number] = value;
    return fits;
}

static bool has_operation(unsigned operation, const struct qjvm_step *step)
{
    return operation == step->operation || (step->operation == QJVM_INVOKEVIRTUAL && operation == QJVM_INVOKEINTERFACE);
}

static bool has_name(const struct qjvm_code *code, unsigned offset, const char *name)
{
    return !name || qjvm_text_is(qjvm_pool_member_name(code->pool, qjvm_get_u2(code->bytes + offset + 1)), name);
}

/* Match one instruction. */
static bool match_instruction(struct qjvm_match *match, const struct qjvm_step *step)
{
    const struct qjvm_code *code = match->code;
    if (match->next >= code->size)
        return false;
    struct qjvm_local local = qjvm_instruction_local(code->bytes, match->next);
    unsigned operation = local.operation ? local.operation : code->bytes[match->next];
    if (!has_operation(operation, step) || !has_name(code, match->next, step->name) ||
        (step->variable && !bind(match->variables, step->variable, local.number)))
        return false;
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, match->next);
    return !step->label ||
           bind(match->labels, step->label, (unsigned)qjvm_targets_offset(&targets, code->bytes, match->next, 0));
}

static bool match_step(struct qjvm_match *match, const struct qjvm_step *step)
{
    if (!step->operation)
        return bind(match->labels, step->label, match->next);
    if (!match_instruction(match, step))
        return false;
    match->last = match->next;
    match->next = qjvm_code_next(match->code, match->next);
    return true;
}

bool qjvm_match(struct qjvm_match *match, const struct qjvm_step *steps, size_t count)
{
    struct qjvm_match tried = *match;
    for (const struct qjvm_step *step = steps; step < steps + count; step++)
        if (!match_step(&tried, step))
            return false;
    *match = tried;
    return true;
}
