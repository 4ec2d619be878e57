import { expect, test } from 'vitest';
import { createTestSeal } from '../../../testing/create-test-seal.ts';
import { renderReport } from '../rendering/render-report.ts';
import { samplePhotos, sampleReport } from '../rendering/testing/sample-report.ts';
import { reservePlaceholder } from './reserve-placeholder.ts';
import { digestReserved, reserveSignature } from './reserve-signature.ts';

const FIELD = { certificate: createTestSeal().seal.certificates[0]!, now: new Date('2026-11-20T10:00:00Z') };
const HASH = 'SHA-256';

const { pdf } = await renderReport(await sampleReport({ photos: await samplePhotos(12) }));
const clone = () => structuredClone(pdf);

test('the place is the one that the same code makes here', async () => {
  const { digest, ...reserved } = await reservePlaceholder({ ...FIELD, pdf: clone(), hash: HASH });
  const expected = await reserveSignature(clone(), FIELD);
  expect(Buffer.compare(reserved.pdf, expected.pdf)).toBe(0);
  expect(reserved).toMatchObject({ start: expected.start, end: expected.end });
  expect(Buffer.from(digest)).toEqual(Buffer.from(digestReserved(expected, HASH)));
});

test('the PDF is taken over by another thread, and a part of other bytes leaves those as they are', async () => {
  const whole = clone();
  await reservePlaceholder({ ...FIELD, pdf: whole, hash: HASH });
  expect(whole.byteLength).toBe(0);
  const around = new Uint8Array(pdf.length + 8).fill(7);
  around.set(pdf, 4);
  const { pdf: made } = await reservePlaceholder({ ...FIELD, pdf: around.subarray(4, -4), hash: HASH });
  expect([around.length, made.length > pdf.length]).toEqual([pdf.length + 8, true]);
});

test('what is no PDF is refused, and the next one is not', async () => {
  const refused = reservePlaceholder({ ...FIELD, pdf: Buffer.from('no PDF'), hash: HASH });
  const next = reservePlaceholder({ ...FIELD, pdf: clone(), hash: HASH });
  await expect(refused).rejects.toThrow();
  expect((await next).pdf.length).toBeGreaterThan(pdf.length);
});
