import { LOCALES, ROLE_NAMES } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import type { Finding } from '../doctor/probes/finding.ts';
import { inviteMember } from '../features/members/invite-member.ts';
import { findPlan } from '../features/quotas/exports/find-plan.ts';
import { found, sayRefusal } from './command.ts';
import { reseal } from './master-keys/reseal.ts';
import type { Options } from './options.ts';
import { verifyRestore } from './restore/verify-restore.ts';

export type KeyedCommand = {
  usage: string;
  run: (context: Context, options: Options) => Promise<Finding[] | object>;
};

export const KEYED_COMMANDS: Record<string, KeyedCommand> = {
  'verify-restore': {
    usage: '[--hash]',
    run: (context, { isHash }) => verifyRestore(context, { readsObjects: isHash }),
  },
  'organisation show': {
    usage: '--organisation ID',
    run: (context, options) => showOrganisation(context, options.uuid('organisation')),
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

// Needs the master keys, since messages are counted under hashes that these make.
const showOrganisation = async (context: Context, id: string): Promise<object> => {
  const select = { name: true, locale: true, time_zone: true, rate_limit: true };
  const shown = found(await context.database.prisma.organisation.findUnique({ where: { id }, select }));
  const { plan, status, includes, use } = await findPlan(context, { organisationId: id });
  const used = Object.fromEntries(Object.entries(use).map(([what, count]) => [`${what}_used`, count]));
  return { id, ...shown, plan, status, ...includes, ...used };
};
