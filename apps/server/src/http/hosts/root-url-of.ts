import type { Config } from '../../config/read-config.ts';

/**
 * Where the addresses that an organisation gives out begin: at its domain, over TLS, which its proxy speaks, and below
 * the path of BASE_URL. Without a domain: at BASE_URL itself.
 */
export const rootUrlOf = ({ baseUrl }: Pick<Config, 'baseUrl'>, domain: string | null): string =>
  domain === null ? baseUrl : `https://${domain}${new URL(baseUrl).pathname.replace(/\/$/, '')}`;
