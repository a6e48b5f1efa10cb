import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Adds a source map to a class file whose only attribute is SourceFile. */
class AddMap {
    static final int SOURCE_FILE = 10; // bytes of it, and of the number of attributes before it

    /* Return the end of the constant pool, whose entries begin at offset 10. */
    static int endOfConstants(ByteBuffer in) {
        int at = 10;
        for (int i = 1; i < in.getShort(8); i++) {
            switch (in.get(at)) {
                case 1 -> at += 3 + in.getShort(at + 1);
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> at += 5;
            }
        }
        return at;
    }

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        byte[] name = "SourceDebugExtension".getBytes(StandardCharsets.UTF_8);
        byte[] map = Files.readAllBytes(Path.of(arguments[1]));
        int end = endOfConstants(in);
        int attributes = in.capacity() - SOURCE_FILE;
        short constants = in.getShort(8);
        ByteBuffer out = ByteBuffer.allocate(in.capacity() + 3 + name.length + 6 + map.length);
        out.put(in.slice(0, 8)).putShort((short) (constants + 1)).put(in.slice(10, end - 10));
        out.put((byte) 1).putShort((short) name.length).put(name);
        out.put(in.slice(end, attributes - end)).putShort((short) (in.getShort(attributes) + 1));
        out.put(in.slice(attributes + 2, SOURCE_FILE - 2)).putShort(constants).putInt(map.length).put(map);
        Files.write(file, out.array());
    }
}
