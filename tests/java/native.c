/* native.c - native methods of tests/java/programs/Natives.java. */
#include <jni.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static JavaVM *machine;
static jclass class;

/* Work as a thread that attaches itself to the JVM. */
static void *attach(void *name)
{
    JNIEnv *env;
    JavaVMAttachArgs arguments = {.version = JNI_VERSION_1_8, .name = name};
    if ((*machine)->AttachCurrentThread(machine, (void **)&env, &arguments) != JNI_OK)
        abort();
    jmethodID work = (*env)->GetStaticMethodID(env, class, "work", "(I)J");
    (*env)->CallStaticLongMethod(env, class, work, 200);
    (*machine)->DetachCurrentThread(machine);
    return NULL;
}

JNIEXPORT void JNICALL Java_Natives_attachThreads(JNIEnv *env, jclass caller)
{
    static char names[2][10] = {"native a", "native b"};
    pthread_t threads[2];
    (*env)->GetJavaVM(env, &machine);
    class = (*env)->NewGlobalRef(env, caller);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, attach, names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

JNIEXPORT void JNICALL Java_Natives_exit(JNIEnv *env, jclass caller, jboolean at_once)
{
    (void)env, (void)caller;
    at_once ? _exit(3) : exit(3);
}
