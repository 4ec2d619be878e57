import { describe, expect, it } from 'vitest';
import { planPools } from './plan-pools.ts';
import { PREPARED_SETTINGS, REQUEST_SETTINGS } from './pool-settings.ts';

const DIRECT = 'postgresql://fis_service@db/fis';
const POOLER = 'postgresql://fis_service@pooler/fis';
const PREPARED = 'postgresql://fis_prepared@pooler/fis';

const show = (addresses: Parameters<typeof planPools>[0]) =>
  Object.fromEntries(
    Object.entries(planPools(addresses)).map(([pool, { variable, url, byRole }]) => [
      pool,
      [variable, url.split('?')[0], byRole],
    ]),
  );

describe('planPools', () => {
  it('without a pooler, all goes to the one address and asks for its settings there', () => {
    const whole = ['DATABASE_URL', DIRECT, false];
    expect(show({ databaseUrl: DIRECT })).toEqual({ requests: whole, prepared: whole, direct: whole });
    const { requests, prepared } = planPools({ databaseUrl: DIRECT });
    const asked = (url: string) => new URL(url).searchParams.get('options')?.split(/ ?-c /).slice(1);
    const listed = (settings: object) =>
      Object.entries(settings).map((pair) => pair.join('=').replaceAll(' ', '\\ '));
    expect(asked(requests.url)).toEqual(listed(REQUEST_SETTINGS));
    expect(asked(prepared.url)).toEqual(listed(PREPARED_SETTINGS));
  });

  it('the same address twice is no pooler', () => {
    const { requests } = planPools({ databaseUrl: DIRECT, databaseDirectUrl: DIRECT });
    expect(requests.byRole).toBe(false);
  });

  it('with a pooler, requests go through it without a setting, and prepared statements directly', () => {
    const direct = ['DATABASE_DIRECT_URL', DIRECT, false];
    expect(show({ databaseUrl: POOLER, databaseDirectUrl: DIRECT })).toEqual({
      requests: ['DATABASE_URL', POOLER, true],
      prepared: direct,
      direct,
    });
  });

  it('prepared statements go through it, too, as a role of their own', () => {
    expect(
      show({ databaseUrl: POOLER, databaseDirectUrl: DIRECT, databasePreparedUrl: PREPARED }).prepared,
    ).toEqual(['DATABASE_PREPARED_URL', PREPARED, true]);
  });
});
