import { availableParallelism } from 'node:os';

const PER_CORE = 3;
const FEWEST = 6;
const MOST = 20;

/**
 * How many connections a pool has when nobody says. More than a few for each core make no statement faster: on two
 * cores 6 did more requests a second than 20, and the slowest were quicker.
 */
export const choosePoolSize = (cores = availableParallelism()): number =>
  Math.min(MOST, Math.max(FEWEST, cores * PER_CORE));
