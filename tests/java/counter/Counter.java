package counter;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.ProtectionDomain;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An agent that only counts how often each method with code is entered. It is the reference for qii java: both must have
 * the same counts. Classes of the boot loader and the platform loader are not counted.
 *
 * -javaagent:counter.jar=NAME writes two files. NAME has a class and a method in each line; NAME.counts has the number
 * for each line in native byte order. NAME.counts is a mapped file, so it is complete however the JVM ends. With
 * -Dcounter.callers=true, a line is a caller and its callee, from the JVM's own stack. This shows whether qii misses
 * the end of a method, because qii would then show another caller.
 *
 * The boot loader loads this class (see the manifest of counter.jar). Therefore every class finds it, and neither agent
 * counts it. It is registered for retransformation after qii's agent. So qii's agent gets the classes unchanged, and
 * the code of this agent is inserted after that of qii's.
 */
public final class Counter extends ClassVisitor {
    private static final int MOST = 1 << 20;
    /* Newest class file version that ASM 9.4 reads; later versions have the same format. */
    private static final int NEWEST = Opcodes.V20;
    private static final boolean CALLERS = Boolean.getBoolean("counter.callers");
    private static final StackWalker STACK = StackWalker
            .getInstance(EnumSet.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES));
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ConcurrentHashMap<String, Integer> CALLS = new ConcurrentHashMap<>();
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static MappedByteBuffer counts;
    private static PrintStream names;
    private static int known;

    private String name;

    private Counter(ClassWriter out) {
        super(Opcodes.ASM9, out);
    }

    public static void premain(String file, Instrumentation instrumentation) throws IOException {
        names = new PrintStream(new FileOutputStream(file), true, "UTF-8");
        try (RandomAccessFile opened = new RandomAccessFile(file + ".counts", "rw")) {
            counts = opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8L * MOST);
        }
        count(MOST - 1);
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                return redefined == null && isWanted(loader) ? rewrite(bytes) : null;
            }
        }, true);
    }

    public static void count(int method) {
        LONGS.getAndAdd(counts, 8 * method, 1L);
    }

    /* Count a call of the running method. The caller is the nearest counted method below it on the stack, or "none". */
    public static void countCall() {
        List<String> ends = STACK.walk(frames -> frames.filter(frame -> isWanted(frame.getDeclaringClass().getClassLoader()))
                .limit(2).map(frame -> readable(frame.getClassName(), frame.getMethodName(), frame.getDescriptor()))
                .collect(Collectors.toList()));
        String call = (ends.size() == 2 ? ends.get(1) : "none") + " " + ends.get(0);
        count(CALLS.computeIfAbsent(call, Counter::meet));
    }

    private static boolean isWanted(ClassLoader loader) {
        return loader != null && loader != PLATFORM;
    }

    private static synchronized int meet(String name) {
        names.println(name);
        return known++;
    }

    private static byte[] rewrite(byte[] bytes) {
        try {
            byte[] read = bytes.clone();
            read[7] = (byte) Math.min(read[7], NEWEST);
            ClassReader reader = new ClassReader(read);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Counter(writer), 0);
            byte[] written = writer.toByteArray();
            written[7] = bytes[7];
            return written;
        } catch (Throwable error) {
            error.printStackTrace();
            throw error;
        }
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        this.name = name;
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] errors) {
        MethodVisitor out = super.visitMethod(access, method, descriptor, signature, errors);
        if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0)
            return out;
        int number = CALLERS ? 0 : meet(readable(name.replace('/', '.'), method, descriptor));
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitCode() {
                super.visitCode();
                if (!CALLERS)
                    visitLdcInsn(number);
                visitMethodInsn(Opcodes.INVOKESTATIC, "counter/Counter", CALLERS ? "countCall" : "count",
                        CALLERS ? "()V" : "(I)V", false);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(Math.max(stack, 1), locals);
            }
        };
    }

    /* Return a method's name as qii's reports print it. */
    private static String readable(String name, String method, String descriptor) {
        if (method.equals("<clinit>"))
            return name + "." + method;
        String parameters = Stream.of(Type.getArgumentTypes(descriptor)).map(type -> simple(type.getClassName()))
                .collect(Collectors.joining(",", "(", ")"));
        return name + "." + method + parameters;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
