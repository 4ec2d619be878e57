import type { Context } from '../../../context.ts';
import type { TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import { RESERVED_BYTES } from './reserve-signature.ts';
import { stampSignature } from './stamp-signature.ts';

export type Stamp = { authority: TimestampAuthority; timeoutMs: number };

/** Long enough for an authority that is busy, short enough that a report waits for none that is down. */
export const STAMP_TIMEOUT_MS = 10_000;

/** What a CMS takes beside the token is far less than half of its place. */
const MAX_TOKEN_BYTES = RESERVED_BYTES / 2;

/** An authority's token over a signature; undefined when it gives none that can be used. */
export const askForTime = async (
  context: Pick<Context, 'clock' | 'random' | 'log'>,
  digest: Uint8Array,
  { authority, timeoutMs }: Stamp,
): Promise<Uint8Array | undefined> => {
  const outcome = await stampSignature(context, { digest, authority, timeoutMs });
  if (outcome.ok && outcome.token.length <= MAX_TOKEN_BYTES) return outcome.token;
  const reason = outcome.ok ? 'Its token is too long.' : outcome.message;
  context.log.warn(
    { authority: authority.name, reason },
    'a report is sealed or signed without the time of an authority',
  );
  return undefined;
};
