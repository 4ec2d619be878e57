import { expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { runEach } from './run-each.ts';

it('runs every step, in order, also those after one that fails, logs and counts that one by its name, and says how many failed', async () => {
  const ran: string[] = [];
  const lines: string[] = [];
  const held = new Error('held by somebody');
  const one = async () => ran.push('one');
  const two = async () => {
    ran.push('two');
    throw held;
  };
  const three = async () => ran.push('three');
  const context = {
    log: createLogger('error', { write: (line) => void lines.push(line) }),
    metrics: createMetrics(),
  };
  const running = runEach(context, 'clean-up', [one, two, three]);
  await expect(running).rejects.toThrow(new AggregateError([held], '1 of 3 steps failed'));
  expect(ran).toEqual(['one', 'two', 'three']);
  expect((await context.metrics.jobStepsFailed.get()).values).toEqual([
    { value: 1, labels: { task: 'clean-up', step: 'two' } },
  ]);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      task: 'clean-up',
      step: 'two',
      err: expect.objectContaining({ message: 'held by somebody' }),
    }),
  ]);
});
