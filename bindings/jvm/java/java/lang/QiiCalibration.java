package java.lang;

/**
 * Makes calls of short methods, reported or not, so that the library can measure what a reported call costs in this
 * JVM. Most of that cost is in the caller: a call that is reported cannot be inlined.
 */
public final class QiiCalibration {
    private QiiCalibration() {
    }

    /**
     * Makes {@code count} calls. If {@code method} is not 0, they are reported as calls of this method. The methods of
     * scene 0 compute a number. Those of scene 1 return an array, which the JVM would not allocate if it could inline
     * them.
     */
    public static int play(int scene, int method, int count) {
        if (scene == 0)
            return method == 0 ? numbers(count) : reportedNumbers(method, count);
        return method == 0 ? pairs(count) : reportedPairs(method, count);
    }

    private static int number(int value) {
        return value * 31 + 7;
    }

    private static int[] pair(int value) {
        return new int[] {value * 31, value + 7};
    }

    private static int numbers(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++)
            sum += number(sum + i);
        return sum;
    }

    private static int pairs(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int[] pair = pair(sum + i);
            sum += pair[0] ^ pair[1];
        }
        return sum;
    }

    /* The methods below do the same, with the code that the agent inserts into methods of the program. */

    private static int reportedNumber(int method, int value) {
        int entered = QiiCalls.enter(QiiCalls.TABLE, method);
        try {
            return number(value);
        } finally {
            QiiCalls.leave(entered, method);
        }
    }

    private static int[] reportedPair(int method, int value) {
        int entered = QiiCalls.enter(QiiCalls.TABLE, method);
        try {
            return pair(value);
        } finally {
            QiiCalls.leave(entered, method);
        }
    }

    private static int reportedNumbers(int method, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++)
            sum += reportedNumber(method, sum + i);
        return sum;
    }

    private static int reportedPairs(int method, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int[] pair = reportedPair(method, sum + i);
            sum += pair[0] ^ pair[1];
        }
        return sum;
    }
}
