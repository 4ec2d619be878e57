/** How many attempts one endpoint may have under way, so that a slow receiver leaves room for the others. */
export const capOf = (workerConcurrency: number): number => Math.max(2, Math.floor(workerConcurrency / 8));
