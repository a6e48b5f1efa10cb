"""An echo server of asyncio and its clients in one process.

usage: echo.py CONNECTIONS MESSAGES
"""
import asyncio
import resource
import sys

hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # each connection needs two files


async def serve(reader, writer):
    while line := await reader.readline():
        writer.write(line)
        await writer.drain()
    writer.close()


async def request(port, count):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    received = 0
    for i in range(count):
        writer.write(b"message %d\n" % i)
        received += len(await reader.readline())
        await asyncio.sleep(0)
    writer.close()
    await writer.wait_closed()
    return received


async def main(connections, messages):
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=connections)
    port = server.sockets[0].getsockname()[1]
    print(sum(await asyncio.gather(*(request(port, messages) for _ in range(connections)))))
    server.close()
    await server.wait_closed()


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
