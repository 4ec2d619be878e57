import type { ContentOwner } from './object-store.ts';

/** File systems allow 255 bytes a name, S3 1 024 a key. */
const MAX_SEGMENT_BYTES = 255;
const MAX_KEY_BYTES = 1024;

// No dot in front, so neither `..` nor a hidden file; no backslash, colon, NUL or blank: every file system and every S3
// keeps such names apart.
const SEGMENT = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}._-]*$/u;

/**
 * Letters, digits, `.`, `_`, `-`, separated by `/`. Both stores take the same keys.
 *
 * @throws {TypeError} for anything else, which could lead out of a folder
 */
export const checkKey = (key: string): string[] => {
  const segments = key.split('/');
  if (!segments.every(isSegment) || Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new TypeError(`${JSON.stringify(key.slice(0, MAX_SEGMENT_BYTES))} can't be the key of an object`);
  }
  return segments;
};

/** '' or a key with `/` behind, so that `ab` never lists the objects of `abc`. */
export const checkPrefix = (prefix: string): string[] => {
  if (prefix === '') return [];
  if (!prefix.endsWith('/')) throw new TypeError(`The prefix ${JSON.stringify(prefix)} must end in /`);
  return checkKey(prefix.slice(0, -1));
};

// The two ways to write é would be two objects in S3, and one in a folder of macOS: only NFC is taken.
const isSegment = (segment: string): boolean =>
  SEGMENT.test(segment) &&
  segment.normalize('NFC') === segment &&
  Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES;

export const nameContent = ({ organisationId, ownerId }: ContentOwner, sha256: string): string => {
  const parts = [organisationId, ownerId, sha256];
  // A slash in an id would put the object among another organisation's.
  if (parts.some((part) => part.includes('/'))) throw new TypeError("The ids of an object's owner hold no /");
  const key = parts.join('/');
  checkKey(key);
  return key;
};
