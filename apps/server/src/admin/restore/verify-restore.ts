import type { Context } from '../../context.ts';
import type { Finding } from '../../doctor/probes/finding.ts';
import { checkChains } from './check-chains.ts';
import { checkObjects, type VerifyRestore } from './check-objects.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSequences } from './check-sequences.ts';
import { checkTriggers } from './check-triggers.ts';
import { createTally, type Tally } from './tally.ts';

/** Reads all that a restore must bring back, and says what does not fit together. It changes nothing. */
export const verifyRestore = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring' | 'objects' | 'timestampAuthorities'>,
  asked: VerifyRestore,
): Promise<Finding[]> => [
  ...(await checkPart('secrets', (tally) => checkSecrets(context, tally))),
  ...(await checkPart('triggers', (tally) => checkTriggers(context, tally))),
  ...(await checkPart('chains', (tally) => checkChains(context, tally))),
  ...(await checkPart('objects', (tally) => checkObjects(context, asked, tally))),
  ...(await checkPart('sequences', (tally) => checkSequences(context, tally))),
];

// A check takes hours of a large service. A failure in one part ends that part, and the faults found before it are
// told.
const checkPart = async (part: string, check: (tally: Tally) => Promise<string>): Promise<Finding[]> => {
  const tally = createTally(part);
  try {
    return tally.findings(await check(tally));
  } catch (error) {
    tally.end(
      `This part could not be read to its end: ${(error as Error).message}. What comes after is not known. Run this again.`,
    );
    return tally.findings('');
  }
};
