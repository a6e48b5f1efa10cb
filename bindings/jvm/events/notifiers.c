#include "bindings/jvm/events/notifiers.h"

#include <string.h>

#include "bindings/jvm/insert/rewrite.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"

QJVM_NATIVE(void, QiiNotifiers, add, jobject notifier, jclass type, jobject listener)
{
    jmethodID add = (*env)->GetMethodID(env, type, "addListener", "(Lorg/junit/runner/notification/RunListener;)V");
    if (add)
        (*env)->CallNonvirtualVoidMethod(env, notifier, type, add, listener);
}

bool qjvm_notifiers_is(const char *class_name)
{
    return strcmp(class_name, "org/junit/runner/notification/RunNotifier") == 0;
}

static struct qjvm_answer answer(QJVM_UNUSED void *data, QJVM_UNUSED const struct qjvm_class_file *class,
                                 const struct qjvm_method *method)
{
    return (struct qjvm_answer){.insertion = qjvm_text_is(method->name, "<init>") ? QJVM_CREATED : QJVM_NOTHING};
}

/* Called for a method that could not be rewritten. Its class then works as it would without the agent. */
static void unchanged(QJVM_UNUSED void *data, QJVM_UNUSED const struct qjvm_class_file *class,
                      QJVM_UNUSED const struct qjvm_method *method, QJVM_UNUSED const char *why)
{
}

unsigned char *qjvm_notifiers_rewrite(JNIEnv *env, const unsigned char *bytes, size_t size, size_t *new_size)
{
    const struct qjvm_rewriting rewriting = {
        .owner = qjvm_java_part_define(env, QJVM_NOTIFIERS), .method = answer, .unchanged = unchanged};
    return rewriting.owner ? qjvm_rewrite(&rewriting, bytes, size, new_size) : NULL;
}
