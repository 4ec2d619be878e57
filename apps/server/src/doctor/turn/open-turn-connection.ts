import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type TurnAddress = { host: string; port: number; transport: 'udp' | 'tcp' | 'tls' };

export type TurnConnection = {
  ask: <T>(request: Buffer, read: (bytes: Buffer) => T | undefined) => Promise<T>;
  close: () => void;
};

/** Reads `turn:host:port?transport=tcp` (RFC 7065); `turns:` is by TLS. */
export const readTurnUrl = (url: string): TurnAddress => {
  const [, scheme, host, port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/.exec(url) ?? [];
  if (!scheme || !host) throw new Error('TURN_URL is not an address such as turn:turn.example.com:3478');
  const isTls = scheme === 'turns';
  const plain = transport === 'tcp' ? 'tcp' : 'udp';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isTls ? 5349 : 3478)),
    transport: isTls ? 'tls' : plain,
  };
};

export const openTurnConnection = (address: TurnAddress): Promise<TurnConnection> =>
  address.transport === 'udp' ? openUdp(address) : openStream(address);

const SEND_AGAIN_MS = 500;

const openUdp = async ({ host, port }: TurnAddress): Promise<TurnConnection> => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.connect(port, host);
  await once(socket, 'connect');
  return {
    ask: (request, read) =>
      new Promise((resolve, reject) => {
        const again = setInterval(() => socket.send(request), SEND_AGAIN_MS).unref();
        const settle = (finish: () => void): void => {
          clearInterval(again);
          socket.removeAllListeners();
          finish();
        };
        socket.on('error', (error) => settle(() => reject(error)));
        socket.on('close', () => clearInterval(again));
        socket.on('message', (bytes) => {
          const answer = read(bytes);
          if (answer !== undefined) settle(() => resolve(answer));
        });
        socket.send(request);
      }),
    close: () => socket.close(),
  };
};

const openStream = async ({ host, port, transport }: TurnAddress): Promise<TurnConnection> => {
  const isTls = transport === 'tls';
  const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
  await once(socket, isTls ? 'secureConnect' : 'connect');
  let received = Buffer.alloc(0);
  return {
    ask: (request, read) =>
      new Promise((resolve, reject) => {
        received = Buffer.alloc(0);
        socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('end');
        socket.on('error', reject);
        socket.on('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
        socket.on('data', (bytes) => {
          received = Buffer.concat([received, bytes]);
          const answer = read(received);
          if (answer !== undefined) resolve(answer);
        });
        socket.write(request);
      }),
    close: () => {
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
    },
  };
};
