import type { Request, Response } from 'express';
import type { Config } from '../../config/read-config.ts';

/**
 * `session` bears the token of who is signed in. `sign_in` binds a sign-in to the browser that began it, and `passkey`
 * one by a passkey: a page begins that unasked, for the browser's autofill, while a code is under way in another.
 */
export type CookieName = 'session' | 'sign_in' | 'passkey';

/** A session's own end comes first, and stands in its row; a sign-in lives as long as its code. */
const LIFETIME_SECONDS: Record<CookieName, number> = { session: 86_400, sign_in: 600, passkey: 600 };

/**
 * Reads one of the service's cookies. Two of one name count as none: no browser sends two of a name that begins with
 * `__Host-`.
 */
export const readCookie = (
  config: CookieConfig,
  { headersDistinct }: Pick<Request, 'headersDistinct'>,
  name: CookieName,
): string | undefined => {
  const start = `${nameCookie(config, name)}=`;
  const [value, ...others] = (headersDistinct.cookie ?? [])
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return others.length === 0 ? value?.slice(start.length) : undefined;
};

export const setCookie = (
  config: CookieConfig,
  response: Pick<Response, 'append'>,
  { name, value }: { name: CookieName; value: string },
): void => writeCookie(config, response, { name, value, seconds: LIFETIME_SECONDS[name] });

export const clearCookie = (
  config: CookieConfig,
  response: Pick<Response, 'append'>,
  name: CookieName,
): void => writeCookie(config, response, { name, value: '', seconds: 0 });

type CookieConfig = Pick<Config, 'baseUrl' | 'demo'>;

// No page's script reads it, no page of another site sends it along, and no host below or beside this one sets it
// (RFC 6265bis, section 4.1.3.2).
const writeCookie = (
  config: CookieConfig,
  response: Pick<Response, 'append'>,
  { name, value, seconds }: { name: CookieName; value: string; seconds: number },
): void => {
  const secure = isPlainDemo(config) ? '' : '; Secure';
  const named = `${nameCookie(config, name)}=${value}`;
  response.append('Set-Cookie', `${named}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
};

export const nameCookie = (config: CookieConfig, name: CookieName): string =>
  `${isPlainDemo(config) ? '' : '__Host-'}fis_${name}`;

// Demo mode is on a loopback address. Of the browsers only Chromium takes Secure there over http.
const isPlainDemo = ({ baseUrl, demo }: CookieConfig): boolean => demo && baseUrl.startsWith('http:');
