import type { SigningStep } from '@field-inspection/contract';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { releaseReport } from '../../reports/exports/lease-report.ts';
import { ProviderError, type ProviderFailure } from '../providers/protocol/signature-provider.ts';
import { type SignatureKey, readSignature } from '../state/lock-signature.ts';
import { MAX_FAILURES, requireOpen } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';

type TryContext = Pick<Context, 'database' | 'transact' | 'log' | 'clock'>;

/** These failures are not the signer's fault: another try may help. */
const AWAY: ProviderFailure[] = ['unreachable', 'timeout'];

/**
 * A failed step leaves the report to others and says why; after five failures the signature has failed. A late or
 * repeated step finds the signature signed or ended, and tells that, whatever the step itself failed with.
 */
export const trySigning = async (
  context: TryContext,
  key: SignatureKey,
  take: () => Promise<SigningStep>,
): Promise<SigningStep> => {
  try {
    return await take();
  } catch (error) {
    const row = await readSignature(context, key);
    if (row.status === 'signed') return { status: 'signed', action_url: null };
    await giveFree(context, row, error);
    requireOpen(row, context.clock.now());
    if (error instanceof ProviderError) throw explain(error);
    throw error;
  }
};

const giveFree = async (
  { transact, log }: TryContext,
  { organisation_id, id, root_report_id }: SignatureRow,
  error: unknown,
): Promise<void> => {
  // Without the lease, this signature has none to give back.
  if (error instanceof Refusal && error.code === 'signature_in_progress') return;
  const failure = error instanceof ProviderError ? error : undefined;
  if (failure)
    log.warn({ organisation_id, signature_id: id, reason: failure.code }, 'a person could not sign');
  await transact(async (tx) => {
    const waits = { organisation_id, id, status: 'pending' };
    const [row] = await tx.db.signature.updateManyAndReturn({
      where: waits,
      data: {
        state_hash: null,
        progress_sealed: null,
        busy_until: null,
        ...(failure ? { failure_code: failure.code, failure_message: failure.message } : {}),
        ...(failure && !AWAY.includes(failure.code) ? { failed_count: { increment: 1 } } : {}),
        updated_at: tx.now,
      },
    });
    const root = { organisationId: organisation_id, reportId: root_report_id };
    await releaseReport(tx.db, root, { signatureId: id });
    if (!row || row.failed_count < MAX_FAILURES) return;
    await tx.db.signature.updateMany({
      where: waits,
      data: { status: 'failed', otp_hmac: null, otp_expires_at: null },
    });
  });
};

const explain = (error: ProviderError): Refusal =>
  AWAY.includes(error.code)
    ? new Refusal('unavailable', error.message, { cause: error, headers: { 'Retry-After': '30' } })
    : new Refusal('signature_refused', error.message, { cause: error });
