import { describe, expect, it } from 'vitest';
import { createRoundRobin } from './create-round-robin.ts';

const open = (permits: number) => {
  const turns = createRoundRobin(permits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all: Promise<unknown>[] = [];
  const ask = (organisationId: string, sessionId: string | null, name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    all.push(turns({ organisationId, sessionId }, work));
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await settle();
  };
  return { turns, begun, ask, end, settle };
};

describe('who has the next permit', () => {
  it('a session has one at a time, in the order of its calls', async () => {
    const { ask, begun, end, settle } = open(4);
    for (const name of ['a', 'b', 'c']) ask('one', 'session', name);
    await settle();
    expect(begun).toEqual(['a']);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('what waits of one session keeps no other session of its organisation', async () => {
    const { ask, begun, settle } = open(4);
    for (const name of ['slow', 'slower', 'slowest']) ask('one', 'hostile', name);
    ask('one', 'other', 'theirs');
    await settle();
    expect(begun).toEqual(['slow', 'theirs']);
  });

  it('sessions of an organisation have its permits by turns: each waits for one of every other, and not for all', async () => {
    const { ask, begun, end, settle } = open(1);
    for (const name of ['a1', 'a2', 'a3']) ask('one', 'a', name);
    for (const name of ['b1', 'b2']) ask('one', 'b', name);
    ask('one', null, 'logo');
    await settle();
    for (const name of ['a1', 'b1', 'logo', 'a2', 'b2']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'logo', 'a2', 'b2', 'a3']);
  });

  it('organisations have the permits by turns, however many sessions each has', async () => {
    const { ask, begun, end, settle } = open(1);
    for (const session of ['a', 'b', 'c']) ask('greedy', session, session);
    ask('other', 'x', 'x');
    await settle();
    await end('a');
    await end('x');
    expect(begun).toEqual(['a', 'x', 'b']);
  });

  it('the last permit is for an organisation that has none', async () => {
    const { ask, begun, settle } = open(4);
    for (const organisation of ['one', 'two']) {
      for (const session of ['a', 'b', 'c']) ask(organisation, session, `${organisation} ${session}`);
    }
    await settle();
    expect(begun).toEqual(['one a', 'one b', 'two a']);
    ask('three', 'a', 'three a');
    await settle();
    expect(begun).toEqual(['one a', 'one b', 'two a', 'three a']);
  });
});

it('work that fails leaves its permit, and its error is the caller’s', async () => {
  const { turns } = open(1);
  const whose = { organisationId: 'one', sessionId: null };
  const failed = turns(whose, () => Promise.reject(new Error('no')));
  const next = turns(whose, () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
