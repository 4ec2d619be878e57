import type { Context } from '../../context.ts';
import type { Finding } from '../../doctor/probes/finding.ts';
import { checkChains } from './check-chains.ts';
import { checkObjects, type VerifyRestore } from './check-objects.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSequences } from './check-sequences.ts';
import { checkTriggers } from './check-triggers.ts';

/** Reads all that a restore must bring back, and says what does not fit together. It changes nothing. */
export const verifyRestore = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring' | 'objects' | 'timestampAuthorities'>,
  asked: VerifyRestore,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  findings.push(...(await checkSecrets(context)));
  findings.push(...(await checkTriggers(context)));
  findings.push(...(await checkChains(context)));
  findings.push(...(await checkObjects(context, asked)));
  findings.push(...(await checkSequences(context)));
  return findings;
};
