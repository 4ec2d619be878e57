import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Dialect } from './hostile-peer.ts';
import { drip, KIB, MIB, pour, reset } from './misbehave.ts';

const GREETING = '220 mail.example ESMTP\r\n';
const BOMB = gzipSync(Buffer.alloc(48 * MIB));

/** The misdeeds in SMTP (RFC 5321): a head is the greeting, a body the answer to EHLO. */
export const createSmtpDialect = (dripMs: number): Dialect => {
  const greetThen = (act: (socket: Socket) => void) => (socket: Socket) => {
    socket.write(GREETING);
    socket.once('data', () => act(socket));
  };
  // SMTP has no redirects (RFC 5321, section 3.4: 551 only names another address); a 421 comes nearest.
  const sendElsewhere = (socket: Socket) => void socket.write('421 go to 169.254.169.254\r\n');
  return {
    begins: 'server',
    misdeeds: {
      resets: reset,
      'says nothing': () => {},
      'half a head': (socket) => socket.write('220 mail'),
      'a head, then silence': greetThen(() => {}),
      'a head that drips': (socket) => {
        socket.write('220 ');
        drip(socket, dripMs);
      },
      'a body that drips': greetThen((socket) => {
        socket.write('250-');
        drip(socket, dripMs);
      }),
      'a body without end': greetThen((socket) => pour(socket, `250-${'a'.repeat(KIB)}\r\n`)),
      'a gigabyte': greetThen((socket) => {
        socket.write('250-');
        pour(socket, 'a'.repeat(64 * KIB), KIB * MIB);
      }),
      'a gzip bomb': (socket) => socket.write(BOMB),
      'hundreds of large headers': (socket) => {
        for (let index = 0; index < 300; index += 1) socket.write(`220-${'a'.repeat(8 * KIB)}\r\n`);
        socket.write(GREETING);
      },
      'a flood of interim answers': (socket) => pour(socket, '120 wait\r\n'.repeat(100)),
      'another protocol': (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
      '301 to link-local': sendElsewhere,
      '302 to link-local': sendElsewhere,
      '307 to link-local': sendElsewhere,
      '308 to link-local': sendElsewhere,
      'ends amid the head': (socket) => socket.end('220 ma'),
      'ends amid the body': greetThen((socket) => socket.end('250-SI')),
    },
  };
};
