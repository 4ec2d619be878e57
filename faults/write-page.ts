import { writeReliability } from './page/page.ts';

// The figures are the last run's: rows whose tests have changed count as not run yet.
await writeReliability();
