import { expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { runEach } from './run-each.ts';

it('runs every step, in order, also those after one that fails, and then says how many failed', async () => {
  const ran: string[] = [];
  const step = (name: string, error?: Error) => () => {
    ran.push(name);
    return error ? Promise.reject(error) : Promise.resolve();
  };
  const held = new Error('held by somebody');
  const running = runEach({} as Context, [step('one'), step('two', held), step('three')]);
  await expect(running).rejects.toThrow(new AggregateError([held], '1 of 3 steps failed'));
  expect(ran).toEqual(['one', 'two', 'three']);
});
