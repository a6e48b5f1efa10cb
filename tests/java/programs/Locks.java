import java.io.FileWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Threads that wait for locks and other objects. The file "measured" has a line for each kind of wait: the method that
 * waited, the row of the wait, the method of the holder ("-" = none, "*" = any), how often it waited, and the least time of all
 * these waits in ns. A wait's time is measured from a moment at which the thread was seen waiting to a moment before it
 * was resumed.
 *
 * Usage: Locks HOLDERS WAITERS, each of which is "platform" or "virtual".
 */
public class Locks {
    interface Task {
        void run() throws Exception;
    }

    /** Starts threads. The test excludes this class, so that holders are in no method of it. */
    static class Threads {
        static Thread start(boolean virtual, Task task) throws Exception {
            Runnable runnable = () -> {
                try {
                    task.run();
                } catch (Exception error) {
                    throw new RuntimeException(error);
                }
            };
            if (virtual)
                return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, runnable);
            Thread thread = new Thread(runnable);
            thread.start();
            return thread;
        }

        /* Let `await` wait in another thread, and return how long it waits in this state, 5 ms at least. */
        static long watch(Task await, Thread.State state) throws Exception {
            thread = start(virtualWaiters, await);
            while (thread.getState() != state)
                Thread.onSpinWait();
            if (state == Thread.State.BLOCKED)
                Thread.sleep(100); /* the JVM reports the wait only after it has set this state */
            long begin = System.nanoTime();
            while (System.nanoTime() < begin + 5_000_000)
                Thread.onSpinWait();
            return System.nanoTime() - begin;
        }

        static Thread thread;

