/** Allocates known numbers of objects on virtual threads. */
public class AllocatesVirtual {
    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = {Thread.ofVirtual().name("small-1").start(() -> Allocates.small(10_000_000)),
            Thread.ofVirtual().name("small-2").start(() -> Allocates.small(10_000_000)),
            Thread.ofVirtual().name("large").start(() -> Allocates.large(4_000_000))};
        for (Thread thread : threads)
            thread.join();
    }
}
