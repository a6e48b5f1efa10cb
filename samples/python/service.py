"""An asyncio server and three clients. Each of them is slow for another reason: doc/python.md finds them."""
import asyncio
import hashlib


def digest(password):
    return hashlib.pbkdf2_hmac("sha256", password.encode(), b"salt", 200_000).hex()


class Service:
    def __init__(self):
        self.lock = asyncio.Lock()

    async def login(self, name):
        return digest(name)

    async def report(self, name):
        async with self.lock:
            await asyncio.sleep(0.05)
        return f"report of {name}"

    async def ping(self, name):
        return "pong"

    async def serve(self, reader, writer):
        while line := await reader.readline():
            command, name = line.decode().split()
            answer = await getattr(self, command)(name)
            writer.write(f"{answer}\n".encode())
            await writer.drain()
        writer.close()


async def client(port, command, number):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(number):
        writer.write(f"{command} ann\n".encode())
        await reader.readline()
        await asyncio.sleep(0.01)
    writer.close()


async def main():
    server = await asyncio.start_server(Service().serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, asyncio.TaskGroup() as group:
        for command, number in ("ping", 20), ("report", 5), ("report", 5), ("login", 3):
            group.create_task(client(port, command, number), name=f"client of {command}")


asyncio.run(main())
