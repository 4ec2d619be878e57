import { isHex64 } from '../bytes.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { ADDENDA_PATH, entryPlace } from './places.ts';
import type { AddendaFacts } from './read-addenda.ts';
import type { Payload } from './verify-lines.ts';

export type Document = {
  readonly sequence: number;
  readonly sha256: string;
  readonly byteSize: number;
  readonly payload: Payload;
};

/** @throws {BundleRefusal} `malformed_addendum` */
export function listDocuments({ documents }: AddendaFacts): Document[] {
  return documents.map(({ sequence, payload }) => {
    const { report_id: reportId, sha256, byte_size: byteSize } = payload;
    if (typeof reportId === 'string' && isHex64(sha256) && typeof byteSize === 'number') {
      return { sequence, sha256, byteSize, payload };
    }
    const message = 'It does not say which report it is about: its id, hash and size.';
    throw new BundleRefusal(entryPlace(sequence, ADDENDA_PATH), 'malformed_addendum', message);
  });
}
