import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeldWorld, type HeldWorld } from '../../testing/open-held-world.ts';

let world: HeldWorld;
beforeAll(async () => {
  world = await openHeldWorld();
});
afterAll(() => world.close());

/** The tables of a chain have its name. */
const CHAINS = [
  { name: 'audit', owned: 'organisation_id, session_id', where: "session_id = ':open'" },
  { name: 'addenda', owned: 'organisation_id, session_id', where: "session_id = ':ended'" },
  { name: 'org', owned: 'organisation_id', where: "organisation_id = ':organisation'" },
] as const;

/** As the service writes it, in a single statement: an entry behind the head, and a head that moves to a position. */
const append = (
  { name, owned, where }: (typeof CHAINS)[number],
  {
    place = 1,
    head = place,
    prev = 'c.head_hash',
    hash = "repeat('a', 64)",
    headHash = hash,
  }: { place?: number; head?: number; prev?: string; hash?: string; headHash?: string } = {},
): string => `
  with moved as (
    update ${name}_chains c set head_sequence = head_sequence + ${head}, head_hash = ${headHash} where ${where}
    returning *
  ), disclosed as (
    insert into ${name}_disclosures (${owned}, sequence, field, salt, value)
    select ${owned}, c.head_sequence + ${place}, 'forged', '', '{}' from ${name}_chains c where ${where}
  )
  insert into ${name}_entries (${owned}, sequence, kind, occurred_at, payload, prev_hash, hash)
  select ${owned}, c.head_sequence + ${place}, 'test.fact', '', '{}', ${prev}, ${hash} from ${name}_chains c
  where ${where}`;

describe.each(CHAINS)('the $name chain', (chain) => {
  const { name, owned, where } = chain;
  const ofEntry = `select ${owned}, sequence, kind, occurred_at, payload, prev_hash, hash from ${name}_entries`;

  it('goes on by an entry that follows its head, with the head and what is disclosed of it', async () => {
    expect(await world.attempt(append(chain))).toBe('1 done');
  });

  it('takes no entry without its head, out of its place, of another past, or beside its head', async () => {
    expect(
      await world.listDone([
        append(chain, { head: 0, headHash: 'head_hash' }),
        append(chain, { place: 2 }),
        append(chain, { place: 2, head: 1 }),
        append(chain, { place: 1, head: 2 }),
        append(chain, { prev: "repeat('0', 64)" }),
        append(chain, { headHash: "repeat('b', 64)" }),
        append(chain, { place: 0, head: 1 }),
        append(chain, { place: -1, head: 1 }),
        append(chain, { place: 1, head: -1 }),
      ]),
    ).toEqual([]);
  });

  it('has a head that goes neither back nor on by itself, and begins with its entries', async () => {
    expect(
      await world.listDone([
        `update ${name}_chains c set head_sequence = e.sequence, head_hash = e.hash from ${name}_entries e
         where c.${where} and e.${where} and e.sequence = 1`,
        `update ${name}_chains set head_sequence = 0, head_hash = repeat('0', 64) where ${where}`,
        `update ${name}_chains set head_sequence = head_sequence + 1 where ${where}`,
        `delete from ${name}_chains where ${where}`,
        `insert into ${name}_chains (${owned}, head_sequence, head_hash)
         select ${owned}, 1, hash from ${name}_entries where ${where} and sequence = 1
         on conflict (${owned}) do update set head_sequence = excluded.head_sequence, head_hash = excluded.head_hash`,
        name === 'org'
          ? `insert into org_chains (organisation_id, head_sequence, head_hash) values (gen_random_uuid(), 1, '')`
          : `insert into ${name}_chains (${owned}, head_sequence, head_hash)
             select organisation_id, gen_random_uuid(), 1, '' from ${name}_chains where ${where}`,
      ]),
    ).toEqual([]);
  });

  it('loses no entry, and has none written over', async () => {
    expect(
      await world.listDone([
        `delete from ${name}_entries where ${where}`,
        `insert into ${name}_entries (${owned}, sequence, kind, occurred_at, payload, prev_hash, hash)
         ${ofEntry} where ${where} and sequence = 1
         on conflict (${owned}, sequence) do update set payload = '{}'`,
      ]),
    ).toEqual([]);
  });

  it('lets a disclosure be deleted, and lets none come back or come late', async () => {
    const ofDisclosure = `${owned}, sequence, field, salt, value`;
    expect(await world.attempt(`delete from ${name}_disclosures where ${where}`)).toMatch(/^[1-9]\d* done$/);
    expect(
      await world.listDone([
        `with gone as (delete from ${name}_disclosures where ${where} returning *)
         insert into ${name}_disclosures (${ofDisclosure}) select ${owned}, sequence, field || '2', salt, '{}' from gone`,
        `insert into ${name}_disclosures (${ofDisclosure})
         select ${owned}, sequence, 'late', '', '{}' from ${name}_entries where ${where}`,
        `insert into ${name}_disclosures (${ofDisclosure}) select ${ofDisclosure} from ${name}_disclosures where ${where}
         on conflict (${owned}, sequence, field) do update set value = '{}'`,
      ]),
    ).toEqual([]);
  });
});

