// Run by start-receiver.ts as a process of its own: counts and times what comes, and hangs where the path says so.
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { monotonicMs } from './monotonic-ms.ts';
import type { Arrival, ReceiverCommand } from './start-receiver.ts';

const HANG_MS = 10_000;
/** Cheaper than JSON.parse, since the receiver shares the machine with what is measured. */
const DATA_ID = /"data":\{"id":"([^"]+)"/;

let arrivals: Arrival[] = [];

const server = createServer(
  { cert: process.env.TLS_CERT!, key: process.env.TLS_KEY!, keepAliveTimeout: 60_000 },
  (request, response) => {
    const atMs = monotonicMs();
    const path = request.url ?? '';
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      arrivals.push({ atMs, dataId: DATA_ID.exec(body)?.[1] ?? '' });
      if (path.startsWith('/hang')) setTimeout(() => response.writeHead(204).end(), HANG_MS);
      else response.writeHead(204).end();
    });
  },
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!({ port: (server.address() as AddressInfo).port });

process.on('message', (command: ReceiverCommand) => {
  if (command === 'count') process.send!({ count: arrivals.length });
  if (command === 'take') {
    process.send!({ arrivals });
    arrivals = [];
  }
});
process.on('disconnect', () => process.exit(0));
