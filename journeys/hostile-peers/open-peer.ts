import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  createTestAuthority,
  type TestAuthority,
} from '../../apps/server/src/testing/create-test-authority.ts';
import { TLS_MISDEEDS, type Dialect, type Misdeed, type PeerName, type TlsMisdeed } from './hostile-peer.ts';
import { drip } from './misbehave.ts';

export type OpenPeer = {
  /** `127.0.0.1:4321`, or another loopback address that its certificate does not name. */
  host: string;
  isTls: boolean;
  /** Bytes sent on all connections, whether the server has read them or not. */
  sentBytes: () => number;
  connections: () => number;
  openConnections: () => number;
  close: () => Promise<void>;
};

export type PeerPlan = { dialect: Dialect; authority: TestAuthority; dripMs: number; isSecure: boolean };

/** The peer listens on loopback, and misbehaves in one way. */
export const openPeer = async (name: PeerName, plan: PeerPlan): Promise<OpenPeer> => {
  const isTls = plan.isSecure || isTlsMisdeed(name);
  const sockets: Socket[] = [];
  const server = createListener(name, plan);
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    // Clients mostly hang up in the middle.
    socket.on('error', () => {});
  });
  const address = name === 'of another host' ? '127.0.0.2' : '127.0.0.1';
  server.listen(0, address);
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  const { port } = server.address() as AddressInfo;
  if (name === 'refuses') await close();
  return {
    host: `${address}:${port}`,
    isTls,
    sentBytes: () => sockets.reduce((total, socket) => total + socket.bytesWritten, 0),
    connections: () => sockets.length,
    openConnections: () => sockets.filter(({ closed }) => !closed).length,
    close,
  };
};

const isTlsMisdeed = (name: PeerName): name is TlsMisdeed => TLS_MISDEEDS.some((misdeed) => misdeed === name);

const createListener = (name: PeerName, { dialect, authority, dripMs, isSecure }: PeerPlan): Server => {
  if (name === 'refuses' || isTlsMisdeed(name)) return createTlsListener(name, { authority, dripMs });
  const speak = (socket: Socket) => converse(socket, dialect, name);
  return isSecure ? createTlsServer(authority.issue(), speak) : createServer(speak);
};

const createTlsListener = (
  name: TlsMisdeed | 'refuses',
  { authority, dripMs }: Pick<PeerPlan, 'authority' | 'dripMs'>,
): Server => {
  if (name === 'no TLS')
    return createServer((socket) => socket.resume().write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  if (name === 'a handshake that drips') {
    return createServer((socket) => {
      socket.resume().write(Buffer.from([22, 3, 3, 0x3f, 0xff, 2, 0, 0x3f, 0xfb]));
      drip(socket, dripMs);
    });
  }
  const ignore = (socket: Socket) => void socket.on('error', () => {}).resume();
  return createTlsServer(listCertificate(name, authority), ignore);
};

const listCertificate = (name: TlsMisdeed | 'refuses', authority: TestAuthority) => {
  // The certificate's own authority is not trusted, unlike the other certificates'.
  if (name === 'self-signed') return createTestAuthority().self;
  return authority.issue(name === 'expired' ? { notAfter: '2021-01-01' } : {});
};

const converse = (socket: Socket, { begins, misdeeds }: Dialect, name: Misdeed): void => {
  socket.on('error', () => {});
  if (begins === 'server') {
    misdeeds[name](socket);
    return void socket.resume();
  }
  socket.once('data', () => misdeeds[name](socket)).resume();
};
