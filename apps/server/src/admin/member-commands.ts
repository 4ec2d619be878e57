import { LOCALES, ROLE_NAMES } from '@field-inspection/contract';
import { ApiError } from '../api-error.ts';
import { addMember } from '../features/members/add-member.ts';
import { findMembers } from '../features/members/find-members.ts';
import { found, type Command } from './command.ts';
import { AdminError } from './options.ts';

/** What the host's operator does with the members of an organisation. */
export const MEMBER_COMMANDS: Record<string, Command> = {
  'member add': {
    usage: `--organisation ID --email EMAIL --name NAME --role ${ROLE_NAMES.join('|')} [--locale LOCALE]`,
    run: async (context, options) => {
      const id = options.uuid('organisation');
      const { locale } = found(await context.database.prisma.organisation.findUnique({ where: { id } }));
      return addMember(context, {
        organisationId: id,
        email: options.email('email'),
        name: options.text('name'),
        role: options.oneOf('role', ROLE_NAMES),
        locale: options.oneOf('locale', LOCALES, LOCALES.find((known) => known === locale) ?? 'en'),
      }).catch(sayRefusal);
    },
  },
  'member list': {
    usage: '--organisation ID',
    none: 'There is no member of this organisation. Make one by script/admin member add.',
    run: (context, options) => findMembers(context, { organisationId: options.uuid('organisation') }),
  },
};

const sayRefusal = (cause: unknown): never => {
  throw cause instanceof ApiError ? new AdminError(cause.message, { cause }) : cause;
};