        /* Let one thread hold something for which another one waits, several times. */
        static void measure(String waiter, String row, String holder, Holder hold, Task await) throws Exception {
            long[] waited = {0};
            for (int i = 0; i < TIMES; i++) {
                start(virtualHolders, () -> waited[0] += hold.run(await)).join();
                thread.join();
            }
            measured.println(waiter + " " + row + " " + holder + " " + TIMES + " " + waited[0]);
        }
    }

    interface Holder {
        long run(Task await) throws Exception;
    }

    static final int TIMES = 3;
    static final String PACKAGE = "java.util.concurrent.";
    static PrintWriter measured;
    static boolean virtualHolders, virtualWaiters;

    /* A lock of the program. The JVM and tools must not call its methods. */
    static class Mutex extends AbstractQueuedSynchronizer {
        protected boolean tryAcquire(int ignored) {
            if (!compareAndSetState(0, 1))
                return false;
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }

        protected boolean tryRelease(int ignored) {
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        protected boolean isHeldExclusively() {
            throw new IllegalStateException();
        }

        public String toString() {
            throw new IllegalStateException();
        }

        public int hashCode() {
            throw new IllegalStateException();
        }
    }

    static final ReentrantLock lock = new ReentrantLock();
    static final ReentrantReadWriteLock both = new ReentrantReadWriteLock(true);
    static final Condition condition = lock.newCondition();
    static final Mutex mutex = new Mutex();
    static final Semaphore semaphore = new Semaphore(1);
    static final Object monitor = new Locks();
    static boolean signalled;

    static long holdsLock(Task await) throws Exception {
        lock.lock();
        try {
            return Threads.watch(await, Thread.State.WAITING);
        } finally {
            lock.unlock();
        }
    }

    static void awaitsLock() {
        lock.lock();
        lock.unlock();
    }

    static void awaitsLockInTime() throws InterruptedException {
        if (lock.tryLock(1, TimeUnit.HOURS))
            lock.unlock();
    }

    static long holdsLockInTime(Task await) throws Exception {
        lock.lock();
        try {
            return Threads.watch(await, Thread.State.TIMED_WAITING);
        } finally {
            lock.unlock();
        }
    }

    static long writes(Task await) throws Exception {
        both.writeLock().lock();
        try {
            return Threads.watch(await, Thread.State.WAITING);
        } finally {
            both.writeLock().unlock();
        }
    }

    static void awaitsReading() {
        both.readLock().lock();
        both.readLock().unlock();
    }

    static long reads(Task await) throws Exception {
        both.readLock().lock();
        try {
            return Threads.watch(await, Thread.State.WAITING);
        } finally {
            both.readLock().unlock();
        }
    }

    static void awaitsWriting() {
        both.writeLock().lock();
        both.writeLock().unlock();
    }

    static long holdsMutex(Task await) throws Exception {
        mutex.acquire(1);
        try {
            return Threads.watch(await, Thread.State.WAITING);
        } finally {
            mutex.release(1);
        }
    }

    static void awaitsMutex() {
        mutex.acquire(1);
        mutex.release(1);
    }

    static long holdsSemaphore(Task await) throws Exception {
        semaphore.acquire();
        try {
            return Threads.watch(await, Thread.State.WAITING);
        } finally {
            semaphore.release();
        }
    }

    static void awaitsSemaphore() throws InterruptedException {
        semaphore.acquire();
        semaphore.release();
    }

    static long signals(Task await) throws Exception {
        signalled = false;
        long waited = Threads.watch(await, Thread.State.WAITING);
        lock.lock();
        signalled = true;
        condition.signal();
        lock.unlock();
        return waited;
    }

    static void awaitsSignal() throws InterruptedException {
        lock.lock();
        while (!signalled)
            condition.await();
        lock.unlock();
    }

    static FutureTask<Integer> future;

    static long computes(Task await) throws Exception {
        future = new FutureTask<>(() -> 1);
        long waited = Threads.watch(await, Thread.State.WAITING);
        future.run();
        return waited;
    }

    static void awaitsFuture() throws Exception {
        future.get();
    }

    static long holdsMonitor(Task await) throws Exception {
        synchronized (monitor) {
            return Threads.watch(await, Thread.State.BLOCKED);
        }
    }

    static void awaitsMonitor() {
        synchronized (monitor) {
            signalled = true;
        }
    }

    /* A thread ends that holds a lock. Nobody is in its methods when the next one waits. */
    static void endsWithLock() throws Exception {
        ReentrantLock lost = new ReentrantLock();
        Threads.start(virtualHolders, lost::lock).join();
        Threads.start(virtualWaiters, () -> awaitsLost(lost)).join();
        measured.println("awaitsLost(ReentrantLock) " + PACKAGE + "locks.ReentrantLock.(lock) - 1 250000000");
    }

    /* tryLock sets its deadline before the thread parks, so a delayed thread waits for less: once it was 1.7 ms less. The
     * test expects half of the time. */
    static void awaitsLost(ReentrantLock lost) throws InterruptedException {
        lost.tryLock(500, TimeUnit.MILLISECONDS);
    }

    static void awaitsCrowd(ReentrantLock wanted) {
        wanted.lock();
        wanted.unlock();
    }

    /* Many threads wait for one lock. Each waits once, since the lock is fair. */
    static void crowd(int count) throws Exception {
        ReentrantLock wanted = new ReentrantLock(true);
        List<Thread> threads = new ArrayList<>();
        wanted.lock();
        for (int i = 0; i < count; i++)
            threads.add(Threads.start(virtualWaiters, () -> awaitsCrowd(wanted)));
        for (Thread thread : threads)
            while (thread.getState() != Thread.State.WAITING)
                Thread.onSpinWait();
        wanted.unlock();
        for (Thread thread : threads)
            thread.join();
        measured.println("awaitsCrowd(ReentrantLock) " + PACKAGE + "locks.ReentrantLock.(lock) * " + count + " 0");
    }

    static void takesBoth(ReentrantLock first, ReentrantLock second, CountDownLatch latch) throws InterruptedException {
        first.lock();
        latch.countDown();
        latch.await();
        second.lock();
    }

    /* Two threads wait for each other for ever. */
    static void deadlock() throws Exception {
        ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
        CountDownLatch latch = new CountDownLatch(2);
        Thread one = new Thread(() -> takes(a, b, latch)), other = new Thread(() -> takes(b, a, latch));
        one.setDaemon(true);
        other.setDaemon(true);
        one.start();
        other.start();
        while (!b.hasQueuedThread(one) || !a.hasQueuedThread(other))
            Thread.onSpinWait();
    }

    static void takes(ReentrantLock first, ReentrantLock second, CountDownLatch latch) {
        try {
            takesBoth(first, second, latch);
        } catch (InterruptedException error) {
            throw new RuntimeException(error);
        }
    }

    public static void main(String[] arguments) throws Exception {
        virtualHolders = arguments[0].equals("virtual");
        virtualWaiters = arguments[1].equals("virtual");
        measured = new PrintWriter(new FileWriter("measured"));
        String lockRow = PACKAGE + "locks.ReentrantLock.(lock)", bothRow = PACKAGE + "locks.ReentrantReadWriteLock.(lock)";
        Threads.measure("awaitsLock()", lockRow, "holdsLock(Locks$Task)", Locks::holdsLock, Locks::awaitsLock);
        Threads.measure("awaitsLockInTime()", lockRow, "holdsLockInTime(Locks$Task)", Locks::holdsLockInTime, Locks::awaitsLockInTime);
        Threads.measure("awaitsReading()", bothRow, "writes(Locks$Task)", Locks::writes, Locks::awaitsReading);
        Threads.measure("awaitsWriting()", bothRow, "reads(Locks$Task)", Locks::reads, Locks::awaitsWriting);
        Threads.measure("awaitsMutex()", "Locks$Mutex.(lock)", "holdsMutex(Locks$Task)", Locks::holdsMutex, Locks::awaitsMutex);
        Threads.measure("awaitsSemaphore()", PACKAGE + "Semaphore.(lock)", "-", Locks::holdsSemaphore, Locks::awaitsSemaphore);
        Threads.measure("awaitsSignal()", PACKAGE + "locks.AbstractQueuedSynchronizer$ConditionObject.(park)", "-",
            Locks::signals, Locks::awaitsSignal);
        Threads.measure("awaitsFuture()", PACKAGE + "FutureTask.(park)", "-", Locks::computes, Locks::awaitsFuture);
        Threads.measure("awaitsMonitor()", "Locks.(monitor)", virtualHolders ? "-" : "*", Locks::holdsMonitor, Locks::awaitsMonitor);
        endsWithLock();
        crowd(virtualWaiters ? 5000 : 300);
        deadlock();
        measured.close();
    }
}
