// Run by start-receiver.ts in its own process: counts and times requests. It speaks just the needed HTTP over Node's
// TLS, since it shares the processors with what is measured: node:https costs half as much again.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { monotonicMs } from './turns.ts';
import type { Arrival } from './start-receiver.ts';

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const DATA_ID = /"data":\{"id":"([^"]+)"/;
const HEAD_END = '\r\n\r\n';
const ANSWER = `HTTP/1.1 204 No Content${HEAD_END}`;

let arrivals: Arrival[] = [];
// undici without pipelining sends one request after the other on a socket.
const answerRequests = (socket: TLSSocket): void => {
  let request = '';
  let atMs = 0;
  // latin1 has one character a byte, so that lengths agree.
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    if (request === '') atMs = monotonicMs();
    request += chunk;
    const headEnd = request.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const bodyStart = headEnd + HEAD_END.length;
    if (request.length < bodyStart + Number(LENGTH.exec(request)?.[1] ?? 0)) return;
    arrivals.push({ atMs, dataId: DATA_ID.exec(request)?.[1] ?? '' });
    socket.write(ANSWER);
    request = '';
  });
};

const server = createServer({ cert: process.env.TLS_CERT!, key: process.env.TLS_KEY! }, answerRequests);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!({ port: (server.address() as AddressInfo).port });

process.on('message', (command: 'count' | 'take') => {
  if (command === 'count') process.send!({ count: arrivals.length });
  if (command === 'take') {
    process.send!({ arrivals });
    arrivals = [];
  }
});
process.on('disconnect', () => process.exit(0));
