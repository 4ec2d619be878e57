import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPhoto, createSession, defaults, getSession, listSessions } from './oazapfts/oazapfts.js';
import type { ErrorCode, SessionStatus } from './oazapfts/oazapfts.js';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const { BASE_URL = '', API_KEY = '', FIELD_TOKEN = '', PHOTO = '' } = process.env;

defaults.baseUrl = BASE_URL;
defaults.headers = { Authorization: `Bearer ${API_KEY}` };

const create = () =>
  createSession(
    { notes: 'oazapfts', metadata: { order: 'oazapfts' } },
    { idempotencyKey: 'oazapfts-exact-1' },
  );
const [created, replayed] = [await create(), await create()];
if (created.status !== 201 || replayed.status !== 201) throw new Error('not as documented');
const listed = await listSessions({ limit: 5, metadata: { order: 'oazapfts' } });
if (listed.status !== 200) throw new Error(listed.data.code);
const refused = await getSession(MISSING);
if (refused.status !== 404) throw new Error('not as documented');
const photo = new Blob([readFileSync(PHOTO)]);
const headers = { 'Content-Type': 'image/jpeg', Authorization: `Bearer ${FIELD_TOKEN}` };
const stored = await createPhoto(photo, { slot: 'roof' }, { headers });
if (stored.status !== 201) throw new Error(stored.data.code);
// The generated function would read the bytes as text, so fetch reads them: docs/openapi.md.
const { session, id } = stored.data;
const file = await fetch(`${BASE_URL}/v1/evidence/${session}/files/${id}`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
});
const bytes = new Uint8Array(await file.arrayBuffer());

// @ts-expect-error -- a number where a locale stands
void (() => createSession({ locale: 1 }));
// @ts-expect-error -- an optional field that is undefined: exactOptionalPropertyTypes
void (() => createSession({ notes: undefined }));

const status: SessionStatus = created.data.status;
const code: ErrorCode = refused.data.code;
console.log(
  JSON.stringify({
    created: created.data.id,
    replayed: replayed.data.id,
    listed: listed.data.data.map(({ id }) => id),
    status,
    code,
    sent: stored.data.received_sha256,
    kept: stored.data.sha256,
    downloaded: createHash('sha256').update(bytes).digest('hex'),
  }),
);
