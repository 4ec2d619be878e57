// A program of an integrator over a generated client: create, list page by page, get, end, a failure, and a photo.
// `@ts-expect-error` proves that the generated types refuse what the service would refuse.

const SETTINGS = `
import { readFileSync } from 'node:fs';
const baseUrl = process.env['BASE_URL'] ?? '';
const apiKey = process.env['API_KEY'] ?? '';
const photo = new Blob([readFileSync(process.env['PHOTO'] ?? '')], { type: 'image/jpeg' });
const fieldToken = process.env['FIELD_TOKEN'] ?? '';
const jpeg = { 'Content-Type': 'image/jpeg' };
export const asFieldPerson = { ...jpeg, Authorization: 'Bearer ' + fieldToken };
const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
`;

export const HEY_API_CONSUMER = `
import { createClient } from './hey-api/client/index.js';
import { createPhoto, createSession, endSession, getSession, listSessions } from './hey-api/index.js';
import type { ErrorCode, OnSessionJoinedWebhookPayload, SessionStatus } from './hey-api/index.js';
${SETTINGS}
const client = createClient({ baseUrl, auth: apiKey });
const key = { 'Idempotency-Key': 'hey-api-1' };

const created = await createSession({ client, body: { notes: 'hey-api', locale: 'de' }, headers: key });
const replayed = await createSession({ client, body: { notes: 'hey-api', locale: 'de' }, headers: key });
if (!created.data || !replayed.data) throw new Error(created.error?.code);
const bare = await createSession({ client });
if (!bare.data) throw new Error(bare.error.code);

const listed: string[] = [];
for (let cursor: string | undefined; ; ) {
  const page = await listSessions({ client, query: { limit: 1, status: 'created', ...(cursor ? { cursor } : {}) } });
  if (!page.data) throw new Error(page.error.code);
  listed.push(...page.data.data.map(({ id }) => id));
  if (!page.data.has_more) break;
  cursor = page.data.next_cursor ?? undefined;
}

const path = { session_id: created.data.id };
const got = await getSession({ client, path, throwOnError: true });
const ended = await endSession({ client, path, throwOnError: true });
const missing = await getSession({ client, path: { session_id: MISSING } });
const fieldClient = createClient({ baseUrl, auth: fieldToken });
const upload = { client: fieldClient, bodySerializer: null, headers: jpeg };
const stored = await createPhoto({ ...upload, body: photo, throwOnError: true });

// @ts-expect-error -- a field that there is not
void (() => createSession({ client, body: { note: 'hey-api' } }));
// @ts-expect-error -- a number where a locale stands
void (() => createSession({ client, body: { locale: 1 } }));
export const readGuest = (event: OnSessionJoinedWebhookPayload): string => event.data.invite.recipient_first_name;

const status: SessionStatus = ended.data.status;
const code: ErrorCode | undefined = missing.error?.code;
console.log(JSON.stringify({
  created: created.data.id,
  replayed: replayed.data.id,
  bare: bare.data.id,
  listed,
  got: got.data.notes,
  status,
  code,
  limit: created.response?.headers.get('x-ratelimit-limit'),
  photo: stored.data?.received_sha256,
}));
`;

export const OPENAPI_FETCH_CONSUMER = `
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './openapi-typescript.js';
${SETTINGS}
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${apiKey}\` } });
const SESSIONS = '/api/v1/public/sessions';
const header = { 'Idempotency-Key': 'openapi-fetch-1' };

const create = () => client.POST(SESSIONS, { params: { header }, body: { notes: 'openapi-fetch', locale: 'de' } });
const [created, replayed, bare] = [await create(), await create(), await client.POST(SESSIONS)];
if (!created.data || !replayed.data) throw new Error(created.error?.code);
if (bare.error) throw new Error(bare.error.code);

// A shot as docs/shots.md has it: what has a default may be left out.
const asked = await client.PATCH('/api/v1/public/sessions/{session_id}', {
  params: { path: { session_id: created.data.id } },
  body: { shots: [{ slot: 'roof_north', label: { en: 'The roof from the north' } }] },
});
if (!asked.data?.shots[0]?.required) throw new Error(asked.error?.code);

const listed: string[] = [];
for (let cursor: string | undefined; ; ) {
  const query = { limit: 1, status: 'created' as const, ...(cursor ? { cursor } : {}) };
  const page = await client.GET(SESSIONS, { params: { query } });
  if (page.error) throw new Error(page.error.code);
  listed.push(...page.data.data.map(({ id }) => id));
  if (!page.data.has_more) break;
  cursor = page.data.next_cursor ?? undefined;
}

const params = { path: { session_id: created.data.id } };
const got = await client.GET('/api/v1/public/sessions/{session_id}', { params });
const ended = await client.POST('/api/v1/public/sessions/{session_id}/end', { params });
const missing = await client.GET('/api/v1/public/sessions/{session_id}', {
  params: { path: { session_id: MISSING } },
});
const stored = await client.POST('/v1/field/photos', {
  params: { query: { slot: 'roof' } },
  body: photo,
  bodySerializer: (body) => body,
  headers: asFieldPerson,
});

// @ts-expect-error -- a number where a locale stands
void (() => client.POST(SESSIONS, { body: { locale: 1 } }));
// @ts-expect-error -- a path that there is not
void (() => client.GET('/api/v1/public/session'));
type Joined = webhooks['session.joined']['post']['requestBody']['content']['application/json'];
export const readGuest = (event: Joined): string => event.data.invite.recipient_first_name;

const status: components['schemas']['SessionStatus'] | undefined = ended.data?.status;
const code: components['schemas']['ErrorCode'] | undefined = missing.error?.code;
console.log(JSON.stringify({
  created: created.data.id,
  replayed: replayed.data.id,
  bare: bare.data.id,
  listed,
  got: got.data?.notes,
  status,
  code,
  limit: created.response.headers.get('x-ratelimit-limit'),
  photo: stored.data?.received_sha256,
}));
`;

export const OAZAPFTS_CONSUMER = `
import { createPhoto, createSession, defaults, endSession, getSession, listSessions } from './oazapfts.js';
import type { ErrorCode, SessionStatus } from './oazapfts.js';
${SETTINGS}
defaults.baseUrl = baseUrl;
defaults.headers = { Authorization: \`Bearer \${apiKey}\` };

const create = () => createSession({ notes: 'oazapfts', locale: 'de' }, { idempotencyKey: 'oazapfts-1' });
const [created, replayed, bare] = [await create(), await create(), await createSession()];
if (created.status !== 201 || replayed.status !== 201 || bare.status !== 201) throw new Error(String(created.status));

const listed: string[] = [];
for (let cursor: string | undefined; ; ) {
  const page = await listSessions({ limit: 1, status: 'created', ...(cursor ? { cursor } : {}) });
  if (page.status !== 200) throw new Error(page.data.code);
  listed.push(...page.data.data.map(({ id }) => id));
  if (!page.data.has_more) break;
  cursor = page.data.next_cursor ?? undefined;
}

const got = await getSession(created.data.id);
const ended = await endSession(created.data.id);
const missing = await getSession(MISSING);
if (got.status !== 200 || ended.status !== 200 || missing.status !== 404) throw new Error('not as documented');
const stored = await createPhoto(photo, { slot: 'roof' }, { headers: asFieldPerson });

// @ts-expect-error -- a number where a locale stands
void (() => createSession({ locale: 1 }));

const status: SessionStatus = ended.data.status;
const code: ErrorCode = missing.data.code;
console.log(JSON.stringify({
  created: created.data.id,
  replayed: replayed.data.id,
  bare: bare.data.id,
  listed,
  got: got.data.notes,
  status,
  code,
  limit: created.headers.get('x-ratelimit-limit'),
  photo: stored.status === 201 ? stored.data.received_sha256 : stored.data.code,
}));
`;
