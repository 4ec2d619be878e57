import { cloneDatabase, withApi } from '../harness/open-world.ts';
import type { Tenant } from '../stage/move-in.ts';
import type { SentStatement } from '../../apps/server/src/testing/record-client.ts';
import { recordCalls, withRecordedApi, type Recording } from './start-recording-proxy.ts';
import { listReads } from './list-reads.ts';
import { countsOf, listWrites } from './list-writes.ts';

export type Sizes = {
  seconds: number;
  rounds: number;
  organisations: number;
  sessions: number;
  only: string;
};

export type Recorded = { template: string; calls: Map<string, SentStatement[][]> };

const READS_RECORDED = 20;

/**
 * Each write is prepared before the database is copied, and recorded after: on the copy the same statements, with the
 * same keys and ids, do the same.
 */
export const recordAll = async (databaseUrl: string, tenants: Tenant[], sizes: Sizes): Promise<Recorded> => {
  const isWanted = ({ name }: { name: string }) => name.includes(sizes.only);
  const writes = listWrites(tenants).filter(isWanted);
  const asked: { name: string; requests: Buffer[]; wanted: number }[] = [];
  await withApi({ databaseUrl }, async (maker) => {
    for (const write of writes) {
      const { warm, many, one } = countsOf(write, sizes.seconds);
      asked.push({ ...write, requests: await write.prepare(maker.baseUrl, warm + many + one) });
    }
    await maker.kill('SIGTERM');
  });
  const template = await cloneDatabase(databaseUrl, 'bench_template');
  const calls = await withRecordedApi(databaseUrl, async ({ baseUrl, proxy }) => {
    const reads = (await listReads(baseUrl, { tenants, sessions: sizes.sessions })).filter(isWanted);
    const some = reads.map(({ name, requests }) => ({
      name,
      requests: Array.from({ length: READS_RECORDED }, (_, turn) => requests[turn % requests.length]!),
      wanted: 200,
    }));
    const recorded = new Map<string, SentStatement[][]>();
    for (const { name, requests, wanted } of [...some, ...asked]) {
      const recordings = await recordCalls(baseUrl, { proxy, requests, wanted });
      recorded.set(name, recordings.map(orderByConnection));
    }
    return recorded;
  });
  return { template, calls };
};

// A replay sends a call on one connection: statements from another connection must not end its transaction.
const orderByConnection = ({ statements }: Recording): SentStatement[] =>
  [...Map.groupBy(statements, ({ connection }) => connection).values()].flat();
