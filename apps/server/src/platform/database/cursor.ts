import type { Keyring } from '../secrets/keyring.ts';

/**
 * A row's position in a list: the number that it is ordered by (its created_at in microseconds since 1970, or its
 * sequence), and its id.
 */
export type Position = { at: bigint; id: string };

/**
 * Opaque cursors, bound by HMAC to the list they were made for (`scope`: organisation, route and filters), so that a
 * changed or foreign cursor is refused instead of leading into other rows.
 */
export const encodeCursor = (keyring: Keyring, scope: string, position: Position): string => {
  const content = `${VERSION}.${position.at}.${position.id}`;
  const mac = keyring.sign('cursor', `${scope}\n${content}`).toString('base64url');
  return Buffer.from(`${content}.${mac}`).toString('base64url');
};

/** Gives the position of a cursor, or undefined for one that this service did not make for this list. */
export const decodeCursor = (keyring: Keyring, scope: string, cursor: string): Position | undefined => {
  // base64url has several spellings of the same bytes; only the one we wrote is ours.
  const decoded = Buffer.from(cursor, 'base64url');
  if (decoded.toString('base64url') !== cursor) return undefined;
  const [version, at = '', id = '', mac = '', ...rest] = decoded.toString('utf8').split('.');
  if (version !== VERSION || rest.length > 0 || !/^\d{1,20}$/.test(at)) return undefined;
  const macBytes = Buffer.from(mac, 'base64url');
  if (macBytes.toString('base64url') !== mac) return undefined;
  const genuine = keyring.verify('cursor', `${scope}\n${version}.${at}.${id}`, macBytes);
  return genuine ? { at: BigInt(at), id } : undefined;
};

const VERSION = '1';
