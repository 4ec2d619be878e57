import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { BRAND, openBrandedOrganisation, openPage } from '../../testing/open-branded-organisation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('GET /branding', () => {
  it('200: shows what the organisation has set, and before that nothing', async () => {
    const { get, patch, client } = await openBrandedOrganisation(server);
    const before = await get();
    expect([before.status, before.headers.get('etag')]).toEqual([200, '"0"']);
    expect(before.body).toEqual({
      display_name: '',
      sender_name: '',
      footer: '',
      imprint_url: null,
      privacy_url: null,
      colours: { primary: null, background: null },
      logo: null,
      domain: null,
      version: 0,
      updated_at: null,
    });
    const changed = await patch(BRAND);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"1"']);
    expect(changed.body).toEqual({
      ...BRAND,
      logo: null,
      domain: null,
      version: 1,
      updated_at: server.clock.now().toISOString(),
    });
    expect(await client.branding.get()).toEqual(changed.body);
  });

  it("200: is the organisation's own, and nobody else's", async () => {
    const [mine, other] = [await openBrandedOrganisation(server), await openBrandedOrganisation(server)];
    await mine.set(BRAND);
    expect(await other.client.branding.get()).toMatchObject({ display_name: '', version: 0 });
    const { session } = await other.mint();
    expect((await openPage(server, session.id)).page).not.toContain('Nordic');
  });
});

