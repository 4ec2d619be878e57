import type { Context } from '../../../context.ts';

/** The link that a token opens to sign. Behind the #, so that neither logs nor Referer headers nor link scanners hold the token. */
export const signUrlOf = ({ config: { baseUrl } }: Pick<Context, 'config'>, token: string): string =>
  `${baseUrl}/sign#${token}`;
