import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitWait, WAIT_MS } from './limit-wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = ({ complete = true } = {}) => {
  const request = { complete };
  const response = Object.assign(new EventEmitter(), { headersSent: false, destroyed: false });
  const reply = vi.fn<Parameters<typeof limitWait>[1]>(() => {
    response.headersSent = true;
    response.emit('close');
  });
  const isDatabaseSilent = vi.fn(async () => false);
  limitWait({ isDatabaseSilent }, reply)(
    request as unknown as Request,
    response as unknown as Response,
    () => {},
  );
  return { request, response, reply, isDatabaseSilent };
};

test('a request that waits while the database is silent is refused, and its client is told when to come again', async () => {
  const { reply, isDatabaseSilent } = open();
  isDatabaseSilent.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
  expect(reply).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reply.mock.calls.map(([, { code, headers }]) => [code, headers])).toEqual([
    ['unavailable', { 'Retry-After': '2' }],
  ]);
});

test('one that takes long while the database answers goes on, and is refused once it falls silent', async () => {
  const { reply, isDatabaseSilent } = open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reply).not.toHaveBeenCalled();
  isDatabaseSilent.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reply).toHaveBeenCalledOnce();
});

test('one whose body is on its way still is left alone', async () => {
  const { request, reply, isDatabaseSilent } = open({ complete: false });
  isDatabaseSilent.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reply).not.toHaveBeenCalled();
  request.complete = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reply).toHaveBeenCalledOnce();
});

test('one that is answered is left alone, and nothing is left behind', async () => {
  const { response, reply, isDatabaseSilent } = open();
  response.headersSent = true;
  isDatabaseSilent.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(WAIT_MS);
  response.emit('close');
  expect(reply).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
