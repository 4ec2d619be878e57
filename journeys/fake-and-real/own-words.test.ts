import type { FieldInspection } from '@field-inspection/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useWorlds, type World } from './use-worlds.ts';

const wrong = (path: string, code: string) => refusal(400, 'validation_error', [[path, code]]);
const HOOK = 'https://example.com/hooks';

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  beforeEach(async () => {
    world = await open();
    ({ client } = world);
  });

  const families = () => ({ sessions: client.sessions, inspections: client.v1.inspections });

  describe.each(['sessions', 'inspections'] as const)('%s', (family) => {
    it('gives your reference, type and metadata back in both families', async () => {
      const words = { type: 'roof', reference: 'R-1', metadata: { order: '4711', branch: 'Milano 2' } };
      const { id } = await families()[family].create(words);
      expect(await client.sessions.get(id)).toMatchObject(words);
      expect(await client.v1.inspections.get(id)).toMatchObject(words);
      const changed = await client.sessions.update(id, {
        reference: 'R-2',
        metadata: { order: '4712', branch: null, new: '' },
      });
      const after = { type: 'roof', reference: 'R-2', metadata: { order: '4712', new: '' } };
      expect({ ...after, metadata: changed.metadata }).toEqual(after);
      expect((await families()[family].list({ reference: 'R-2' })).data).toMatchObject([after]);
      expect((await families()[family].list({ reference: 'R-1' })).data).toEqual([]);
      await client.sessions.end(id);
      expect(await readRefusal(client.sessions.update(id, { metadata: { order: null } }))).toEqual(
        refusal(409, 'session.already_ended'),
      );
    });

    it('finds sessions by their pairs, all of which must hold, page by page', async () => {
      const ids: string[] = [];
      for (let at = 0; at < 5; at++) {
        const metadata = { even: String(at % 2 === 0), at: String(at) };
        ids.unshift((await families()[family].create({ reference: 'R', metadata })).id);
        world.advance(1);
      }
      const list = (query: object) => families()[family].list(query);
      const find = async (query: object) => (await list(query)).data.map(({ id }) => id);
      const even = [ids[0], ids[2], ids[4]];
      expect(await find({ metadata: { even: 'true' } })).toEqual(even);
      expect(await find({ metadata: { even: 'true', at: '2' }, reference: 'R' })).toEqual([ids[2]]);
      expect(await find({ metadata: { even: 'false', at: '2' } })).toEqual([]);
      expect(await find({ metadata: { constructor: '2' } })).toEqual([]);
      const { data, nextCursor } = await list({ metadata: { even: 'true' }, limit: 2 });
      const rest = await find({ metadata: { even: 'true' }, limit: 2, cursor: nextCursor! });
      expect([...data.map(({ id }) => id), ...rest]).toEqual(even);
      expect(await readRefusal(list({ metadata: { even: 'false' }, cursor: nextCursor! }))).toEqual(
        refusal(400, 'invalid_cursor'),
      );
    });

    it('refuses what can be no pair and no filter, by name', async () => {
      const pairs = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (__, index) => [`k${index}`, 'x']));
      const create = (metadata: object) =>
        readRefusal(families()[family].create({ metadata: metadata as never }));
      expect(await create(pairs(21))).toEqual(wrong('body.metadata', 'invalid_value'));
      expect(await create({ 'a b': 'x' })).toEqual(wrong('body.metadata.a b', 'invalid_key'));
      expect(await create({ a: 'x'.repeat(501) })).toEqual(wrong('body.metadata.a', 'too_big'));
      expect(await create({ a: '\0' })).toEqual(wrong('body.metadata.a', 'invalid_value'));
      expect(await create({ a: null })).toEqual(wrong('body.metadata.a', 'invalid_type'));
      const list = (query: object) => readRefusal(families()[family].list(query));
      expect(await list({ metadata: pairs(4) })).toEqual(wrong('query.metadata', 'invalid_value'));
      expect(await list({ metadata: 'x' })).toEqual(wrong('query.metadata', 'invalid_type'));
      expect(await list({ metadata: { 'a b': 'x' } })).toEqual(wrong('query.metadata.a b', 'invalid_key'));
      expect(await list({ metadata: { a: { b: 'x' } } })).toEqual(
        wrong('query.metadata[a][b]', 'unrecognized_keys'),
      );
      expect(await list({ reference: '' })).toEqual(wrong('query.reference', 'too_small'));
      const own = Object.fromEntries([['__proto__', 'x']]);
      expect(await list({ metadata: own })).toEqual(wrong('query.metadata.__proto__', 'invalid_key'));
      const { id } = await families()[family].create({ metadata: pairs(20) });
      expect(await readRefusal(client.sessions.update(id, { metadata: { another: 'x' } }))).toEqual(
        wrong('body.metadata', 'invalid_value'),
      );
    });
  });

  it('names to whom the report is sent, each address once, until nobody is named', async () => {
    const eva = { name: ' Eva Brandt', email: 'info@bücher.example' };
    const kept = [{ name: 'Eva Brandt', email: 'info@xn--bcher-kva.example' }];
    const { id, ...session } = await client.sessions.create({ report_recipients: [eva] });
    expect(session.report_recipients).toEqual(kept);
    const same = await client.sessions.update(id, { report_recipients: kept });
    expect(same.updated_at).toBe(session.updated_at);
    expect((await client.v1.inspections.get(id)).report_recipients).toEqual(kept);
    expect((await client.sessions.update(id, { report_recipients: [] })).report_recipients).toEqual([]);
    const many = Array.from({ length: 11 }, (_, index) => ({
      name: 'Eva',
      email: `eva${index}@example.com`,
    }));
    for (const [report_recipients, path, code] of [
      [[eva, { ...kept[0]!, name: 'Another' }], 'body.report_recipients', 'invalid_value'],
      [[{ name: 'Eva', email: 'eva' }], 'body.report_recipients.0.email', 'invalid_format'],
      [[{ name: ' ', email: 'eva@example.com' }], 'body.report_recipients.0.name', 'invalid_format'],
      [many, 'body.report_recipients', 'too_big'],
    ] as const) {
      const call = client.sessions.create({ report_recipients: [...report_recipients] });
      expect(await readRefusal(call)).toEqual(refusal(400, 'validation_error', [[path, code]]));
    }
  });

  it('names whom a session’s people turn to, and the organisation’s contact, each until it is null', async () => {
    const contact = { name: 'Eva Brandt', phone: '112' };
    const kept = { ...contact, email: '' };
    const { id, ...session } = await client.sessions.create({ contact });
    expect(session.contact).toEqual(kept);
    expect((await client.sessions.update(id, { contact: kept })).updated_at).toBe(session.updated_at);
    expect((await client.sessions.update(id, { contact: null })).contact).toBeNull();
    expect((await client.org.update({ contact })).contact).toEqual(kept);
    expect((await client.org.update({ contact: null })).contact).toBeNull();
    for (const call of [
      client.sessions.create({ contact: { name: 'Eva' } }),
      client.org.update({ contact: { name: 'Eva', phone: '' } }),
    ])
      expect(await readRefusal(call)).toEqual(
        refusal(400, 'validation_error', [['body.contact', 'invalid_value']]),
      );
  });

  it('sends session.ended once, with your words, whichever route ends the session', async () => {
    await client.webhookEndpoints.create({ url: HOOK, event_types: ['session.ended'] });
    const words = { reference: 'R-1', type: 'roof', metadata: { order: '4711' } };
    const ends = {
      sessions: (id: string) => client.sessions.end(id),
      inspections: (id: string) => client.v1.inspections.end(id),
    };
    for (const family of ['sessions', 'inspections'] as const) {
      const { id } = await families()[family].create(words);
      await ends[family](id);
      await client.sessions.end(id);
      const sent = await world.deliver(HOOK, 204);
      expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
        { type: 'session.ended', data: { ...words, id, status: 'closed' } },
      ]);
    }
  });

  it('shows the branding, changes it, and refuses what is of an older version or not read well', async () => {
    const before = await client.branding.get();
    const colours = { primary: '#7a1f5c', background: null };
    const changed = await client.branding.update({ display_name: 'Nordic', colours });
    expect(changed).toEqual({
      ...before,
      display_name: 'Nordic',
      colours,
      version: before.version + 1,
      updated_at: expect.any(String) as string,
    });
    expect(await client.branding.get()).toEqual(changed);
    const update = (body: object, version: number) =>
      client.branding.update(body, { headers: { 'If-Match': `"${version}"` } });
    expect(await readRefusal(update({ footer: 'x' }, before.version))).toEqual(
      refusal(412, 'precondition_failed'),
    );
    expect(await update({ footer: 'x' }, changed.version)).toMatchObject({ display_name: 'Nordic' });
    expect(await readRefusal(client.branding.update({ colours: { primary: '#ffd400' } }))).toEqual(
      wrong('body.colours.primary', 'low_contrast'),
    );
  });

  it('shows the texts of messages that are set, and refuses what lacks its link or knows no such variable', async () => {
    const { messages } = client;
    expect(await messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
    const text = {
      kind: 'invite',
      locale: 'de',
      subject: null,
      body: 'Hier:\n{link}',
      sms: '{link}',
    } as const;
    const set = await messages.update(text);
    expect(set).toEqual({ ...text, updated_at: expect.any(String) as string });
    expect(await messages.get({ locale: 'de-AT' })).toMatchObject({ data: [set], has_more: false });
    expect(await messages.get({ locale: 'fr' })).toEqual({ data: [], has_more: false, next_cursor: null });
    const faults = {
      kind: 'invite',
      locale: 'fr',
      subject: '{link}',
      body: 'Come',
      sms: '{url} {link}',
    } as const;
    for (const call of [() => messages.update(faults), () => messages.preview(faults)]) {
      expect(await readRefusal(call())).toEqual(
        refusal(400, 'validation_error', [
          ['body.subject', 'invalid_text'],
          ['body.body', 'invalid_text'],
          ['body.sms', 'invalid_text'],
        ]),
      );
    }
    expect((await messages.preview({ kind: 'reminder_operator_1h', locale: 'de' })).sms).toBeNull();
    await messages.update({ kind: 'invite', locale: 'de', body: null, sms: null });
    expect(await messages.get()).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});
