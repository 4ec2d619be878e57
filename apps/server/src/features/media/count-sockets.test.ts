import { expect, it } from 'vitest';
import { createSocketCount, MAX_SOCKETS_OF_IDENTITY, MAX_SOCKETS_OF_ORGANISATION } from './count-sockets.ts';

const holder = (identity: string, organisationId = 'one') => ({ organisationId, sessionId: 's', identity });

it('an identity has four sockets, and a further one when one has closed', () => {
  const sockets = createSocketCount();
  const open = () => sockets.enter(holder('a'));
  expect(Array.from({ length: 6 }, open).filter(Boolean)).toHaveLength(MAX_SOCKETS_OF_IDENTITY);
  expect(sockets.enter(holder('b'))).toBe(true);
  sockets.leave(holder('a'));
  expect([open(), open()]).toEqual([true, false]);
});

it('an organisation that has all its sockets leaves the others theirs, and nothing is counted when all are closed', () => {
  const sockets = createSocketCount();
  const flood = Array.from({ length: 1_100 }, (_, n) => holder(`flood-${n}`));
  const entered = flood.filter((each) => sockets.enter(each));
  expect(entered).toHaveLength(MAX_SOCKETS_OF_ORGANISATION);
  expect(sockets.enter(holder('a', 'two'))).toBe(true);
  for (const each of [...entered, holder('a', 'two')]) sockets.leave(each);
  expect(sockets.size()).toBe(0);
});
