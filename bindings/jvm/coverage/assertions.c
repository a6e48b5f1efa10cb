#include "bindings/jvm/coverage/kinds.h"
#include "bindings/jvm/coverage/pattern.h"

/* A class with assertions has the field $assertionsDisabled, which its static initializer sets. */
void qjvm_kinds_assertions(struct qjvm_ignored *ignored)
{
    enum { DISABLED = 1, SET };
    static const struct qjvm_step sets[] = {QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "desiredAssertionStatus"),
                                            QJVM_STEP_WITH(QJVM_IFNE, label, DISABLED),
                                            QJVM_STEP(QJVM_ICONST_1),
                                            QJVM_STEP_WITH(QJVM_GOTO, label, SET),
                                            QJVM_LABEL(DISABLED),
                                            QJVM_STEP(QJVM_ICONST_0),
                                            QJVM_LABEL(SET),
                                            QJVM_STEP_WITH(QJVM_PUTSTATIC, name, "$assertionsDisabled")};
    static const struct qjvm_step tests[] = {QJVM_STEP_WITH(QJVM_GETSTATIC, name, "$assertionsDisabled")};
    for (unsigned offset = 0; offset < ignored->code->size; offset = qjvm_code_next(ignored->code, offset)) {
        struct qjvm_match match = qjvm_match_at(ignored->code, offset);
        if (QJVM_MATCH(&match, sets))
            qjvm_ignored_add(ignored, offset, match.last);
        else if (QJVM_MATCH(&match, tests) && match.next < ignored->code->size)
            qjvm_ignored_add(ignored, match.next, match.next); /* a jump, which another agent may have inverted */
    }
}
