import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Prints the lines of the classes in a jar with compiler-generated code only: FILE:LINE and its kind.
 * Argument: the jar.
 */
public class MadeUp {
    /* Kind of all of a line's code so far; "" if some of it is in the source. */
    private static final Map<String, String> LINES = new TreeMap<>();

    public static void main(String[] arguments) throws IOException {
        try (JarFile jar = new JarFile(arguments[0])) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (entry.getName().endsWith(".class"))
                    try (InputStream in = jar.getInputStream(entry)) {
                        look(new ClassReader(in));
                    }
        }
        LINES.values().removeIf(String::isEmpty);
        LINES.forEach((line, what) -> System.out.println(line + " " + what));
    }

    private static void look(ClassReader reader) {
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.SKIP_FRAMES);
        String folder = type.name.substring(0, type.name.lastIndexOf('/') + 1);
        for (MethodNode method : type.methods)
            for (AbstractInsnNode node : method.instructions)
                if (node instanceof LineNumberNode line) {
                    String what = of(method, line);
                    LINES.merge(folder + type.sourceFile + ":" + line.line, what, (a, b) -> a.equals(b) ? a : "");
                }
    }

    private static String of(MethodNode method, LineNumberNode line) {
        if ((method.access & Opcodes.ACC_SYNTHETIC) != 0 && !method.name.startsWith("lambda$"))
            return "synthetic method";
        String code = code(line);
        if (method.name.equals("<init>") && (method.access & Opcodes.ACC_PRIVATE) != 0 && method.desc.equals("()V"))
            return code.equals("aload invokespecial return") ? "private constructor" : "";
        return code.equals("goto") || code.equals("aload athrow") ? "end of finally" : "";
    }

    /* The instructions from where a line begins to where the next one does. */
    private static String code(LineNumberNode line) {
        StringBuilder code = new StringBuilder();
        for (AbstractInsnNode node = line.getNext(); node != null && !(node instanceof LineNumberNode);
                node = node.getNext())
            switch (node.getOpcode()) {
                case -1 -> { } // a label
                case Opcodes.ALOAD -> code.append("aload ");
                case Opcodes.ATHROW -> code.append("athrow ");
                case Opcodes.GOTO -> code.append("goto ");
                case Opcodes.INVOKESPECIAL -> code.append("invokespecial ");
                case Opcodes.RETURN -> code.append("return ");
                default -> code.append("other ");
            }
        return code.toString().trim();
    }
}
