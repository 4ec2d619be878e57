// node bench/requests.ts [--seconds 1] [--rounds 3] [--only GET] [--organisations 8] [--sessions 20000] [--write]: the calls
// of the API, each beside its limit in the same run. It ends with 1 when a limit is missed. A quick run: --seconds 0.2
// --rounds 1.
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { measureRequests } from './requests/measure-requests.ts';

const usual = { seconds: 1, rounds: 3, organisations: 8, sessions: 20_000, only: '' };
const { write, ...sizes } = readOptions({ ...usual, write: false });

await runInWorld((world) => measureRequests(world, sizes), { part: 'requests', write });
