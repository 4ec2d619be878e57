import { expect, it } from 'vitest';
import { Refusal } from '../refusals.ts';
import { awaitReply } from './write-once.ts';
import type { Claim } from './kept-reply.ts';

type Call = Parameters<typeof awaitReply>;

const claim: Claim = { organisationId: 'o', keyHash: Buffer.from('k'), fingerprint: Buffer.from('f') };
const inFlight = new Refusal('idempotency_in_flight', 'under way');

/** Makes a database that has the reply from the given look on, and counts the looks. */
const open = (after: number) => {
  const looks = { count: 0 };
  const findUnique = async () => {
    looks.count += 1;
    if (looks.count <= after) return null;
    return { fingerprint: claim.fingerprint, body_sealed: '', expires_at: new Date(10) };
  };
  const context = {
    clock: { now: () => new Date(0) },
    keyring: { open: () => JSON.stringify({ status: 201, body: { id: 'one' } }) },
    database: { prisma: { idempotencyKey: { findUnique } } },
  } as unknown as Call[0];
  const wait = (refusal: unknown = inFlight, res: object = { destroyed: false }) =>
    awaitReply(context, { claim, refusal, req: { res } as unknown as Call[1]['req'] });
  return { looks, wait };
};

it('gives the reply of the first call as soon as it is kept', async () => {
  const { looks, wait } = open(1);
  expect(await wait()).toEqual({ status: 201, body: { id: 'one' } });
  expect(looks.count).toBe(2);
});

it('looks once where the call was refused for what the first may have just done', async () => {
  const ended = new Refusal('session.already_ended', 'ended');
  const [kept, none] = [open(0), open(Infinity)];
  expect(await kept.wait(ended)).toEqual({ status: 201, body: { id: 'one' } });
  await expect(none.wait(ended)).rejects.toBe(ended);
  expect(none.looks.count).toBe(1);
});

it('gives up after six looks, with the refusal as it was', async () => {
  const { looks, wait } = open(Infinity);
  await expect(wait()).rejects.toBe(inFlight);
  expect(looks.count).toBe(6);
});

it('waits for 50 at most: one more looks and is refused at once, and others wait again once these are over', async () => {
  const { looks, wait } = open(51);
  const waiting = Array.from({ length: 50 }, () => wait());
  await expect(wait()).rejects.toBe(inFlight);
  expect(looks.count).toBe(51);
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([201]));
  expect(await wait()).toMatchObject({ status: 201 });
});

it('does not look for any other fault, nor wait for a caller that has hung up', async () => {
  const { looks, wait } = open(1);
  const other = new Error('another');
  await expect(wait(other)).rejects.toBe(other);
  expect(looks.count).toBe(0);
  await expect(wait(inFlight, { destroyed: true })).rejects.toBe(inFlight);
  expect(looks.count).toBe(1);
});
