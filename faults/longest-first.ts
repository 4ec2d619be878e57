import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
 * Two files run at a time: a long one that began last would leave a processor idle. Vitest knows a file's time only
 * where it has run before, so its own order would differ from run to run.
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
