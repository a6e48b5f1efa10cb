import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Virtual threads that count how often they left their carrier, and why. A thread that resumes a virtual thread
 * first waits until the JVM shows it as waiting. Prints the number of events of each kind that the event log must have.
 * Then prints how often virtual threads waited in one method and were resumed by another, for each pair of methods.
 */
public class States {
    static final int TOGETHER = 500;
    static final AtomicInteger parks = new AtomicInteger();
    static final AtomicInteger locks = new AtomicInteger();
    static final AtomicInteger sleeps = new AtomicInteger();
    static final AtomicInteger yields = new AtomicInteger();
    static final AtomicInteger blocks = new AtomicInteger();
    static final AtomicInteger ends = new AtomicInteger();

    static class Worker implements Runnable {
        final int number;
        final ReentrantLock lock = new ReentrantLock();
        final Object monitor = new Object();
        Thread thread;

        Worker(int number) {
            this.number = number;
        }

        void park() {
            LockSupport.park();
            parks.incrementAndGet();
        }

        void sleep() {
            try {
                Thread.sleep(2);
                sleeps.incrementAndGet();
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        }

        void give() {
            Thread.yield();
            yields.incrementAndGet();
        }

        public void run() {
            park();
            park();
            lock.lock();
            locks.incrementAndGet();
            lock.unlock();
            for (int i = 0; i < number % 4; i++)
                give();
            park();
            synchronized (monitor) {
                blocks.incrementAndGet();
            }
            for (int i = 0; i < number % 3; i++)
                sleep();
            ends.incrementAndGet();
        }

        void await(Thread.State state) {
            while (thread.getState() != state)
                Thread.yield();
        }

        void unpark() {
            await(Thread.State.WAITING);
            LockSupport.unpark(thread);
        }
    }

    static Worker start(int number) {
        Worker worker = new Worker(number);
        worker.thread = Thread.ofVirtual().name("worker").start(worker);
        return worker;
    }

    static void drive(Worker[] workers) throws InterruptedException {
        for (Worker worker : workers)
            worker.unpark();
        for (Worker worker : workers) {
            worker.lock.lock();
            worker.unpark();
        }
        for (Worker worker : workers) {
            worker.await(Thread.State.WAITING);
            worker.lock.unlock();
        }
        for (Worker worker : workers) {
            worker.await(Thread.State.WAITING);
            synchronized (worker.monitor) {
                LockSupport.unpark(worker.thread);
                worker.await(Thread.State.BLOCKED);
            }
        }
        for (Worker worker : workers)
            worker.thread.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        /* One worker first initializes the classes, since a virtual thread cannot leave its carrier meanwhile. */
        drive(new Worker[] {start(11)});
        for (int first = 1; first < count; first += TOGETHER) {
            Worker[] workers = new Worker[Math.min(TOGETHER, count - first)];
            for (int i = 0; i < workers.length; i++)
                workers[i] = start(first + i);
            drive(workers);
        }
        int waits = parks.get() + locks.get() + sleeps.get();
        System.out.println("block " + blocks);
        System.out.println("create " + ends);
        System.out.println("destroy " + ends);
        System.out.println("ready " + yields);
        System.out.println("run " + (ends.get() + waits + yields.get() + blocks.get()));
        System.out.println("wait " + waits);
        System.out.println("wake " + (waits + blocks.get()));
        /* Of the three parks of a thread, unpark() ends two and drive() one. All other waits are ended by drive() or by
         * the JDK. */
        System.out.println("park() by unpark() " + parks.get() / 3 * 2);
        System.out.println("park() by drive() " + parks.get() / 3);
        System.out.println("(lock) by drive() " + locks);
        System.out.println("(monitor) by none " + blocks);
        System.out.println("sleep() by none " + sleeps);
    }
}
