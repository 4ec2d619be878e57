// node bench/requests.ts [--seconds 1] [--rounds 3] [--only GET] [--organisations 8] [--sessions 20000] [--write]
//   [--profile]: the calls of the API, each beside its limit in the same run. It ends with 1 when a limit is missed.
//   A quick run: --seconds 0.2 --rounds 1. With --profile: where the server's processor time goes, instead of the rates.
import { readOptions, runInWorld } from './harness/run-bench.ts';
import { measureRequests } from './requests/measure-requests.ts';
import { profileRequests } from './requests/profile-requests.ts';

const usual = { seconds: 1, rounds: 3, organisations: 8, sessions: 20_000, only: '' };
const { profile, write, ...sizes } = readOptions({ ...usual, profile: false, write: false });
const [part, measure] = profile
  ? (['profile', profileRequests] as const)
  : (['requests', measureRequests] as const);

await runInWorld((world) => measure(world, sizes), { part, write });
