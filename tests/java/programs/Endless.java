import java.io.File;

/* Makes a thousand calls, prints a line, and waits to be killed. */
public class Endless {
    static void work() {
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 1000; i++)
            work();
        new File("ready").createNewFile();
        while (true)
            Thread.sleep(1000);
    }
}
