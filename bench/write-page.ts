// node bench/write-page.ts: writes docs/benchmarks.md anew from the last runs, after its words were changed by hand.
import { writeBenchmarks } from './page/page.ts';

await writeBenchmarks();
