import type { LocaleCode, SigningStep } from '@field-inspection/contract';
import type { Report as ReportRow } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { embedSignature } from '../../reports/exports/revise-report.ts';
import { findNewestRevision } from '../../reports/exports/find-newest-report.ts';
import {
  type Authorisation,
  ProviderError,
  type SignatureProvider,
  type SigningCredential,
} from '../providers/protocol/signature-provider.ts';
import { describeSignature, signDigest } from '../providers/protocol/sign-digest.ts';
import type { SignatureRow } from '../state/signature-view.ts';
import type { Prepared } from './progress.ts';
import { recordSignature } from './record-signature.ts';

type ApplyContext = Parameters<typeof recordSignature>[0] &
  Pick<Context, 'database' | 'objects' | 'timestampAuthorities' | 'clock' | 'random' | 'log' | 'metrics'>;

/**
 * The revision is made anew from the prepared one: nothing is embedded when that is not the newest any more, or does
 * not give the signed digest. The PDF is stored before it is recorded: a refused one is deleted, and the sweep deletes
 * an unrecorded one.
 */
export const applySignature = async (
  context: ApplyContext,
  given: {
    row: SignatureRow;
    provider: SignatureProvider;
    credential: SigningCredential;
    authorisation: Authorisation;
    prepared: Prepared;
  },
): Promise<SigningStep> => {
  const { row, provider, credential, authorisation, prepared } = given;
  const digest = new Uint8Array(Buffer.from(prepared.digest, 'base64'));
  const signing = { credential, authorisation, digest, until: prepared.until };
  const signature = await signDigest(context, provider, signing);
  const report = await findPrepared(context, row, prepared);
  const reportId = context.ids.next();
  const { claimedAt } = prepared;
  const order = { ...describeSignature(credential), claimedAt, digest, signature, reportId };
  const stored = await embedSignature(context, report, order);
  if (!stored) {
    throw new ProviderError('wrong_signature', 'The report is not the one that was prepared to be signed.');
  }
  const { sha256, byte_size } = stored;
  const locale = row.locale as LocaleCode;
  const revision = { reportId, sha256, byte_size };
  try {
    await recordSignature(context, { row, report, locale, credential, revision });
  } catch (error) {
    // A refused PDF names the person who wanted to sign.
    if (error instanceof Refusal || error instanceof ProviderError) await context.objects.delete(stored.key);
    throw error;
  }
  return { status: 'signed', action_url: null };
};

const findPrepared = async (
  context: ApplyContext,
  row: SignatureRow,
  { reportId }: Prepared,
): Promise<ReportRow> => {
  const root = { organisationId: row.organisation_id, reportId: row.root_report_id };
  const report = await findNewestRevision(context, root);
  if (report.id === reportId) return report;
  throw new Refusal('version_conflict', 'The report was signed by somebody else meanwhile.');
};
