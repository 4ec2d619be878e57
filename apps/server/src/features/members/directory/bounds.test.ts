import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { MAX_NAMED, readGroup } from './patch-group.ts';
import { MAX_OPERATIONS, readOperations } from './read-operations.ts';
import { openDirectory, PATCH, type TestDirectory } from './testing/open-directory.ts';

let server: TestServer;
let directory: TestDirectory;
let user: { id: string };
let group: string;
beforeAll(async () => {
  server = await startTestServer();
  directory = await openDirectory(server);
  user = await directory.addUser('ada@example.com');
  group = await directory.addGroup('Roofs', [user.id]);
});
afterAll(() => server.close());

/** Guards against hanging alone: that nothing was walked, the sentences and the counts of reads say. */
const GUARD_MS = 2_000;

const refusal = async (route: string, body?: unknown) => {
  const startedAt = performance.now();
  const reply = await directory.call(route, body);
  expect(performance.now() - startedAt).toBeLessThan(GUARD_MS);
  return [reply.status, reply.body.scimType, reply.body.detail] as [number, string | undefined, string];
};
const statusAndType = async (route: string, body?: unknown) => (await refusal(route, body)).slice(0, 2);

/** A list that counts how many of its items are read. */
const countReads = (items: unknown[]) => {
  const count = { reads: 0 };
  const list = new Proxy(items, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) count.reads++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, count };
};
const filterOf = (filter: string) => `GET /Users?filter=${encodeURIComponent(filter)}`;

