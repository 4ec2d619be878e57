import type { Config } from '../../config/read-config.ts';

/** The domain over TLS, which its proxy speaks, with the path of BASE_URL; without a domain BASE_URL. */
export const rootUrlOf = ({ baseUrl }: Pick<Config, 'baseUrl'>, domain: string | null): string =>
  domain === null ? baseUrl : `https://${domain}${new URL(baseUrl).pathname.replace(/\/$/, '')}`;
