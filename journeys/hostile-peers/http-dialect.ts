import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { Dialect } from './hostile-peer.ts';
import { drip, KIB, MIB, pour, reset } from './misbehave.ts';

const BOMB = gzipSync(Buffer.alloc(48 * MIB));

/** Answers have the expected content type, so that they are read as far as possible. */
export const createHttpDialect = (contentType: string, dripMs: number): Dialect => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\n`;
  const redirect = (status: number) => (socket: Socket) =>
    void socket.write(
      `HTTP/1.1 ${status} X\r\nlocation: http://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n`,
    );
  return {
    begins: 'client',
    misdeeds: {
      resets: reset,
      'says nothing': () => {},
      'half a head': (socket) => socket.write(head),
      'a head, then silence': (socket) => socket.write(`${head}content-length: 5\r\n\r\n`),
      'a head that drips': (socket) => {
        socket.write(head);
        drip(socket, dripMs);
      },
      'a body that drips': (socket) => {
        socket.write(`${head}content-length: 900000\r\n\r\n`);
        drip(socket, dripMs);
      },
      'a body without end': (socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        pour(socket, `10000\r\n${'a'.repeat(64 * KIB)}\r\n`);
      },
      'a gigabyte': (socket) => {
        socket.write(`${head}content-length: ${KIB * MIB}\r\n\r\n`);
        pour(socket, 'a'.repeat(64 * KIB), KIB * MIB);
      },
      'a gzip bomb': (socket) => {
        socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
        socket.write(BOMB);
      },
      'hundreds of large headers': (socket) => {
        socket.write(head);
        for (let index = 0; index < 300; index += 1) socket.write(`x-${index}: ${'a'.repeat(8 * KIB)}\r\n`);
        socket.write('content-length: 0\r\n\r\n');
      },
      'a flood of interim answers': (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
      'another protocol': (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
      '301 to link-local': redirect(301),
      '302 to link-local': redirect(302),
      '307 to link-local': redirect(307),
      '308 to link-local': redirect(308),
      'ends amid the head': (socket) => socket.end(head),
      'ends amid the body': (socket) => socket.end(`${head}content-length: 5\r\n\r\nab`),
    },
  };
};
