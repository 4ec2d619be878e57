import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeCredential } from '../features/credentials/operate-credentials.ts';
import { failUpload } from '../features/uploads/exports/fail-upload.ts';
import { lockKeyOf } from '../platform/database/right-lock.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { createCredential } from '../testing/create-credential.ts';
import { joinByLink } from '../testing/join-by-link.ts';
import { joinSession } from '../testing/join-session.ts';
import { mintInviteFor } from '../testing/mint-invite-for.ts';
import { encodeMetadata, openUploader } from '../testing/open-uploader.ts';
import { sendHalf } from '../testing/send-half.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { takePhoto } from '../testing/take-photo.ts';
import { rightOf } from './right-of.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const UNAUTHENTICATED = { status: 401, code: 'unauthenticated' };

describe('a reply that is kept', () => {
  it('is not repeated to a key that is revoked while the body of the repeated call is on its way', async () => {
    const { id, api_key: token } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: '',
      scopes: ['sessions:write'],
      operatorEmail: 'ada@example.com',
    });
    const headers = { 'idempotency-key': 'kept' };
    const half = { token, headers, body: JSON.stringify({ notes: 'kept' }) };
    const url = `${server.baseUrl}/api/v1/public/sessions`;
    expect((await sendHalf(url, half).finish()).status).toBe(201);
    const repeated = sendHalf(url, half);
    await repeated.judged;
    await revokeCredential(server.context, { credentialId: id });
    expect(await repeated.finish()).toEqual(UNAUTHENTICATED);
  });

  it('is not repeated to a device whose invite is revoked meanwhile: a photo', async () => {
    const device = await openUploader(server).joinWithConsent();
    const headers = { 'content-type': 'image/jpeg', 'idempotency-key': 'photo' };
    const half = { token: device.token, headers, body: await takePhoto() };
    const url = `${server.baseUrl}/v1/field/photos`;
    expect((await sendHalf(url, half).finish()).status).toBe(201);
    const repeated = sendHalf(url, half);
    await repeated.judged;
    await server.client.participants.revoke(device.sessionId, device.participantId);
    expect(await repeated.finish()).toEqual(UNAUTHENTICATED);
  });
});

describe('an upload of a device whose invite is revoked', () => {
  it('a part in the middle of it that was half sent is 401', async () => {
    const uploader = openUploader(server);
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    const { url } = await uploader.begin(device, photo.length);
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    };
    const body = photo.subarray(0, photo.length / 2);
    const { judged, finish } = sendHalf(url, { method: 'PATCH', token: device.token, headers, body });
    await judged;
    await server.client.participants.revoke(device.sessionId, device.participantId);
    expect(await finish()).toEqual(UNAUTHENTICATED);
    expect((await uploader.rowOf(url)).sha256).toBeNull();
  });

  it('is not deleted by a request of it that records so late', async () => {
    const uploader = openUploader(server);
    const device = await uploader.joinWithConsent();
    const { url } = await uploader.begin(device, 1_000);
    const { organisation_id: organisationId, id: evidenceId } = await uploader.rowOf(url);
    const { participantId } = device;
    const right = rightOf({ organisationId, participantId, tokenHash: hashToken(device.token) });
    await server.client.participants.revoke(device.sessionId, participantId);
    const failure = { code: 'upload_cancelled', message: '' };
    const deleting = failUpload(server.context, { organisationId, evidenceId, right }, failure);
    await expect(deleting).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await uploader.rowOf(url)).status).toBe('uploading');
  });

  it('its first bytes that were half sent with its creation are 401', async () => {
    const device = await openUploader(server).joinWithConsent();
    const photo = await takePhoto();
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-length': String(photo.length),
      'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
    };
    const body = photo.subarray(0, photo.length / 2);
    const half = { token: device.token, headers, body };
    const { judged, finish } = sendHalf(`${server.baseUrl}/v1/field/uploads`, half);
    await judged;
    await server.client.participants.revoke(device.sessionId, device.participantId);
    expect(await finish()).toEqual(UNAUTHENTICATED);
  });
});

describe('a join', () => {
  it('at the moment of the revocation comes before it, or lets nobody in', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const { session, invite } = await mintInviteFor(server, {});
      const joining = joinByLink(invite.join_url);
      await sleep(round);
      await server.client.participants.revoke(session.id, invite.id);
      const where = { participant_id: invite.id };
      const admitted = await prisma().fieldSessionToken.count({ where });
      const { status } = await joining;
      expect([status, admitted]).toEqual(status === 200 ? [200, 1] : [410, 0]);
      expect(await prisma().fieldSessionToken.count({ where })).toBe(admitted);
      outcomes.add(status);
    }
    expect(outcomes).toContain(200);
  });
});

describe('a revocation', () => {
  it('of an invite answers 503 while a write of it goes on for longer than it may wait, and revokes nothing', async () => {
    const { sessionId, participantId } = await joinSession(server);
    const revoke = () => callApi(server, `DELETE /sessions/${sessionId}/participants/${participantId}`);
    const holder = await server.context.database.pool.connect();
    try {
      await holder.query('begin');
      const key = lockKeyOf({ kind: 'participant', id: participantId });
      await holder.query('select pg_advisory_xact_lock_shared($1)', [key]);
      expect(outcomeOf(await revoke())).toBe('503 unavailable');
      const where = { id: participantId };
      expect((await prisma().participant.findFirstOrThrow({ where })).revoked_at).toBeNull();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await revoke()).status).toBe(204);
  });

  it('and a leave at the same moment both end, and the chain has no leave after the revocation', async () => {
    for (let round = 0; round < 10; round++) {
      const device = await joinSession(server);
      const { sessionId, participantId } = device;
      const leaving = device.call('POST', '/leave');
      await sleep(round);
      await server.client.participants.revoke(sessionId, participantId);
      const { status } = await leaving;
      const entries = await prisma().auditEntry.findMany({
        where: { session_id: sessionId, kind: { in: ['participant.left', 'participant.revoked'] } },
        orderBy: { sequence: 'asc' },
      });
      const left = status === 204 ? ['participant.left'] : [];
      expect(entries.map(({ kind }) => kind)).toEqual([...left, 'participant.revoked']);
      expect([204, 401]).toContain(status);
    }
  });

  it('of a key that revokes an invite at that moment ends, and so do the writes of both: none waits in a circle', async () => {
    const revoked: number[] = [];
    for (let round = 0; round < 10; round++) {
      const device = await joinSession(server);
      const { id, api_key } = await createCredential(server.context, {
        organisationId: server.seed.organisationId,
        name: '',
        scopes: ['participants:write'],
        operatorEmail: 'ada@example.com',
      });
      const writes = ['granted', 'denied'].map((gps) => device.call('PATCH', '/consent', { gps }));
      const path = `DELETE /sessions/${device.sessionId}/participants/${device.participantId}` as const;
      const revoking = callApi(server, path, { apiKey: api_key });
      await sleep(round * 2);
      await revokeCredential(server.context, { credentialId: id });
      const statuses = (await Promise.all([...writes, revoking])).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 204, 401].includes(status))).toEqual([]);
      revoked.push(statuses.at(-1)!);
    }
    const { rows } = await server.context.database.pool.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
    expect(new Set(revoked)).toContain(204);
  });

  it('two devices of one invite that leave at once do not wait for each other', async () => {
    const first = await joinSession(server);
    const second = await first.rejoin();
    const replies = await Promise.all([first, second].map((device) => device.call('POST', '/leave')));
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  });
});
