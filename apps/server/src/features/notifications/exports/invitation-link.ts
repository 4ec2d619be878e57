import type { Context } from '../../../context.ts';
import { rootUrlOf } from '../../../http/hosts/root-url-of.ts';

/** The link of an invitation to an organisation. Its token is behind the #, so that no log and no link scanner has it. */
export const invitationUrlOf = (
  { config }: Pick<Context, 'config'>,
  { token, linkDomain }: { token: string; linkDomain: string | null },
): string => `${rootUrlOf(config, linkDomain)}/invitations#${token}`;
