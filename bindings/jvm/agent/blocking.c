#include "bindings/jvm/agent/blocking.h"

#include "bindings/jvm/agent/natives.h"
#include "bindings/jvm/agent/switches.h"
#include "bindings/jvm/agent/waits.h"

static struct qjvm_wait park = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait object_wait = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait sleep = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait poll = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait select = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait read_socket = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait read_file = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait accept = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait connect = {.flags = QPROF_METHOD_FLAGS_BLOCKS};

/* What a virtual thread would wait for without a carrier, but that it cannot leave this one. */
static struct qjvm_wait pinned = {.name = "(pinned)", .flags = QPROF_METHOD_FLAGS_BLOCKS};

/* ---- in their place --------------------------------------------------------------------------------------------- */

/* A virtual thread parks without a carrier; what comes here with one on it is pinned. */
static void JNICALL do_park(JNIEnv *env, jobject unsafe, jboolean absolute, jlong time)
{
    struct qjvm_wait *which = qjvm_switches_is_mounted() ? &pinned : &park;
    bool told = qjvm_wait_begin(which);
    ((void(JNICALL *)(JNIEnv *, jobject, jboolean, jlong))qjvm_binding_theirs(&park.native))(env, unsafe, absolute,
                                                                                             time);
    if (told)
        qjvm_wait_end(which);
}

bool qjvm_blocking_leave_wait(void)
{
    bool waits = qjvm_wait_is_open(&object_wait);
    if (waits)
        qjvm_wait_end(&object_wait);
    return waits;
}

/* From JDK 24 on a virtual thread leaves its carrier in it: it comes back at once, and the thread goes on waiting. That
 * it left may have been told before. */
static void JNICALL do_wait(JNIEnv *env, jobject object, jlong time)
{
    bool told = qjvm_wait_begin(&object_wait);
    ((void(JNICALL *)(JNIEnv *, jobject, jlong))qjvm_binding_theirs(&object_wait.native))(env, object, time);
    if (told)
        qjvm_blocking_leave_wait();
}

static void JNICALL do_sleep(JNIEnv *env, jclass class, jlong time)
{
    bool told = qjvm_wait_begin(&sleep);
    ((void(JNICALL *)(JNIEnv *, jclass, jlong))qjvm_binding_theirs(&sleep.native))(env, class, time);
    if (told)
        qjvm_wait_end(&sleep);
}

static jint JNICALL do_poll(JNIEnv *env, jclass class, jobject file, jint events, jlong timeout)
{
    bool told = qjvm_wait_begin(&poll);
    jint result = ((jint(JNICALL *)(JNIEnv *, jclass, jobject, jint, jlong))qjvm_binding_theirs(&poll.native))(
        env, class, file, events, timeout);
    if (told)
        qjvm_wait_end(&poll);
    return result;
}

static jint JNICALL do_select(JNIEnv *env, jclass class, jint epoll, jlong events, jint count, jint timeout)
{
    bool told = qjvm_wait_begin(&select);
    jint result = ((jint(JNICALL *)(JNIEnv *, jclass, jint, jlong, jint, jint))qjvm_binding_theirs(&select.native))(
        env, class, epoll, events, count, timeout);
    if (told)
        qjvm_wait_end(&select);
    return result;
}

static jint JNICALL do_read_socket(JNIEnv *env, jclass class, jobject file, jlong address, jint size)
{
    bool told = qjvm_wait_begin(&read_socket);
    jint result = ((jint(JNICALL *)(JNIEnv *, jclass, jobject, jlong, jint))qjvm_binding_theirs(&read_socket.native))(
        env, class, file, address, size);
    if (told)
        qjvm_wait_end(&read_socket);
    return result;
}

static jint JNICALL do_read_file(JNIEnv *env, jobject stream, jbyteArray bytes, jint offset, jint size)
{
    bool told = qjvm_wait_begin(&read_file);
    jint result = ((jint(JNICALL *)(JNIEnv *, jobject, jbyteArray, jint, jint))qjvm_binding_theirs(&read_file.native))(
        env, stream, bytes, offset, size);
    if (told)
        qjvm_wait_end(&read_file);
    return result;
}

static jint JNICALL do_accept(JNIEnv *env, jclass class, jobject file, jobject new_file, jobjectArray address)
{
    bool told = qjvm_wait_begin(&accept);
    jint result = ((jint(JNICALL *)(JNIEnv *, jclass, jobject, jobject, jobjectArray))qjvm_binding_theirs(
        &accept.native))(env, class, file, new_file, address);
    if (told)
        qjvm_wait_end(&accept);
    return result;
}

static jint JNICALL do_connect(JNIEnv *env, jclass class, jboolean six, jobject file, jobject address, jint port)
{
    bool told = qjvm_wait_begin(&connect);
    jint result = ((jint(JNICALL *)(JNIEnv *, jclass, jboolean, jobject, jobject, jint))qjvm_binding_theirs(
        &connect.native))(env, class, six, file, address, port);
    if (told)
        qjvm_wait_end(&connect);
    return result;
}

/* ---- which they are --------------------------------------------------------------------------------------------- */

#define FILE "Ljava/io/FileDescriptor;"

static const struct qjvm_native items[] = {
    {"jdk/internal/misc/Unsafe", "park", "(ZJ)V", (void *)do_park, &park.native},
    {"java/lang/Object", "wait", "(J)V", (void *)do_wait, &object_wait.native},
    {"java/lang/Object", "wait0", "(J)V", (void *)do_wait, &object_wait.native},
    {"java/lang/Thread", "sleep", "(J)V", (void *)do_sleep, &sleep.native},
    {"java/lang/Thread", "sleep0", "(J)V", (void *)do_sleep, &sleep.native},
    {"java/lang/Thread", "sleepNanos0", "(J)V", (void *)do_sleep, &sleep.native},
    {"sun/nio/ch/Net", "poll", "(" FILE "IJ)I", (void *)do_poll, &poll.native},
    {"sun/nio/ch/EPoll", "wait", "(IJII)I", (void *)do_select, &select.native},
    {"sun/nio/ch/SocketDispatcher", "read0", "(" FILE "JI)I", (void *)do_read_socket, &read_socket.native},
    {"java/io/FileInputStream", "readBytes", "([BII)I", (void *)do_read_file, &read_file.native},
    {"sun/nio/ch/Net", "accept", "(" FILE FILE "[Ljava/net/InetSocketAddress;)I", (void *)do_accept, &accept.native},
    {"sun/nio/ch/Net", "connect0", "(Z" FILE "Ljava/net/InetAddress;I)I", (void *)do_connect, &connect.native},
};

void qjvm_blocking_begin(void)
{
    static struct qjvm_natives natives = {.items = items, .count = sizeof items / sizeof *items};
    qjvm_natives_add(&natives);
}
