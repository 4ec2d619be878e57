import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take minutes, the longest first. */
export const LONG = [
  'growth',
  'contract-fuzz',
  'slow-clients',
  'soak',
  'database-restart',
  'database-lock',
  'database-half-open',
  'hostile-peers',
].map((name) => `faults/${name}.test.ts`);

/**
 * The order of the files. Two run at a time: of a long one that begins last, most would be waited for with a processor
 * idle. Vitest knows how long a file takes only where it has run before, which would make each run another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || compare(one.moduleId, other.moduleId),
    );
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const position = LONG.findIndex((path) => moduleId.endsWith(`/${path}`));
  return position === -1 ? LONG.length : position;
};

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
