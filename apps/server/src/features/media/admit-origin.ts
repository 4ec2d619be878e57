import type { Config } from '../../config/read-config.ts';

/**
 * Whether a page of this origin may open a socket. Without SIGNALLING_ORIGINS each may, since the token that admits is
 * handed to the pages of whoever holds an API key, wherever they are. What is no browser sends no origin.
 */
export const admitsOrigin = (
  { baseUrl, signallingOrigins }: Pick<Config, 'baseUrl' | 'signallingOrigins'>,
  origin: string | undefined,
): boolean =>
  origin === undefined ||
  signallingOrigins === undefined ||
  [new URL(baseUrl).origin, ...signallingOrigins].includes(origin);
