import { createThread } from '../../../platform/concurrency/create-thread.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import type { ReservedPdf, SignatureField } from './reserve-signature.ts';
import { locateProgram } from '../../../paths.ts';

export type PlaceholderOrder = SignatureField & { pdf: Uint8Array; hash: Seal['hash'] };

export type ReservedPlaceholder = ReservedPdf & { digest: Uint8Array };

/** A PDF of hundreds of megabytes takes seconds. */
const RESERVE_TIME_MAX_MS = 60_000;

const thread = createThread<PlaceholderOrder, ReservedPlaceholder>(
  locateProgram('features/reports/sealing/seal-thread'),
  {
    name: 'seal',
    timeoutMs: RESERVE_TIME_MAX_MS,
  },
);

/**
 * Makes the placeholder for a signature in a PDF, and the digest to sign, in a thread of its own: the rendering thread
 * is busy for minutes while somebody waits to sign. Takes the PDF over: its bytes are gone after.
 *
 * @throws when the PDF can't be read, or when the thread ended before it was done: try again
 */
export const reservePlaceholder = ({ pdf, ...order }: PlaceholderOrder): Promise<ReservedPlaceholder> => {
  const owned = isWhole(pdf) ? pdf : new Uint8Array(pdf);
  return thread.run({ ...order, pdf: owned }, [owned.buffer]);
};

const isWhole = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
