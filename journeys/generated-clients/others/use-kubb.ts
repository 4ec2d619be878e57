import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPhoto, createSession, downloadEvidence, getSession, listSessions } from './kubb/index.js';
import type { ErrorCode, Problem, SessionStatus } from './kubb/index.js';
import { Refusal } from './kubb-fetch.js';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const { FIELD_TOKEN = '', PHOTO = '' } = process.env;

const create = () =>
  createSession({ notes: 'kubb', metadata: { order: 'kubb' } }, { 'Idempotency-Key': 'kubb-1' });
const [created, replayed] = [await create(), await create()];
const listed = await listSessions({ limit: 5, metadata: { order: 'kubb' } });
const refused = await getSession(MISSING).catch((error: Refusal<Problem>) => error);
const photo = new Blob([readFileSync(PHOTO)], { type: 'image/jpeg' });
const asFieldPerson = { headers: { Authorization: `Bearer ${FIELD_TOKEN}` } };
const stored = await createPhoto(photo, { slot: 'roof' }, undefined, asFieldPerson);
const file = (await downloadEvidence(stored.session, stored.id)) as Blob;
const bytes = new Uint8Array(await file.arrayBuffer());

// @ts-expect-error -- a number where a locale stands
void (() => createSession({ locale: 1 }));
// @ts-expect-error -- a status that there is not
void (() => listSessions({ status: 'opne' }));

const status: SessionStatus = created.status;
const code: ErrorCode | null = refused instanceof Refusal ? refused.problem.code : null;
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
