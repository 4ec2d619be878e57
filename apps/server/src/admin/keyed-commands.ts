import { LOCALES, ROLE_NAMES } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import type { Finding } from '../doctor/probes/finding.ts';
import { inviteMember } from '../features/members/invite-member.ts';
import { sayRefusal } from './command.ts';
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
  'member invite': {
    usage: `--organisation ID --email EMAIL --name NAME --role ${ROLE_NAMES.join('|')} [--locale LOCALE]`,
    run: (context, options) => {
      const body = {
        email: options.email('email'),
        name: options.text('name'),
        role: options.oneOf('role', ROLE_NAMES),
        ...(options.has('locale') ? { locale: options.oneOf('locale', LOCALES) } : {}),
      };
      const organisationId = options.uuid('organisation');
      return context
        .transact((tx) => inviteMember(context, tx, { author: 'host', organisationId, body }))
        .catch(sayRefusal);
    },
  },
  'master-key reseal': { usage: '', run: (context) => reseal(context) },
};
