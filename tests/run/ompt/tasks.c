/* Runs 100,000 tasks on four threads, with dependences. Prints the number of each construct that it ran, and of tasks
 * by the construct around their creation. */
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

#define DEPTH  9
#define CHAINS 100
#define LINKS  410
#define GROUPS 50

static atomic_int roots, children, links, grouped, others_created, first_children, taskwaits, taskgroups, criticals,
    locks, loops, barriers, singles, dependent_waits;
static omp_lock_t lock;
static int chain[CHAINS];

static void tree(int depth)
{
    if (depth == 0)
        return;
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(depth == DEPTH ? &first_children : &children, 1);
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
        tree(DEPTH);
    }
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
        atomic_fetch_add(&others_created, 1);
#pragma omp task detach(event)
        chain[1] += 0;
        omp_fulfill_event(event);
        atomic_fetch_add(&others_created, 1);
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
    printf("%d barrier main\n", barriers);
    printf("%d critical groups\n", criticals);
    printf("%d for main\n", loops);
    printf("%d lock main\n", locks);
    printf("%d single main\n", singles);
    printf("%d task chains by single main\n", links);
    printf("%d task forest by single main\n", roots);
    printf("%d task groups by taskgroup groups\n", grouped);
    printf("%d task others by single main\n", others_created);
    printf("%d task tree by task forest\n", first_children);
    printf("%d task tree by task tree\n", children);
    printf("%d taskgroup groups\n", taskgroups);
    printf("%d taskwait chains\n", dependent_waits);
    printf("%d taskwait forest\n", roots / 2);
    printf("%d taskwait tree\n", taskwaits);
    return 0;
}
