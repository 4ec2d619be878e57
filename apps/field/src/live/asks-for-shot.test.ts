import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { FieldSessionState } from '../inspection.ts';
import { asksForShot } from './create-shutter.ts';

const stateOf = (...slots: string[]) =>
  ({ session: { shots: slots.map((slot) => ({ slot })) } }) as FieldSessionState;

it('a shot that is not known is asked for once more, since the operator may just have added it', async () => {
  const state = signal(stateOf('roof'));
  const refresh = vi.fn(async () => void (state.value = stateOf('roof', 'new')));
  expect([await asksForShot({ state, refresh }, 'roof'), refresh.mock.calls.length]).toEqual([true, 0]);
  expect(await asksForShot({ state, refresh }, 'new')).toBe(true);
  expect(await asksForShot({ state, refresh }, 'cellar')).toBe(false);
});

it('where the session asks for none, any word is one, as for the service', async () => {
  const refresh = vi.fn(async () => {});
  expect(await asksForShot({ state: signal(stateOf()), refresh }, 'cellar')).toBe(true);
  expect(refresh).not.toHaveBeenCalled();
});
