import type { FieldInspection } from '@field-inspection/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorlds } from './use-worlds.ts';

describe.each(useWorlds())('%s', (_, open) => {
  let client: FieldInspection;
  beforeAll(async () => {
    ({ client } = await open());
  });

  it('changes by If-Match what has an ETag, and nothing that has none', async () => {
    const seen = (...versions: number[]) => ({
      headers: { 'If-Match': versions.map((version) => `"${version}"`).join(', ') },
    });
    const failed = { code: 'precondition_failed' };
    const { version } = await client.branding.update({ footer: 'one' });
    await expect(client.branding.update({ footer: 'two' }, seen(version + 1))).rejects.toMatchObject(failed);
    const changed = await client.branding.update({ footer: 'two' }, seen(version + 1, version));
    expect(changed).toMatchObject({ footer: 'two', version: version + 1 });
    const { name } = await client.org.get();
    await expect(client.org.update({ name: 'Other' }, seen(1))).rejects.toMatchObject(failed);
    expect((await client.org.get()).name).toBe(name);
  });

  it('has an invite outlast the appointment that its session has or moves to', async () => {
    const dayAfter = (at: string) => new Date(Date.parse(at) + 86_400_000).toISOString();
    const [first, second] = ['2199-03-14T07:30:00.000Z', '2199-04-14T07:30:00.000Z'];
    const { id } = await client.sessions.create({ scheduled_for: first });
    const { expires_at } = await client.participants.create(id);
    const chosen = await client.participants.create(id, { ttl_minutes: 60 });
    expect(expires_at).toBe(dayAfter(first));
    await client.sessions.update(id, { scheduled_for: second });
    const { data } = await client.participants.list(id);
    expect(data.map((invite) => invite.expires_at).sort()).toEqual([chosen.expires_at, dayAfter(second)]);
  });
});
