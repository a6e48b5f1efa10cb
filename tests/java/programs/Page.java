/* The class gets a source map (Page.map) by which the lines of render() are lines 7 to 9 of a JSP page. */
public class Page {
    static volatile double sink;

    static void render(int times) {
        double x = 1;
        for (int i = 0; i < times; i++)
            x = 3.0 / x + 1.5; sink = x; }

    public static void main(String[] arguments) {
        for (int i = 0; i < 4000; i++)
            render(20000);
    }
}
