import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BODY_MS, limitBodyTime } from './limit-times.ts';
import { paceBody } from './pace-body.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (path: string) => {
  const headers = { 'content-length': '1000000' };
  const request = { path, headers, complete: false, socket: { bytesRead: 500 }, destroy: vi.fn() };
  const response = Object.assign(new EventEmitter(), { headersSent: false });
  const reply = vi.fn<Parameters<typeof limitBodyTime>[0]>(() => void response.emit('finish'));
  limitBodyTime(reply)(request as unknown as Request, response as unknown as Response, () => {});
  return { request, response, reply };
};

test('a body that does not come ends with 408 after 30 seconds', () => {
  const { request, reply } = open('/api/v1/public/sessions');
  vi.advanceTimersByTime(BODY_MS - 1);
  request.socket.bytesRead += 100_000;
  expect(request.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reply.mock.calls.map(([, { code, headers }]) => [code, headers])).toEqual([
    ['request_timeout', { Connection: 'close' }],
  ]);
  expect(request.destroy).toHaveBeenCalledOnce();
});

test.each(['/v1/field/uploads/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', '/V1/field/photos'])(
  'a photo may take as long as it takes, while it comes: %s',
  (path) => {
    const { request } = open(path);
    for (let round = 0; round < 20; round++) {
      request.socket.bytesRead += 31 * 1024;
      vi.advanceTimersByTime(BODY_MS);
    }
    expect(request.destroy).not.toHaveBeenCalled();
    request.socket.bytesRead += 1024;
    vi.advanceTimersByTime(BODY_MS);
    expect(request.destroy).toHaveBeenCalledOnce();
  },
);

test('a photo that waits for others of its organisation is not slow, and one that comes slowly in its turn is', async () => {
  const { request, reply } = open('/v1/field/photos');
  let goOn = () => {};
  const take = () => new Promise<void>((resolve) => (goOn = resolve));
  const incoming = Object.assign(request, new EventEmitter(), {
    once: () => {},
    off: () => {},
    iterator: () => [Buffer.alloc(1)].values(),
  });
  const paced = paceBody(
    { bodies: () => ({ take, close: () => {} }) },
    incoming as unknown as IncomingMessage,
    { organisationId: 'one', look: async () => {} },
  );
  const first = paced.next();
  await vi.advanceTimersByTimeAsync(4 * BODY_MS);
  goOn();
  await vi.advanceTimersByTimeAsync(0);
  goOn();
  await first;
  expect(reply).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(BODY_MS);
  expect(reply).toHaveBeenCalledOnce();
});

test('a request that has come whole may be answered as slowly as it takes', () => {
  const { request } = open('/v1/evidence/x/bundle.zip');
  request.complete = true;
  vi.advanceTimersByTime(10 * BODY_MS);
  expect(request.destroy).not.toHaveBeenCalled();
});

test('a request without a body is not watched', () => {
  const request = { path: '/v1/field/session', headers: {} };
  limitBodyTime(() => {})(request as unknown as Request, new EventEmitter() as unknown as Response, () => {});
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is left behind once the reply is sent', () => {
  const { response } = open('/api/v1/public/sessions');
  response.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

test('a reply that has begun is broken off without another', () => {
  const { request, response, reply } = open('/api/v1/public/sessions');
  response.headersSent = true;
  vi.advanceTimersByTime(BODY_MS);
  expect(reply).not.toHaveBeenCalled();
  expect(request.destroy).toHaveBeenCalledOnce();
});
