import { expect, it } from 'vitest';

import type { ReportFaultCode } from '../report-refusal.ts';
import type { ReportCase } from './open-report-case.ts';
import { isForgiven, pdfsigVersion } from './run-pdfsig.ts';

export type Attack = readonly [name: string, change: (sealed: Uint8Array) => Uint8Array];

const poppler = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';

/** We must refuse each attack, though poppler calls every signature valid. */
export function refusesWhatPopplerForgives(
  open: () => ReportCase,
  code: ReportFaultCode,
  attacks: readonly Attack[],
): void {
  refuse(open, { code, attacks, title: `${code}, which poppler forgives` });
  it.skipIf(!pdfsigVersion).each(attacks)(`poppler forgives (${poppler}): %s`, (_name, change) => {
    expect(isForgiven(change(open().sealed))).toBe(true);
  });
}

/** We must refuse each report, and poppler does not call it valid either. */
export function refusesAsPopplerDoes(
  open: () => ReportCase,
  code: ReportFaultCode,
  attacks: readonly Attack[],
): void {
  refuse(open, { code, attacks, title: `${code}, as poppler does` });
  it.skipIf(!pdfsigVersion).each(attacks)(`poppler refuses (${poppler}): %s`, (_name, change) => {
    expect(isForgiven(change(open().sealed))).toBe(false);
  });
}

function refuse(
  open: () => ReportCase,
  { code, attacks, title }: { code: ReportFaultCode; attacks: readonly Attack[]; title: string },
): void {
  it.each(attacks)(`${title}: %s`, async (_name, change) => {
    const { judge, sealed } = open();
    const { verdict, fault, signatures } = await judge(change(sealed));

    expect({ verdict, code: fault?.code }).toEqual({ verdict: 'invalid', code });
    expect(signatures.every(({ ok, signer }) => !ok && signer === null)).toBe(true);
  });
}
