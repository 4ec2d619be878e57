import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be shut, as a network that is gone: what is open breaks, and nobody comes through. */
export const openGate = async (baseUrl: string) => {
  const target = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isShut = false;
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  const gate = createServer((device) => {
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
    device.pipe(server).pipe(device);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    shut: () => {
      isShut = true;
      breakAll();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
};
