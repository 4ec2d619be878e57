import type { Socket } from 'node:net';

/**
 * Writes until the other side hangs up or the limit is reached. It rests after each piece: peers and service share a
 * process, and only the service's work is measured.
 */
export const pour = (socket: Socket, chunk: Buffer | string, limitBytes = Infinity): void => {
  let pouredBytes = 0;
  const write = (): void => {
    while (!socket.destroyed && pouredBytes < limitBytes) {
      pouredBytes += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', () => setTimeout(write, REST_MS));
  write();
};

const REST_MS = 2;

/** A byte now and then: the connection is never idle for long, and never done. */
export const drip = (socket: Socket, everyMs: number): void => {
  const timer = setInterval(() => socket.write('0'), everyMs);
  socket.on('close', () => clearInterval(timer));
};

/** A TLS socket has no handle that could be reset. */
export const reset = (socket: Socket): void =>
  void ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy());

export const KIB = 1024;
export const MIB = KIB * KIB;
