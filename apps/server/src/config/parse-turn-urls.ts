import { z } from 'zod';

/** A list of addresses of relays, as browsers take them (RFC 7065). Each is tried: the nearest by UDP wins. */
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
