import { expect, test } from 'vitest';
import { isBrought, MAX_DAMAGES, moveItem, type Happening } from './move-item.ts';
import type { KeptItem, Receipt } from './queue-item.ts';

const SHA = 'a'.repeat(64);
const RECEIPT: Receipt = { evidenceId: 'e', sha256: SHA, sequence: 7 };
const WAITING: KeptItem = {
  id: 'i',
  sessionId: 's',
  participantId: 'p',
  kind: 'photo',
  slot: 'roof',
  mime: 'image/jpeg',
  bytes: 3,
  sha256: SHA,
  capturedAt: '2026-11-26T10:00:00.000Z',
  place: undefined,
  addedAtMs: 1,
  state: 'waiting',
  uploadKey: 'first',
  isTried: false,
  damages: 0,
};

const moveAll = (...happenings: Happening[]) => happenings.reduce(moveItem, WAITING);

test('an item is stored once its receipt tells the hash that the device computed', () => {
  expect(moveAll({ kind: 'tried' }, { kind: 'begun', uploadUrl: 'u' })).toMatchObject({
    state: 'waiting',
    isTried: true,
    uploadUrl: 'u',
  });
  expect(moveAll({ kind: 'received', receipt: RECEIPT })).toMatchObject({
    state: 'stored',
    receipt: RECEIPT,
  });
});

test('a receipt of other bytes stores nothing: the device keeps its own', () => {
  const moved = moveAll({ kind: 'received', receipt: { ...RECEIPT, sha256: 'b'.repeat(64) } });
  expect(moved).toMatchObject({ state: 'refused', reason: 'damaged' });
  expect(moved.receipt).toBeUndefined();
});

test.each<Happening>([
  { kind: 'tried' },
  { kind: 'begun', uploadUrl: 'late' },
  { kind: 'gone', uploadKey: 'late' },
  { kind: 'received', receipt: { ...RECEIPT, evidenceId: 'another' } },
  { kind: 'refused', reason: 'ended' },
  { kind: 'wanted' },
])('what is stored stays so, whatever comes late: $kind', (late) => {
  const stored = moveAll({ kind: 'received', receipt: RECEIPT });
  expect(moveItem(stored, late)).toBe(stored);
});

test('an upload that is no more begins anew, under another key and at no old address', () => {
  const anew = moveAll({ kind: 'begun', uploadUrl: 'u' }, { kind: 'gone', uploadKey: 'second' });
  expect(anew).toMatchObject({ state: 'waiting', uploadKey: 'second', isTried: true });
  expect(anew.uploadUrl).toBeUndefined();
});

test('bytes that arrive as others again and again are refused at last, and sent again when that is wanted', () => {
  const damaged = Array.from({ length: MAX_DAMAGES }, (_, index): Happening => ({
    kind: 'gone',
    uploadKey: `key ${index}`,
    wasDamaged: true,
  }));
  expect(moveAll(...damaged.slice(1)).state).toBe('waiting');
  expect(moveAll(...damaged)).toMatchObject({ state: 'refused', reason: 'damaged' });
  const wanted = moveAll(...damaged, { kind: 'wanted' });
  expect(wanted).toMatchObject({ state: 'waiting', damages: 0 });
  expect(wanted.reason).toBeUndefined();
});

test('what was refused goes on where it was when it is wanted again', () => {
  const wanted = moveAll(
    { kind: 'begun', uploadUrl: 'u' },
    { kind: 'refused', reason: 'access' },
    { kind: 'wanted' },
  );
  expect(wanted).toMatchObject({ state: 'waiting', uploadUrl: 'u', uploadKey: 'first' });
});

test('what nobody has found good waits once it is wanted', () => {
  expect(moveItem({ ...WAITING, state: 'held' }, { kind: 'wanted' }).state).toBe('waiting');
});

test('the bytes of what is stored are needed as long as a drawing on it is not done', () => {
  const stored = moveAll({ kind: 'drawn', isDrawnOn: true }, { kind: 'received', receipt: RECEIPT });
  expect([stored.state, isBrought(stored)]).toEqual(['stored', false]);
  expect(isBrought(moveItem(stored, { kind: 'drawn', isDrawnOn: false }))).toBe(true);
  expect(isBrought(WAITING)).toBe(false);
});

test('a small picture may come late, and stays when the bytes have gone', () => {
  const thumb = new ArrayBuffer(1);
  const stored = moveAll({ kind: 'received', receipt: RECEIPT }, { kind: 'pictured', thumb });
  expect([stored.state, stored.thumb, isBrought(stored)]).toEqual(['stored', thumb, true]);
});
