import { buffer } from 'node:stream/consumers';
import { assembleSignature, hashSignature, type SignatureOrder } from '@field-inspection/evidence/seal';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { createSemaphore } from '../../../platform/concurrency/create-semaphore.ts';
import { nameContent } from '../../../platform/object-store/object-key.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';
import { askForTime, STAMP_TIMEOUT_MS } from '../sealing/ask-for-time.ts';
import { reservePlaceholder, type ReservedPlaceholder } from '../sealing/reserve-placeholder.ts';
import { fillSignature } from '../sealing/reserve-signature.ts';

export type RevisionOrder = Required<Pick<SignatureOrder, 'certificates' | 'hash'>> &
  Pick<SignatureOrder, 'scheme'> & { claimedAt: Date };

/** Whole reports are in memory, so that two revisions are made at a time. */
const revisions = createSemaphore(2);

/** The same report and order give the same digest, so that nothing need be kept until the signature is there. */
export const digestRevision = (
  context: Pick<Context, 'objects'>,
  report: ReportRow,
  order: RevisionOrder,
): Promise<Uint8Array> => revisions.run(async () => (await reserveRevision(context, report, order)).digest);

type Embedded = { digest: Uint8Array; signature: Uint8Array; reportId: string };
type EmbedContext = Pick<
  Context,
  'objects' | 'timestampAuthorities' | 'clock' | 'random' | 'log' | 'metrics'
>;

/** B-T with the first authority's time, else B-B. Undefined when the signed digest is not of this report. */
export const embedSignature = (
  context: EmbedContext,
  report: ReportRow,
  { digest, signature, reportId, ...order }: RevisionOrder & Embedded,
): Promise<StoredContent | undefined> =>
  revisions.run(async () => {
    const reserved = await reserveRevision(context, report, order);
    if (!Buffer.from(digest).equals(reserved.digest)) return undefined;
    const { claimedAt: _, ...signer } = order;
    const signed = { ...signer, digest, signature };
    const timestamp = await findTime(context, await hashSignature(signed));
    fillSignature(reserved, await assembleSignature({ ...signed, ...(timestamp ? { timestamp } : {}) }));
    const owner = { organisationId: report.organisation_id, ownerId: reportId };
    return context.objects.putContent(reserved.pdf, owner);
  });

// A revision of its own keeps the seal and the earlier signatures valid.
const reserveRevision = async (
  { objects }: Pick<Context, 'objects'>,
  { organisation_id, id, sha256, revision }: ReportRow,
  { certificates, hash, claimedAt }: RevisionOrder,
): Promise<ReservedPlaceholder> => {
  const key = nameContent({ organisationId: organisation_id, ownerId: id }, sha256!);
  const pdf = await buffer(await objects.get(key));
  const field = `Signature${revision + 1}`;
  return reservePlaceholder({ pdf, hash, certificate: certificates[0]!, now: claimedAt, field, claimedAt });
};

const findTime = async (context: EmbedContext, digest: Uint8Array): Promise<Uint8Array | undefined> => {
  for (const authority of context.timestampAuthorities) {
    const token = await askForTime(context, digest, { authority, timeoutMs: STAMP_TIMEOUT_MS });
    if (token) return token;
  }
  return undefined;
};
