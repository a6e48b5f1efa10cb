package java.lang;

/** Makes calls of a short method, reported or not, to measure what a reported call costs in this JVM. */
public final class QiiCalibration {
    /* Table entry of a method that is not throttled. Compiled code reads it, since it is not final. */
    private static long timed;

    private QiiCalibration() {
    }

    /** Makes {@code count} calls. If {@code method} is not 0, they are reported as calls of this method. */
    public static int play(int method, int count) {
        int sum = 0;
        if (method == 0)
            for (int i = 0; i < count; i++)
                sum += called(sum + i);
        else
            for (int i = 0; i < count; i++)
                sum += reported(method, sum + i);
        return sum;
    }

    private static int called(int value) {
        return value * 31 + 7;
    }

    /* Calls `called` with the code that the agent inserts into methods of the program. */
    private static int reported(int method, int value) {
        int entered = QiiCalls.enter(timed, method);
        try {
            return called(value);
        } finally {
            QiiCalls.leave(entered, method);
        }
    }
}
