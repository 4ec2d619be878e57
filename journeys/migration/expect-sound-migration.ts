import { expect } from 'vitest';
import type { runMigration } from './run-migration.ts';

type Run = Awaited<ReturnType<typeof runMigration>>;

/** Nobody was refused, no table was made anew, nothing is lost or there twice. */
export const expectSoundMigration = (run: Run): void => {
  const { ledger, applied, exits, findings, errors, filesBefore, filesAfter } = run;
  expect(applied).not.toEqual([]);
  expect([ledger.surprises, ledger.refusals, errors]).toEqual([[], [], []]);
  expect(filesAfter).toMatchObject(filesBefore);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  expect(findings.map(({ checked }) => checked > 0)).toEqual(findings.map(() => true));
  expect(exits).toEqual([0, 0]);
};

/** The run in figures, in words. */
export const describeMigration = ({ ledger, applied, findings }: Run): string => {
  const { requests, refusals, acknowledged } = ledger;
  const lost = findings[0]!.faults.length;
  return (
    `${applied.length} migrations; ${requests} requests, ${refusals.length} refused; ` +
    `${lost} of ${acknowledged.length} acknowledged writes lost or done twice`
  );
};
