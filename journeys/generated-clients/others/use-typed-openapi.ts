import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createApiClient } from './typed-openapi.js';
import type { Fetcher, Schemas } from './typed-openapi.js';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const SESSIONS = '/api/v1/public/sessions';
const { BASE_URL = '', API_KEY = '', FIELD_TOKEN = '', PHOTO = '' } = process.env;

const fetcher: Fetcher = {
  // The generated client would write `metadata` into the query as [object Object]: docs/openapi.md.
  encodeSearchParams: (query = {}) => new URLSearchParams(Object.entries(query).flatMap(listPairs)),
  fetch: ({ method, url, urlSearchParams, parameters, overrides }) => {
    url.search = String(urlSearchParams ?? '');
    const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
    return fetch(url, {
      method: method.toUpperCase(),
      body: JSON.stringify(parameters?.body) ?? null,
      ...overrides,
      headers: {
        ...headers,
        ...(parameters?.header as Record<string, string>),
        ...(overrides?.headers as typeof headers),
      },
    });
  },
};

function listPairs([name, value]: [string, unknown]): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, String(part)]);
}

const api = createApiClient(fetcher, BASE_URL);

const body = { notes: 'typed', metadata: { order: 'typed' } };
const create = () => api.post(SESSIONS, { body, header: { 'Idempotency-Key': 'typed-1' } });
const [created, replayed] = [await create(), await create()];
const listed = await api.get(SESSIONS, { query: { limit: 5, metadata: { order: 'typed' } } });
const path = { session_id: MISSING };
const refused = await api.get(`${SESSIONS}/{session_id}`, { path, withResponse: true });
// The operation has no body for a photo: docs/openapi.md.
const stored = await api.post('/v1/field/photos', {
  query: { slot: 'roof' },
  header: {},
  overrides: {
    body: new Blob([readFileSync(PHOTO)]),
    headers: { 'Content-Type': 'image/jpeg', Authorization: `Bearer ${FIELD_TOKEN}` },
  },
});
const file = await api.get('/v1/evidence/{session_id}/files/{evidence_id}', {
  path: { session_id: stored.session, evidence_id: stored.id },
  query: {},
  header: {},
  withResponse: true,
});
const bytes = new Uint8Array(await file.arrayBuffer());

// @ts-expect-error -- a number where a locale stands
void (() => api.post(SESSIONS, { body: { locale: 1 }, header: {} }));
// @ts-expect-error -- a status that there is not
void (() => api.get(SESSIONS, { query: { status: 'opne' } }));

const status: Schemas.SessionStatus = created.status;
const code: Schemas.ErrorCode | null = refused.ok ? null : refused.data.code;
console.log(
  JSON.stringify({
    created: created.id,
    replayed: replayed.id,
    listed: listed.data.map(({ id }) => id),
    status,
    code,
    sent: stored.received_sha256,
    kept: stored.sha256,
    downloaded: createHash('sha256').update(bytes).digest('hex'),
  }),
);
