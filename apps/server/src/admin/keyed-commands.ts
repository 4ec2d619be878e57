import { LOCALES, ROLE_NAMES } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { inviteMember } from '../features/members/invite-member.ts';
import { findPlan } from '../features/quotas/exports/find-plan.ts';
import { found, type KeyedCommand, NO_ORGANISATION, requireOrganisation, sayRefusal } from './command.ts';
import { reseal } from './master-keys/reseal.ts';
import { verifyRestore } from './restore/verify-restore.ts';
import { KEYED_SSO_COMMANDS } from './sso-commands.ts';

export const KEYED_COMMANDS: Record<string, KeyedCommand> = {
  'verify-restore': {
    meaning:
      'Proves after a restore that rows, chains and objects belong together; --hash reads each object.',
    usage: '[--hash]',
    run: (context, { isHash }) => verifyRestore(context, { readsObjects: isHash }),
  },
  'organisation show': {
    meaning: 'Shows an organisation, with its plan and what it has used.',
    usage: '--organisation ID',
    run: (context, options) => showOrganisation(context, options.uuid('organisation')),
  },
  'member invite': {
    meaning: 'Invites a member by e-mail.',
    usage: `--organisation ID --email EMAIL --name NAME --role ${ROLE_NAMES.join('|')} [--locale LOCALE]`,
    run: async (context, options) => {
      const body = {
        email: options.email('email'),
        name: options.text('name'),
        role: options.oneOf('role', ROLE_NAMES),
        ...(options.has('locale') ? { locale: options.oneOf('locale', LOCALES) } : {}),
      };
      const { id: organisationId } = await requireOrganisation(context, options);
      return context
        .transact((tx) => inviteMember(context, tx, { author: 'host', organisationId, body }))
        .catch(sayRefusal);
    },
  },
  ...KEYED_SSO_COMMANDS,
  'master-key reseal': {
    meaning: 'Seals all secrets with the first of MASTER_KEYS, so that others can be dropped.',
    usage: '',
    run: (context) => reseal(context),
  },
};

// Needs the master keys, since messages are counted under hashes that these make.
const showOrganisation = async (context: Context, id: string): Promise<object> => {
  const select = { name: true, locale: true, time_zone: true, rate_limit: true };
  const row = await context.database.prisma.organisation.findUnique({ where: { id }, select });
  const shown = found(row, NO_ORGANISATION);
  const { plan, status, includes, use } = await findPlan(context, { organisationId: id });
  const used = Object.fromEntries(Object.entries(use).map(([what, count]) => [`${what}_used`, count]));
  return { id, ...shown, plan, status, ...includes, ...used };
};