describe('refused before anything walks them', () => {
  const term = 'userName eq "a"';
  it.each([
    ['of 2 000 characters', `userName eq "${'a'.repeat(2_000)}"`, 'has at most 1000 characters'],
    ['of 30 terms', Array.from({ length: 30 }, () => 'active pr').join(' or '), 'joins at most 20 terms'],
    ['nested 400 deep', `${'('.repeat(400)}${term}${')'.repeat(400)}`, 'nests at most 8 deep'],
    ['of 200 nots', `${'not '.repeat(200)}active pr`, 'joins at most 20 terms'],
    ['with U+0000', `userName eq "a\u0000"`, 'must not contain U+0000'],
  ])('a filter %s', async (_what, filter, why) => {
    expect(await refusal(filterOf(filter))).toEqual([400, 'invalidFilter', expect.stringContaining(why)]);
  });

  it('20 000 operations, and as many in one value', async () => {
    const operations = Array.from({ length: 20_000 }, () => ({ op: 'add', path: 'x', value: 1 }));
    const { list, count } = countReads(operations);
    expect(() => readOperations({ Operations: list })).toThrow('at most 500 operations; this one has 20000');
    expect(count.reads).toBe(0);
    for (const path of [`/Users/${user.id}`, `/Groups/${group}`])
      for (const Operations of [operations, operations.slice(0, 10_000)])
        expect((await refusal(`PATCH ${path}`, { schemas: [PATCH], Operations }))[0]).toBe(413);
    const value = Object.fromEntries(Array.from({ length: MAX_OPERATIONS + 1 }, (_, n) => [`a${n}`, 1]));
    expect((await refusal(`PATCH /Users/${user.id}`, { Operations: [{ op: 'add', value }] }))[0]).toBe(413);
  });

  it('more persons than a request may name, in one operation or in several', async () => {
    const value = Array.from({ length: MAX_NAMED + 1 }, () => ({ value: server.context.ids.next() }));
    const { list, count } = countReads(value);
    expect(() => readGroup({ displayName: 'Many', members: list })).toThrow('at most 1000 persons');
    expect(count.reads).toBe(0);
    const add = { op: 'add', path: 'members', value };
    expect((await refusal(`PATCH /Groups/${group}`, { Operations: [add] }))[0]).toBe(413);
    const halves = [value.slice(0, 600), value.slice(600)].map((half) => ({ ...add, value: half }));
    expect((await refusal(`PATCH /Groups/${group}`, { Operations: halves }))[0]).toBe(413);
    expect((await refusal('POST /Groups', { displayName: 'Many', members: value }))[0]).toBe(413);
  });

  it('a path too long, nested too deep, or to what objects inherit', async () => {
    const change = (path: string) =>
      statusAndType(`PATCH /Users/${user.id}`, { Operations: [{ op: 'add', path, value: 'x' }] });
    expect(await change('a'.repeat(300))).toEqual([400, 'invalidPath']);
    expect(await change(`emails${'['.repeat(50)}`)).toEqual([400, 'invalidFilter']);
    for (const path of [
      '__proto__.polluted',
      'name.__proto__',
      'emails[__proto__ eq "x"].value',
      'constructor.prototype',
    ])
      expect(await change(path)).toEqual([400, 'invalidPath']);
  });

  it('a body with the key __proto__, of a type that is none, or with a key twice', async () => {
    for (const body of [
      '{"userName":"x@example.com","__proto__":{"active":true}}',
      '[]',
      '{',
      '{"userName":"a","userName":"b"}',
      '"x"',
      '7',
    ])
      expect((await refusal('POST /Users', body))[0]).toBe(400);
    expect(({} as { active?: boolean }).active).toBeUndefined();
    const form = await directory.call('POST /Users', 'a=b', { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
  });

  it('values that no field takes', async () => {
    for (const bad of [
      { userName: 7 },
      { userName: ' ' },
      { userName: 'a\u0000@example.com' },
      { userName: 'x'.repeat(300) },
      { userName: 'ok@example.com', active: 'maybe' },
      { userName: 'ok@example.com', emails: 'ok@example.com' },
      { userName: 'ok@example.com', emails: Array.from({ length: 21 }, () => ({ value: 'a@example.com' })) },
      { userName: 'ok@example.com', name: ['x'] },
      { userName: 'ok@example.com', displayName: 'Ada\u202eissoR' },
    ])
      expect(await statusAndType('POST /Users', bad)).toEqual([
        400,
        expect.stringMatching(/^invalid(Value|Syntax)$/),
      ]);
  });
});

describe('a filter', () => {
  const found = async (route: string) => {
    const { body } = await directory.call(route);
    return (body.Resources as { userName?: string; displayName?: string }[]).map(
      (each) => each.userName ?? each.displayName,
    );
  };
  it('finds what RFC 7644 says, in capitals or not, and what is quoted is a value and nothing else', async () => {
    await directory.addUser('bo@example.com', {
      externalId: 'X-1',
      displayName: 'Bo Lund',
      emails: [{ value: 'bo@work.example', type: 'work', primary: true }],
    });
    const bo = ['bo@example.com'];
    const all = ['ada@example.com', 'bo@example.com'];
    for (const [filter, expected] of [
      ['userName eq "BO@example.com"', bo],
      ['externalId eq "X-1"', bo],
      ['externalId eq "x-1"', []],
      ['emails[type eq "work"].value eq "bo@work.example"', bo],
      ['emails.value co "WORK"', bo],
      ['emails eq "bo@work.example"', bo],
      ['displayName sw "bo" and active eq true', bo],
      ['not (displayName pr)', ['ada@example.com']],
      ['active eq "True"', all],
      ['userName ne "bo@example.com"', ['ada@example.com']],
      ['userName ew ".com" or userName eq "x"', all],
      ['meta.lastModified gt "2020-01-01T00:00:00Z"', all],
      [`userName eq "x' or true --"`, []],
      ['userName co "%"', []],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bo@example.com"', bo],
    ] as const)
      expect([filter, (await found(filterOf(filter))).sort()]).toEqual([filter, expected]);
    expect(await found(`GET /Groups?filter=${encodeURIComponent(`members[value eq "${user.id}"]`)}`)).toEqual(
      ['Roofs'],
    );
  });

  it('by what is not kept, or by words that are none, is refused', async () => {
    for (const filter of [
      'password eq "x"',
      'userName',
      'userName eq',
      'userName xx "a"',
      'active gt true or',
      'meta.created gt "soon"',
      'meta.created gt 5',
      'meta.created gt "5"',
      'meta.created gt "0000-01-01T00:00:00Z"',
      'meta.created lt "+275760-09-13T00:00:00Z"',
      'meta.created gt "-271821-04-20T00:00:00Z"',
      'members.value eq "x"',
    ])
      expect(await statusAndType(filterOf(filter))).toEqual([400, 'invalidFilter']);
  });
});

it('pages begin with 1, and count, startIndex and the attributes are what was asked for', async () => {
  const page = async (query: string) => (await directory.call(`GET /Users?${query}`)).body;
  const [first, second] = [await page('count=1'), await page('count=1&startIndex=2')];
  expect([first.totalResults, first.itemsPerPage, first.startIndex]).toEqual([2, 1, 1]);
  expect(second.Resources[0]!.id).not.toBe(first.Resources[0]!.id);
  expect([(await page('count=0')).Resources, (await page('startIndex=0')).startIndex]).toEqual([[], 1]);
  expect((await page('count=-5')).Resources).toEqual([]);
  expect((await directory.call('GET /Users?count=many')).status).toBe(400);
  const short = await page('attributes=userName&count=1');
  expect(Object.keys(short.Resources[0]!).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
  const bare = (await directory.call(`GET /Groups/${group}?excludedAttributes=members`)).body;
  expect([bare.displayName, bare.members]).toEqual(['Roofs', undefined]);
});

it('a change with the ETag of an older version is refused, and nothing is changed', async () => {
  const { headers, body } = await directory.call(`GET /Groups/${group}`);
  expect(headers.get('etag')).toBe(body.meta.version);
  const rename = (name: string, tag: string) =>
    directory.call(`PUT /Groups/${group}`, { displayName: name, members: body.members }, { 'if-match': tag });
  expect((await rename('Walls', body.meta.version)).status).toBe(200);
  expect((await rename('Doors', body.meta.version)).status).toBe(412);
  expect((await directory.call(`GET /Groups/${group}`)).body.displayName).toBe('Walls');
});
