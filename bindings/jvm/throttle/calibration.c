#include "bindings/jvm/throttle/calibration.h"

#include <time.h>

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/kit/library.h"

struct player {
    JNIEnv *env;
    jclass class;
    jmethodID method;
};

static void play(int scene, qprof_MethodID method_id, int count, void *user)
{
    const struct player *player = user;
    (*player->env)
        ->CallStaticIntMethod(player->env, player->class, player->method, (jint)scene, (jint)method_id, (jint)count);
    (*player->env)->ExceptionClear(player->env);
}

/* The first measurements run in the JVM's interpreter. They make more calls than it takes until the JVM compiles the
 * methods, and the last measurement counts. */
static void measure(struct player *player)
{
    enum { MEASUREMENTS = 4 };
    const struct timespec pause = {.tv_nsec = 10 * 1000000}; /* the compiler needs some milliseconds */
    for (int i = 0; i < MEASUREMENTS; i++) {
        kit_library.qii.calibrate(play, player);
        if (i + 1 < MEASUREMENTS)
            nanosleep(&pause, NULL);
    }
}

void qjvm_calibrate(JNIEnv *env)
{
    const char *name = qjvm_java_part_define(env, QJVM_CALIBRATION);
    struct player player = {.env = env, .class = name ? (*env)->FindClass(env, name) : NULL};
    player.method = player.class ? (*env)->GetStaticMethodID(env, player.class, "play", "(III)I") : NULL;
    if (player.method)
        measure(&player);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, player.class);
}
