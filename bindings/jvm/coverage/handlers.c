/* handlers.c - exception handlers that consist of generated code. */
#include "bindings/jvm/coverage/kinds.h"
#include "bindings/jvm/coverage/pattern.h"

static const char throwable[] = "java/lang/Throwable";

enum { THROWN = 1 };

void qjvm_kinds_monitors(struct qjvm_ignored *ignored)
{
    static const struct qjvm_step javac[] = {QJVM_STEP_WITH(QJVM_ASTORE, variable, THROWN), QJVM_STEP(QJVM_ALOAD),
                                             QJVM_STEP(QJVM_MONITOREXIT), QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP(QJVM_ATHROW)};
    static const struct qjvm_step ecj[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_MONITOREXIT), QJVM_STEP(QJVM_ATHROW)};
    for (unsigned i = 0; i < ignored->code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(ignored->code, i);
        struct qjvm_match match = qjvm_match_at(ignored->code, exception.handler);
        if (exception.type == 0 && (QJVM_MATCH(&match, javac) || QJVM_MATCH(&match, ecj)))
            qjvm_ignored_add(ignored, exception.handler, match.last);
    }
}

void qjvm_kinds_record_patterns(struct qjvm_ignored *ignored)
{
    static const struct qjvm_step javac[] = {QJVM_STEP_WITH(QJVM_ASTORE, variable, THROWN),
                                             QJVM_STEP(QJVM_NEW),
                                             QJVM_STEP(QJVM_DUP),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "toString"),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP(QJVM_INVOKESPECIAL),
                                             QJVM_STEP(QJVM_ATHROW)};
    const struct qjvm_code *code = ignored->code;
    for (unsigned i = 0; i < code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(code, i);
        struct qjvm_match match = qjvm_match_at(code, exception.handler);
        unsigned thrown = qjvm_code_next(code, exception.handler);
        if (qjvm_text_is(qjvm_pool_class(ignored->code->pool, exception.type), throwable) &&
            QJVM_MATCH(&match, javac) &&
            qjvm_text_is(qjvm_pool_class(code->pool, qjvm_get_u2(code->bytes + thrown + 1)),
                         "java/lang/MatchException"))
            qjvm_ignored_add(ignored, exception.handler, match.last);
    }
}
