import { beginning, sendingFrom, UPLOADS_PATH } from '../requests/operations.ts';
import { sendRequest, type Reply } from '../requests/send-request.ts';
import { nestPrototype, objectOf } from '../requests/shapes.ts';
import * as bodies from './hostile-bodies.ts';

export type HostileCaller = 'nobody' | 'field' | 'key';

export type HostileTarget = {
  baseUrl: string;
  address: string;
  token?: string | undefined;
  sessionId: string;
};

export type HostileKind = {
  what: string;
  by: HostileCaller;
  send: (target: HostileTarget) => Promise<number[]>;
};

const KIB = 1024;
const PUBLIC_ROOT = '/api/v1/public';

type Call = { method?: string; path: string; headers?: Record<string, string>; body: Buffer | string };

const json = (what: string, by: HostileCaller, call: Call): HostileKind => ({
  what,
  by,
  send: async (target) => {
    const headers = { 'content-type': 'application/json', ...call.headers };
    return [(await ask(target, { ...call, headers })).status];
  },
});

const recording = (what: string, mime: string, body: Buffer): HostileKind => ({
  what,
  by: 'key',
  send: (target) => record(target, mime, body),
});

/** Nests as deep as so many bytes allow. */
const nestDeep = (bytes: number): string => nestPrototype(bytes - '{"__proto__":1}'.length);

/** As many keys as fit in so many bytes, each starting with this letter. */
const nameManyKeys = (bytes: number, first = 'k'): string =>
  objectOf((key) => `"${first}${key}":1`)(bytes - 2);

/** Lists costly bodies and files, by everybody who may send them. */
export const listHostileKinds = (): HostileKind[] => [
  json('JSON as deep as it goes', 'nobody', { path: '/v1/keys/revoke', body: nestDeep(256 * KIB) }),
  json('keys that nobody knows', 'nobody', { path: '/v1/keys/revoke', body: nameManyKeys(256 * KIB) }),
  json('texts of 64 000 characters', 'nobody', {
    path: '/v1/org/invitations/accept',
    body: JSON.stringify({ token: 'x'.repeat(64_000), email: `${'x.'.repeat(32_000)}@` }),
  }),
  json('JSON as deep as it goes', 'field', {
    path: '/v1/field/whiteboards',
    body: nestDeep(KIB * KIB),
  }),
  json('keys that nobody knows', 'field', {
    path: '/v1/field/whiteboards',
    body: nameManyKeys(KIB * KIB),
  }),
  json('a name of 64 000 characters', 'field', { path: '/v1/field/signature', body: bodies.signLongName() }),
  json('a drawing of wrong points', 'field', {
    path: '/v1/field/whiteboards',
    body: bodies.drawWrongly(KIB * KIB),
  }),
  json('a drawing of wrong strokes', 'field', {
    path: '/v1/field/whiteboards',
    body: bodies.drawManyWrongStrokes(KIB * KIB),
  }),
  {
    what: 'a picture of empty chunks',
    by: 'field',
    send: async (target) => {
      const call = { path: '/v1/field/photos', headers: { 'content-type': 'image/png' }, body: PICTURE };
      return [(await ask(target, call)).status];
    },
  },
  json('JSON as deep as it goes', 'key', {
    path: `${PUBLIC_ROOT}/sessions`,
    body: nestDeep(256 * KIB),
  }),
  json('metadata of wrong keys', 'key', {
    path: `${PUBLIC_ROOT}/sessions`,
    body: `{"metadata":${nameManyKeys(256 * KIB - 20, '_')}}`,
  }),
  json('a name of 64 000 characters', 'key', {
    path: '/v1/org/members',
    body: JSON.stringify({ email: 'a@example.com', name: bodies.longName(), role: 'auditor' }),
  }),
  json('a logo of namespaces', 'key', {
    method: 'PUT',
    path: '/v1/branding/logo',
    headers: { 'if-match': '*' },
    body: bodies.drawManyNamespaces(),
  }),
  recording('an MP4 of tiny boxes', 'video/mp4', bodies.makeHostileMp4(KIB * KIB)),
  recording('a WebM of one element', 'video/webm', bodies.makeHostileWebm(KIB * KIB)),
];

const PICTURE = bodies.makeHostilePng();

/** The recording is one resumable upload in one part. */
const record = async (target: HostileTarget, filetype: string, body: Buffer): Promise<number[]> => {
  const headers = {
    ...beginning({ filetype, session: target.sessionId }),
    'upload-length': String(body.length),
  };
  const begun = await ask(target, { path: UPLOADS_PATH, headers, body: '' });
  const id = begun.headers.get('location')?.split('/').at(-1);
  if (id === undefined) return [begun.status];
  const part = { method: 'PATCH', path: `${UPLOADS_PATH}/${id}`, headers: sendingFrom(0), body };
  return [begun.status, (await ask(target, part)).status];
};

const ask = (
  { baseUrl, address, token }: HostileTarget,
  { method = 'POST', headers, ...call }: Call,
): Promise<Reply> =>
  sendRequest(baseUrl, {
    ...call,
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
