/* mysend.h - a small library that sends messages; see mysend.c. */
#ifndef MYSEND_H
#define MYSEND_H

struct msg {
    int receiver;
    int tag;
    int count; /* bytes */
    const void *bytes;
};

/* Send a message at once. */
void MySend(const struct msg *msg);

/* Queue a message. */
void MyPost(const struct msg *msg);

/* Send all queued messages. */
void MyFlush(void);

#endif
