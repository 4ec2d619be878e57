// Run by measure-requests.ts as a process of its own: answers everything with one page that each library can read.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const items = Array.from({ length: 10 }, (_, index) => ({
  id: `item-${index}`,
  object: 'customer',
  status: 'created',
  created_at: '2026-01-01T00:00:00.000Z',
}));
const page = JSON.stringify({
  object: 'list',
  data: items,
  items,
  has_more: false,
  next_cursor: null,
  iterator: null,
  prevIterator: null,
  done: true,
  pagination: { total_count: items.length, max_page: 1 },
});

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(page);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!({ port: (server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
