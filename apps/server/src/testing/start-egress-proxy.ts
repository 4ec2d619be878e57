import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** Lets out by CONNECT and for http, wherever a name leads to: its last part counts, the port, at loopback. */
export const startEgressProxy = async ({ refuses = 0, password = '' } = {}) => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const isWelcome = (header: string | undefined): boolean =>
    password === '' || header === `Basic ${Buffer.from(`u:${password}`).toString('base64')}`;
  const server = createServer((incoming, response) => {
    const { host, port, pathname, search } = new URL(incoming.url!);
    asked.push(`${incoming.method} http://${host}`);
    const { 'proxy-authorization': authorization, ...headers } = incoming.headers;
    if (!isWelcome(authorization)) return void response.writeHead(407).end();
    const way = { port, path: pathname + search, method: incoming.method!, headers };
    incoming.pipe(
      request({ host: '127.0.0.1', ...way }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (incoming, client: Socket) => {
    asked.push(incoming.url!);
    client.on('error', () => {});
    if (!isWelcome(incoming.headers['proxy-authorization']))
      return client.end('HTTP/1.1 407 Sign in\r\n\r\n');
    if (refuses > 0) return client.end(`HTTP/1.1 ${refuses} No\r\n\r\n`);
    const target = connect(Number(incoming.url!.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
    sockets.add(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${password ? `u:${password}@` : ''}127.0.0.1:${port}`,
    /** The targets that it was asked for, in order. */
    asked,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
};

export type StartedEgressProxy = Awaited<ReturnType<typeof startEgressProxy>>;
