package app;

/** Loads the classes that its arguments name. */
public class LoadsSome {
    static class Used {
        static int run() {
            return 1;
        }
    }

    static class Unused {
        static int run(int n) {
            if (n > 0)
                return 2;
            return 3;
        }
    }

    public static void main(String[] names) throws ReflectiveOperationException {
        System.out.println(Used.run());
        for (String name : names)
            System.out.println(Class.forName(name).getMethod("text").invoke(null));
    }
}
