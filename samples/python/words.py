"""Count words and print the commonest. It is slower than it should be: doc/python.md finds out why."""
import re
import sys


class Words:
    def __init__(self):
        self.seen = []
        self.counts = []

    def add(self, word):
        if word not in self.seen:
            self.seen.append(word)
            self.counts.append(0)
        self.counts[self.seen.index(word)] += 1

    def commonest(self, number):
        if number < 1:
            return []
        return sorted(zip(self.counts, self.seen), reverse=True)[:number]


def split(line):
    return [word.lower() for word in re.findall(r"\w+", line)]


def count(lines):
    words = Words()
    for line in lines:
        for word in split(line):
            words.add(word)
    return words


def main(number):
    lines = (f"Word {n % 3000} of line {n} is w{n * 7919 % 2000}" for n in range(number))
    for times, word in count(lines).commonest(3):
        print(times, word)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
