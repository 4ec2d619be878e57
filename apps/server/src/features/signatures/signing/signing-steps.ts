import type { FinishSigningBody, SigningStep } from '@field-inspection/contract';
import type { z } from 'zod';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { lockSignature, readSignature, type SignatureKey } from '../state/lock-signature.ts';
import { endSignature, requireOpen } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';
import { applySignature } from './apply-signature.ts';
import { goOnWithCredential, sendToProvider } from './go-on-signing.ts';
import { hashState, openProgress } from './progress.ts';
import { trySigning } from './try-signing.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SignatureProvider } from '../providers/protocol/signature-provider.ts';
import { openProviders } from '../providers/list-providers.ts';

type Body = z.output<typeof FinishSigningBody>;

export const finishSigning = async (
  context: Context,
  { body, ...key }: SignatureKey & { body: Body },
): Promise<SigningStep> => {
  const row = await readSignature(context, key);
  if (row.status === 'signed') return { status: 'signed', action_url: null };
  requireOpen(row, context.clock.now());
  const provider = await findProvider(context, row);
  const progress = openProgress(context, row, await takeProgress(context, row, body.state));
  return trySigning(context, key, async () => {
    const returned = { redirect: progress.redirect, query: writeQuery(body) };
    if (progress.stage === 'prepare') {
      const credential = await provider.finishPrepare(returned, describeSigner(row));
      return goOnWithCredential(context, { row, provider, credential, sha256: progress.sha256 });
    }
    const authorisation = await provider.finishAuthorise(returned);
    const { credential, prepared } = progress;
    return applySignature(context, { row, provider, credential, authorisation, prepared });
  });
};

// A conditional statement lets one of two returns with the same state go on. By the state, the progress that was read
// is still the row's.
const takeProgress = async (
  context: Pick<Context, 'database' | 'clock'>,
  row: SignatureRow,
  state: string,
): Promise<string> => {
  const { count } = await context.database.prisma.signature.updateMany({
    where: {
      organisation_id: row.organisation_id,
      id: row.id,
      status: 'pending',
      state_hash: hashState(state),
      progress_sealed: row.progress_sealed ?? '',
    },
    data: { state_hash: null, progress_sealed: null },
  });
  if (count > 0) return row.progress_sealed!;
  const { organisation_id: organisationId, id: signatureId } = row;
  requireOpen(await readSignature(context, { organisationId, signatureId }), context.clock.now());
  throw new Refusal(
    'signature_refused',
    'This return does not belong to what was begun, or was used before.',
  );
};

const writeQuery = ({ state, code, error }: Body): URLSearchParams =>
  new URLSearchParams({
    state,
    ...(code === undefined ? {} : { code }),
    ...(error === undefined ? {} : { error }),
  });

export const declineSigning = async (tx: Tx, key: SignatureKey): Promise<SigningStep> => {
  const row = await lockSignature(tx, key);
  if (row.status !== 'declined') {
    requireOpen(row, tx.now);
    await endSignature(tx, row, 'declined');
  }
  return { status: 'declined', action_url: null };
};

/** Done at once where the provider needs nothing more of the signer, else the signer goes to its page. */
export const startSigning = async (
  context: Context,
  { sha256, ...key }: SignatureKey & { sha256: string },
): Promise<SigningStep> => {
  const row = await readSignature(context, key);
  if (row.status === 'signed') return { status: 'signed', action_url: null };
  requireOpen(row, context.clock.now());
  const provider = await findProvider(context, row);
  return trySigning(context, key, async () => {
    const step = await provider.prepare(describeSigner(row));
    if (!step.done)
      return sendToProvider(context, row, { stage: 'prepare', redirect: step.redirect, sha256 });
    return goOnWithCredential(context, { row, provider, credential: step.result, sha256 });
  });
};

const describeSigner = ({ signer_name, signer_email }: SignatureRow) => ({
  name: signer_name,
  email: signer_email || null,
});

const findProvider = async (context: Context, row: SignatureRow): Promise<SignatureProvider> => {
  const provider = (await openProviders(context)).find(({ name }) => name === row.provider);
  if (provider) return provider;
  throw new Refusal('unavailable', `This server does not have the provider ${row.provider} any more.`);
};
