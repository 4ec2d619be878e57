import { verifyTimestamp } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { listTopCertificates } from '../../platform/tsa-client/list-top-certificates.ts';

type Token = { authority: string; token: Uint8Array | null; hash: string };

/** Explains what is wrong with an authority's token for a hash; undefined where nothing is. */
export const findTokenFault = async (
  { clock, timestampAuthorities }: Pick<Context, 'clock' | 'timestampAuthorities'>,
  { authority, token, hash }: Token,
): Promise<string | undefined> => {
  if (!token) return 'It is missing.';
  const bytes = Uint8Array.from(token);
  const known = timestampAuthorities.find(({ name }) => name === authority)?.roots ?? [];
  // An authority that is no longer in TSA_URLS is taken at its own word: whom to trust, whoever verifies decides.
  const roots = known.length > 0 ? known : listTopCertificates(bytes);
  const digest = Uint8Array.from(Buffer.from(hash, 'hex'));
  const verdict = await verifyTimestamp(bytes, { digest, roots, now: clock.now() });
  return verdict.valid ? undefined : verdict.message;
};

/** Advice where a token is for other data. */
export const TOKEN_REMEDY =
  'Where it is for other data, the chain lost its tail or was rewritten: restore a backup that has what the authority saw.';
