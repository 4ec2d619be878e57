import { hostClock } from '../../platform/clock.ts';
import { openSeal } from '../../platform/seal/open-seal.ts';
import { off, ok, warn, type Examined, type Probe } from './finding.ts';

/** The seal of reports: its file is opened and its key signs. */
export const probeSeal = ({ config: { sealP12, demo }, secrets: { sealP12Password } }: Examined): Probe => ({
  part: 'seal',
  remedy: 'Check SEAL_P12 and SEAL_P12_PASSWORD.',
  run: async () => {
    if (!sealP12)
      return off(`SEAL_P12 is not set: reports ${demo ? 'have the demo seal' : 'are made without a seal'}.`);
    const warnings: string[] = [];
    const log = { warn: (_about: unknown, words?: string) => void (words && warnings.push(words)) };
    const seal = await openSeal({ sealP12, sealP12Password }, { clock: hostClock, log: log as never });
    await seal!.sign(Buffer.from('probe'));
    return [
      ok(`${seal!.subject} signs, until ${seal!.notAfter.toISOString()}.`),
      ...warnings.map((words) => warn(words)),
    ];
  },
});
