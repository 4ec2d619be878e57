import { createHash } from 'node:crypto';
import { assembleSignature, hashSignature, prepareSignature } from '@field-inspection/evidence/seal';
import type { Context } from '../../../context.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import { DEMO_AUTHORITY, type TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import type { ReportSeal } from '../input/report-input.ts';
import type { RenderedReport } from '../rendering/compile-report.ts';
import { fillSignature, listSignedRanges, reserveSignature, RESERVED_BYTES } from './reserve-signature.ts';
import { stampSignature } from './stamp-signature.ts';

export type SealedReport = RenderedReport & { seal: ReportSeal | null };

type SealContext = Pick<Context, 'seal' | 'timestampAuthorities' | 'clock' | 'random' | 'log'>;

/** Long enough for an authority that is busy, short enough that a report waits for none that is down. */
const STAMP_TIMEOUT_MS = 10_000;

/**
 * Renders a report and seals it (PAdES, EN 319 142-1): at level B-T with the first authority that gives a time, else
 * B-B. The words in the report name the seal that it bears, so they are set before it is made: a report is rendered
 * anew for each authority that fails, and once more when all do. Without a seal it is rendered without one.
 */
export const sealReport = async (
  context: SealContext,
  render: (seal: ReportSeal | null) => Promise<RenderedReport>,
  { stampTimeoutMs = STAMP_TIMEOUT_MS }: { stampTimeoutMs?: number } = {},
): Promise<SealedReport> => {
  const seal = findSeal(context);
  if (!seal) return { ...(await render(null)), seal: null };
  for (const authority of context.timestampAuthorities) {
    const words = describeSeal(seal, authority);
    const rendered = await render(words);
    const pdf = await makeSeal(context, rendered.pdf, {
      seal,
      stamp: { authority, timeoutMs: stampTimeoutMs },
    });
    if (pdf) return { ...rendered, pdf, seal: words };
  }
  const words = describeSeal(seal);
  const rendered = await render(words);
  const pdf = await makeSeal(context, rendered.pdf, { seal });
  return { ...rendered, pdf: pdf!, seal: words };
};

// A seal whose certificate has expired makes a report worse than none: verifiers call it invalid.
const findSeal = ({ seal, clock, log }: SealContext): Seal | null => {
  if (!seal || clock.now() <= seal.notAfter) return seal;
  log.error({ subject: seal.subject, not_after: seal.notAfter }, 'the certificate of SEAL_P12 has expired');
  return null;
};

/** A time of the demo authority proves nothing, so neither does a seal that rests on it. */
const describeSeal = (seal: Seal, authority?: TimestampAuthority): ReportSeal => ({
  level: authority ? 'B-T' : 'B-B',
  authority: authority?.name ?? null,
  demo: seal.demo || authority?.name === DEMO_AUTHORITY,
});

type Stamp = { authority: TimestampAuthority; timeoutMs: number };

/** The sealed PDF; undefined when it was to have a time and the authority gave none. */
const makeSeal = async (
  context: SealContext,
  pdf: Uint8Array,
  { seal, stamp }: { seal: Seal; stamp?: Stamp },
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const { certificates, hash } = seal;
  const reserved = await reserveSignature(pdf, { certificate: certificates[0]!, now: context.clock.now() });
  const digest = hashParts(hash, listSignedRanges(reserved));
  const order = { digest, certificates, hash };
  const signature = await seal.sign((await prepareSignature(order)).bytes);
  const signed = { ...order, signature };
  const token = stamp && (await askForTime(context, await hashSignature(signed), stamp));
  if (stamp && !token) return undefined;
  fillSignature(reserved, await assembleSignature({ ...signed, ...(token ? { timestamp: token } : {}) }));
  return reserved.pdf;
};

const hashParts = (hash: Seal['hash'], parts: Uint8Array[]): Uint8Array => {
  const digest = createHash(hash.replace('-', ''));
  for (const part of parts) digest.update(part);
  return new Uint8Array(digest.digest());
};

/** What a CMS takes beside the token is far less than half of its place. */
const MAX_TOKEN_BYTES = RESERVED_BYTES / 2;

const askForTime = async (
  context: SealContext,
  digest: Uint8Array,
  { authority, timeoutMs }: Stamp,
): Promise<Uint8Array | undefined> => {
  const outcome = await stampSignature(context, { digest, authority, timeoutMs });
  if (outcome.ok && outcome.token.length <= MAX_TOKEN_BYTES) return outcome.token;
  const reason = outcome.ok ? 'Its token is too long.' : outcome.message;
  context.log.warn(
    { authority: authority.name, reason },
    'a report is sealed without the time of an authority',
  );
  return undefined;
};
