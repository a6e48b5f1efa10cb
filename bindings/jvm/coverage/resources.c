/* resources.c - code at the end of a `try` with resources: it closes the resources, and adds an exception of `close` to
 * that of the block. */
#include "bindings/jvm/coverage/kinds.h"
#include "bindings/jvm/coverage/pattern.h"

static const char throwable[] = "java/lang/Throwable";

/* Variables and labels of patterns */
enum { THROWN = 1, RESOURCE, SUPPRESSED, END, START };

static const struct qjvm_step catches[] = {QJVM_STEP_WITH(QJVM_ASTORE, variable, THROWN)};
static const struct qjvm_step rethrows[] = {QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN), QJVM_STEP(QJVM_ATHROW)};
static const struct qjvm_step continues[] = {QJVM_STEP(QJVM_GOTO)};

static const struct qjvm_step closes[] = {QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE),
                                          QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "close")};
static const struct qjvm_step closes_unless_null[] = {
    QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE), QJVM_STEP(QJVM_IFNULL),
    QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE), QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "close")};

static bool match_close(struct qjvm_match *match, bool tests_null)
{
    return tests_null ? QJVM_MATCH(match, closes_unless_null) : QJVM_MATCH(match, closes);
}

/* Find the last code before `offset` that closes the resource of `match`, which then ends there. Return the code's
 * offset, `offset` if there is none. */
static unsigned find_close(struct qjvm_match *match, unsigned offset, bool tests_null)
{
    for (unsigned at = offset; at-- > 0;) {
        match->next = at;
        if (match->code->begins[at] && match_close(match, tests_null))
            return at;
    }
    return offset;
}

/* ---- javac ------------------------------------------------------------------------------------------------------- */

/* Ignore the code for a resource of javac 11 or later. If javac knows that the resource is not null, its code does not
 * test this. */
static void ignore_javac(struct qjvm_ignored *ignored, unsigned handler, bool tests_null)
{
    static const struct qjvm_step suppresses[] = {
        QJVM_STEP(QJVM_GOTO), QJVM_STEP_WITH(QJVM_ASTORE, variable, SUPPRESSED),
        QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN), QJVM_STEP_WITH(QJVM_ALOAD, variable, SUPPRESSED),
        QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "addSuppressed")};
    struct qjvm_match match = qjvm_match_at(ignored->code, handler);
    if (!QJVM_MATCH(&match, catches) || !match_close(&match, tests_null) || !QJVM_MATCH(&match, suppresses) ||
        !QJVM_MATCH(&match, rethrows))
        return;
    unsigned end = match.last, start = find_close(&match, handler, tests_null);
    if (start == handler)
        return;
    QJVM_MATCH(&match, continues);
    qjvm_ignored_add(ignored, start, match.last);
    qjvm_ignored_add(ignored, handler, end);
}

/* ---- Eclipse's compiler ------------------------------------------------------------------------------------------ */

enum { MOST_RESOURCES = 32 };

/* Local variables of a statement's resources, in the order in which they are closed. */
struct resources {
    unsigned variables[MOST_RESOURCES];
    unsigned count;
};

/* Begin with another resource. */
static void forget_resource(struct qjvm_match *match)
{
    static const unsigned names[] = {RESOURCE, SUPPRESSED, END, START};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        qjvm_match_forget(match, names[i]);
}

static bool match_close_and_throw(struct qjvm_match *match)
{
    static const struct qjvm_step steps[] = {QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE),
                                             QJVM_STEP_WITH(QJVM_IFNULL, label, END),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE),
                                             QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "close"),
                                             QJVM_LABEL(END),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP(QJVM_ATHROW)};
    qjvm_match_forget(match, END);
    return QJVM_MATCH(match, steps);
}

static bool match_close_and_continue(struct qjvm_match *match)
{
    static const struct qjvm_step steps[] = {
        QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE), QJVM_STEP_WITH(QJVM_IFNULL, label, END),
        QJVM_STEP_WITH(QJVM_ALOAD, variable, RESOURCE), QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "close"),
        QJVM_STEP_WITH(QJVM_GOTO, label, END)};
    return QJVM_MATCH(match, steps);
}

