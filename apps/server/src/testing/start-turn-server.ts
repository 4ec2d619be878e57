import { createHash, createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const REALM = Buffer.from('test'); // Four bytes: an attribute needs no padding.
const NONCE = Buffer.from('nonce-12');

/** Checks passwords as coturn does with `use-auth-secret`, and gives no relay address. */
export const startTurnServer = async ({
  secret,
  transport,
  isOpen = false,
}: {
  secret: string;
  transport: 'udp' | 'tcp';
  isOpen?: boolean;
}) => {
  const types: number[] = [];
  const answer = (request: Buffer): Buffer => {
    types.push(request.readUInt16BE(0));
    const attributes = readAttributes(request);
    if (isOpen || isSigned(request, attributes, secret)) return reply(request, 0x0100, []);
    return reply(request, 0x0110, [
      [9, Buffer.from([0, 0, 4, 1])],
      [0x14, REALM],
      [0x15, NONCE],
    ]);
  };
  const { port, close } = await (transport === 'udp' ? listenUdp(answer) : listenTcp(answer));
  return { url: `turn:127.0.0.1:${port}?transport=${transport}`, types, close };
};

const listenUdp = async (answer: (request: Buffer) => Buffer) => {
  const socket = createSocket('udp4');
  socket.on('message', (request, { port }) => socket.send(answer(request), port, '127.0.0.1'));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => void socket.close() };
};

const listenTcp = async (answer: (request: Buffer) => Buffer) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // An answer comes in two parts, as a network may bring it.
    socket.on('data', (request) => {
      const bytes = answer(request as Buffer);
      socket.write(bytes.subarray(0, 7), () => socket.write(bytes.subarray(7)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
};

type Attributes = Map<number, { at: number; value: Buffer }>;

const readAttributes = (message: Buffer): Attributes => {
  const found: Attributes = new Map();
  for (let at = 20; at < message.length;) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), { at, value: message.subarray(at + 4, at + 4 + length) });
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
};

const isSigned = (request: Buffer, attributes: Attributes, secret: string): boolean => {
  const username = attributes.get(6)?.value.toString();
  const signature = attributes.get(8);
  if (!username || !signature || !attributes.get(0x15)?.value.equals(NONCE)) return false;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  const key = createHash('md5').update(`${username}:${REALM.toString()}:${password}`).digest();
  const expected = createHmac('sha1', key).update(request.subarray(0, signature.at)).digest();
  return expected.equals(signature.value);
};

const reply = (request: Buffer, kind: number, attributes: [number, Buffer][]): Buffer => {
  const body = Buffer.concat(
    attributes.flatMap(([type, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(type, 0);
      head.writeUInt16BE(value.length, 2);
      return [head, value];
    }),
  );
  const header = Buffer.from(request.subarray(0, 20));
  header.writeUInt16BE(request.readUInt16BE(0) | kind, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
};