describe('PATCH /branding', () => {
  it('200: what is left out stays, and null or an empty text takes away', async () => {
    const { set } = await openBrandedOrganisation(server);
    await set(BRAND);
    expect(await set({ colours: { background: null } })).toMatchObject({
      ...BRAND,
      colours: { primary: '#7a1f5c', background: null },
    });
    expect(await set({ footer: '', imprint_url: null })).toMatchObject({ footer: '', imprint_url: null });
  });

  it('200: what changes nothing is no change: neither version nor time nor chain', async () => {
    const { client, organisationId, set, patch } = await openBrandedOrganisation(server);
    const countFacts = () =>
      server.context.database.prisma.orgEntry.count({ where: { organisation_id: organisationId } });
    const nothing = await patch({});
    expect([nothing.status, nothing.headers.get('etag')]).toEqual([200, '"0"']);
    expect(await client.branding.get()).toMatchObject({ version: 0, updated_at: null });
    const first = await set(BRAND);
    const facts = await countFacts();
    server.clock.advance(1_000);
    for (const same of [{}, BRAND, { colours: {} }, { domain: null }]) expect(await set(same)).toEqual(first);
    expect(outcomeOf(await patch({}, { 'if-match': '"0"' }))).toBe('412 precondition_failed');
    expect(await client.branding.get()).toEqual(first);
    expect(await countFacts()).toBe(facts);
  });

  it('200: the spaces around a name are not part of it', async () => {
    const { set } = await openBrandedOrganisation(server);
    expect(await set({ display_name: '  Nordic  Surveyors ', sender_name: ' Nordic ' })).toMatchObject({
      display_name: 'Nordic  Surveyors',
      sender_name: 'Nordic',
    });
    expect(await set({ display_name: '   ' })).toMatchObject({ display_name: '' });
  });

  it('200: under one Idempotency-Key it is done once, and the ETag is the same', async () => {
    const { patch } = await openBrandedOrganisation(server);
    const replies = [];
    for (const _ of [1, 2]) replies.push(await patch({ footer: 'x' }, { 'idempotency-key': 'one' }));
    expect(replies.map(({ body, headers }) => [body['version'], headers.get('etag')])).toEqual([
      [1, '"1"'],
      [1, '"1"'],
    ]);
  });

  it('412: of two editors at once one wins, and the other loses nothing and is told what to do', async () => {
    const { client, patch, set } = await openBrandedOrganisation(server);
    await set({ display_name: 'First' });
    for (let round = 1; round <= 5; round++) {
      const tag = `"${(await client.branding.get()).version}"`;
      const replies = await Promise.all([
        patch({ footer: `footer ${round}` }, { 'if-match': tag }),
        patch({ display_name: `name ${round}` }, { 'if-match': tag }),
      ]);
      expect(replies.map(outcomeOf).sort()).toEqual(['200', '412 precondition_failed']);
      const [lost] = replies.filter(({ status }) => status === 412);
      const now = await client.branding.get();
      expect(lost!.body.detail).toBe(
        `The branding is at version ${now.version} now. Get it, and send your change again with its ETag.`,
      );
      // The second editor has done as told, so both changes are there.
      const rest =
        replies[0]!.status === 412 ? { footer: `footer ${round}` } : { display_name: `name ${round}` };
      expect(outcomeOf(await patch(rest, { 'if-match': `"${now.version}"` }))).toBe('200');
      expect(await client.branding.get()).toMatchObject({
        footer: `footer ${round}`,
        display_name: `name ${round}`,
      });
    }
  });

  it('412: nothing is written for a version that never was', async () => {
    const { patch, get } = await openBrandedOrganisation(server);
    expect(outcomeOf(await patch({ footer: 'x' }, { 'if-match': '"7"' }))).toBe('412 precondition_failed');
    expect((await get()).body).toMatchObject({ footer: '', version: 0 });
  });

  it.each([
    ['the tag of before the first change', '"0"', '200'],
    ['a tag that a proxy made weak', 'W/"0"', '200'],
    ['whichever version there is', '*', '200'],
    ['another version', '"1"', '412 precondition_failed'],
    ['no tag', 'three', '400 validation_error'],
    ['a list that has the tag', '"7", W/"0"', '200'],
    ['a list that lacks it', '"1","2"', '412 precondition_failed'],
    ['a list with a hole', '"0",,"1"', '400 validation_error'],
    ['an empty one', '', '400 validation_error'],
  ])('If-Match with %s (%s): %s', async (_, tag, outcome) => {
    const { patch } = await openBrandedOrganisation(server);
    expect(outcomeOf(await patch({ footer: 'x' }, { 'if-match': tag }))).toBe(outcome);
  });

  it('412: a logo is neither set nor deleted over a version that another has changed', async () => {
    const { client } = await openBrandedOrganisation(server);
    const plain = { width: 8, height: 8, channels: 3, background: '#123' } as const;
    const image = (await sharp({ create: plain }).png().toBuffer()).toString('base64');
    const { version } = await client.branding.setLogo({ image });
    const seen = (number: number) => ({ headers: { 'If-Match': `"${number}"` } });
    const lost = [
      () => client.branding.setLogo({ image }, seen(version - 1)),
      () => client.branding.deleteLogo(seen(version - 1)),
    ];
    for (const call of lost) await expect(call()).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await client.branding.get()).toMatchObject({ version, logo: { width: 8 } });
    expect(await client.branding.deleteLogo(seen(version))).toMatchObject({
      version: version + 1,
      logo: null,
    });
  });

  it('200: without If-Match changes at once all count, each in its own fields', async () => {
    const { client, set } = await openBrandedOrganisation(server);
    await Promise.all([
      set({ footer: 'f' }),
      set({ display_name: 'd' }),
      set({ sender_name: 's' }),
      set({ colours: { primary: '#7a1f5c' } }),
      set({ colours: { background: '#f6eef3' } }),
    ]);
    expect(await client.branding.get()).toMatchObject({
      footer: 'f',
      display_name: 'd',
      sender_name: 's',
      colours: BRAND.colours,
      version: 5,
    });
  });

  it('400: a colour below WCAG AA is refused with its contrast and what is needed', async () => {
    const { patch } = await openBrandedOrganisation(server);
    const reply = await patch({ colours: { primary: '#ffd400', background: '#333333' } });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors).toEqual([
      {
        path: 'body.colours.primary',
        code: 'low_contrast',
        message: expect.stringMatching(
          /^has a contrast of 1\.4\d* : 1 to #ffffff, and needs 4\.5 : 1 /,
        ) as string,
      },
      {
        path: 'body.colours.background',
        code: 'low_contrast',
        message: expect.stringMatching(/^has a contrast of 1\.\d+ : 1 to #4a5563.*lighter one$/) as string,
      },
    ]);
  });

  it.each([
    ['a line break in the name', { display_name: 'a\r\nBcc: x@example.com' }, 'body.display_name'],
    ['a mark that turns the order', { display_name: 'a\u202eb' }, 'body.display_name'],
    ['a line break in the sender', { sender_name: 'a\nBcc: x' }, 'body.sender_name'],
    ['an address as the sender', { sender_name: 'a <b@example.com>' }, 'body.sender_name'],
    ['a wide at sign in the sender', { sender_name: 'ceo\uff20bank.com' }, 'body.sender_name'],
    ['a small at sign in the sender', { sender_name: 'ceo\ufe6bbank.com' }, 'body.sender_name'],
    ['a space of no width in the sender', { sender_name: 'a\u200bb' }, 'body.sender_name'],
    ['a mark of direction in the sender', { sender_name: 'a\u061cb' }, 'body.sender_name'],
    ['a footer of 501 characters', { footer: 'x'.repeat(501) }, 'body.footer'],
    ['an address that is not https', { imprint_url: 'http://example.com' }, 'body.imprint_url'],
    ['a script as an address', { privacy_url: 'javascript:alert(1)' }, 'body.privacy_url'],
    [
      'an address with a user name',
      { privacy_url: 'https://bank.example@evil.example/' },
      'body.privacy_url',
    ],
    ['an address with a quote', { privacy_url: 'https://example.com/"><b>' }, 'body.privacy_url'],
    ['a colour by its name', { colours: { primary: 'red' } }, 'body.colours.primary'],
    ['style in a colour', { colours: { primary: '#7a1f5c}*{display:none' } }, 'body.colours.primary'],
    ['an unknown colour', { colours: { text: '#000000' } }, 'body.colours.text'],
    ['an unknown field', { logo: 'x' }, 'body.logo'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const { patch } = await openBrandedOrganisation(server);
    const reply = await patch(body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

it("each change is in the organisation's own chain: who made it and what, but not the words", async () => {
  const { client, organisationId, set, patch } = await openBrandedOrganisation(server);
  await set({ display_name: 'Ada Rossi', colours: { primary: '#7a1f5c' } });
  expect(outcomeOf(await patch({ footer: 'x' }, { 'if-match': '"7"' }))).toBe('412 precondition_failed');
  await client.branding.deleteLogo();
  const entries = await server.context.database.prisma.orgEntry.findMany({
    where: { organisation_id: organisationId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    { kind: 'branding.updated', payload: { version: 1, changed: ['display_name', 'primary_colour'] } },
    { kind: 'branding.updated', payload: { version: 2, logo_sha256: null } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Ada');
});
