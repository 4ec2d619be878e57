import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Api } from './swagger-typescript-api.js';
import type {
  ErrorCode,
  Evidence,
  HttpResponse,
  Problem,
  Session,
  SessionStatus,
} from './swagger-typescript-api.js';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const { BASE_URL = '', API_KEY = '', FIELD_TOKEN = '', PHOTO = '' } = process.env;

/** The generated client would write `metadata` into the query as [object Object]: docs/openapi.md. */
class Client extends Api<unknown> {
  protected override addQueryParam(query: Record<string | number, unknown>, key: string): string {
    const value = query[key];
    if (typeof value !== 'object' || value === null) return super.addQueryParam(query, key);
    return Object.entries(value)
      .map(([name, part]) => this.encodeQueryParam(`${key}[${name}]`, part))
      .join('&');
  }
}

const client = new Client({
  baseUrl: BASE_URL,
  baseApiParams: { headers: { Authorization: `Bearer ${API_KEY}` } },
});

const body = { notes: 'swagger', metadata: { order: 'swagger' } };
// The generated functions have no argument for the header, so it is an option: docs/openapi.md.
const create = () => client.api.createSession(body, { headers: { 'Idempotency-Key': 'swagger-1' } });
const [created, replayed] = [await create(), await create()];
const listed = await client.api.listSessions({ limit: 5, metadata: { order: 'swagger' } });
const refused = await client.api
  .getSession(MISSING)
  .catch((response: HttpResponse<Session, Problem>) => response);
// The generated client would send the photo as {}, so fetch sends it: docs/openapi.md.
const sent = await fetch(`${BASE_URL}/v1/field/photos?slot=roof`, {
  method: 'POST',
  headers: { 'Content-Type': 'image/jpeg', Authorization: `Bearer ${FIELD_TOKEN}` },
  body: readFileSync(PHOTO),
});
const stored = (await sent.json()) as Evidence;
const file = await client.v1.downloadEvidence(stored.session, stored.id, {}, { format: 'bytes' });
const bytes = file.data as Uint8Array;

// @ts-expect-error -- a number where a locale stands
void (() => client.api.createSession({ locale: 1 }));
// @ts-expect-error -- a status that there is not
void (() => client.api.listSessions({ status: 'opne' }));

const status: SessionStatus = created.data.status;
const code: ErrorCode = refused.error.code;
console.log(
  JSON.stringify({
    created: created.data.id,
    replayed: replayed.data.id,
    listed: listed.data.data.map(({ id }) => id),
    status,
    code,
    sent: stored.received_sha256,
    kept: stored.sha256,
    downloaded: createHash('sha256').update(bytes).digest('hex'),
  }),
);
