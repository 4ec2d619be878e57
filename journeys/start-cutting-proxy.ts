import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A way to a server that breaks a connection once so many bytes have gone up through it, and then the next; and that can
 * be shut, as a network that is gone: what is open breaks, and nobody comes through.
 */
export const startCuttingProxy = async (baseUrl: string) => {
  const target = new URL(baseUrl);
  const sockets = new Set<Socket>();
  const cutsAfterBytes: number[] = [];
  let [upBytes, cuts] = [0, 0];
  let isShut = false;
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  const proxy = createServer((device) => {
    if (isShut) return device.destroy();
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [device, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        device.destroy();
        server.destroy();
      });
    }
    server.pipe(device);
    device.on('data', (chunk) => {
      server.write(chunk);
      upBytes += chunk.length;
      if (upBytes < (cutsAfterBytes[0] ?? Infinity)) return;
      cutsAfterBytes.shift();
      upBytes = 0;
      cuts += 1;
      // What was written goes out before the end.
      server.end();
      device.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Each is counted from the cut before it. */
    cutAfterBytes: (...bytes: number[]) => {
      upBytes = 0;
      cutsAfterBytes.push(...bytes);
    },
    countCuts: () => cuts,
    shut: () => {
      isShut = true;
      breakAll();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};
