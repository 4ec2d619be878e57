import type { Context } from '../../../context.ts';
import { rootUrlOf } from '../../../http/hosts/root-url-of.ts';

/**
 * The invite of a link. Its issue is part of the seal, so that an earlier token opens nothing after a reissue.
 */
export type LinkedInvite = { organisation_id: string; session_id: string; id: string; issue: number };

/** Makes the link with a token behind the #, where no log, no Referer header and no link scanner gets it. */
export const joinUrlOf = (
  { config }: Pick<Context, 'config'>,
  { session_id, linkDomain }: Pick<LinkedInvite, 'session_id'> & { linkDomain: string | null },
  token: string,
): string => `${rootUrlOf(config, linkDomain)}/join/${session_id}#${token}`;

/** Seals a token for its row, which keeps it until it is redeemed, so that reminders can carry the link. */
export const sealJoinToken = (
  { keyring }: Pick<Context, 'keyring'>,
  invite: LinkedInvite,
  token: string,
): string => keyring.seal(token, linkSeal(invite));

/** Opens the link of an invite that nobody has redeemed yet. */
export const openJoinUrl = (
  context: Pick<Context, 'keyring' | 'config'>,
  invite: LinkedInvite & { token_sealed: string; linkDomain: string | null },
): string => joinUrlOf(context, invite, context.keyring.open(invite.token_sealed, linkSeal(invite)));

/** Binds a sealed token to its invite, and to the issue. */
export const linkSeal = ({
  organisation_id,
  id,
  issue,
}: Pick<LinkedInvite, 'organisation_id' | 'id' | 'issue'>): string =>
  `participants/${organisation_id}/${id}/token/${issue}`;
