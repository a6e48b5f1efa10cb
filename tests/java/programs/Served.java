import java.io.BufferedReader;
import java.io.InputStreamReader;

/* Reads numbers from its input, one per line, and makes as many calls for each. */
public class Served {
    static int small(int n) {
        return n + 1;
    }

    static int work(int n) {
        return n == 0 ? 0 : small(n) + work(0);
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int sum = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int calls = Integer.parseInt(line);
            for (int i = 0; i < calls; i++)
                sum += work(1);
            System.out.println("done " + calls);
        }
        System.out.println(sum);
    }
}
