import { expect, it, vi } from 'vitest';
import { MAX_UNSENT_BYTES, openSender } from './pace-socket.ts';

const LEFT = { type: 'peer_left', identity: 'a' } as const;

it('who reads too slowly is closed with a code and a reason, and told nothing more', () => {
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: MAX_UNSENT_BYTES, send: vi.fn(), close: vi.fn() };
  socket.close.mockImplementation(() => (socket.readyState = 2));
  const { send } = openSender(socket as never);
  send(LEFT);
  expect(socket.send).toHaveBeenCalledOnce();
  socket.bufferedAmount += 1;
  send(LEFT);
  send(LEFT);
  expect(socket.send).toHaveBeenCalledOnce();
  expect(socket.close.mock.calls).toEqual([[4431, 'too_slow']]);
});
