#include "bindings/jvm/events/blocking.h"

#include "bindings/jvm/events/locks.h"
#include "bindings/jvm/events/switches.h"
#include "bindings/jvm/events/wait_rows.h"
#include "bindings/jvm/events/waits.h"
#include "bindings/jvm/runtime/natives.h"

static struct qjvm_wait park = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait object_wait = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait sleep = {.flags = QPROF_METHOD_FLAGS_WAITS};
static struct qjvm_wait poll = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait select = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait read_socket = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait read_file = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait accept = {.flags = QPROF_METHOD_FLAGS_BLOCKS};
static struct qjvm_wait connect = {.flags = QPROF_METHOD_FLAGS_BLOCKS};

/* Wait of a pinned virtual thread, which cannot leave its carrier. */
static struct qjvm_wait pinned = {.name = "(pinned)", .flags = QPROF_METHOD_FLAGS_BLOCKS};

/* ---- replacements ----------------------------------------------------------------------------------------------- */

static struct qjvm_wait *begin(struct qjvm_wait *wait)
{
    return qjvm_wait_begin(wait) ? wait : NULL;
}

static void end(struct qjvm_wait **wait)
{
    if (*wait)
        qjvm_wait_end(*wait);
}

/* Record a wait from here to the end of the function, unless qjvm_wait_begin returns false. */
#define WAITS(which) __attribute__((cleanup(end), unused)) struct qjvm_wait *waits = begin(which)

/* Return the JDK's function that `ours` replaces, with the type of `ours`. */
#define THEIRS(ours, which) ((__typeof__(&(ours)))qjvm_binding_theirs(&(which).native))

/* Replace Unsafe.park. A virtual thread usually leaves its carrier instead of calling park. If a virtual thread calls
 * park, it is pinned. */
static void JNICALL do_park(JNIEnv *env, jobject unsafe, jboolean absolute, jlong time)
{
    bool is_virtual = qjvm_switches_is_mounted();
    bool has_row = !is_virtual && qjvm_park_begin_noted(env); /* virtual threads: switches.c */
    struct qjvm_wait *wait = begin(is_virtual ? &pinned : &park);
    THEIRS(do_park, park)(env, unsafe, absolute, time);
    end(&wait);
    if (has_row)
        qjvm_row_end();
}

bool qjvm_blocking_leave_wait(void)
{
    bool waits = qjvm_wait_is_open(&object_wait);
    qjvm_wait_end(&object_wait);
    return waits;
}

/* Replace Object.wait. From JDK 24 on, a virtual thread leaves its carrier here: the JDK's function returns at once,
 * while the virtual thread still waits. If the JVM's unmount event (mount_events.h) has ended the recorded wait
 * already, do not end it again. */
static void JNICALL do_wait(JNIEnv *env, jobject object, jlong time)
{
    bool recorded = qjvm_wait_begin(&object_wait);
    THEIRS(do_wait, object_wait)(env, object, time);
    if (recorded)
        qjvm_wait_end(&object_wait);
}

static void JNICALL do_sleep(JNIEnv *env, jclass class, jlong time)
{
    WAITS(&sleep);
    THEIRS(do_sleep, sleep)(env, class, time);
}

static jint JNICALL do_poll(JNIEnv *env, jclass class, jobject file, jint events, jlong timeout)
{
    WAITS(&poll);
    return THEIRS(do_poll, poll)(env, class, file, events, timeout);
}

static jint JNICALL do_select(JNIEnv *env, jclass class, jint epoll, jlong events, jint count, jint timeout)
{
    WAITS(&select);
    return THEIRS(do_select, select)(env, class, epoll, events, count, timeout);
}

static jint JNICALL do_read_socket(JNIEnv *env, jclass class, jobject file, jlong address, jint size)
{
    WAITS(&read_socket);
    return THEIRS(do_read_socket, read_socket)(env, class, file, address, size);
}

static jint JNICALL do_read_file(JNIEnv *env, jobject stream, jbyteArray bytes, jint offset, jint size)
{
    WAITS(&read_file);
    return THEIRS(do_read_file, read_file)(env, stream, bytes, offset, size);
}

static jint JNICALL do_accept(JNIEnv *env, jclass class, jobject file, jobject new_file, jobjectArray address)
{
    WAITS(&accept);
    return THEIRS(do_accept, accept)(env, class, file, new_file, address);
}

static jint JNICALL do_connect(JNIEnv *env, jclass class, jboolean six, jobject file, jobject address, jint port)
{
    WAITS(&connect);
    return THEIRS(do_connect, connect)(env, class, six, file, address, port);
}

/* ---- methods to replace ----------------------------------------------------------------------------------------- */

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
