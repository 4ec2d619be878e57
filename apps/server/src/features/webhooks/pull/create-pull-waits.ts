import { setTimeout as sleep } from 'node:timers/promises';
import { contract, policyOf, type Scope } from '@field-inspection/contract';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { JUDGED_CREDENTIAL, listRolesWith } from '../../../http/judged-credential.ts';
import type { Health } from '../../../http/probes/health.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';

/** Milliseconds between looks at all waiting reads, by one statement. */
const BEAT_MS = 500;
/** Each waiting read holds its client's connection. */
const MAX_OF_ORGANISATION = 50;
const MAX_OF_PROCESS = 2_000;

export type PullWait = {
  organisationId: string;
  endpointId: string;
  credentialId: string;
  address: string | null;
  afterSequence: number;
  waitMs: number;
  signal: AbortSignal;
};

export type PullWaits = {
  /**
   * Resolves when there may be something to read or to refuse, when the time is over, when the client hangs up, or when
   * the process stops.
   *
   * @throws {Refusal} rate_limited, unavailable when as many wait as may
   */
  wait: (wish: PullWait) => Promise<void>;
};

/** A beat asks the database for all waiting reads at once. */
export const createPullWaits = (
  { database, log }: Pick<Context, 'database' | 'log'>,
  { isDraining }: Pick<Health, 'isDraining'>,
): PullWaits => {
  const waiting = new Map<PullWait, () => void>();
  let isBeating = false;

  const beat = async (): Promise<void> => {
    isBeating = true;
    while (waiting.size > 0) {
      await sleep(BEAT_MS);
      const wishes = [...waiting.keys()];
      const over = isDraining() ? wishes : await listOver(database, wishes).catch(warn);
      for (const wish of over) waiting.get(wish)?.();
    }
    isBeating = false;
  };
  const warn = (err: unknown): PullWait[] => {
    log.warn({ component: 'pull', err }, 'what waits could not be looked after');
    return [];
  };

  return {
    wait: async (wish) => {
      refuseTooMany([...waiting.keys()], wish);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(wish, resolve);
      if (!isBeating) void beat();
      const timer = setTimeout(resolve, wish.waitMs);
      wish.signal.addEventListener('abort', () => resolve(), { once: true });
      if (wish.signal.aborted || isDraining()) resolve();
      await promise;
      clearTimeout(timer);
      waiting.delete(wish);
    },
  };
};

const refuseTooMany = (waiting: PullWait[], { organisationId }: PullWait): void => {
  const headers = { 'Retry-After': '20' };
  if (waiting.length >= MAX_OF_PROCESS) {
    throw new Refusal('unavailable', 'Too many reads wait already. Ask with wait=0, or try again later.', {
      headers,
    });
  }
  if (waiting.filter((other) => other.organisationId === organisationId).length < MAX_OF_ORGANISATION) return;
  const message = `${MAX_OF_ORGANISATION} reads of your organisation wait already. Ask with wait=0, or try again later.`;
  throw new Refusal('rate_limited', message, { headers });
};

const PULL_SCOPES: Scope[] = [policyOf(contract.webhookEndpoints.pull).scope!];

const listOver = async (database: Context['database'], wishes: PullWait[]): Promise<PullWait[]> => {
  const rows = await runPrepared<{ place: number }>(database.pool, LIST_OVER, [
    wishes.map(({ organisationId }) => organisationId),
    wishes.map(({ endpointId }) => endpointId),
    wishes.map(({ credentialId }) => credentialId),
    wishes.map(({ afterSequence }) => afterSequence),
    wishes.map(({ address }) => address),
    PULL_SCOPES,
    listRolesWith(PULL_SCOPES),
  ]);
  return rows.map(({ place }) => wishes[place - 1]!);
};

const LIST_OVER = {
  name: 'list-over-waits',
  text: `
    select a.place::int
    from (
      select *, $6::text[] as scopes, $7::text[] as roles
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::inet[])
        with ordinality as o (organisation_id, endpoint_id, credential_id, after_sequence, address, place)
    ) a
    where not exists (
        select from webhook_endpoints w
        where w.organisation_id = a.organisation_id and w.id = a.endpoint_id and w.active and w.deleted_at is null
          and w.last_sequence <= a.after_sequence
      )
      or (${JUDGED_CREDENTIAL}) is not true
  `,
};
