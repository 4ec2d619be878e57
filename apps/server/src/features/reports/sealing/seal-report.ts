import { assembleSignature, hashSignature, prepareSignature } from '@field-inspection/evidence/seal';
import type { Context } from '../../../context.ts';
import { findInvalidity, type Seal } from '../../../platform/seal/seal.ts';
import { DEMO_AUTHORITY, type TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import type { ReportSeal } from '../input/report-input.ts';
import type { RenderedReport } from '../rendering/typeset-sheet.ts';
import { archiveReport, type Archived } from './archive-report.ts';
import { findValidationData, type ValidationData } from './find-validation-data.ts';
import { askForTime, STAMP_TIMEOUT_MS, type Stamp } from './ask-for-time.ts';
import { fillSignature } from './reserve-signature.ts';
import { reservePlaceholder } from './reserve-placeholder.ts';

export type SealedReport = RenderedReport & { seal: ReportSeal | null };

/** The host wants no report without a seal, and there is no valid one: the report is made once there is. */
export class NoValidSealError extends Error {
  override name = 'NoValidSealError';
}

type SealContext = Pick<
  Context,
  'seal' | 'timestampAuthorities' | 'revocation' | 'clock' | 'random' | 'log' | 'metrics'
>;

type Render = (seal: ReportSeal | null) => Promise<RenderedReport>;

type Attempt = { seal: Seal; sealData: ValidationData | null; stamp: Stamp };

/**
 * PAdES (EN 319 142-1): level B-LTA or B-LT with validation data, else B-T with the first authority that gives a time,
 * else B-B. The report names its seal, so it is rendered anew for each authority that fails and for each lower level.
 * Without a seal it is rendered without one, where the host lets it be.
 *
 * @throws {NoValidSealError} before anything is rendered
 */
export const sealReport = async (
  context: SealContext,
  render: Render,
  { stampTimeoutMs = STAMP_TIMEOUT_MS }: { stampTimeoutMs?: number } = {},
): Promise<SealedReport> => {
  const standing = await findSeal(context);
  if (!standing && context.seal.isRequired) throw new NoValidSealError('There is no valid seal.');
  if (!standing) return { ...(await render(null)), seal: null };
  for (const authority of context.timestampAuthorities) {
    const stamp = { authority, timeoutMs: stampTimeoutMs };
    const sealed = await sealWith(context, render, { ...standing, stamp });
    if (sealed) return sealed;
  }
  const words = describeSeal(standing.seal, { level: 'B-B' });
  const rendered = await render(words);
  const { pdf } = (await makeSeal(context, rendered.pdf, { seal: standing.seal }))!;
  return { ...rendered, pdf, seal: words };
};

type TimedLevel = 'B-LTA' | 'B-LT' | 'B-T';

const sealWith = async (
  context: SealContext,
  render: Render,
  attempt: Attempt,
): Promise<SealedReport | undefined> => {
  const { seal, sealData, stamp } = attempt;
  const { authority } = stamp;
  let level: TimedLevel | null = sealData && !isResting(context, authority) ? 'B-LTA' : 'B-T';
  while (level) {
    const words = describeSeal(seal, { level, authority });
    const rendered = await render(words);
    const sealed = await makeSeal(context, rendered.pdf, { seal, stamp });
    if (!sealed) return undefined;
    if (level === 'B-T' || !sealData) return { ...rendered, pdf: sealed.pdf, seal: words };
    const archived = await archiveReport(
      context,
      { pdf: sealed.pdf, token: sealed.token!, sealData },
      { level, stamp },
    );
    if (archived.ok) return { ...rendered, pdf: archived.pdf, seal: words };
    if (archived.missing === 'data') rest(context, authority);
    level = NEXT[archived.missing];
  }
  return undefined;
};

/** An authority with a revoked certificate proves no time. */
const NEXT: Record<Extract<Archived, { ok: false }>['missing'], TimedLevel | null> = {
  time: 'B-LT',
  data: 'B-T',
  validity: null,
};

/** Milliseconds: each question in vain about an authority's certificates costs a second rendering. */
const REST_MS = 300_000;

const resting = new WeakMap<TimestampAuthority, number>();

const rest = ({ clock }: SealContext, authority: TimestampAuthority): void =>
  void resting.set(authority, clock.now().getTime() + REST_MS);

const isResting = ({ clock }: SealContext, authority: TimestampAuthority): boolean =>
  (resting.get(authority) ?? 0) > clock.now().getTime();

/** A demo authority's time proves nothing: a verifier calls such a seal B-B, and so does the report. */
const describeSeal = (
  seal: Seal,
  { level, authority }: { level: ReportSeal['level']; authority?: TimestampAuthority },
): ReportSeal =>
  authority?.name === DEMO_AUTHORITY
    ? { level: 'B-B', authority: null, demo: true }
    : { level, authority: authority?.name ?? null, demo: seal.demo };

type MadeSeal = { pdf: Uint8Array<ArrayBuffer>; token: Uint8Array | undefined };

const makeSeal = async (
  context: SealContext,
  pdf: Uint8Array,
  { seal, stamp }: { seal: Seal; stamp?: Stamp },
): Promise<MadeSeal | undefined> => {
  const { certificates, hash } = seal;
  const field = { certificate: certificates[0]!, now: context.clock.now() };
  const { digest, ...reserved } = await reservePlaceholder({ ...field, pdf, hash });
  const order = { digest, certificates, hash };
  const signature = await seal.sign((await prepareSignature(order)).bytes);
  const signed = { ...order, signature };
  const token = stamp && (await askForTime(context, await hashSignature(signed), stamp));
  if (stamp && !token) return undefined;
  fillSignature(reserved, await assembleSignature({ ...signed, ...(token ? { timestamp: token } : {}) }));
  return { pdf: reserved.pdf, token };
};

export type StandingSeal = { seal: Seal; sealData: ValidationData | null };

/**
 * Null for a seal whose certificate has expired or was revoked: verifiers call such a seal invalid, so none is better.
 * A seal whose revocation nobody can tell is used.
 */
const findSeal = async ({
  seal: source,
  revocation,
  clock,
  log,
}: Pick<Context, 'seal' | 'revocation' | 'clock' | 'log'>): Promise<StandingSeal | null> => {
  const seal = await source.read();
  if (!seal) return null;
  const invalidity = findInvalidity(seal, clock.now());
  if (invalidity) {
    log.error({ subject: seal.subject }, `the certificate of SEAL_P12 ${invalidity}`);
    return null;
  }
  const [own, ...above] = seal.certificates;
  const others = [...above, ...(seal.others ?? [])];
  const found = await findValidationData({ revocation }, { own: own!, others });
  if (found.status === 'good') return { seal, sealData: found.data };
  if (found.status === 'unknown') {
    log.info({ reason: found.reason }, 'a report is sealed without validation data');
    return { seal, sealData: null };
  }
  log.error(
    { subject: seal.subject, revoked_at: found.revokedAt },
    'a certificate of SEAL_P12 was revoked, and it seals no more',
  );
  return null;
};
