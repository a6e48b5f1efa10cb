# Write Huge.java. The code of `longest` is ten bytes shorter than the maximum. In `farthest`, a loop jumps nearly as far as
# a jump can; in `half`, about half as far.
BEGIN {
    print "public class Huge {"
    method("longest", 4095, 0)
    method("farthest", 2040, 1)
    method("half", 1400, 1)
    print "    public static void main(String[] words) {"
    print "        System.out.println(longest(1) + \" \" + farthest(2) + \" \" + half(3));"
    print "    }\n}"
}

# Write a method with this number of lines, each of 16 bytes of code. If `loops` is 1, the lines are in a loop.
function method(name, lines, loops,    i) {
    print "    static int " name "(int x) {"
    if (loops) print "        for (int i = 0; i < 3; i++) {"
    for (i = 0; i < lines; i++) print "        x = x * 201 + x / 211 * 221;"
    print loops ? "        }" : "        x++;"
    print "        return x;\n    }"
}
