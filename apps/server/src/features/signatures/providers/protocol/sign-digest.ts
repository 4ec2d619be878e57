import { EvidenceError } from '@field-inspection/evidence';
import { assembleSignature, prepareSignature, type SignatureOrder } from '@field-inspection/evidence/seal';
import type { Context } from '../../../../context.ts';
import {
  type Authorisation,
  ProviderError,
  type SignatureProvider,
  type SigningCredential,
} from './signature-provider.ts';

export const orderSignature = (credential: SigningCredential, digest: Uint8Array): SignatureOrder => ({
  digest,
  ...describeSignature(credential),
});

export const describeSignature = ({ certificates, hash, scheme }: SigningCredential) => ({
  certificates,
  hash,
  ...(scheme ? { scheme } : {}),
});

/**
 * Has a provider sign, and trusts nothing: the signature must be of the prepared certificate's key, over exactly the
 * prepared digest, and come before `until` and before the leave to sign ends.
 *
 * @returns the signature, for `hashSignature` and `assembleSignature` with the same order
 * @throws {ProviderError} `expired`, `wrong_signature`, and the provider's own failures
 */
export const signDigest = async (
  { clock }: Pick<Context, 'clock'>,
  provider: Pick<SignatureProvider, 'sign'>,
  given: { credential: SigningCredential; authorisation: Authorisation; digest: Uint8Array; until: Date },
): Promise<Uint8Array> => {
  const { credential, authorisation } = given;
  const end = Math.min(given.until.getTime(), authorisation.expiresAt.getTime());
  const assertInTime = (): void => {
    if (clock.now().getTime() >= end) throw new ProviderError('expired', 'The time to sign is over.');
  };
  assertInTime();
  const order = orderSignature(credential, given.digest);
  const signature = await provider.sign(credential, authorisation, await prepareSignature(order));
  assertInTime();
  await assertSignature(order, signature);
  return signature;
};

const assertSignature = async (order: SignatureOrder, signature: Uint8Array): Promise<void> => {
  try {
    await assembleSignature({ ...order, signature });
  } catch (cause) {
    if (!(cause instanceof EvidenceError) || cause.code !== 'invalid_signature') throw cause;
    const message = 'The signature is by another certificate than was prepared, or over something else.';
    throw new ProviderError('wrong_signature', message, { cause });
  }
};
