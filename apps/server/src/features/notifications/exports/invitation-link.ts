import type { Context } from '../../../context.ts';

/** The link of an invitation to an organisation. Its token is behind the #, so that no log and no link scanner has it. */
export const invitationUrlOf = ({ config: { baseUrl } }: Pick<Context, 'config'>, token: string): string =>
  `${baseUrl}/invitations#${token}`;
