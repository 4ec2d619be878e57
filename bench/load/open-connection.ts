import { once } from 'node:events';
import { connect } from 'node:net';
import { readReply, type Reply } from './read-reply.ts';

/** One connection that is kept: a request after the other. */
export type Connection = { ask: (request: Buffer) => Promise<Reply>; close: () => void };

/** With as little work of its own as can be, since it shares the processors with what it measures. */
export const openConnection = async (baseUrl: string): Promise<Connection> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const read = readReply();
  let asked: PromiseWithResolvers<Reply> | undefined;
  const fail = (error: Error): void => asked?.reject(error);
  socket.on('data', (chunk: Buffer) => {
    try {
      const reply = read(chunk);
      if (reply) asked?.resolve(reply);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  return {
    ask: (request) => {
      asked = Promise.withResolvers();
      if (socket.destroyed) fail(new Error('the connection was closed before'));
      else socket.write(request);
      return asked.promise;
    },
    close: () => {
      asked = undefined;
      socket.destroy();
    },
  };
};
