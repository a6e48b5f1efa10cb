/* strings.c - a `switch` over strings. Both compilers begin with a switch over the strings' hashes, whose cases compare
 * the strings that have this hash. javac's code stores the number of the case, and ends with a switch over these
 * numbers, which alone is counted. The code of Eclipse's compiler jumps from a comparison to the case. */
#include "bindings/jvm/coverage/kinds.h"
#include "bindings/jvm/coverage/pattern.h"

static unsigned target_of(const struct qjvm_code *code, unsigned offset, unsigned number)
{
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
    return (unsigned)qjvm_targets_offset(&targets, code->bytes, offset, number);
}

/* Find the comparison local.equals("constant") that starts at this offset. Return the offset of its jump, or the code's
 * size. */
static unsigned find_comparison(const struct qjvm_code *code, unsigned offset, unsigned jump)
{
    static const struct qjvm_step short_constant[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_LDC),
                                                      QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "equals")};
    static const struct qjvm_step long_constant[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_LDC_W),
                                                     QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "equals")};
    struct qjvm_match match = qjvm_match_at(code, offset);
    bool compares = QJVM_MATCH(&match, short_constant) || QJVM_MATCH(&match, long_constant);
    return compares && match.next < code->size && code->bytes[match.next] == jump ? match.next : code->size;
}

/* Ignore the comparisons with the strings that have the same hash. The first one starts at this offset, and the jump of
 * each leads to the next one. Return false if no comparison starts there. */
static bool ignore_javac(struct qjvm_ignored *ignored, unsigned offset)
{
    bool any = false;
    for (;;) {
        unsigned jump = find_comparison(ignored->code, offset, QJVM_IFEQ);
        if (jump == ignored->code->size || ignored->instructions[jump])
            return any;
        any = ignored->instructions[jump] = true;
        offset = target_of(ignored->code, jump, 0);
    }
}

/* Note that the comparisons from this offset on belong to a switch. Return false if no comparison starts there. */
static bool note_ecj(struct qjvm_ignored *ignored, unsigned offset, unsigned number)
{
    bool any = false;
    for (;;) {
        unsigned jump = find_comparison(ignored->code, offset, QJVM_IFNE);
        if (jump == ignored->code->size || ignored->switch_of[jump])
            return any;
        ignored->switch_of[jump] = number;
        any = true;
        offset = qjvm_code_next(ignored->code, jump);
    }
}

static void find_comparisons(struct qjvm_ignored *ignored, unsigned offset)
{
    struct qjvm_targets targets = qjvm_targets_of(ignored->code->bytes, offset);
    bool javac = true, ecj = true;
    for (unsigned i = 1; i < targets.count; i++)
        javac = ignore_javac(ignored, target_of(ignored->code, offset, i)) && javac;
    for (unsigned i = 1; i < targets.count; i++)
        ecj = note_ecj(ignored, target_of(ignored->code, offset, i), offset) && ecj;
    if (targets.count > 1 && javac)
        ignored->instructions[offset] = true;
    if (targets.count > 1 && ecj)
        ignored->switch_of[offset] = offset;
}

static bool is_of_string(const struct qjvm_code *code, unsigned call)
{
    return qjvm_text_is(qjvm_pool_member_class(code->pool, qjvm_get_u2(code->bytes + call + 1)), "java/lang/String");
}

void qjvm_kinds_strings(struct qjvm_ignored *ignored)
{
    static const struct qjvm_step hash[] = {QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "hashCode")};
    for (unsigned offset = 0; offset < ignored->code->size; offset = qjvm_code_next(ignored->code, offset)) {
        struct qjvm_match match = qjvm_match_at(ignored->code, offset);
        if (QJVM_MATCH(&match, hash) && match.next < ignored->code->size &&
            ignored->code->bytes[match.next] == QJVM_LOOKUPSWITCH && is_of_string(ignored->code, offset))
            find_comparisons(ignored, match.next);
    }
}
