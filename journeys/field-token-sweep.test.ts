import { isList } from '@field-inspection/contract';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from './contract-fuzz/open-fuzz-world.ts';
import { joinFieldPerson, type FieldPerson } from './contract-sweep/join-field-person.ts';
import { listFieldOperations, type FieldOperation } from './contract-sweep/list-field-operations.ts';
import { openSweepWorld, type SweepWorld } from './contract-sweep/open-sweep-world.ts';
import { beginUpload, callOperation, type CallOptions } from './requests/call-operation.ts';
import { MISSING_IDS, type Ids } from './requests/ids.ts';
import { beginning, ROUTES, type Operation } from './requests/operations.ts';

type Person = { bearer: string; device: FieldPerson['device']; ids: Ids };

let world: SweepWorld;
let baseUrl: string;
beforeAll(async () => {
  world = await openSweepWorld();
  ({ baseUrl } = world.server);
});
afterAll(() => world.server.close());

const OPERATIONS = listFieldOperations();
const call = (operation: Operation, { ids, bearer, ...more }: CallOptions) =>
  callOperation(baseUrl, operation, { ids, bearer, ...more });
const [begin, head] = ['uploads.create', 'uploads.head'].map((wanted) =>
  OPERATIONS.find(({ name }) => name === wanted)!,
) as [FieldOperation, FieldOperation];

const join = async (seed: Seed = world.server.seed): Promise<Person> => {
  // Lists show the newest first, so a leaked object of the person before is on the first page.
  world.server.clock.advance(1000);
  const { device, ids } = await joinFieldPerson(world.server, seed);
  const upload_id = await beginUpload(baseUrl, device.token);
  return { bearer: device.token, device, ids: { ...MISSING_IDS, ...ids, upload_id } };
};

const idsOf = ({ ids }: Person): string[] => [
  ids.session_id,
  ids.invite_id,
  ids.evidence_id,
  ids.whiteboard_id,
  ids.upload_id,
];

const STRANGERS: [who: string, seedOf: () => Seed][] = [
  ['another session of the organisation', () => world.server.seed],
  ['another organisation', () => world.other],
];

const each = (operations: readonly FieldOperation[]) =>
  operations.map((operation) => [operation.name, operation] as const);
const eachStranger = (operations: readonly FieldOperation[]) =>
  each(operations).flatMap(([name, operation]) =>
    STRANGERS.map(([who, seedOf]) => [name, who, operation, seedOf] as const),
  );

/** A refused call writes when its key was last used, so that is left out. */
const dumpRows = async (): Promise<string[]> =>
  (await dumpTables(world.server)).map((row) => row.replace(/"last_used_at": [^,}]*/, ''));

const expectNoChange = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  const before = await dumpRows();
  const result = await act();
  const after = await dumpRows();
  const [was, is] = [new Set(before), new Set(after)];
  expect(before.filter((row) => !is.has(row))).toEqual([]);
  expect(after.filter((row) => !was.has(row))).toEqual([]);
  return result;
};

/** A refusal repeats the request's id and the id asked for. */
const withoutRequestId = ({ text, headers }: { text: string; headers: Headers }): string =>
  text.replace(headers.get('request-id')!, '').replace(/(There is no [a-z ]+) [0-9a-f-]{36}/, '$1');

const codeOf = ({ status, text }: { status: number; text: string }): string =>
  text.includes('"code":') ? `${status} ${(JSON.parse(text) as { code: string }).code}` : String(status);

