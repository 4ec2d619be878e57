import { dataDirOf } from '../../apps/server/src/testing/data-dir-of.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import { cloneDatabase } from '../stage/clone-database.ts';
import type { Tenant } from '../stage/move-in.ts';
import { RAISED_LIMITS } from '../stage/raised-limits.ts';
import type { SentStatement } from '../wire/record-client.ts';
import { startRecordingProxy } from '../wire/start-recording-proxy.ts';
import { listReads } from './list-reads.ts';
import { listWrites } from './list-writes.ts';
import { recordCalls } from './record-calls.ts';
import { countsOf, type Sizes } from './round.ts';

/** `template`: the database as it was before the first of the writes. */
export type Recorded = { template: string; calls: Map<string, SentStatement[][]> };

const READS_RECORDED = 20;

/**
 * Each write is made ready before the database is copied, and recorded after: so the copy is where its statements can
 * be sent once more, with the same keys and ids, and do the same.
 */
export const recordAll = async (databaseUrl: string, tenants: Tenant[], sizes: Sizes): Promise<Recorded> => {
  const env = { ...RAISED_LIMITS, DATA_DIR: dataDirOf(databaseUrl) };
  const writes = listWrites(tenants).filter(({ name }) => name.includes(sizes.only));
  const maker = await spawnServer('api', { databaseUrl, env });
  const prepared = new Map<string, Buffer[]>();
  for (const write of writes) {
    const { warm, many, one } = countsOf(write, sizes.seconds);
    prepared.set(write.name, await write.prepare(maker.baseUrl, warm + many + one));
  }
  await maker.kill('SIGTERM');
  const template = await cloneDatabase(databaseUrl, 'bench_template');
  const proxy = await startRecordingProxy(databaseUrl);
  const server = await spawnServer('api', { databaseUrl: proxy.databaseUrl, env });
  const calls = new Map<string, SentStatement[][]>();
  try {
    const reads = await listReads(server.baseUrl, { tenants, rows: sizes.rows });
    for (const { name, requests } of reads.filter((read) => read.name.includes(sizes.only))) {
      const some = Array.from({ length: READS_RECORDED }, (_, turn) => requests[turn % requests.length]!);
      calls.set(name, await recordCalls(server.baseUrl, { proxy, requests: some, wanted: 200 }));
    }
    for (const { name, wanted } of writes) {
      const requests = prepared.get(name)!;
      calls.set(name, await recordCalls(server.baseUrl, { proxy, requests, wanted }));
    }
  } finally {
    await server.kill();
    await proxy.close();
  }
  return { template, calls };
};
