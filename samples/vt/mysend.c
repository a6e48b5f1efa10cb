/* mysend.c - a library whose events have the locations of the program's calls, not locations inside the library.
 *
 * MySend skips its own return address, and records as many of the callers above it as PCTRACE specifies. MyPost only
 * queues a message, together with the location of the call. When the message is sent, it gets that location. MyFlush
 * passes its stack frame to the functions that it calls. Unwinding from that frame shows only the program's code,
 * however deep in the library the event happens.
 *
 * Look at the results, with mysend_main.c:
 *     VT_PCTRACE=2 ./mysend
 *     qii trace mysend.qii          each MySend, send and flush, with its line in mysend_main.c
 *     qii locations mysend.qii      the locations as stacks: none has a frame in mysend.c
 *     qii report mysend.qii         the states MyLib:MySend, MyLib:MyFlush */
#include "mysend.h"

#include <VT.h>

#include <string.h>

#define ROOM 16

struct posted {
    struct msg msg;
    int sclhandle;
};

static struct posted posted[ROOM];
static int posted_count;
static char wire[1024]; /* destination of messages */

static int send_state;
static int flush_state;

static void define_states(void)
{
    if (send_state != 0)
        return;
    VT_funcdef("MyLib:MySend", VT_NOCLASS, &send_state);
    VT_funcdef("MyLib:MyFlush", VT_NOCLASS, &flush_state);
}

static void put_on_wire(const struct msg *msg)
{
    size_t size = (size_t)msg->count < sizeof wire ? (size_t)msg->count : sizeof wire;
    memcpy(wire, msg->bytes, size);
}

static void log_and_send(const struct msg *msg, int sclhandle)
{
    VT_log_sendmsg(msg->receiver, msg->count, msg->tag, VT_COMM_WORLD, sclhandle);
    put_on_wire(msg);
}

void MySend(const struct msg *msg)
{
    int sclhandle;
    define_states();
    /* Unwind from this call: no pc and no frame are given. Skip one return address, which is in MySend. If no
     * location is found, sclhandle becomes VT_NOSCL, which every function accepts. */
    VT_sclstack(NULL, NULL, 1, -1, &sclhandle);
    VT_enter(send_state, sclhandle);
    log_and_send(msg, sclhandle);
    VT_leave(sclhandle);
}

void MyPost(const struct msg *msg)
{
    if (posted_count == ROOM)
        MyFlush();
    posted[posted_count].msg = *msg;
    VT_sclstack(NULL, NULL, 1, -1, &posted[posted_count].sclhandle);
    posted_count++;
}

static void send_posted(void *stackframe)
{
    int sclhandle;
    /* Unwind from MyFlush's frame. Its return address is already in the program, so skip none. */
    VT_sclstack(NULL, stackframe, 0, 1, &sclhandle);
    VT_thisloc(sclhandle);
    VT_log_comment("sending posted messages");
    for (int i = 0; i < posted_count; i++)
        log_and_send(&posted[i].msg, posted[i].sclhandle);
    posted_count = 0;
}

void MyFlush(void)
{
    int sclhandle;
    define_states();
    VT_sclstack(NULL, NULL, 1, -1, &sclhandle);
    VT_enter(flush_state, sclhandle);
    send_posted(__builtin_frame_address(0));
    VT_leave(sclhandle);
}
