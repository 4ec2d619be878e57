import { isList } from '@field-inspection/contract';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRoute } from './contract-sweep/call-route.ts';
import { dumpTables } from './contract-sweep/dump-tables.ts';
import { MISSING_IDS } from './contract-sweep/ids.ts';
import { joinFieldPerson, type FieldPerson } from './contract-sweep/join-field-person.ts';
import { listFieldCalls, type FieldCall, type FieldIds } from './contract-sweep/list-field-calls.ts';
import { nameOf, openSweepWorld, ROUTES, type SweepWorld } from './contract-sweep/open-sweep-world.ts';
import { beginning, beginUpload, callUploads, UPLOAD_CALLS } from './contract-sweep/upload-calls.ts';

type Person = { bearer: string; device: FieldPerson['device']; ids: FieldIds };

let world: SweepWorld;
let baseUrl: string;
beforeAll(async () => {
  world = await openSweepWorld();
  ({ baseUrl } = world.server);
});
afterAll(() => world.server.close());

const CALLS = listFieldCalls();
const MISSING: FieldIds = { ...MISSING_IDS, upload_id: MISSING_IDS.evidence_id };

/** Somebody with a photo, a whiteboard and an upload under way. */
const join = async (seed: Seed = world.server.seed): Promise<Person> => {
  // Lists are newest first: whatever one leaks of the person before is on its first page.
  world.server.clock.advance(1000);
  const { device, ids } = await joinFieldPerson(world.server, seed);
  const upload_id = await beginUpload(baseUrl, device);
  return { bearer: device.token, device, ids: { ...MISSING, ...ids, upload_id } };
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

const eachStranger = (calls: FieldCall[]) =>
  calls.flatMap((call) => STRANGERS.map(([who, seedOf]) => [call.name, who, call, seedOf] as const));

/** Every row, but for when a key was last used: that is written of a refused call, too. */
const dumpRows = async (): Promise<string[]> =>
  (await dumpTables(world.server)).map((row) => row.replace(/"last_used_at": [^,}]*/, ''));

/** Makes a call, and expects that it changes no row of any table. */
const expectNoChange = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  const before = await dumpRows();
  const result = await call();
  const after = await dumpRows();
  const [was, is] = [new Set(before), new Set(after)];
  expect(before.filter((row) => !is.has(row))).toEqual([]);
  expect(after.filter((row) => !was.has(row))).toEqual([]);
  return result;
};

/** Without what each reply says of its own request: its id, and the id that was asked for. */
const withoutRequestId = ({ text, headers }: { text: string; headers: Headers }): string =>
  text.replace(headers.get('request-id')!, '').replace(/(There is no [a-z ]+) [0-9a-f-]{36}/, '$1');

const codeOf = ({ status, text }: { status: number; text: string }): string =>
  text.includes('"code":') ? `${status} ${(JSON.parse(text) as { code: string }).code}` : String(status);

