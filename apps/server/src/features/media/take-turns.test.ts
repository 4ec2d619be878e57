import { expect, it } from 'vitest';
import { createTurns, MAX_WAITING } from './pace-socket.ts';

const createSocket = () => {
  const socket = {
    isPaused: false,
    pause: () => (socket.isPaused = true),
    resume: () => (socket.isPaused = false),
  };
  return socket as typeof socket & { pause: () => void; resume: () => void };
};

it('reads no more of a socket while too much of it waits, and goes on when that is done', async () => {
  const socket = createSocket();
  const turns = createTurns(socket, () => {});
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const done: number[] = [];
  for (let n = 0; n < MAX_WAITING - 1; n++) turns.take(() => gate.then(() => done.push(n)));
  expect(socket.isPaused).toBe(false);
  turns.take(() => gate.then(() => done.push(MAX_WAITING - 1)));
  expect(socket.isPaused).toBe(true);
  open();
  await turns.end();
  expect(done).toEqual(Array.from({ length: MAX_WAITING }, (_, n) => n));
  expect(socket.isPaused).toBe(false);
});

it('goes on after a failure, which is told', async () => {
  const failures: unknown[] = [];
  const turns = createTurns(createSocket(), (error) => failures.push(error));
  turns.take(() => Promise.reject(new Error('once')));
  let isDone = false;
  turns.take(async () => {
    isDone = true;
  });
  await turns.end();
  expect([failures, isDone]).toEqual([[new Error('once')], true]);
});
