import { expect, test } from 'vitest';
import { readReceipt } from './call-field.ts';

const read = (headers: Record<string, string>) => readReceipt((name) => headers[name]);
const STORED = { 'Evidence-Id': 'e', 'Evidence-Sha256': 'kept', 'Evidence-Sequence': '7' };

test('a receipt has the hash of the bytes as they came, and of a drawing that of the bytes that are kept', () => {
  expect(read(STORED)).toEqual({ evidenceId: 'e', sha256: 'kept', sequence: 7 });
  expect(read({ ...STORED, 'Evidence-Received-Sha256': 'came' })?.sha256).toBe('came');
});

test('there is no receipt of what has become no evidence, and one without its entry where that is not told', () => {
  expect(read({})).toBeUndefined();
  expect(read({ 'Evidence-Id': 'e' })).toBeUndefined();
  expect(read({ 'Evidence-Id': 'e', 'Evidence-Sha256': 'kept' })?.sequence).toBeUndefined();
});
