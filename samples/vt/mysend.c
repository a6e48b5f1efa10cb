/* mysend.c - a library whose calls are located where the program called them, not inside of the library.
 *
 * MySend leaves out its own return address and takes as many of those above as PCTRACE says. MyPost only keeps a
 * message; the location of the call is kept with it, for the moment when the message goes out. MyFlush remembers where
 * it was called, for the functions below it: unwinding from its stack frame shows the program's code alone, however
 * deep in the library the event happens.
 *
 * Look at it, with mysend_main.c:
 *     VT_PCTRACE=2 ./mysend
 *     qii trace mysend.qii          each MySend, send and flush, with its line in mysend_main.c
 *     qii locations mysend.qii      the same as stacks: none has a frame in mysend.c
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
static char wire[1024]; /* where messages go */

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
    /* No pc, the frame of this call; one return address to skip: that into MySend. When it finds nothing, sclhandle is
     * VT_NOSCL, which every call takes. */
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
    /* From MyFlush's frame: the first return address is that into the program, and nothing is to be skipped. */
    VT_sclstack(NULL, stackframe, 0, 1, &sclhandle);
    VT_thisloc(sclhandle);
    VT_log_comment("what was posted goes out");
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
