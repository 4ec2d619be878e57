import { sayBrokenJson } from '@field-inspection/contract';
import { Metadata } from '@tus/server';
import { readAddress } from '../features/media/judge-upgrade.ts';
import { readAuthenticate, readPeerMessage } from '../features/media/signal-message.ts';
import { readCallback, verifyCallback } from '../features/notifications/callbacks/receive-callback.ts';
import { toPlainLines, toSingleLine } from '../features/notifications/messages/to-plain-lines.ts';
import { readExportCursor } from '../features/organisation-export/read-export.ts';
import { readUploadMetadata } from '../features/uploads/upload-metadata.ts';
import { readHost } from '../http/hosts/read-host.ts';
import { addressBlock } from '../http/limits/count-address.ts';
import { pickLocale } from '../http/pages/pick-locale.ts';
import { createStripeBilling } from '../platform/billing/create-stripe-billing.ts';
import { decodeCursor } from '../platform/database/cursor.ts';
import { hidePersonal } from '../platform/describe-causes.ts';
import { inetOf } from '../platform/inet-of.ts';
import { readMediaToken } from '../platform/media-connection.ts';
import { createKeyring } from '../platform/secrets/keyring.ts';
import { systemRandom } from '../platform/secrets/random.ts';

export type Reader = { name: string; largest: number; read: (text: string) => unknown };

const HEAD = 16 * 1024;
const CURSOR = 2_048;
const NOW = new Date('2026-11-20T14:30:00.000Z');
const keyring = createKeyring([{ kid: 'test', key: Buffer.alloc(32, 7) }], systemRandom);
const stripe = createStripeBilling({
  apiUrl: 'http://127.0.0.1:1',
  secretKey: 'sk_test_1',
  webhookSecret: 'whsec_1',
  prices: new Map(),
});

export const READERS: readonly Reader[] = [
  { name: 'Accept-Language', largest: HEAD, read: (text) => pickLocale(text) },
  { name: 'Host', largest: HEAD, read: readHost },
  { name: 'an address', largest: HEAD, read: (text) => [addressBlock(text), inetOf(text)] },
  {
    name: 'X-Forwarded-For of an upgrade',
    largest: HEAD,
    read: (text) => readAddress({ headers: { 'x-forwarded-for': text }, socket: {} } as never, 1),
  },
  {
    name: 'a media token',
    largest: HEAD,
    read: (text) => readMediaToken({ keyring, clock: { now: () => NOW } }, text),
  },
  { name: 'a cursor', largest: CURSOR, read: (text) => decodeCursor(keyring, 'sessions', text) },
  {
    name: 'a cursor of an export',
    largest: CURSOR,
    read: (text) => readExportCursor({ keyring }, 'org', text),
  },
  {
    name: 'Upload-Metadata',
    largest: HEAD,
    read: (text) => readUploadMetadata(Metadata.parse(text), { size: 1, takes: 'photo' }),
  },
  {
    name: 'a value of Upload-Metadata',
    largest: HEAD,
    read: (text) =>
      readUploadMetadata(
        { filetype: text, sha256: text, captured_at: text, slot: text, lat: text, lon: text, session: text },
        { size: 1, takes: 'photo' },
      ),
  },
  { name: 'a callback', largest: HEAD, read: (text) => readCallback(Buffer.from(text)) },
  {
    name: 'the signature of a callback',
    largest: HEAD,
    read: (signature) =>
      verifyCallback(
        { body: Buffer.from('{}'), signature, authorization: signature },
        { secret: 'secret', now: NOW },
      ),
  },
  {
    name: 'the signature of an event of Stripe',
    largest: HEAD,
    read: (signature) => stripe.readEvent({ body: Buffer.from('{}'), signature, now: NOW }),
  },
  {
    name: 'an event of Stripe that it has not signed',
    largest: 256 * 1024,
    read: (text) => stripe.readEvent({ body: Buffer.from(text), signature: 't=1,v1=00', now: NOW }),
  },
  { name: 'a signal', largest: 64 * 1024, read: readPeerMessage },
  { name: 'the first message of a socket', largest: 64 * 1024, read: readAuthenticate },
  { name: 'a text in a message', largest: 4_000, read: (text) => [toPlainLines(text), toSingleLine(text)] },
  { name: 'what a peer says of a failure', largest: 256 * 1024, read: hidePersonal },
  { name: 'JSON that is none', largest: 1024 * 1024, read: sayBrokenJson },
];
