import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginning, sendingFrom, UPLOADS_PATH } from '../requests/operations.ts';
import { sendRequest } from '../requests/send-request.ts';
import { validateReply } from '../requests/validate-reply.ts';
import { joinFieldPerson } from './join-field-person.ts';
import { openSweepWorld, type SweepWorld } from './open-sweep-world.ts';

let world: SweepWorld;
beforeAll(async () => {
  world = await openSweepWorld();
});
afterAll(() => world.server.close());

describe('uploads by tus are as the document describes them', () => {
  it('each request of an upload, and what it may be refused with', async () => {
    const { baseUrl, seed } = world.server;
    const { device } = await joinFieldPerson(world.server, seed);
    const send = async (
      method: string,
      headers: Record<string, string>,
      { id = '', body, bearer = device.token }: { id?: string; body?: string; bearer?: string } = {},
    ) => {
      const reply = await sendRequest(baseUrl, {
        method,
        path: `${UPLOADS_PATH}${id && `/${id}`}`,
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${bearer}`, ...headers },
        body: body ?? null,
      });
      const path = id ? `${UPLOADS_PATH}/:upload_id` : UPLOADS_PATH;
      // A reply to HEAD has no body.
      const faults =
        method === 'HEAD' && reply.status >= 400 ? [] : validateReply({ ...reply, method, path });
      expect({ method, status: reply.status, faults }).toEqual({ method, status: reply.status, faults: [] });
      return reply;
    };
    const keyed = { ...beginning(), 'idempotency-key': 'upload-1' };
    const begun = await send('POST', keyed);
    const replayed = await send('POST', keyed);
    expect([begun.status, replayed.headers.get('location')]).toEqual([201, begun.headers.get('location')]);
    const id = begun.headers.get('location')!.split('/').at(-1)!;
    const patch = sendingFrom(0);
    const statuses = [
      await send('HEAD', {}, { id }),
      await send('PATCH', patch, { id, body: 'abcd' }),
      await send('PATCH', patch, { id, body: 'abcd' }),
      await send('PATCH', { ...patch, 'tus-resumable': '0.1.0' }, { id, body: 'abcd' }),
      await send('PATCH', { ...patch, 'tus-resumable': '' }, { id, body: 'abcd' }),
      await send('PATCH', { 'upload-offset': '4' }, { id, body: 'e' }),
      await send('PATCH', patch, { id, body: 'e', bearer: 'nobody' }),
      await send('DELETE', {}, { id }),
      await send('DELETE', {}, { id }),
      await send('POST', { ...keyed, 'upload-length': '9' }),
      await send('POST', { 'upload-length': '-9' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 204, 409, 412, 412, 415, 401, 204, 404, 422, 400]);
  });
});
