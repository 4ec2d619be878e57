import type { Context } from '../context.ts';
import type { Finding } from '../doctor/probes/finding.ts';
import { reseal } from './master-keys/reseal.ts';
import type { Options } from './options.ts';
import { verifyRestore } from './restore/verify-restore.ts';

/** A command that needs MASTER_KEYS and the object store: it runs with the settings of the server. */
export type KeyedCommand = {
  usage: string;
  run: (context: Context, options: Options) => Promise<Finding[] | object>;
};

export const KEYED_COMMANDS: Record<string, KeyedCommand> = {
  'verify-restore': {
    usage: '[--hash]',
    run: (context, { isHash }) => verifyRestore(context, { readsObjects: isHash }),
  },
  'master-key reseal': { usage: '', run: (context) => reseal(context) },
};
