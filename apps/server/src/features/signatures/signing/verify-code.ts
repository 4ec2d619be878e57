import type { SigningSession } from '@field-inspection/contract';
import {
  CHALLENGE,
  DEAD_TOKEN_KEPT_MS,
  factOfOpening,
  refuseCode,
  type Device,
} from '@field-inspection/rules';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { pinDevice } from '../../participants/exports/device-pin.ts';
import { verifyCode } from '../../participants/exports/one-time-code.ts';
import { lockSignature, type SignatureKey } from '../state/lock-signature.ts';
import { requireOpen, requireUnlocked } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';

type VerifyContext = Pick<Context, 'keyring' | 'random' | 'transact'>;
type Claim = SignatureKey & { code: string; device: Device };

/** Long enough to read a report and to be sent to a provider twice. */
export const SESSION_MS = 30 * 60_000;

/** A wrong code is refused and still counted, in a transaction that commits. */
export const verifySigningCode = async (context: VerifyContext, claim: Claim): Promise<SigningSession> => {
  // The transaction waits for the lock of the request to sign.
  const share = { sharedBy: { organisationId: claim.organisationId } };
  const answer = await context.transact((tx) => judgeCode(context, tx, claim), share);
  if (answer instanceof Refusal) throw answer;
  return answer;
};

const judgeCode = async (
  context: VerifyContext,
  tx: Tx,
  { code, device, ...key }: Claim,
): Promise<SigningSession | Refusal> => {
  // The row's lock bounds guesses: of any number at once, five are evaluated.
  const row = await lockSignature(tx, key);
  requireOpen(row, tx.now);
  requireUnlocked(row);
  const { id, code_issue: issue, otp_hmac, otp_expires_at } = row;
  if (!otp_hmac || !otp_expires_at) throw new Refusal('otp_required', 'otp_required', { headers: CHALLENGE });
  if (otp_expires_at <= tx.now) throw new Refusal('otp_expired', 'otp_expired', { headers: CHALLENGE });
  if (verifyCode(context, { id, issue, otp_hmac }, code)) return openSession(context, tx, { row, device });
  const attempts = row.otp_attempts + 1;
  await tx.db.signature.update({
    where: keyOf(row),
    data: { otp_attempts: attempts, updated_at: tx.now },
  });
  return refuseCode(attempts);
};

const openSession = async (
  context: VerifyContext,
  tx: Tx,
  { row, device }: { row: SignatureRow; device: Device },
): Promise<SigningSession> => {
  const { organisation_id, id, session_id } = row;
  const issue = row.session_issue + 1;
  const token = context.random.bytes(32).toString('base64url');
  const expiresAt = new Date(tx.now.getTime() + SESSION_MS);
  await tx.db.signature.update({
    where: keyOf(row),
    data: {
      otp_hmac: null,
      otp_expires_at: null,
      otp_attempts: 0,
      session_issue: issue,
      session_expires_at: expiresAt,
      pin: pinDevice(context, { id, issue, pin: null }, device),
      updated_at: tx.now,
    },
  });
  await tx.db.signingToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id,
      signature_id: id,
      kind: 'session',
      issue,
      kept_until: new Date(expiresAt.getTime() + DEAD_TOKEN_KEPT_MS),
    },
  });
  cancelMessages(tx, {
    organisationId: organisation_id,
    sessionId: session_id,
    signatureId: id,
    kinds: ['signature_otp', 'report_otp'],
  });
  if (row.purpose === 'read' && row.opened_at === null) await recordOpening(context, tx, row);
  return { signing_session_token: token, signing_session_expires_at: expiresAt.toISOString() };
};

// The first time alone: whoever reads often makes the addenda no longer.
const recordOpening = async (context: VerifyContext, tx: Tx, row: SignatureRow): Promise<void> => {
  await tx.db.signature.update({ where: keyOf(row), data: { opened_at: tx.now } });
  appendAddendum(context, tx, {
    organisationId: row.organisation_id,
    sessionId: row.session_id,
    ...factOfOpening(row.root_report_id, { name: row.signer_name, email: row.signer_email }),
  });
};

const keyOf = ({ organisation_id, id }: SignatureRow) => ({ organisation_id_id: { organisation_id, id } });