describe('a field token reaches its own session and nothing else, for every field route (generated sweep)', () => {
  it.each(eachStranger(OPERATIONS.filter(({ names }) => names.length > 0)))(
    '%s answers the token of %s like an id that is missing, and changes nothing',
    async (_name, _who, operation, seedOf) => {
      const victim = await join();
      const { bearer } = await join(seedOf());
      const reply = await expectNoChange(() => call(operation, { bearer, ids: victim.ids }));
      const missing = await call(operation, { bearer, ids: MISSING_IDS });
      expect([reply.status, missing.status]).toEqual([404, 404]);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(missing));
      // The call was right but for the token.
      expect((await call(operation, victim)).status).toBeLessThan(300);
    },
  );

  it.each(eachStranger(OPERATIONS))(
    '%s with the token of %s shows and changes nothing of this session, nor replays its Idempotency-Key',
    async (_name, _who, operation, seedOf) => {
      const victim = await join();
      const stranger = await join(seedOf());
      const headers = { 'idempotency-key': `sweep ${victim.ids.session_id}` };
      if (!operation.isRead) expect((await call(operation, { ...victim, headers })).status).toBeLessThan(300);
      const before = await dumpTables(world.server, idsOf(victim));
      const reply = await call(operation, { ...stranger, headers });
      expect(reply.status).toBeLessThan(300);
      expect(reply.headers.get('idempotent-replayed')).toBeNull();
      expect(idsOf(victim).filter((id) => reply.text.includes(id))).toEqual([]);
      expect(before.length).toBeGreaterThan(5);
      expect(await dumpTables(world.server, idsOf(victim))).toEqual(before);
    },
  );

  it.each(eachStranger(OPERATIONS.filter(({ listed }) => listed && isList(listed.route))))(
    '%s refuses the token of %s the cursor of this session',
    async (_name, _who, operation, seedOf) => {
      const victim = await join();
      const { bearer, ids } = await join(seedOf());
      const page = await call(operation, { ...victim, query: 'limit=1' });
      const { next_cursor } = page.body as { next_cursor: string };
      const query = `cursor=${next_cursor}`;
      expect((await call(operation, { ...victim, query })).status).toBe(200);
      expect(codeOf(await call(operation, { bearer, ids, query }))).toBe('400 invalid_cursor');
    },
  );

  it.each(STRANGERS)('an upload with the token of %s can not name this session', async (_who, seedOf) => {
    const { ids } = await join();
    const { bearer, ids: own } = await join(seedOf());
    const naming = ({ session_id: session }: Ids) =>
      call(begin, { bearer, ids: own, headers: beginning({ session }) });
    const refused = await expectNoChange(() => naming(ids));
    expect(codeOf(refused)).toBe('404 not_found');
    expect((await naming(own)).status).toBe(201);
  });

  it('OPTIONS of an upload needs no token, says the same of one that is missing, and does nothing else', async () => {
    const { bearer, ids } = await join();
    const headers = { 'x-http-method-override': 'DELETE' };
    const [found, missing] = await expectNoChange(() =>
      Promise.all([ids, MISSING_IDS].map((each) => call(head, { ids: each, method: 'OPTIONS', headers }))),
    );
    expect([found!.status, missing!.status]).toEqual([204, 204]);
    const said = [found!, missing!].map((reply) => [...reply.headers.keys()].sort());
    expect(said[0]).toEqual(said[1]);
    expect(found!.headers.get('upload-offset')).toBeNull();
    expect((await call(head, { ids, bearer })).headers.get('upload-offset')).toBe('4');
  });

  it.each(ROUTES.filter(({ auth }) => auth === 'credential').map((operation) => [operation.name, operation]))(
    '%s takes no field token, not even for its own session',
    async (_name, operation) => {
      const { bearer, ids } = await sharedPerson();
      const reply = await expectNoChange(() => call(operation, { bearer, ids }));
      expect(codeOf(reply)).toBe('401 unauthenticated');
    },
  );

  it.each(each(OPERATIONS.filter(({ listed }) => listed)))(
    "%s takes no API key, not even the session's own organisation's",
    async (_name, operation) => {
      const { ids } = await sharedPerson();
      const bearer = world.server.seed.apiKey;
      const reply = await expectNoChange(() => call(operation, { bearer, ids }));
      expect(codeOf(reply)).toBe('401 unauthenticated');
    },
  );

  it.each(each(OPERATIONS.filter(({ names }) => names.includes('upload_id'))))(
    "%s answers the API keys of either organisation like an upload that is missing: it is a field person's",
    async (_name, operation) => {
      const { ids } = await sharedPerson();
      for (const { apiKey } of [world.server.seed, world.other]) {
        const reply = await expectNoChange(() => call(operation, { bearer: apiKey, ids }));
        expect(reply.status).toBe(404);
      }
    },
  );
});

let shared: Promise<Person> | undefined;
const sharedPerson = (): Promise<Person> => (shared ??= join());

describe('a field token is dead in every field route', () => {
  const DEATHS: [when: string, kill: (person: Person) => Promise<unknown>][] = [
    ['the person has left', ({ device }) => device.call('POST', '/leave')],
    [
      'the invite is revoked',
      ({ ids }) => world.server.client.participants.revoke(ids.session_id, ids.invite_id),
    ],
    [
      'the invite is reissued',
      ({ ids }) => world.server.client.participants.reissue(ids.session_id, ids.invite_id),
    ],
    [
      'the session has ended and its uploads have had their time',
      async ({ ids }) => {
        await world.server.client.sessions.end(ids.session_id);
        world.server.clock.advance(world.server.context.config.uploadGraceMs);
      },
    ],
  ];

  it.each(DEATHS)('once %s', async (_when, kill) => {
    const person = await join();
    expect((await person.device.call('GET', '/session')).status).toBe(200);
    await kill(person);
    const statuses = await expectNoChange(async () => {
      const answered: [string, number][] = [];
      for (const operation of OPERATIONS)
        answered.push([operation.name, (await call(operation, person)).status]);
      return answered;
    });
    expect(statuses).toEqual(OPERATIONS.map(({ name }) => [name, 401]));
  });
});

describe('between the end and the death of the token', () => {
  it.each(each(OPERATIONS))(
    '%s reads, or else refuses, but that an upload may finish',
    async (name, operation) => {
      const person = await join();
      await world.server.client.sessions.end(person.ids.session_id);
      world.server.clock.advance(world.server.context.config.uploadGraceMs - 1);
      if (operation.isRead) return expect((await call(operation, person)).status).toBe(200);
      if (name === 'uploads.patch') return expect((await call(operation, person)).status).toBe(204);
      const reply = await expectNoChange(() => call(operation, person));
      expect(codeOf(reply)).toBe('409 session.already_ended');
    },
  );
});
