import { beforeEach, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

let service: FakeInspectionService;
let client: FieldInspection;
beforeEach(() => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
});

interface Line {
  readonly type: string;
  readonly data: Record<string, string>;
  readonly cursor?: string;
}

const readLines = async (after?: string): Promise<Line[]> =>
  (await (await client.exports.download({ after })).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

it('an export of the fake ends with a line that says so, goes on anywhere, and names files that can be downloaded', async () => {
  const { id } = await client.sessions.create({ notes: 'Roof' });
  const { id: evidenceId } = service.capture(id);
  const lines = await readLines();
  expect(lines.map(({ type }) => type)).toEqual(['organisation', 'session', 'evidence', 'file', 'end']);
  for (const [index, { cursor }] of lines.slice(0, -1).entries()) {
    expect(await readLines(cursor)).toEqual(lines.slice(index + 1));
  }
  const file = lines.find(({ type }) => type === 'file')!.data;
  expect(file['owner_id']).toBe(evidenceId);
  const bytes = await (await client.exports.downloadFile(evidenceId, file['sha256']!)).arrayBuffer();
  expect(bytes.byteLength).toBe(file['byte_size']);
  await expect(readLines('another')).rejects.toMatchObject({ code: 'validation_error' });
  await expect(client.exports.downloadFile(evidenceId, '0'.repeat(64))).rejects.toMatchObject({
    status: 404,
  });
});

it('a policy of the fake is bounded by its plan and by If-Match', async () => {
  service.setPlan('free');
  expect(await client.retention.update({ session_days: 90 })).toMatchObject({ version: 1, plan_days: 90 });
  await expect(client.retention.update({ session_days: 91 })).rejects.toMatchObject({
    code: 'retention.limit',
  });
  const stale = { headers: { 'if-match': '"0"' } };
  await expect(client.retention.update({ session_days: 30 }, stale)).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  expect(await client.retention.get()).toMatchObject({ session_days: 90, version: 1 });
  await expect(client.retention.update({ message_days: 31 })).rejects.toMatchObject({
    code: 'retention.limit',
  });
  expect(await client.retention.update({ message_days: 14 })).toMatchObject({
    message_days: 14,
    message_days_max: 30,
    session_days: 90,
    version: 2,
  });
});
