import type { Config } from '../../config/read-config.ts';

/**
 * Gives the root of the addresses that an organisation gives out: its domain, over TLS, which its proxy speaks, with
 * the path of BASE_URL; without a domain, BASE_URL itself.
 */
export const rootUrlOf = ({ baseUrl }: Pick<Config, 'baseUrl'>, domain: string | null): string =>
  domain === null ? baseUrl : `https://${domain}${new URL(baseUrl).pathname.replace(/\/$/, '')}`;
