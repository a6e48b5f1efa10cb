/* Runs the class Small, which no current compiler generates. */
public class Old {
    public static void main(String[] words) throws Exception {
        System.out.println(Class.forName("Small").getMethod("run").invoke(null));
    }
}
