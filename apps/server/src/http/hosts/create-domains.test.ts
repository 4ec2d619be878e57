import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { createDomains } from './create-domains.ts';

const openDomains = (kept?: number) => {
  const clock = createFakeClock();
  const owners = new Map<string, string>();
  const state = { asked: 0, isAway: false };
  const findUnique = ({ where: { domain } }: { where: { domain: string } }) => {
    state.asked += 1;
    if (state.isAway) return Promise.reject(new Error('away'));
    const id = owners.get(domain);
    return Promise.resolve(id ? { id } : null);
  };
  const database = { prisma: { organisation: { findUnique } } } as unknown as Parameters<
    typeof createDomains
  >[0]['database'];
  return { ...createDomains({ database, clock }, kept), clock, owners, state };
};

it('asks the database for a name once a minute, whether or not it is anybody’s', async () => {
  const { find, clock, owners, state } = openDomains();
  owners.set('a.example', 'a');
  for (let time = 0; time < 3; time += 1) {
    expect(await find('a.example')).toEqual({ name: 'a.example', organisationId: 'a' });
    expect(await find('b.example')).toBeUndefined();
  }
  expect(state.asked).toBe(2);
  owners.set('b.example', 'b');
  clock.advance(60_000);
  expect(await find('b.example')).toEqual({ name: 'b.example', organisationId: 'b' });
});

it('keeps so many names and no more, and invented ones push out none that is somebody’s', async () => {
  const { find, owners, state } = openDomains(3);
  owners.set('a.example', 'a');
  await find('a.example');
  for (let count = 0; count < 10; count += 1) await find(`invented${count}.example`);
  expect(state.asked).toBe(11);
  await find('a.example');
  await find('invented9.example');
  expect(state.asked).toBe(11);
  await find('invented0.example');
  expect(state.asked).toBe(12);
});

it('holds to what it knew while the database does not answer, and knows nothing else then', async () => {
  const { find, clock, owners, state } = openDomains();
  owners.set('a.example', 'a');
  await find('a.example');
  state.isAway = true;
  clock.advance(120_000);
  expect(await find('a.example')).toEqual({ name: 'a.example', organisationId: 'a' });
  await expect(find('b.example')).rejects.toThrow('away');
});

it('reads a name anew once it is told to', async () => {
  const { find, forget, owners } = openDomains();
  expect(await find('a.example')).toBeUndefined();
  owners.set('a.example', 'a');
  forget('a.example');
  expect(await find('a.example')).toEqual({ name: 'a.example', organisationId: 'a' });
});
