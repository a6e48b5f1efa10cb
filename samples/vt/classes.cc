// classes.cc - states in C++: one line marks a function as a state, and an exception ends the states that it leaves.
//
// VT_Function is a state from its definition to the end of the block. A static VT_FuncDef beside it looks up the name
// only once, at the first call. VT_Region is a state that the program can begin and end several times.
//
// Look at the results:
//     qii tree classes.qii      Parser:parse with its phases; Parser:fail below it has ended when main continues
//     qii trace classes.qii     where states began and ended, by the lines given here
#include <VT.h>

#include <cctype>
#include <cstdio>
#include <stdexcept>
#include <string>

static void fail(const std::string &word)
{
    static VT_FuncDef state("fail", "Parser");
    VT_Function function(state);
    throw std::runtime_error("not a number: " + word);
}

static int parse(const std::string &word)
{
    static VT_FuncDef state("parse", "Parser");
    VT_Function function(state);

    VT_Region phase("check", "Parser", __FILE__, __LINE__); // here: check
    for (std::string::size_type i = 0; i < word.size(); i++)
        if (!std::isdigit(static_cast<unsigned char>(word[i])))
            fail(word);
    phase.end(__FILE__, __LINE__); // here: checked

    static VT_FuncDef convert("convert", "Parser");
    static VT_SclDef place(__FILE__, __LINE__); // here: convert
    phase.begin(convert, place);
    int number = 0;
    for (std::string::size_type i = 0; i < word.size(); i++)
        number = 10 * number + (word[i] - '0');
    return number; // ends the phase, then the function
}

int main(int argc, char **argv)
{
    if (VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    const char *words[] = {"12", "x", "345"};
    for (int i = 0; i < 3; i++) {
        try {
            std::printf("%d\n", parse(words[i]));
        } catch (const std::runtime_error &error) {
            VT_Function function("recover", "Main");
            std::printf("%s\n", error.what());
        }
    }
    return VT_finalize() != VT_OK;
}
