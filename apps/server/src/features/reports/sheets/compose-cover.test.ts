import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input/report-input.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { composeSheet } from './compose-sheet.ts';

const sample = await sampleReport();
const compose = (changes: Partial<ReportInput>) => composeSheet({ ...sample, ...changes }, new Map());

describe('the first page', () => {
  it('says of a session that nobody joined that it expired, and for when it was scheduled', () => {
    const nobody = { status: 'expired', startedAt: null, endedAt: null } as const;
    const { cover } = compose({ session: { ...sample.session, ...nobody } });
    const facts = new Map(cover.facts.map(({ label, value }) => [label, value]));
    expect([facts.get('Status'), facts.get('Scheduled for'), facts.has('Time')]).toEqual([
      'Expired',
      '20 Nov 2026, 11:30:00',
      false,
    ]);
  });

  it('lists findings only where their photos do not follow at once', () => {
    const [, plain, found] = sample.photos;
    expect(compose({ photos: [found!] }).cover.findings).toBeNull();
    expect(compose({ photos: [found!, plain!, plain!] }).cover.findings!.rows).toHaveLength(1);
  });
});
