// node bench/write-page.ts: docs/benchmarks.md anew of the last runs, after its words were changed by hand.
import { writeBenchmarks } from './page/page.ts';

await writeBenchmarks();
