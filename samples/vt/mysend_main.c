/* mysend_main.c - a program that sends messages with the library of mysend.c. */
#include "mysend.h"

#include <VT.h>

static void send_greeting(void)
{
    const struct msg greeting = {.receiver = 0, .tag = 1, .count = 6, .bytes = "hello"};
    MySend(&greeting); /* here: send_greeting */
}

static void post_farewell(int tag)
{
    const struct msg farewell = {.receiver = 0, .tag = tag, .count = 4, .bytes = "bye"};
    MyPost(&farewell); /* here: post_farewell */
}

int main(int argc, char **argv)
{
    if (VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    send_greeting(); /* here: main */
    for (int tag = 2; tag <= 4; tag++)
        post_farewell(tag);
    MyFlush(); /* here: flush */
    return VT_finalize() != VT_OK;
}
