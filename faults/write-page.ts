import { writeReliability } from './page/page.ts';

// Of the rows as they are now, with the figures of the last run: those whose tests have changed are not run yet.
await writeReliability();
