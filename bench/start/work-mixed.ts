import { randomUUID } from 'node:crypto';
import { takePhoto } from '../../apps/server/src/testing/take-photo.ts';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { composeRequest, type RequestParts } from '../load/compose-request.ts';
import { openConnection, type Connection } from '../load/open-connection.ts';
import type { Tenant } from '../stage/move-in.ts';

const AT_ONCE = 8;

/** Whole inspections, as many at a time, until the time is over. Gives how many there were. */
export const workMixed = async (
  baseUrl: string,
  { tenants, seconds }: { tenants: Tenant[]; seconds: number },
): Promise<number> => {
  const endMs = performance.now() + 1000 * seconds;
  let done = 0;
  const work = async (): Promise<void> => {
    const connection = await openConnection(baseUrl);
    while (performance.now() < endMs) {
      await inspect(connection, tenants[done % tenants.length]!);
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
};

const PHOTOS = 3;

const inspect = async (connection: Connection, { apiKey }: Tenant): Promise<void> => {
  const call = <Body>(method: string, path: string, body?: object) =>
    ask<Body>(connection, { method, path: PUBLIC_ROOT + path, token: apiKey, ...(body ? { body } : {}) });
  const { id } = await call<{ id: string }>('POST', '/sessions', { notes: 'Roof', reference: 'ref-1' });
  const invite = await call<{ join_url: string; otp_code: string }>('POST', `/sessions/${id}/participants`, {
    recipient_email: `${randomUUID()}@example.com`,
  });
  const { hash } = new URL(invite.join_url);
  const { field_session_token: token } = await ask<{ field_session_token: string }>(connection, {
    method: 'GET',
    path: `/v1/sessions/${id}/join/${hash.slice(1)}`,
    headers: { 'x-join-otp': invite.otp_code },
  });
  const body = { camera: 'granted', gps: 'granted' };
  await ask(connection, { method: 'PATCH', path: '/v1/field/consent', token, body });
  for (let photo = 0; photo < PHOTOS; photo++) {
    const headers = { 'content-type': 'image/jpeg' };
    const bytes = await takePhoto();
    await ask(connection, { method: 'POST', path: '/v1/field/photos', token, headers, body: bytes });
  }
  await call('GET', `/sessions/${id}`);
  await call('GET', '/sessions?reference=ref-1');
  await call('PATCH', `/sessions/${id}`, { notes: 'Roof, north side' });
  await call('POST', `/sessions/${id}/end`);
};

const ask = async <Body>(connection: Connection, parts: RequestParts): Promise<Body> => {
  const { status, body } = await connection.ask(composeRequest(parts));
  if (status >= 300) throw new Error(`${parts.method} ${parts.path}: ${status} ${body.slice(0, 500)}`);
  return JSON.parse(body) as Body;
};
