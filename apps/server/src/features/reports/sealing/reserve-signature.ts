import { createHash } from 'node:crypto';
import type { Seal } from '../../../platform/seal/seal.ts';

export type ReservedPdf = { pdf: Uint8Array<ArrayBuffer>; start: number; end: number };

/** The field to add, `Seal` unless named; `now` is claimed where the PDF does not say when it was made. */
export type SignatureField = { certificate: Uint8Array; now: Date; field?: string; claimedAt?: Date };

/** Bytes: a CMS with a chain of RSA-4096 and a token takes up to 12 KiB, chains of providers more. */
export const RESERVED_BYTES = 32_768;

const SEAL_FIELD = 'Seal';

/**
 * A further revision with a signature field and the placeholder for its CMS. A PDF signature must claim a time (EN 319
 * 142-1, section 6.3): the PDF's creation time unless given, so that the same PDF gives the same bytes. The library
 * makes the field; its own CMS, which has a signing time, is overwritten.
 */
export const reserveSignature = async (
  pdf: Uint8Array,
  { certificate, now, field = SEAL_FIELD, claimedAt }: SignatureField,
): Promise<ReservedPdf> => {
  // @libpdf/core is a large library: it is loaded at its first use.
  const { PDF } = await import('@libpdf/core');
  const document = await PDF.load(pdf);
  const { bytes } = await document.sign({
    signer: {
      certificate,
      keyType: 'EC',
      signatureAlgorithm: 'ECDSA',
      sign: async () => new Uint8Array(72),
    },
    fieldName: field,
    level: 'B-B',
    estimatedSize: RESERVED_BYTES,
    signingTime: claimedAt ?? document.getCreationDate() ?? now,
  });
  return {
    pdf: bytes as Uint8Array<ArrayBuffer>,
    ...findPlaceholder(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  };
};

export const listSignedRanges = ({ pdf, start, end }: ReservedPdf): Uint8Array[] => [
  pdf.subarray(0, start - 1),
  pdf.subarray(end + 1),
];

export const digestReserved = (reserved: ReservedPdf, hash: Seal['hash']): Uint8Array => {
  const digest = createHash(hash.replace('-', ''));
  for (const part of listSignedRanges(reserved)) digest.update(part);
  return new Uint8Array(digest.digest());
};

/** Writes a CMS into its place: hex digits of one case, and zeros behind (pdfsig takes no others). */
export const fillSignature = ({ pdf, start, end }: ReservedPdf, cms: Uint8Array): void => {
  const hex = Buffer.from(cms).toString('hex');
  if (hex.length > end - start)
    throw new RangeError(`A CMS of ${cms.length} bytes is longer than its place.`);
  pdf.set(Buffer.from(hex.padEnd(end - start, '0'), 'latin1'), start);
};

const BYTE_RANGE = /^\/ByteRange ?\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/;

// The last /ByteRange belongs to the newest revision.
const findPlaceholder = (bytes: Buffer): { start: number; end: number } => {
  const at = bytes.lastIndexOf('/ByteRange');
  const numbers =
    BYTE_RANGE.exec(bytes.toString('latin1', at, at + 100))
      ?.slice(1)
      .map(Number) ?? [];
  const [open = 0, restart = 0, rest = 0] = numbers;
  const isPlaceholder =
    bytes[open] === 0x3c && bytes[restart - 1] === 0x3e && restart + rest === bytes.length;
  if (at < 0 || !isPlaceholder) throw new Error('The place of the signature was not found.');
  return { start: open + 1, end: restart - 1 };
};
