import type { SignatureLevel, SigningStep } from '@field-inspection/contract';
import { prepareSignature } from '@field-inspection/evidence/seal';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { findNewestRevision } from '../../reports/exports/find-newest-report.ts';
import { leaseReport } from '../../reports/exports/lease-report.ts';
import { digestRevision } from '../../reports/exports/revise-report.ts';
import {
  ProviderError,
  type SignatureProvider,
  type SigningCredential,
} from '../providers/protocol/signature-provider.ts';
import { describeSignature, orderSignature } from '../providers/protocol/sign-digest.ts';
import { isLevelEnough } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';
import { applySignature } from './apply-signature.ts';
import { hashState, type Progress, sealProgress } from './progress.ts';

type SignedContext = Parameters<typeof applySignature>[0] & Pick<Context, 'config' | 'database' | 'keyring'>;

/** The signature covers the revision that the signer was shown, so that must be the newest still. */
export const goOnWithCredential = async (
  context: SignedContext,
  {
    row,
    provider,
    credential,
    sha256,
  }: { row: SignatureRow; provider: SignatureProvider; credential: SigningCredential; sha256: string },
): Promise<SigningStep> => {
  requireLevel(credential, row);
  const root = { organisationId: row.organisation_id, reportId: row.root_report_id };
  const until = await leaseReport(context, root, row.id);
  if (!until) throw inProgress();
  const report = await findNewestRevision(context, root);
  if (report.sha256 !== sha256) throw outdated();
  const claimedAt = context.clock.now();
  const digest = await digestRevision(context, report, { ...describeSignature(credential), claimedAt });
  const prepared = {
    reportId: report.id,
    digest: Buffer.from(digest).toString('base64'),
    claimedAt,
    until,
  };
  const step = await provider.authorise(
    credential,
    await prepareSignature(orderSignature(credential, digest)),
  );
  if (step.done) {
    return applySignature(context, { row, provider, credential, authorisation: step.result, prepared });
  }
  return sendToProvider(context, row, { stage: 'authorise', redirect: step.redirect, credential, prepared });
};

const requireLevel = (credential: SigningCredential, row: SignatureRow): void => {
  if (isLevelEnough(credential.level, row.level as SignatureLevel)) return;
  const message = `The signer's certificate there is for ${credential.level}; ${row.level} was asked for.`;
  throw new ProviderError('no_credential', message);
};

export const inProgress = (): Refusal =>
  new Refusal(
    'signature_in_progress',
    'Somebody else is signing the report. Try again in a few minutes; it is theirs for 10 at most.',
    { headers: { 'Retry-After': '60' } },
  );

export const outdated = (): Refusal =>
  new Refusal(
    'version_conflict',
    'That is not the newest revision of the report. Show it as it is now, then sign it.',
  );

export const sendToProvider = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  row: SignatureRow,
  progress: Progress,
): Promise<SigningStep> => {
  const { redirect } = progress;
  const { count } = await context.database.prisma.signature.updateMany({
    where: { organisation_id: row.organisation_id, id: row.id, status: 'pending' },
    data: {
      state_hash: hashState(redirect.state),
      progress_sealed: sealProgress(context, row, progress),
      busy_until: redirect.expiresAt,
      updated_at: context.clock.now(),
    },
  });
  if (count === 0) throw new Refusal('link_expired', 'The signature has ended meanwhile.');
  return { status: 'signing', action_url: redirect.actionUrl };
};
