/* Patterns of Java 21. The comment after each line says how often each outcome of its branches is taken, as in
 * Branches.java. */
public class Patterns {
    sealed interface Shape permits Circle, Pair, Unit {}
    record Circle(int radius) implements Shape {}
    record Pair(String name, Circle circle) implements Shape {}
    enum Unit implements Shape { ONE, TWO }

    static int kind(Shape shape) {
        return switch (shape) { // outcomes 3 2 2 1 0 1
            case Circle(int radius) when radius > 3 -> radius; // outcomes 3 0 2 1
            case Circle circle -> 1;
            case Pair(String name, Circle(var radius)) when name.equals("k") && radius > 0 -> radius; // outcomes 2 0 2 0 1 1 0 1
            case Pair pair -> 2;
            case Unit.ONE -> 3;
            case Unit.TWO -> 4;
        };
    }

    static String of(Object object) {
        if (object instanceof String text && text.length() > 2 || object == null) // outcomes 2 5 1 1 1 5
            return "long";
        return switch (object) { // outcomes 2 1 1 2
            case Integer number when number > 5 -> "big"; // outcomes 1 1
            case Integer number -> "small";
            case int[] list -> "list";
            default -> "other";
        };
    }

    public static void main(String[] words) {
        for (Shape shape : new Shape[] {new Circle(5), new Circle(1), new Circle(2), new Pair("k", new Circle(2)), // outcomes 6 1
                new Pair("z", new Circle(2)), Unit.TWO})
            System.out.println(kind(shape));
        for (Object object : new Object[] {"abc", "a", null, 7, 3, new int[0], 'c'}) // outcomes 7 1
            System.out.println(of(object));
    }
}
