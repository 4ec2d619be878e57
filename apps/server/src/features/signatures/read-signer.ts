import type { SigningAuth } from '@field-inspection/contract';
import type { Device } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { SignerCaller } from '../../http/request-state.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { isPinned } from '../participants/exports/device-pin.ts';

type Found = {
  organisation_id: string;
  id: string;
  issue: number;
  pin: Uint8Array<ArrayBuffer> | null;
  is_live: boolean;
};

const PURPOSES: Record<SigningAuth, string[]> = {
  signing_link: ['sign', 'read'],
  signing_session: ['sign'],
  reading_session: ['read'],
};

/**
 * Undefined for an unknown token, and for a signing session that is over, was replaced, belongs to another device, or was
 * given for another purpose: who may read a report signs nothing.
 * Raw: every call of a signer asks this, in one round trip.
 */
export const readSigner = async (
  { database, keyring, clock }: Pick<Context, 'database' | 'keyring' | 'clock'>,
  { token, auth, device }: { token: string; auth: SigningAuth; device: Device },
): Promise<SignerCaller | undefined> => {
  const kind = auth === 'signing_link' ? 'link' : 'session';
  const purposes = PURPOSES[auth];
  const rows = await database.prisma.$queryRaw<Found[]>`
    select s.organisation_id, s.id, s.session_issue as issue, s.pin,
      t.issue = s.session_issue and s.session_expires_at > ${clock.now()} as is_live
    from signing_tokens t
    join signatures s on s.organisation_id = t.organisation_id and s.id = t.signature_id
    where t.token_hash = ${hashToken(token)} and t.kind = ${kind} and s.purpose = any (${purposes})
  `;
  const found = rows[0];
  if (!found) return undefined;
  if (kind === 'session' && !(found.is_live && isPinned({ keyring }, found, device))) return undefined;
  return { organisationId: found.organisation_id, signatureId: found.id };
};
