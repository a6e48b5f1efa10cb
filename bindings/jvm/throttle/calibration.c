#include "bindings/jvm/throttle/calibration.h"

#include <time.h>

#include "bindings/jvm/methods/call_counters.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/kit/library.h"

/* Reports slow programs down more than the played calls, since the JVM inlines fewer methods: by 0.1 times the cost of
 * these calls in Rhino, by 0.4 times in H2. */
#define MORE 0.5

struct player {
    JNIEnv *env;
    jclass class;
    jmethodID method;
};

static void play(qprof_MethodID method_id, int count, void *user)
{
    const struct player *player = user;
    (*player->env)->CallStaticIntMethod(player->env, player->class, player->method, (jint)method_id, (jint)count);
    (*player->env)->ExceptionClear(player->env);
}

/* The first measurements run in the JVM's interpreter. They make more calls than it takes until the JVM compiles the
 * methods, and the last measurement counts. */
static void measure(struct player *player)
{
    enum { MEASUREMENTS = 4 };
    const struct timespec pause = {.tv_nsec = 10 * 1000000}; /* the compiler needs some milliseconds */
    for (int i = 0; i < MEASUREMENTS; i++) {
        kit_library.qii.calibrate(play, MORE, player);
        if (i + 1 < MEASUREMENTS)
            nanosleep(&pause, NULL);
    }
}

void qjvm_calibration_prepare(JNIEnv *env)
{
    static uint64_t counters[QJVM_STRIPES * 64 / sizeof(uint64_t)];
    jclass class = (*env)->FindClass(env, "java/lang/QiiCalls");
    jmethodID prepare = class ? (*env)->GetStaticMethodID(env, class, "prepare", "(J)V") : NULL;
    if (prepare)
        (*env)->CallStaticVoidMethod(env, class, prepare, (jlong)(uintptr_t)counters);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
}

void qjvm_calibration_measure(JNIEnv *env)
{
    const char *name = qjvm_java_part_define(env, QJVM_CALIBRATION);
    struct player player = {.env = env, .class = name ? (*env)->FindClass(env, name) : NULL};
    player.method = player.class ? (*env)->GetStaticMethodID(env, player.class, "play", "(II)I") : NULL;
    if (player.method)
        measure(&player);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, player.class);
}
