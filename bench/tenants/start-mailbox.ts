import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Takes every e-mail and keeps none. It counts them. */
export type Mailbox = { url: string; count: () => number; stop: () => void };

/** Speaks just the SMTP that is needed (RFC 5321): each command has its answer, and a message ends with a dot. */
export const startMailbox = async (): Promise<Mailbox> => {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let isInMessage = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (isInMessage) {
        if (line !== '.') return;
        isInMessage = false;
        count += 1;
        return say('250 taken');
      }
      const command = line.slice(0, 4).toUpperCase();
      isInMessage = command === 'DATA';
      say(ANSWERS[command] ?? '250 well');
      if (command === 'QUIT') socket.end();
    });
    say('220 mailbox');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const ANSWERS: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };
