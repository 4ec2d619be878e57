// What an integrator would write over a generated client: create, list page by page, get, end, and a failure.
// `@ts-expect-error` proves that the generated types refuse what the service would refuse.

const SETTINGS = `
const baseUrl = process.env['BASE_URL'] ?? '';
const apiKey = process.env['API_KEY'] ?? '';
const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
`;

/** Over `@hey-api/openapi-ts`. */
export const HEY_API_CONSUMER = `
import { createClient } from './hey-api/client/index.js';
import { createSession, endSession, getSession, listSessions } from './hey-api/index.js';
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
}));
`;

/** Over `openapi-typescript` and `openapi-fetch`. */
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
}));
`;
