import { z } from 'zod';
import { parseNoProxy } from '../platform/egress-proxy/choose-proxy.ts';

/** Hosts write these in small letters, too, and some programs read only one of the two. */
export const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** The value may hold a password, so no message repeats it. */
export const HttpProxy = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '';
  if (url?.protocol === 'http:' && isBare && isDecodable(url)) return url;
  context.addIssue({
    code: 'custom',
    message: 'must be such as http://user:password@proxy.example.com:3128, both parts percent-encoded',
  });
  return z.NEVER;
});

const isDecodable = ({ username, password }: URL): boolean => {
  try {
    return typeof decodeURIComponent(username + password) === 'string';
  } catch {
    return false;
  }
};

export const NoProxies = z.string().transform((value, context) => {
  const entries = parseNoProxy(value);
  if (entries) return entries;
  context.addIssue({
    code: 'custom',
    message:
      'must be names, addresses or networks, each with a port if need be, such as .internal,10.0.0.0/8,db:5432',
  });
  return z.NEVER;
});
