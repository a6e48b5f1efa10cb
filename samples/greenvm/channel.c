/* channel.c - channels. */
#include "channel.h"

#include <pthread.h>
#include <stdlib.h>

struct line {
    struct thread *first;
    struct thread *last;
};

struct channel {
    pthread_mutex_t lock;
    struct line senders;
    struct line receivers;
    int64_t capacity;
    int64_t first; /* index of the oldest value in `values`, a ring buffer */
    int64_t count;
    int64_t values[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct channel **channels;
static int channel_count;

int64_t channel_new(int64_t capacity)
{
    if (capacity < 0 || capacity > 1 << 20)
        return -1;
    struct channel *channel = calloc(1, sizeof *channel + (size_t)capacity * sizeof *channel->values);
    if (!channel)
        return -1;
    pthread_mutex_init(&channel->lock, NULL);
    channel->capacity = capacity;
    pthread_mutex_lock(&lock);
    channels = program_grow(channels, channel_count, sizeof channel);
    channels[channel_count] = channel;
    int number = channel_count++;
    pthread_mutex_unlock(&lock);
    return number;
}

static struct channel *find(int64_t number)
{
    pthread_mutex_lock(&lock);
    struct channel *channel = number >= 0 && number < channel_count ? channels[number] : NULL;
    pthread_mutex_unlock(&lock);
    return channel;
}

static void append(struct line *line, struct thread *thread)
{
    thread->next = NULL;
    if (line->first)
        line->last->next = thread;
    else
        line->first = thread;
    line->last = thread;
}

static struct thread *take(struct line *line)
{
    struct thread *first = line->first;
    if (first)
        line->first = first->next;
    return first;
}

static void put(struct channel *channel, int64_t value)
{
    channel->values[(channel->first + channel->count++) % channel->capacity] = value;
}

enum outcome channel_send(struct thread *thread, const int64_t *arguments)
{
    struct channel *channel = find(arguments[0]);
    int64_t value = arguments[1];
    enum outcome outcome = OUTCOME_DONE;
    thread->result = channel ? 0 : -1;
    if (!channel)
        return outcome;
    pthread_mutex_lock(&channel->lock);
    struct thread *receiver = take(&channel->receivers);
    if (receiver) {
        life_wake(receiver, value);
    } else if (channel->count < channel->capacity) {
        put(channel, value);
    } else {
        thread->sending = value;
        life_park(thread, STATE_WAITING);
        append(&channel->senders, thread);
        outcome = OUTCOME_PARKED;
    }
    pthread_mutex_unlock(&channel->lock);
    return outcome;
}

enum outcome channel_receive(struct thread *thread, const int64_t *arguments)
{
    struct channel *channel = find(arguments[0]);
    enum outcome outcome = OUTCOME_DONE;
    thread->result = -1;
    if (!channel)
        return outcome;
    pthread_mutex_lock(&channel->lock);
    struct thread *sender = take(&channel->senders); /* not NULL only if the channel is full */
    if (channel->count > 0) {
        thread->result = channel->values[channel->first];
        channel->first = (channel->first + 1) % channel->capacity;
        channel->count--;
        if (sender)
            put(channel, sender->sending);
    } else if (sender) {
        thread->result = sender->sending;
    } else {
        life_park(thread, STATE_WAITING);
        append(&channel->receivers, thread);
        outcome = OUTCOME_PARKED;
    }
    if (sender)
        life_wake(sender, 0);
    pthread_mutex_unlock(&channel->lock);
    return outcome;
}

void channel_free_all(void)
{
    for (int i = 0; i < channel_count; i++)
        free(channels[i]);
    free(channels);
}
