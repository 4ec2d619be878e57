import { invalidField } from '../../api-error.ts';
import type { Context } from '../../context.ts';

/**
 * Where a browser goes when it has done with a page of the provider: where it was told, or to the service. A page of
 * the provider vouches for where it leads, so that it leads to the service or to what the organisation has proven.
 *
 * @throws {ApiError} validation_error
 */
export const readReturnUrl = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  { organisationId, given }: { organisationId: string; given: string | undefined },
): Promise<string> => {
  if (given === undefined) return config.baseUrl;
  const { domain } = await database.prisma.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { domain: true },
  });
  const origins = [new URL(config.baseUrl).origin, ...(domain === null ? [] : [`https://${domain}`])];
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // The origin of a blob is that of what made it, and one with a name before its host looks like another's.
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (isPlain && origins.includes(url.origin)) return url.href;
  throw invalidField(
    'return_url',
    `must begin with ${origins.join(' or ')}: pages of the service, or of the domain that the organisation has verified`,
  );
};
