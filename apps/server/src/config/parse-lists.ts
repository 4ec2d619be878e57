import { z } from 'zod';
import { PLANS, type Plan } from '@field-inspection/contract';

/** Addresses of relays as browsers take them (RFC 7065). A browser tries each; the nearest by UDP wins. */
export const TurnUrls = z.string().transform((value, context) => {
  const urls = value.split(',').map((part) => part.trim());
  if (urls.every((url) => TURN_URL.test(url)) && new Set(urls).size === urls.length) return urls;
  context.addIssue({
    code: 'custom',
    message:
      'must be addresses such as turn:turn.example.com or turns:turn.example.com:443?transport=tcp, separated by commas, each once',
  });
  return z.NEVER;
});

// A browser refuses the whole connection for one address that it can't read.
const TURN_URL = /^turns?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/;

export const Hosts = z.string().transform((value, context) => {
  const hosts = value.split(',').map((part) => part.trim().toLowerCase());
  if (hosts.every((host) => HOST.test(host))) return hosts;
  context.addIssue({
    code: 'custom',
    message: 'must be host names such as api.example.com, without a scheme or a port, separated by commas',
  });
  return z.NEVER;
});

const HOST = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

export const Origins = z.string().transform((value, context) => {
  const origins = value.split(',').map((part) => part.trim().toLowerCase());
  if (origins.every(isOrigin)) return origins;
  context.addIssue({
    code: 'custom',
    message: 'must be origins such as https://app.example.com, without a path, separated by commas',
  });
  return z.NEVER;
});

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

export const parseStripePrices = (value: string): ReadonlyMap<Plan, string> | undefined => {
  const pairs = value.split(',').map((part) => part.trim().split('='));
  const prices = new Map<Plan, string>();
  for (const [name, price = '', ...rest] of pairs) {
    const plan = PLANS.find((known) => known === name);
    if (!plan || plan === 'free' || rest.length > 0 || !/^[\w-]{1,200}$/.test(price)) return undefined;
    prices.set(plan, price);
  }
  return new Set(prices.values()).size === pairs.length ? prices : undefined;
};
