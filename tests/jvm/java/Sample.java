import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

/* Some code of each kind. It was compiled to classes/Sample.class for the tests that read a class file. */
public class Sample {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Marked {
        String[] value() default {};
    }

    private final long value;

    Sample(int a, String b) {
        this(b == null ? a : new Sample(a, null).value + b.length());
    }

    Sample(long value) {
        super();
        this.value = value;
    }

    synchronized <T> String told(List<? extends T> list, int kind) {
        StringBuilder text = new StringBuilder();
        switch (kind) {
        case 1:
        case 2:
            text.append(70000 * kind);
            break;
        case 1000:
            return "thousand";
        }
        for (@Marked({"a", "b"}) T item : list) {
            try {
                synchronized (list) {
                    text.append((@Marked String) item);
                }
            } catch (ClassCastException e) {
                text.append(item instanceof Integer ? 'i' : '?');
            } finally {
                text.append(';');
            }
        }
        switch (text.charAt(0)) {
        case 'a':
            return "a";
        case 'b':
            text.append(new @Marked Object() == null);
        case 'c':
            text.append(1.5);
        }
        return text.toString();
    }

    public static void main(String[] words) {
        Sample sample = new Sample(3, "four");
        for (int kind = 0; kind < 3; kind++)
            System.out.println(sample.told(List.of("b", 2, '3', sample.value), kind));
    }
}
