import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { endRight, lockKeyOf, requireRight, restOn } from './right-lock.ts';
import type { Right } from './effects.ts';
import type { Tx } from './transact.ts';

let context: Context;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
});
afterAll(async () => {
  await context.close();
  await drop();
});

const openRight = async (): Promise<Right & { id: string }> => {
  const { organisationId: id } = await seedOrganisation(context);
  return {
    id,
    name: { kind: 'credential', id },
    holds: Prisma.sql`select true from organisations where id = ${id}::uuid and plan = 'enterprise'`,
    refuse: () => new Error('the right is gone'),
  };
};

const rename = (tx: Tx, id: string, name: string) =>
  tx.db.organisation.update({ where: { id }, data: { name } });
const end = (right: Right & { id: string }, patienceMs?: number) =>
  context.transact(async (tx) => {
    await endRight(tx, right.name, patienceMs);
    await tx.db.organisation.update({ where: { id: right.id }, data: { plan: 'free' } });
  });
const rowOf = (id: string) => context.database.prisma.organisation.findUniqueOrThrow({ where: { id } });

const writeSlowly = (right: Right & { id: string }, name: string) => {
  const rested = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const written = context.transact(async (tx) => {
    await restOn(tx, right);
    rested.resolve();
    await told.promise;
    await rename(tx, right.id, name);
  });
  return { rested: rested.promise, goOn: told.resolve, written };
};

describe('the end of a right', () => {
  it('waits for the write that rests on it, and that one is kept', async () => {
    const right = await openRight();
    const write = writeSlowly(right, 'before');
    await write.rested;
    let hasEnded = false;
    const ending = end(right).then(() => (hasEnded = true));
    await waitForLock(context);
    await sleep(50);
    expect(hasEnded).toBe(false);
    write.goOn();
    await Promise.all([write.written, ending]);
    expect(await rowOf(right.id)).toMatchObject({ name: 'before', plan: 'free' });
  });

  it('leaves nothing of a write that comes while it waits, or after it', async () => {
    const right = await openRight();
    const first = writeSlowly(right, 'before');
    await first.rested;
    const ending = end(right);
    await waitForLock(context);
    const second = writeSlowly(right, 'behind');
    second.goOn();
    first.goOn();
    await Promise.all([first.written, ending]);
    await expect(second.written).rejects.toThrow('the right is gone');
    const third = writeSlowly(right, 'after');
    third.goOn();
    await expect(third.written).rejects.toThrow('the right is gone');
    expect((await rowOf(right.id)).name).toBe('before');
  });

  it('fails where a write takes longer than it has patience, and the right stays', async () => {
    const right = await openRight();
    const write = writeSlowly(right, 'slow');
    await write.rested;
    await expect(end(right, 100)).rejects.toThrow(/lock timeout|statement timeout/);
    write.goOn();
    await write.written;
    expect(await rowOf(right.id)).toMatchObject({ name: 'slow', plan: 'enterprise' });
  });

  it('does not wait for the writes of another right', async () => {
    const [one, other] = [await openRight(), await openRight()];
    const write = writeSlowly(other, 'other');
    await write.rested;
    await end(one, 100);
    write.goOn();
    await write.written;
  });
});

it('one who writes nothing is refused once the right is gone', async () => {
  const right = await openRight();
  await requireRight(context.database.prisma, right);
  await end(right);
  await expect(requireRight(context.database.prisma, right)).rejects.toThrow('the right is gone');
  await requireRight(context.database.prisma, null);
});

it('a lock has one number in every process, however its id is spelled, and each right its own', () => {
  const id = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
  const key = lockKeyOf({ kind: 'credential', id });
  expect(key).toBe(lockKeyOf({ kind: 'credential', id: id.toUpperCase() }));
  const others = [
    lockKeyOf({ kind: 'participant', id }),
    lockKeyOf({ kind: 'credential', id: id.replace('01', '02') }),
  ];
  expect(new Set([key, ...others]).size).toBe(3);
  expect(BigInt.asIntN(64, key)).toBe(key);
});
