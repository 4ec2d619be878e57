import { assembleSignature, hashSignature, prepareSignature } from '@field-inspection/evidence/seal';
import type { Context } from '../../../context.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import { DEMO_AUTHORITY, type TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import type { ReportSeal } from '../input/report-input.ts';
import type { RenderedReport } from '../rendering/compile-report.ts';
import { askForTime, STAMP_TIMEOUT_MS, type Stamp } from './ask-for-time.ts';
import { fillSignature } from './reserve-signature.ts';
import { reservePlace } from './reserve-place.ts';

export type SealedReport = RenderedReport & { seal: ReportSeal | null };

type SealContext = Pick<Context, 'seal' | 'timestampAuthorities' | 'clock' | 'random' | 'log'>;

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

/** The sealed PDF; undefined when it was to have a time and the authority gave none. */
const makeSeal = async (
  context: SealContext,
  pdf: Uint8Array,
  { seal, stamp }: { seal: Seal; stamp?: Stamp },
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const { certificates, hash } = seal;
  const field = { certificate: certificates[0]!, now: context.clock.now() };
  const { digest, ...reserved } = await reservePlace({ ...field, pdf, hash });
  const order = { digest, certificates, hash };
  const signature = await seal.sign((await prepareSignature(order)).bytes);
  const signed = { ...order, signature };
  const token = stamp && (await askForTime(context, await hashSignature(signed), stamp));
  if (stamp && !token) return undefined;
  fillSignature(reserved, await assembleSignature({ ...signed, ...(token ? { timestamp: token } : {}) }));
  return reserved.pdf;
};
