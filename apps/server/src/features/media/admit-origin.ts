import type { Config } from '../../config/read-config.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';

/**
 * Whether a page of this origin may open a socket. Without SIGNALLING_ORIGINS each may, since the token that admits is
 * handed to the pages of whoever holds an API key, wherever they are. What is no browser sends no origin.
 */
export const admitsOrigin = (
  { baseUrl, signallingOrigins }: Pick<Config, 'baseUrl' | 'signallingOrigins'>,
  { origin, domain }: { origin: string | undefined; domain?: Domain | undefined },
): boolean =>
  origin === undefined ||
  signallingOrigins === undefined ||
  // The page behind a link opens its socket where it came from.
  (domain !== undefined && origin === `https://${domain.name}`) ||
  [new URL(baseUrl).origin, ...signallingOrigins].includes(origin);
