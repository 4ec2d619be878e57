import { beforeEach, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

let service: FakeInspectionService;
let client: FieldInspection;
beforeEach(() => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
});

const ROOF = { slot: 'roof', label: { en: 'The roof' } };
const CELLAR = { slot: 'cellar', label: { en: 'The cellar' }, required: false };

it('a session without shots of its own asks for what its campaign asks for', async () => {
  const { id: campaign, shots } = await client.campaigns.create({ name: 'Roofs', shots: [ROOF, CELLAR] });
  expect(shots).toEqual([
    { ...ROOF, required: true, hint: {} },
    { ...CELLAR, hint: {} },
  ]);
  expect((await client.sessions.create({ campaign })).shots).toEqual(shots);
  expect((await client.sessions.create({ campaign, shots: [] })).shots).toEqual([]);
});

it('what is required and has no evidence is missing, until a device has sent it', async () => {
  const { id } = await client.sessions.create({ shots: [ROOF, CELLAR] });
  service.join((await client.participants.create(id)).id);
  expect((await client.evidence.get(id)).missing_shots).toEqual(['roof']);
  service.capture(id, { slot: 'roof' });
  expect((await client.evidence.get(id)).missing_shots).toEqual([]);
});

it('evidence of what is not asked for is refused, as the service refuses it; where nothing is asked for, none is', async () => {
  const { id } = await client.sessions.create({ shots: [ROOF] });
  expect(() => service.capture(id, { slot: 'zz' })).toThrow(
    'query.slot: must be one of what the session asks for: roof',
  );
  expect((await client.evidence.list({ session_id: id })).data).toEqual([]);
  expect(service.capture(id)).toMatchObject({ slot: '' });
  const { id: other } = await client.sessions.create();
  expect(service.capture(other, { slot: 'zz' })).toMatchObject({ slot: 'zz' });
});

it('other shots take the place of all; the same again are no change', async () => {
  const before = await client.sessions.create({ shots: [ROOF] });
  const changed = await client.sessions.update(before.id, { shots: [CELLAR] });
  expect(changed.shots).toEqual([{ ...CELLAR, hint: {} }]);
  expect(await client.sessions.update(before.id, { shots: [CELLAR] })).toEqual(changed);
});

it.each([
  ['a slot twice', [ROOF, ROOF], 'body.shots'],
  ['a label in no locale', [{ ...ROOF, label: {} }], 'body.shots.0.label'],
  [
    'more text than 20 000 characters',
    Array.from({ length: 50 }, (_, index) => ({
      slot: `s${index}`,
      label: { en: 'a'.repeat(200), de: 'a'.repeat(200), fr: 'a' },
    })),
    'body.shots',
  ],
])('%s is refused by name', async (_, shots, path) => {
  const refused = client.sessions.create({ shots });
  await expect(refused).rejects.toMatchObject({ code: 'validation_error', errors: [{ path }] });
});
