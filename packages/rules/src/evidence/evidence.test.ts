import { expect, test } from 'vitest';
import {
  deriveSignatureStatus,
  describeNewReport,
  endsByCancelling,
  factOfCapture,
  requireSignable,
} from '../index.ts';

const PHOTO = {
  id: 'e1',
  kind: 'photo',
  sha256: 'aa',
  received_sha256: null,
  byte_size: 12n,
  mime: 'image/jpeg',
  captured_at: '2026-11-20T10:00:00Z',
  participant_id: 'p1',
  annotates: null,
  whiteboard_id: null,
  version: null,
  slot: 'roof',
};

test('a capture names its bytes in the chain; its slot and its words are commitments', () => {
  expect(factOfCapture(PHOTO, { gps: { lat_e7: 1 } })).toEqual({
    kind: 'evidence.captured',
    payload: {
      evidence_id: 'e1',
      evidence_kind: 'photo',
      sha256: 'aa',
      byte_size: 12,
      mime: 'image/jpeg',
      captured_at: '2026-11-20T10:00:00.000Z',
      participant_id: 'p1',
    },
    personal: { slot: 'roof', gps: { lat_e7: 1 } },
  });
});

test('a session has at most 50 reports, and none while its chain grows', () => {
  const session = { locale: 'de', redacted_at: null };
  const ask = (frozenAt: Date | null, count: number) =>
    describeNewReport(session, {}, { frozenAt, count, photoCount: 0 });
  expect(ask(new Date(), 49)).toEqual({ locale: 'de', audit_trail: true, photos: 'full' });
  expect(() => ask(new Date(), 50)).toThrow('The session has 50 reports. Use one of them.');
  expect(() => ask(null, 0)).toThrow('The audit chain still grows.');
});

test('a report of more than twelve photos shows them small, unless it is asked otherwise', () => {
  const session = { locale: 'de', redacted_at: null };
  const ask = (photoCount: number, photos?: 'full') =>
    describeNewReport(session, { photos }, { frozenAt: new Date(), count: 0, photoCount }).photos;
  expect([ask(12), ask(13), ask(13, 'full')]).toEqual(['full', 'contact_sheet', 'full']);
});

test('a session has at most 50 signatures, and none before a report is ready', () => {
  expect(requireSignable('report', { count: 49 })).toBe('report');
  expect(() => requireSignable('report', { count: 50 })).toThrow('The session has 50 signatures');
  expect(() => requireSignable(null, { count: 0 })).toThrow('No report is ready yet.');
});

test('a pending signature expires at its time; a signed one can not be cancelled', () => {
  const row = { status: 'pending', expires_at: new Date(2_000), busy_until: null };
  expect(deriveSignatureStatus(row, new Date(1_999))).toBe('pending');
  expect(deriveSignatureStatus(row, new Date(2_000))).toBe('expired');
  expect(deriveSignatureStatus({ ...row, busy_until: new Date(1_500) }, new Date(1_000))).toBe('signing');
  expect(endsByCancelling(row)).toBe(true);
  expect(() => endsByCancelling({ status: 'signed' })).toThrow('it can not be cancelled any more');
});
