/* mysend.h - a small library that sends messages, as it is built into many programs; see mysend.c. */
#ifndef MYSEND_H
#define MYSEND_H

struct msg {
    int receiver;
    int tag;
    int count; /* bytes */
    const void *bytes;
};

/* Send at once; keep for MyFlush, which sends all that is kept. */
void MySend(const struct msg *msg);
void MyPost(const struct msg *msg);
void MyFlush(void);

#endif
