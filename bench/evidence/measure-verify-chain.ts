import { appendEntries, GENESIS_HEAD, verifyChain } from '../../packages/evidence/src/index.ts';
import { inMs, judgeAtMost, medianOf, percentile, tell, type Finding } from '../harness/figures.ts';
import { inTurn, timeMs } from '../harness/turns.ts';

const ENTRIES = 100_000;
const RUNS = 5;
const LIMIT_MS = 3_000;

export const measureVerifyChain = async (): Promise<Finding[]> => {
  const entries = await appendEntries(GENESIS_HEAD, listDrafts());
  const expectedHead = entries.at(-1)!.hash;
  const times = await inTurn(RUNS, () =>
    timeMs(async () => {
      const verdict = await verifyChain(entries, { expectedHead });
      if (!verdict.valid || verdict.length !== ENTRIES) throw new Error(JSON.stringify(verdict));
    }),
  );
  const what = `verify ${ENTRIES} entries`;
  return [
    judgeAtMost(`${what}, median of ${RUNS}`, medianOf(times), { most: LIMIT_MS, inWords: inMs }),
    tell(`${what}, slowest`, inMs(percentile(times, 1))),
  ];
};

function* listDrafts() {
  for (let index = 0; index < ENTRIES; index++) {
    yield {
      kind: 'evidence.captured',
      occurred_at: '2026-11-20T09:30:00.000Z',
      payload: {
        evidence_id: `0199f8e0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        evidence_kind: 'photo',
        sha256: 'c'.repeat(64),
        byte_size: 4_194_304 + index,
        mime: 'image/jpeg',
        captured_at: '2026-11-20T09:29:58.000Z',
        participant_id: '0199f8e0-0000-7000-8000-000000000000',
        gps: 'd'.repeat(64),
      },
    };
  }
}
