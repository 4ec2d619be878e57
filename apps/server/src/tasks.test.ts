import { parseCrontab } from 'graphile-worker';
import { describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { createMetrics } from './platform/metrics.ts';
import { createTasks, CRONTAB } from './tasks.ts';

const metrics = createMetrics();
const tasks = createTasks({ metrics } as Context);
const run = (name: string, payload: unknown) => tasks[name]!(payload, {} as never);
const countOf = async (labels: string) => {
  const text = await metrics.registry.metrics();
  return Number(new RegExp(`^job_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
};

describe('createTasks', () => {
  it('has every task that the crontab names, each once', () => {
    const names = parseCrontab(CRONTAB).map(({ task }) => task);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(Object.keys(tasks)).toContain(name);
  });

  it('counts the failures and the lost jobs of every task from 0, so that an alert sees the first one', async () => {
    const fresh = createMetrics();
    const names = Object.keys(createTasks({ metrics: fresh } as Context));
    const text = await fresh.registry.metrics();
    const zeroesOf = (series: string) =>
      [...text.matchAll(new RegExp(`^${series}\\{task="([^"]+)".*\\} 0$`, 'gm'))].map(([, task]) => task);
    expect(names.length).toBeGreaterThan(20);
    expect(zeroesOf('jobs_resumed_total')).toEqual(names);
    expect(zeroesOf('job_duration_seconds_count')).toEqual(names);
  });

  it.each([
    ['nothing', undefined],
    ['a field that is missing', { organisation_id: 'a' }],
    ['a field of another type', { organisation_id: 'a', session_id: 1, scheduled_for: 'x' }],
  ])('refuses a payload with %s before the job does anything, and counts the failure', async (_, payload) => {
    const before = await countOf('task="expire-session",outcome="failed"');
    await expect(run('expire-session', payload)).rejects.toThrow();
    expect(await countOf('task="expire-session",outcome="failed"')).toBe(before + 1);
  });
});
