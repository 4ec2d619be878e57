import { writeReliability } from './page/page.ts';

// The rows are those of now, the figures those of the last run: rows whose tests have changed are not run yet.
await writeReliability();
