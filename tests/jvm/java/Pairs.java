import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/* Methods that rewritten classes call. They check that enter and leave pair, count lines, and print the result to
 * stderr. Each entry has a number of its own, which its exit must pass. */
public final class Pairs {
    private static final class Stack {
        int[] entries = new int[100000];
        int[] ids = new int[100000];
        int depth;
    }

    private static final List<Stack> stacks = new ArrayList<>();
    private static final Map<Long, Long> counts = new TreeMap<>();
    private static long closed, gone;
    private static int entries;
    private static final ThreadLocal<Stack> current = new ThreadLocal<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Pairs::print));
    }

    private Pairs() {
    }

    private static Stack stack() {
        Stack stack = current.get();
        if (stack == null) {
            stack = new Stack();
            current.set(stack);
            stacks.add(stack);
        }
        return stack;
    }

    public static synchronized int enter(int id) {
        Stack stack = stack();
        stack.ids[stack.depth] = id;
        stack.entries[stack.depth++] = ++entries;
        return entries;
    }

    /* Return the depth of the frame of this entry. If there is none, count the frame as gone and return 0. */
    private static int depth(Stack stack, int entry, int id) {
        int depth = stack.depth;
        while (depth > 0 && stack.entries[depth - 1] != entry)
            depth--;
        if (depth == 0 || stack.ids[depth - 1] != id)
            gone++;
        else
            closed += stack.depth - depth;
        return depth;
    }

    /* Close the frame of this entry and those above it. If there is none, do nothing. */
    public static synchronized void leave(int entry, int id) {
        int depth = depth(stack(), entry, id);
        if (depth > 0)
            stack().depth = depth - 1;
    }

    /* Close the frames above the frame of this entry. */
    public static synchronized void caught(int entry, int id) {
        int depth = depth(stack(), entry, id);
        if (depth > 0)
            stack().depth = depth;
    }

    public static synchronized void count(long counter) {
        counts.merge(counter, 1L, Long::sum);
    }

    public static void countArray(int length, long counter) {
        count(counter + (length < 0 ? 1 : 0)); /* no array has such a length */
    }

    public static void countResult(Object made, long counter) {
        count(counter + (made == null ? 1 : 0));
    }

    public static void escapes(Object builder) {
    }

    private static synchronized void print() {
        long open = 0;
        for (Stack stack : stacks)
            open += stack.depth;
        if (entries > 0)
            System.err.println("closed by others " + closed + ", gone " + gone + ", open " + open);
        for (Map.Entry<Long, Long> count : counts.entrySet())
            System.err.println(count.getKey() + " " + count.getValue());
    }
}
