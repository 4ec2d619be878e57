import type { RequestListener } from 'node:http';
import type { Config } from '../../config/read-config.ts';
import { isOwnHost, readHost } from '../hosts/read-host.ts';

/**
 * Gives the headers of every reply, whoever makes it. No browser guesses a type, and after https a browser uses nothing
 * else (RFC 6797), for a year and on all subdomains, as ASVS 5.0, 3.4.1, asks for at level 2. A reply that is no page
 * runs nothing and is in no frame; pages and files have policies of their own. No address goes on to where a reply
 * leads. Replies hold personal data and secrets, and a cache may keep a 404, a 405 and a 410 unasked (RFC 9110, section
 * 15.1): no cache keeps a reply, unless the reply says so itself.
 *
 * @param host the header `Host`, empty where there is none; undefined where the request is not known
 */
export const listSafetyHeaders = (config: HostConfig, host: string | undefined): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  ...(config.baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': writeHsts(config, host) } : {}),
});

type HostConfig = Pick<Config, 'baseUrl' | 'servedHosts'>;

// Below an organisation's domain others may serve anything, over http, too.
const writeHsts = (config: HostConfig, host: string | undefined): string => {
  const name = host && readHost(host);
  const isOwn = host === '' || (name !== undefined && isOwnHost(config, name));
  return `max-age=31536000${isOwn ? '; includeSubDomains' : ''}`;
};

/** Before the app, so that no order of its parts leaves a reply without these headers. */
export const withSafetyHeaders =
  (config: HostConfig, app: RequestListener): RequestListener =>
  (request, response) => {
    const headers = listSafetyHeaders(config, request.headers.host ?? '');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    app(request, response);
  };