static bool match_suppress(struct qjvm_match *match)
{
    static const struct qjvm_step steps[] = {QJVM_STEP_WITH(QJVM_ASTORE, variable, SUPPRESSED),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP_WITH(QJVM_IFNONNULL, label, START),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, SUPPRESSED),
                                             QJVM_STEP_WITH(QJVM_ASTORE, variable, THROWN),
                                             QJVM_STEP_WITH(QJVM_GOTO, label, END),
                                             QJVM_LABEL(START),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, SUPPRESSED),
                                             QJVM_STEP_WITH(QJVM_IF_ACMPEQ, label, END),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, THROWN),
                                             QJVM_STEP_WITH(QJVM_ALOAD, variable, SUPPRESSED),
                                             QJVM_STEP_WITH(QJVM_INVOKEVIRTUAL, name, "addSuppressed"),
                                             QJVM_LABEL(END)};
    qjvm_match_forget(match, END);
    return QJVM_MATCH(match, steps);
}

static void note_resource(struct resources *resources, struct qjvm_match *match)
{
    if (resources->count < MOST_RESOURCES)
        resources->variables[resources->count++] = match->variables[RESOURCE];
    forget_resource(match);
}

/* Match the handler of a statement after whose block the method continues. */
static bool match_continuing(struct qjvm_match *match, struct resources *resources)
{
    if (!QJVM_MATCH(match, catches) || !match_close_and_throw(match))
        return false;
    note_resource(resources, match);
    while (match_close_and_continue(match)) {
        if (!match_suppress(match) || !match_close_and_throw(match))
            return false;
        forget_resource(match);
    }
    forget_resource(match);
    return match_suppress(match) && QJVM_MATCH(match, rethrows);
}

/* Match the handler of a statement whose block returns or throws. */
static bool match_returning(struct qjvm_match *match, struct resources *resources)
{
    if (!QJVM_MATCH(match, catches))
        return false;
    while (match_close_and_throw(match)) {
        if (!match_suppress(match))
            return false;
        note_resource(resources, match);
    }
    return resources->count > 0 && QJVM_MATCH(match, rethrows);
}

/* Find the code that closes the resources if the block ends without an exception. Store its end in `match`. Return its
 * offset, `handler` if there is none. */
static unsigned find_closes(struct qjvm_match *match, const struct resources *resources, unsigned handler)
{
    match->variables[RESOURCE] = resources->variables[0];
    unsigned start = find_close(match, handler, true);
    for (unsigned i = 1; i < resources->count && start < handler; i++) {
        match->variables[RESOURCE] = resources->variables[i];
        if (!match_close(match, true))
            return handler;
    }
    return start;
}

static bool ignore_ecj(struct qjvm_ignored *ignored, unsigned handler, bool continuing)
{
    struct resources resources = {.count = 0};
    struct qjvm_match match = qjvm_match_at(ignored->code, handler);
    if (!(continuing ? match_continuing(&match, &resources) : match_returning(&match, &resources)))
        return false;
    unsigned end = match.last, start = find_closes(&match, &resources, handler);
    if (start == handler || (continuing && !QJVM_MATCH(&match, continues)))
        return false;
    qjvm_ignored_add(ignored, start, match.last);
    qjvm_ignored_add(ignored, handler, end);
    return true;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

void qjvm_kinds_resources(struct qjvm_ignored *ignored)
{
    for (unsigned i = 0; i < ignored->code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(ignored->code, i);
        if (qjvm_text_is(qjvm_pool_class(ignored->code->pool, exception.type), throwable)) {
            ignore_javac(ignored, exception.handler, true);
            ignore_javac(ignored, exception.handler, false);
        } else if (exception.type == 0 && !ignore_ecj(ignored, exception.handler, true)) {
            ignore_ecj(ignored, exception.handler, false);
        }
    }
}
