import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/* Loads one class in many class loaders, first in one thread, then in two threads at once. The loaders are not kept. */
public class Loaders extends ClassLoader {
    public static class Work implements IntUnaryOperator {
        public int applyAsInt(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++)
                sum += half(i);
            return sum;
        }

        private int half(int n) {
            return n % 2 == 0 ? Math.abs(n) / 2 : 0;
        }
    }

    private IntUnaryOperator load() throws Exception {
        try (InputStream in = Loaders.class.getResourceAsStream("Loaders$Work.class")) {
            byte[] bytes = in.readAllBytes();
            Class<?> work = defineClass("Loaders$Work", bytes, 0, bytes.length);
            return (IntUnaryOperator) work.getDeclaredConstructor().newInstance();
        }
    }

    private static void use(int loaders) {
        try {
            int sum = 0;
            for (int i = 0; i < loaders; i++) {
                sum += new Loaders().load().applyAsInt(4);
                if (i % 100 == 99)
                    System.gc();
            }
            System.out.println(sum);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] words) throws Exception {
        use(300);
        Thread beside = new Thread(() -> use(200));
        beside.start();
        use(200);
        beside.join();
    }
}
