// node bench/evidence.ts [--only append,verify,photo,bundle,reports]: what evidence costs, each figure beside its limit.
// It ends with 1 when a limit is missed.
import { measureAppend } from './evidence/measure-append.ts';
import { measureBundle } from './evidence/measure-bundle.ts';
import { measurePhoto } from './evidence/measure-photo.ts';
import { measureReports } from './evidence/measure-reports.ts';
import { measureVerifyChain } from './evidence/measure-verify-chain.ts';
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';

const { only } = readOptions({ only: '' });

await runInWorld((world) =>
  measureOnly(only, {
    append: () => measureAppend(world),
    verify: measureVerifyChain,
    photo: () => measurePhoto(world),
    bundle: () => measureBundle(world),
    reports: () => measureReports(world),
  }),
);
