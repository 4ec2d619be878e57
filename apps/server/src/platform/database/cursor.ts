import type { Keyring } from '../secrets/keyring.ts';

/** `at` is what the list is ordered by: created_at in microseconds since 1970, or the sequence. */
export type Position = { at: bigint; id: string };

/** A changed or foreign cursor is refused: the HMAC covers `scope`, which is organisation, route and filters. */
export const encodeCursor = (keyring: Keyring, scope: string, position: Position): string => {
  const content = `${VERSION}.${position.at}.${position.id}`;
  const mac = keyring.sign('cursor', `${scope}\n${content}`).toString('base64url');
  return Buffer.from(`${content}.${mac}`).toString('base64url');
};

export const decodeCursor = (keyring: Keyring, scope: string, cursor: string): Position | undefined => {
  // base64url spells the same bytes in several ways; a cursor of ours has the one that we write.
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
