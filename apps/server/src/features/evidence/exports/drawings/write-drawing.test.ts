import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type FieldReply, type JoinedDevice } from '../../../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import { takePhoto } from '../../../../testing/take-photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const drawingOf = (x: number) => ({
  width: 600,
  height: 200,
  strokes: [
    {
      tool: 'pen',
      color: '#1f2937',
      size: 4,
      points: [
        [40, 120],
        [x, 60],
      ],
    },
  ],
});

const drawAll = async (device: JoinedDevice): Promise<FieldReply[]> => {
  const replies: FieldReply[] = [];
  const draw = async (method: string, path: string, body: object) => {
    const send = () => device.call(method, path, body, { 'idempotency-key': `key ${replies.length}` });
    const [first, again] = [await send(), await send()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(receiptOf(again)).toEqual(receiptOf(first));
    replies.push(first);
    return first.body;
  };
  const photo = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  await draw('POST', '/annotations', { evidence: photo.body['id'], drawing: drawingOf(1) });
  await draw('POST', '/signature', { name: 'Ada', statement: 'So.', locale: 'en', drawing: drawingOf(2) });
  const { id } = await draw('POST', '/whiteboards', { drawing: drawingOf(3) });
  await draw('PATCH', `/whiteboards/${String(id)}`, { version: 1, drawing: drawingOf(4) });
  return replies;
};

const receiptOf = ({ headers }: FieldReply) => ({
  evidence: headers.get('evidence-id'),
  sha256: headers.get('evidence-sha256'),
  sequence: Number(headers.get('evidence-sequence')),
});

test('the reply to each drawing gives the receipt, repeated too: the evidence, its hash, and its entry in the chain', async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const replies = await drawAll(device);
  const entries = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: device.sessionId, kind: 'evidence.captured' },
    orderBy: { sequence: 'asc' },
  });
  const [, ...drawn] = entries.map(({ payload, sequence }) => {
    const { evidence_id, sha256 } = payload as { evidence_id: string; sha256: string };
    return { evidence: evidence_id, sha256, sequence };
  });
  expect(drawn).toHaveLength(4);
  expect(replies.map(receiptOf)).toEqual(drawn);
  for (const { headers } of replies) expect(headers.get('evidence-status')).toBe('ready');
});

test('a drawing that is refused gives none', async () => {
  const device = await joinSession(server);
  const refused = await device.call('POST', '/annotations', {
    evidence: device.sessionId,
    drawing: drawingOf(1),
  });
  expect([refused.status, refused.headers.get('evidence-id')]).toEqual([404, null]);
});
