import type { Config } from '../../config/read-config.ts';

/**
 * An organisation's addresses start with its domain, over TLS, which its proxy speaks, and the path of BASE_URL;
 * without a domain, with BASE_URL itself.
 */
export const rootUrlOf = ({ baseUrl }: Pick<Config, 'baseUrl'>, domain: string | null): string =>
  domain === null ? baseUrl : `https://${domain}${new URL(baseUrl).pathname.replace(/\/$/, '')}`;
