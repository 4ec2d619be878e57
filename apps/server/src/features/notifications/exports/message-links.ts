import type { Context } from '../../../context.ts';
import { rootUrlOf } from '../../../http/hosts/root-url-of.ts';

export { listLegalLinks } from '../messages/dress-letter.ts';

/** Makes the link to sign with a token behind the #, where no log, no Referer header and no link scanner gets it. */
export const signUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/sign#${token}`;

/** Makes the link of a recipient to a report, with its token behind the #. */
export const reportUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/report#${token}`;

/** Gives the domain of a link to sign. A remote provider sends the signer back only to the address it knows: ours. */
export const signDomainOf = (
  signature: { provider: string } | null,
  linkDomain: string | null,
): string | null => (signature?.provider === 'csc' ? null : linkDomain);

/** Makes the address of a session in the console, which is at the service's own address alone. */
export const consoleUrlOf = ({ config }: Pick<Context, 'config'>, sessionId: string): string =>
  `${rootUrlOf(config, null)}/console/inspections/${sessionId}`;

/** Makes the link of an invitation to an organisation, with its token behind the #, out of logs and link scanners. */
export const invitationUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/invitations#${token}`;
