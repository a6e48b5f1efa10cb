# Four threads, with locks, generators and exceptions.
import threading

lock = threading.Lock()
total = 0


def step(n):
    return sum(value for value in range(n))


def work(rounds):
    global total
    for i in range(rounds):
        try:
            value = step(i % 20)
            if i % 3 == 0:
                raise ValueError(i)
        except ValueError:
            pass
        with lock:
            total += value


class Named(threading.Thread):
    def run(self):
        work(500)
        if self.name == "last":
            raise SystemExit


threads = [threading.Thread(target=work, args=(500,), name="worker %d" % i) for i in range(3)] + [Named(name="last")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()

print(total)
