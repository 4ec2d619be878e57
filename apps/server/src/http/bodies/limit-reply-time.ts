import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

/** Milliseconds between looks at how much of a reply was read. */
export const REPLY_MS = 60_000;

/**
 * The least bytes that a client must read in REPLY_MS while more waits for it: one kilobyte a second, as it must send.
 */
export const MIN_READ_BYTES = 60 * 1024;

/**
 * Looks in a row at which it may read less. A phone may be without a network for a minute or two. And a receiver with a
 * large buffer says that it has read only when a sixteenth of it is free, which is some 400 KiB: at 2 KB/s three
 * minutes.
 */
const SLOW_TIMES_MAX = 3;

/**
 * Cuts off a client that does not read its reply: it would hold the connection, and the file or the object behind it,
 * for ever. Bytes in the system's buffers count as read, so a small reply is never cut off.
 */
export const limitReplyTime =
  ({ everyMs = REPLY_MS }: { everyMs?: number } = {}) =>
  ({ socket }: Request, response: Response, next: NextFunction): void => {
    let last = lookAt(socket);
    let slowTimes = 0;
    const timer = setInterval(() => {
      const now = lookAt(socket);
      const isWaitedFor = last.waitingBytes > 0 && now.waitingBytes > 0;
      slowTimes = isWaitedFor && now.readBytes - last.readBytes < MIN_READ_BYTES ? slowTimes + 1 : 0;
      if (slowTimes === SLOW_TIMES_MAX) return void socket.destroy();
      last = now;
    }, everyMs).unref();
    response.on('close', () => clearInterval(timer));
    next();
  };

/**
 * Gives the bytes that the system took, and those that it has no room for. Node itself judges by these two whether a
 * socket is idle; its public counts say nothing of a single large write until all of it is gone.
 */
const lookAt = (socket: Socket): { readBytes: number; waitingBytes: number } => {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  if (!handle) return { readBytes: 0, waitingBytes: 0 };
  return { readBytes: handle.bytesWritten - handle.writeQueueSize, waitingBytes: handle.writeQueueSize };
};
