// node bench/scale.ts [--seconds 5] [--rooms 200] [--photos 48] [--write]: what one PostgreSQL carries with 1, 2 and 4
// processes of the API: calls a second, photos of 12 megapixels, and rooms of two peers. A quick run: --seconds 1
// --rooms 40 --photos 8.
import type { SpawnedServer } from '../apps/server/src/testing/spawn-server.ts';
import { inMs, perSecond } from './harness/figures.ts';
import { RAISED_LIMITS, type BenchDatabase, type BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld, type Measured } from './harness/run-bench.ts';
import { inTurn } from './harness/turns.ts';
import { measureCallsOf } from './scale/measure-calls.ts';
import { measurePhotos } from './scale/measure-photos.ts';
import { measureRooms } from './scale/measure-rooms.ts';
import { moveIn } from './stage/move-in.ts';

const PROCESSES = [1, 2, 4];
/** An organisation has a quarter of the connections, and two of the photos that a process decodes at once. */
const ORGANISATIONS = 8;

type Sizes = { seconds: number; rooms: number; photos: number };

const measureScale = async (world: BenchWorld, sizes: Sizes): Promise<Measured> => {
  const database = await world.openDatabase();
  const tenants = await moveIn(database.context, ORGANISATIONS, { endpoints: 0 });
  const rows = await inTurn(PROCESSES.length, async (turn) => {
    const servers = await startApis(database, PROCESSES[turn]!);
    try {
      console.error(`${servers.length} processes …`);
      const { reads, writes } = await measureCallsOf(servers, { tenants, seconds: sizes.seconds });
      const photos = await measurePhotos(servers, { tenants, count: sizes.photos });
      const rooms = await measureRooms(servers, { tenants, ...sizes });
      return [
        `${servers.length}`,
        `${perSecond(reads.perSecond)}, p99 ${inMs(reads.p99Ms)}`,
        `${perSecond(writes.perSecond)}, p99 ${inMs(writes.p99Ms)}`,
        `${photos.perSecond.toFixed(1)}/s, p99 ${inMs(photos.p99Ms)}`,
        `${rooms.rooms}: p50 ${inMs(rooms.p50Ms)}, p99 ${inMs(rooms.p99Ms)}`,
      ];
    } finally {
      await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    }
  });
  return { tables: [{ head: HEAD, rows }] };
};

const HEAD = ['API processes', 'GET session', 'POST session', 'photos of 12 megapixels', 'rooms: a signal'];

const startApis = ({ spawn }: BenchDatabase, count: number): Promise<SpawnedServer[]> =>
  inTurn(count, () => spawn('api', RAISED_LIMITS));

const { write, ...sizes } = readOptions({ seconds: 5, rooms: 200, photos: 48, write: false });

await runInWorld((world) => measureScale(world, sizes), { part: 'scale', write });
