#include "bindings/jvm/sample/stacks.h"

#include <dlfcn.h>
#include <stdint.h>
#include <ucontext.h>

#include "bindings/jvm/methods/loaded.h"
#include "bindings/jvm/runtime/listener.h"

struct trace {
    JNIEnv *env;
    jint count;
    struct qjvm_frame *frames;
};

static void (*get_call_trace)(struct trace *trace, jint most, void *context);

static void create_ids(jvmtiEnv *jvmti, jclass class)
{
    jint count;
    jmethodID *methods;
    if ((*jvmti)->GetClassMethods(jvmti, class, &count, &methods) == JVMTI_ERROR_NONE)
        (*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
}

static void JNICALL is_prepared(jvmtiEnv *jvmti, QJVM_UNUSED JNIEnv *env, QJVM_UNUSED jthread thread, jclass class)
{
    create_ids(jvmti, class);
}

/* AsyncGetCallTrace refuses to work unless some agent listens to this event. */
static void JNICALL is_loaded(QJVM_UNUSED jvmtiEnv *jvmti, QJVM_UNUSED JNIEnv *env, QJVM_UNUSED jthread thread,
                              QJVM_UNUSED jclass class)
{
}

/* While an agent listens to this event, compilers record debug information for every instruction, as with
 * -XX:+DebugNonSafepoints. Otherwise HotSpot attributes a sample to the next place where code may stop. */
static void JNICALL is_compiled(QJVM_UNUSED jvmtiEnv *jvmti, QJVM_UNUSED jmethodID method, QJVM_UNUSED jint size,
                                QJVM_UNUSED const void *code, QJVM_UNUSED jint count,
                                QJVM_UNUSED const jvmtiAddrLocationMap *map, QJVM_UNUSED const void *more)
{
}

static void create_all_ids(jvmtiEnv *jvmti, QJVM_UNUSED JNIEnv *env, jclass *classes, jint count,
                           QJVM_UNUSED void *data)
{
    for (jint i = 0; i < count; i++)
        create_ids(jvmti, classes[i]);
}

bool qjvm_stacks_begin(JNIEnv *env)
{
    static const struct qjvm_listener listener = {
        .capabilities = {.can_generate_compiled_method_load_events = 1},
        .callbacks = {.ClassLoad = is_loaded, .ClassPrepare = is_prepared, .CompiledMethodLoad = is_compiled},
        .events = {JVMTI_EVENT_CLASS_LOAD, JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_COMPILED_METHOD_LOAD}};
    static jvmtiEnv *jvmti;
    void *found = dlsym(RTLD_DEFAULT, "AsyncGetCallTrace");
    if (found && !jvmti)
        jvmti = qjvm_listen(&listener);
    *(void **)&get_call_trace = found;
    if (!jvmti)
        return false;
    qjvm_loaded_visit(jvmti, env, create_all_ids, NULL);
    return true;
}

void qjvm_stacks_prepare_running(jvmtiEnv *jvmti)
{
    jint count;
    jvmtiStackInfo *stacks;
    if ((*jvmti)->GetAllStackTraces(jvmti, QJVM_FRAMES, &stacks, &count) == JVMTI_ERROR_NONE)
        (*jvmti)->Deallocate(jvmti, (unsigned char *)stacks);
}

/* ---- machine code without a known frame -------------------------------------------------------------------------- */

/* AsyncGetCallTrace fails in stubs (copies of arrays, intrinsics, virtual calls) and in the first and last instructions
 * of compiled methods, 5 to 8 % of all samples of H2. There the caller's frame is found by the return address: it is on
 * top of the stack, or above the saved frame pointer. HotSpot then checks the stack like any other. */
enum caller_rule { RETURN_ON_TOP, RETURN_IN_FRAME, CALLER_RULES };

#if defined(__x86_64__)
static bool step_out(ucontext_t *context, enum caller_rule rule)
{
    greg_t *registers = context->uc_mcontext.gregs;
    uint64_t top = (uint64_t)registers[REG_RSP], frame = (uint64_t)registers[REG_RBP];
    if (rule == RETURN_IN_FRAME && (frame < top || frame - top > 4096 || frame % 8 != 0))
        return false; /* compiled code uses this register for other purposes, too */
    const uint64_t *words = (const uint64_t *)(uintptr_t)(rule == RETURN_ON_TOP ? top : frame);
    if (rule == RETURN_IN_FRAME)
        registers[REG_RBP] = (greg_t)*words++;
    registers[REG_RIP] = (greg_t)*words++;
    registers[REG_RSP] = (greg_t)(uintptr_t)words;
    return true;
}
#elif defined(__aarch64__)
static bool step_out(ucontext_t *context, enum caller_rule rule)
{
    if (rule != RETURN_ON_TOP)
        return false;
    context->uc_mcontext.pc = context->uc_mcontext.regs[30];
    return true;
}
#else
static bool step_out(ucontext_t *context, enum caller_rule rule)
{
    (void)context, (void)rule;
    return false;
}
#endif

int qjvm_stacks_find(JNIEnv *env, const void *context, struct qjvm_frame *frames, int most, bool *lacks_top)
{
    struct trace trace = {env, 0, frames};
    ucontext_t copy = *(const ucontext_t *)context;
    get_call_trace(&trace, most, &copy);
    int first = trace.count;
    for (enum caller_rule rule = 0; rule < CALLER_RULES && first == QJVM_UNKNOWN_CODE && trace.count <= 0; rule++) {
        copy = *(const ucontext_t *)context;
        if (step_out(&copy, rule))
            get_call_trace(&trace, most, &copy);
    }
    *lacks_top = first <= 0 && trace.count > 0;
    return trace.count > 0 ? trace.count : first;
}

/* ---- callbacks --------------------------------------------------------------------------------------------------- */

int qjvm_stacks_get(jvmtiEnv *jvmti, jthread thread, struct qjvm_frame *frames, int most)
{
    jvmtiFrameInfo *found = (void *)frames;
    jint count = 0;
    _Static_assert(sizeof *found == sizeof *frames, "frames are converted in place");
    if ((*jvmti)->GetStackTrace(jvmti, thread, 0, most, found, &count) != JVMTI_ERROR_NONE)
        return 0;
    for (jint i = 0; i < count; i++)
        frames[i] = (struct qjvm_frame){(jint)found[i].location, found[i].method};
    return count;
}
