import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isErrorFromAlias } from '@zodios/core';
import { createApiClient, schemas } from './openapi-zod-client.js';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const { BASE_URL = '', API_KEY = '', FIELD_TOKEN = '', PHOTO = '' } = process.env;

const api = createApiClient(BASE_URL, { axiosConfig: { headers: { Authorization: `Bearer ${API_KEY}` } } });

const body = { notes: 'zod', metadata: { order: 'zod' } };
const create = () => api.createSession(body, { headers: { 'Idempotency-Key': 'zod-1' } });
const [created, replayed] = [await create(), await create()];
const listed = await api.listSessions({ queries: { limit: 5, metadata: { order: 'zod' } } });
const refused = await api.getSession({ params: { session_id: MISSING } }).catch((error: Error) => error);
// The client has no body for a photo: docs/openapi.md.
const sent = await api.axios.post<unknown>('/v1/field/photos', readFileSync(PHOTO), {
  params: { slot: 'roof' },
  headers: { 'Content-Type': 'image/jpeg', Authorization: `Bearer ${FIELD_TOKEN}` },
});
const stored = schemas.Evidence.parse(sent.data);
const file = await api.downloadEvidence({
  params: { session_id: stored.session, evidence_id: stored.id },
  responseType: 'arraybuffer',
});
const bytes = file as Buffer;

// @ts-expect-error -- a number where a locale stands
void (() => api.createSession({ locale: 1 }));
// @ts-expect-error -- a status that there is not
void (() => api.listSessions({ queries: { status: 'opne' } }));

const isKnown = refused instanceof Error && isErrorFromAlias(api.api, 'getSession', refused);
console.log(
  JSON.stringify({
    created: created.id,
    replayed: replayed.id,
    listed: listed.data.map(({ id }) => id),
    status: created.status,
    code: isKnown ? refused.response.data.code : null,
    sent: stored.received_sha256,
    kept: stored.sha256,
    downloaded: createHash('sha256').update(bytes).digest('hex'),
  }),
);
