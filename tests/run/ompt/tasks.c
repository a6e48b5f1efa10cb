/* Runs 100,000 tasks on four threads, with dependences, and prints what the recorder should have recorded:
 * "task CREATOR COUNT" by kind of the creator, "taskwait COUNT" and so on. */
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

#define CHAINS 100
#define LINKS  410
#define GROUPS 50

static atomic_int roots, children, links, grouped, detached, undeferred, taskwaits, taskgroups, criticals, locks, loops,
    barriers, singles, dependent_waits;
static omp_lock_t lock;
static int chain[CHAINS];

static void tree(int depth)
{
    if (depth == 0)
        return;
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&children, 1);
#pragma omp task
        tree(depth - 1);
    }
    atomic_fetch_add(&taskwaits, 1);
#pragma omp taskwait
}

static void forest(void)
{
    for (int i = 0; i < 2; i++) {
        atomic_fetch_add(&roots, 1);
#pragma omp task
        tree(9);
    }
    atomic_fetch_add(&taskwaits, 1);
#pragma omp taskwait
}

static void chains(void)
{
    for (int i = 0; i < LINKS; i++)
        for (int c = 0; c < CHAINS; c++) {
            atomic_fetch_add(&links, 1);
#pragma omp task depend(inout : chain[c])
            chain[c]++;
        }
    atomic_fetch_add(&dependent_waits, 1);
#pragma omp taskwait depend(in : chain[0])
}

static void groups(void)
{
    for (int i = 0; i < GROUPS; i++) {
        atomic_fetch_add(&taskgroups, 1);
#pragma omp taskgroup
        for (int k = 0; k < 10; k++) {
            atomic_fetch_add(&grouped, 1);
#pragma omp task untied
            {
                atomic_fetch_add(&criticals, 1);
#pragma omp critical
                chain[0] += 0;
#pragma omp taskyield
            }
        }
    }
}

static void others(void)
{
    for (int i = 0; i < 100; i++) {
        omp_event_handle_t event;
        atomic_fetch_add(&detached, 1);
#pragma omp task detach(event)
        chain[1] += 0;
        omp_fulfill_event(event);
        atomic_fetch_add(&undeferred, 1);
#pragma omp task if (0)
        chain[2] += 0;
    }
}

int main(void)
{
    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            atomic_fetch_add(&singles, 1);
            forest();
            chains();
            groups();
            others();
        }
        atomic_fetch_add(&loops, 1);
#pragma omp for nowait
        for (int i = 0; i < 100; i++)
            __asm__ volatile("");
        atomic_fetch_add(&locks, 1);
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
        atomic_fetch_add(&barriers, 1);
#pragma omp barrier
    }
    for (int c = 0; c < CHAINS; c++)
        if (chain[c] != LINKS)
            return 1;
    printf("barrier main %d\n", barriers);
    printf("critical groups %d\n", criticals);
    printf("for main %d\n", loops);
    printf("lock main %d\n", locks);
    printf("single main %d\n", singles);
    printf("task chains %d\n", links);
    printf("task forest %d\n", roots);
    printf("task groups %d\n", grouped);
    printf("task others %d\n", detached + undeferred);
    printf("task tree %d\n", children);
    printf("taskgroup groups %d\n", taskgroups);
    printf("taskwait chains %d\n", dependent_waits);
    printf("taskwait forest+tree %d\n", taskwaits);
    return 0;
}
