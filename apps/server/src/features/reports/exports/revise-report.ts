import { buffer } from 'node:stream/consumers';
import { assembleSignature, hashSignature, type SignatureOrder } from '@field-inspection/evidence/seal';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { nameContent } from '../../../platform/object-store/object-key.ts';
import { askForTime, STAMP_TIMEOUT_MS } from '../sealing/ask-for-time.ts';
import {
  digestReserved,
  fillSignature,
  reserveSignature,
  type ReservedPdf,
} from '../sealing/reserve-signature.ts';

/** A report with a place for one signature more, and the digest that is to be signed. */
export type PreparedRevision = { reserved: ReservedPdf; digest: Uint8Array };

/**
 * Adds the place for a further signature to a report, as a revision of its own, so that the seal and the signatures
 * before it stay valid. The same report, certificate and claimed time give the same bytes, so that nothing need be
 * kept until the signature is there.
 */
export const prepareRevision = async (
  { objects }: Pick<Context, 'objects'>,
  report: ReportRow,
  {
    certificate,
    hash,
    claimedAt,
  }: Required<Pick<SignatureOrder, 'hash'>> & { certificate: Uint8Array; claimedAt: Date },
): Promise<PreparedRevision> => {
  const key = nameContent({ organisationId: report.organisation_id, ownerId: report.id }, report.sha256!);
  const pdf = await buffer(await objects.get(key));
  const field = `Signature${report.revision + 1}`;
  const reserved = await reserveSignature(pdf, { certificate, now: claimedAt, field, claimedAt });
  return { reserved, digest: digestReserved(reserved, hash) };
};

/** Puts the signature into its place, with the time of the first authority that gives one (B-T), else without (B-B). */
export const completeRevision = async (
  context: Pick<Context, 'timestampAuthorities' | 'clock' | 'random' | 'log'>,
  reserved: ReservedPdf,
  signed: SignatureOrder & { signature: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> => {
  const digest = await hashSignature(signed);
  let timestamp: Uint8Array | undefined;
  for (const authority of context.timestampAuthorities) {
    timestamp = await askForTime(context, digest, { authority, timeoutMs: STAMP_TIMEOUT_MS });
    if (timestamp) break;
  }
  fillSignature(reserved, await assembleSignature({ ...signed, ...(timestamp ? { timestamp } : {}) }));
  return reserved.pdf;
};
