import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 60_000;

/** Waits until the program listens, and has whatever else it makes at its start. */
export const openProgram = async (
  child: ChildProcessByStdio<null, null, Readable>,
  port: number,
  isReady: () => boolean = () => true,
): Promise<{ close: () => Promise<void> }> => {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit');
  const deadline = Date.now() + START_MS;
  while (!(isReady() && (await isOpen(port)))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`it did not start:\n${said}`);
    await sleep(50);
  }
  return {
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