describe('a field token reaches its own session and nothing else, for every field route (generated sweep)', () => {
  it.each(eachStranger(CALLS.filter(({ names }) => names.length > 0)))(
    '%s answers the token of %s like an id that is missing, and changes nothing',
    async (_name, _who, call, seedOf) => {
      const victim = await join();
      const { bearer } = await join(seedOf());
      const reply = await expectNoChange(() => call.send(baseUrl, { bearer, ids: victim.ids }));
      const missing = await call.send(baseUrl, { bearer, ids: MISSING });
      expect([reply.status, missing.status]).toEqual([404, 404]);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(missing));
      // The call was good, but for the token.
      expect((await call.send(baseUrl, victim)).status).toBeLessThan(300);
    },
  );

  it.each(eachStranger(CALLS))(
    '%s with the token of %s shows and changes nothing of this session, nor replays its Idempotency-Key',
    async (_name, _who, call, seedOf) => {
      const victim = await join();
      const stranger = await join(seedOf());
      const headers = { 'idempotency-key': `sweep ${victim.ids.session_id}` };
      if (!call.isRead) expect((await call.send(baseUrl, { ...victim, headers })).status).toBeLessThan(300);
      const before = await dumpTables(world.server, idsOf(victim));
      const reply = await call.send(baseUrl, { ...stranger, headers });
      expect(reply.status).toBeLessThan(300);
      expect(reply.headers.get('idempotent-replayed')).toBeNull();
      expect(idsOf(victim).filter((id) => reply.text.includes(id))).toEqual([]);
      expect(before.length).toBeGreaterThan(5);
      expect(await dumpTables(world.server, idsOf(victim))).toEqual(before);
    },
  );

  it.each(eachStranger(CALLS.filter(({ listed }) => listed && isList(listed.route))))(
    '%s refuses the token of %s the cursor of this session',
    async (_name, _who, { listed }, seedOf) => {
      const victim = await join();
      const { bearer, ids } = await join(seedOf());
      const withQuery = (query: string) => ({
        ...listed!,
        route: { ...listed!.route, path: `${listed!.route.path}?${query}` },
      });
      const page = await callRoute(baseUrl, withQuery('limit=1'), victim);
      const { next_cursor: cursor } = page.body as { next_cursor: string };
      expect((await callRoute(baseUrl, withQuery(`cursor=${cursor}`), victim)).status).toBe(200);
      expect(codeOf(await callRoute(baseUrl, withQuery(`cursor=${cursor}`), { bearer, ids }))).toBe(
        '400 invalid_cursor',
      );
    },
  );

  it.each(STRANGERS)('an upload with the token of %s can not name this session', async (_who, seedOf) => {
    const { ids } = await join();
    const { bearer, ids: own } = await join(seedOf());
    const refused = await expectNoChange(() =>
      callUploads(baseUrl, beginning({ session: ids.session_id }), { bearer }),
    );
    expect(codeOf(refused)).toBe('404 not_found');
    const taken = await callUploads(baseUrl, beginning({ session: own.session_id }), { bearer });
    expect(taken.status).toBe(201);
  });

  it('OPTIONS of an upload needs no token, says the same of one that is missing, and does nothing else', async () => {
    const { bearer, ids } = await join();
    const headers = { 'x-http-method-override': 'DELETE' };
    const [found, missing] = await expectNoChange(() =>
      Promise.all(
        [ids.upload_id, MISSING.upload_id].map((id) =>
          callUploads(baseUrl, { method: 'OPTIONS', headers }, { id }),
        ),
      ),
    );
    expect([found!.status, missing!.status]).toEqual([204, 204]);
    const said = [found!, missing!].map((reply) => [...reply.headers.keys()].sort());
    expect(said[0]).toEqual(said[1]);
    expect(found!.headers.get('upload-offset')).toBeNull();
    const head = await callUploads(baseUrl, UPLOAD_CALLS['uploads.head']!, { id: ids.upload_id, bearer });
    expect(head.headers.get('upload-offset')).toBe('4');
  });

  it.each(
    ROUTES.filter(({ policy }) => policy.auth === 'credential').map((listed) => [nameOf(listed), listed]),
  )('%s takes no field token, not even for its own session', async (_name, listed) => {
    const { bearer, ids } = await sharedPerson();
    const reply = await expectNoChange(() => callRoute(baseUrl, listed, { bearer, ids }));
    expect(codeOf(reply)).toBe('401 unauthenticated');
  });

  it.each(CALLS.filter(({ listed }) => listed).map((call) => [call.name, call] as const))(
    "%s takes no API key, not even the session's own organisation's",
    async (_name, call) => {
      const { ids } = await sharedPerson();
      const bearer = world.server.seed.apiKey;
      const reply = await expectNoChange(() => call.send(baseUrl, { bearer, ids }));
      expect(codeOf(reply)).toBe('401 unauthenticated');
    },
  );

  it.each(CALLS.filter(({ names }) => names.includes('upload_id')).map((call) => [call.name, call] as const))(
    "%s answers the API keys of either organisation like an upload that is missing: it is a field person's",
    async (_name, call) => {
      const { ids } = await sharedPerson();
      for (const { apiKey } of [world.server.seed, world.other]) {
        const reply = await expectNoChange(() => call.send(baseUrl, { bearer: apiKey, ids }));
        expect(reply.status).toBe(404);
      }
    },
  );
});

let shared: Promise<Person> | undefined;
/** One person for the tests that change nothing. */
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
      for (const call of CALLS) answered.push([call.name, (await call.send(baseUrl, person)).status]);
      return answered;
    });
    expect(statuses).toEqual(CALLS.map(({ name }) => [name, 401]));
  });
});

describe('between the end and the death of the token', () => {
  it.each(CALLS.map((call) => [call.name, call] as const))(
    '%s reads, or else refuses, but that an upload may finish',
    async (name, call) => {
      const person = await join();
      await world.server.client.sessions.end(person.ids.session_id);
      world.server.clock.advance(world.server.context.config.uploadGraceMs - 1);
      if (call.isRead) return expect((await call.send(baseUrl, person)).status).toBe(200);
      if (name === 'uploads.patch') return expect((await call.send(baseUrl, person)).status).toBe(204);
      const reply = await expectNoChange(() => call.send(baseUrl, person));
      expect(codeOf(reply)).toBe('409 session.already_ended');
    },
  );
});
