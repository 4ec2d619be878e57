import type { FieldInspection } from '@field-inspection/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useWorlds } from './use-worlds.ts';

const ROOF = { slot: 'roof', label: { en: 'The roof' } };
const UNKNOWN = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

describe.each(useWorlds())('%s', (_, open) => {
  let client: FieldInspection;
  beforeEach(async () => {
    ({ client } = await open());
  });

  it('gives a template its versions, and a session the copy of one', async () => {
    const first = await client.templates.create({ name: 'Roof', type: 'roof', shots: [ROOF] });
    expect(first).toMatchObject({ version: 1, archived: false });
    const session = await client.sessions.create({ template: first.id });
    const began = { type: 'roof', shots: first.shots, template: first.id, template_version: 1 };
    expect(session).toMatchObject(began);
    const second = await client.templates.update(first.id, { shots: [] });
    expect(second).toMatchObject({ version: 2, name: 'Roof', shots: [] });
    expect(await client.templates.update(first.id, { name: 'Roof' })).toEqual(second);
    expect(await client.templates.get(first.id, { version: 1 })).toEqual(first);
    expect(await client.v1.inspections.get(session.id)).toMatchObject(began);
    expect((await client.sessions.create({ template: first.id, type: 'own' })).type).toBe('own');
  });

  it('refuses an old version, a missing template and an archived one', async () => {
    const { id } = await client.templates.create({ name: 'Roof' });
    await client.templates.update(id, { name: 'Roofs', archived: true });
    const late = client.templates.update(id, { name: 'Late' }, { headers: { 'if-match': '"1"' } });
    expect(await readRefusal(late)).toEqual(refusal(412, 'precondition_failed'));
    expect(await readRefusal(client.templates.get(id, { version: 3 }))).toEqual(refusal(404, 'not_found'));
    for (const [template, code] of [
      [UNKNOWN, 'not_found'],
      [id, 'invalid_value'],
    ] as const)
      expect(await readRefusal(client.sessions.create({ template }))).toEqual(
        refusal(400, 'validation_error', [['body.template', code]]),
      );
    const listed = async (query: object) => (await client.templates.list(query)).data.map((each) => each.id);
    expect([await listed({}), await listed({ archived: true })]).toEqual([[], [id]]);
  });
});
