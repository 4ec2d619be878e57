import type { Context } from '../../../context.ts';
import { rootUrlOf } from '../../../http/hosts/root-url-of.ts';

export { listLegalLinks } from '../messages/dress-letter.ts';

/** The link that a token opens to sign. Behind the #, so that neither logs nor Referer headers nor link scanners hold the token. */
export const signUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/sign#${token}`;

/** The domain of a link to sign. A remote provider sends the signer back to one address only, which it knows: ours. */
export const signDomainOf = (
  signature: { provider: string } | null,
  linkDomain: string | null,
): string | null => (signature?.provider === 'csc' ? null : linkDomain);

/** The link of an invitation to an organisation. Its token is behind the #, so that no log and no link scanner has it. */
export const invitationUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/invitations#${token}`;
