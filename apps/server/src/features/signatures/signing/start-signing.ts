import type { SigningStep } from '@field-inspection/contract';
import { Refusal } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { SignatureProvider } from '../providers/protocol/signature-provider.ts';
import { type SignatureKey, readSignature } from '../state/lock-signature.ts';
import { openProviders } from '../providers/list-providers.ts';
import { requireOpen } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';
import { goOnWithCredential, sendToProvider } from './go-on-signing.ts';
import { trySigning } from './try-signing.ts';

/**
 * Begins to sign: the signature is done at once where the provider needs nothing more of the signer, else the signer
 * goes to its page.
 */
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

export const describeSigner = ({ signer_name, signer_email }: SignatureRow) => ({
  name: signer_name,
  email: signer_email || null,
});

export const findProvider = async (context: Context, row: SignatureRow): Promise<SignatureProvider> => {
  const provider = (await openProviders(context)).find(({ name }) => name === row.provider);
  if (provider) return provider;
  throw new Refusal('unavailable', `This server does not have the provider ${row.provider} any more.`);
};
