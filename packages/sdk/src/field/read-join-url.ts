import { UsageError } from '../errors/field-inspection-error.ts';
import { parseUrl } from '../requests/parse-url.ts';

type Link = { baseUrl: string; sessionId: string; token: string };

/** `null` for a link that leads nowhere, such as one cut by a mail client. */
export function readJoinUrl(joinUrl: unknown): Link | null {
  const url = parseUrl(String(joinUrl));
  if (!url) throw new UsageError('joinUrl must be the join_url of an invite');
  const [, prefix = '', sessionId] =
    /^(.*)\/join\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/.exec(url.pathname) ?? [];
  const [token] = /^[A-Za-z0-9_-]{43}$/.exec(url.hash.slice(1)) ?? [];
  return sessionId && token ? { baseUrl: url.origin + prefix, sessionId, token } : null;
}