describe('beside the chains', () => {
  it('a frozen chain takes no entry, and no head is among those that are verified but its own', async () => {
    const frozen = { ...CHAINS[0], where: "session_id = ':ended'" } as unknown as (typeof CHAINS)[number];
    expect(
      await world.listDone([
        append(frozen),
        append(frozen, { head: 0, headHash: 'head_hash' }),
        `insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
         select repeat('a', 64), organisation_id, session_id, frozen_at from frozen_heads where session_id = ':ended'`,
        `insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
         select head_hash, organisation_id, session_id, now() from audit_chains where session_id = ':open'`,
        `delete from frozen_heads where session_id = ':ended'`,
      ]),
    ).toEqual([]);
  });

  it('addenda begin with what follows the frozen chain', async () => {
    expect(
      await world.listDone([
        `with head as (
           insert into addenda_chains (organisation_id, session_id, head_sequence, head_hash)
           select organisation_id, session_id, 1, 'a' from audit_chains where session_id = ':open'
         )
         insert into addenda_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
         select organisation_id, session_id, 1, 'test.stray', '', '{}', head_hash, 'a' from audit_chains
         where session_id = ':open'`,
      ]),
    ).toEqual([]);
  });

  it('a token stays, and so does what an authority was asked of a frozen chain; a token comes once', async () => {
    expect(
      await world.listDone([
        ...['anchors', 'addenda_anchors', 'org_anchors', 'whiteboard_anchors'].map(
          (table) => `delete from ${table} where status = 'anchored'`,
        ),
        `delete from anchors where authority = ':pending'`,
      ]),
    ).toEqual([]);
    const given = `set status = 'anchored', token = '', gen_time = now(), serial = '1', anchored_at = now()`;
    for (const table of ['anchors', 'addenda_anchors', 'org_anchors'])
      expect(await world.attempt(`update ${table} ${given} where authority = ':pending'`)).toBe('1 done');
    const ofExport = `${given}, sha256 = repeat('f', 64) where authority = ':pending'`;
    expect(await world.attempt(`update whiteboard_anchors ${ofExport}`)).toBe('1 done');
  });

  it('evidence is neither deleted nor written over, and its place goes with its bytes alone', async () => {
    const placed = "session_id = ':ended' and lat_e7 is not null";
    const erase = `lat_e7 = null, lon_e7 = null, accuracy_cm = null, slot = ''`;
    expect(
      await world.listDone([
        `delete from evidence where ${placed}`,
        `update evidence set ${erase} where ${placed}`,
        `update evidence set erased_at = now(), slot = 'other' where ${placed}`,
        `update evidence set erased_at = now(), ${erase}, sha256 = repeat('f', 64) where ${placed}`,
        `update evidence set erased_at = null where session_id = ':redacted' and erased_at is not null`,
        `insert into evidence select * from evidence where ${placed}
         on conflict (organisation_id, id) do update set sha256 = repeat('f', 64)`,
      ]),
    ).toEqual([]);
    expect(await world.attempt(`update evidence set erased_at = now(), ${erase} where ${placed}`)).toBe(
      '1 done',
    );
    expect(
      await world.attempt(
        `update evidence set status = 'ready' where session_id = ':ended' and status = 'pending'`,
      ),
    ).toBe('1 done');
  });

  it('no id of a session or an organisation changes under them', async () => {
    expect(
      await world.listDone([
        `update sessions set id = gen_random_uuid() where id = ':ended'`,
        `update sessions set id = gen_random_uuid() where id = ':open'`,
        `update organisations set id = gen_random_uuid() where id = ':organisation'`,
      ]),
    ).toEqual([]);
  });
});
