# Greenlets of gevent: spawned, joined, killed, with a queue, an event, a pool, and a server with clients.
import sys

try:
    import gevent
    import gevent.event
    import gevent.pool
    import gevent.queue
    import gevent.server
    import gevent.socket
except ImportError:
    sys.exit(77)


def leaf(n):
    gevent.sleep(0)
    if n % 5 == 2:
        raise ValueError(n)
    return n


def worker(n):
    result = 0
    for i in range(n):
        try:
            result += leaf(i)
        except ValueError:
            result -= 1
    return result


def sleeper():
    try:
        gevent.sleep(3600)
    finally:
        cleanup()


def cleanup():
    gevent.sleep(0)


def produces(queue, n):
    for i in range(n):
        queue.put(i)
    queue.put(StopIteration)


def waits(event):
    return event.wait()


def echo(client, address):
    while True:
        data = client.recv(100)
        if not data:
            return
        client.sendall(data)


def request(port, n):
    client = gevent.socket.create_connection(("127.0.0.1", port))
    for i in range(n):
        client.sendall(b"hello")
        assert client.recv(100) == b"hello"
    client.shutdown(gevent.socket.SHUT_WR)
    assert not client.recv(100)  # the server has closed the connection
    client.close()
    return n


def main():
    print([g.get() for g in [gevent.spawn(worker, n) for n in range(20)]])
    killed = gevent.spawn(sleeper)
    gevent.sleep(0)
    killed.kill()
    queue = gevent.queue.Queue(2)
    gevent.spawn(produces, queue, 20)
    print(sum(queue))
    event = gevent.event.Event()
    waiting = [gevent.spawn(waits, event) for _ in range(5)]
    gevent.sleep(0.001)
    event.set()
    gevent.joinall(waiting)
    pool = gevent.pool.Pool(3)
    print(pool.map(worker, range(10)))
    server = gevent.server.StreamServer(("127.0.0.1", 0), echo)
    server.start()
    clients = [gevent.spawn(request, server.server_port, n) for n in range(5)]
    gevent.joinall(clients)
    print([client.value for client in clients])
    server.stop()


main()
