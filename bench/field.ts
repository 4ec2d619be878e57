// node bench/field.ts [--rounds 5] [--write]: how long a person waits on a slow phone until the tap that joins is taken.
import { measureFirstTap } from './field/measure-first-tap.ts';
import { readOptions, runInWorld } from './harness/run-bench.ts';

const { rounds, write } = readOptions({ rounds: 5, write: false });

await runInWorld((world) => measureFirstTap(world, rounds), { part: 'field', write });
