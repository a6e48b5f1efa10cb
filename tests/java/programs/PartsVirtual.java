/** Parts in many virtual threads, which leave their carriers in between. */
public class PartsVirtual {
    static void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            Parts.measured(1);
            Thread.yield();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]), rounds = Integer.parseInt(arguments[1]);
        Parts.prepare();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++)
            all[i] = Thread.ofVirtual().name("part-" + i).start(() -> work(rounds));
        for (Thread thread : all)
            thread.join();
        Parts.print();
    }
}
