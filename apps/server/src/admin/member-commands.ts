import { LOCALES, ROLE_NAMES, UpdateMemberBody } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { addMember, findMembers } from '../features/members/add-member.ts';
import { changeMember } from '../features/members/change-member.ts';
import { unlinkMember } from '../features/members/member-identity.ts';
import { makeSignInLink } from '../features/sign-in/sign-in-link.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { type Command, found, sayRefusal } from './command.ts';
import { AdminError, type Options } from './options.ts';

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
  'member set-role': {
    usage: `--organisation ID --member ID --role ${ROLE_NAMES.join('|')}`,
    run: (context, options) => change(context, options, { role: options.oneOf('role', ROLE_NAMES) }),
  },
  'member set-name': {
    usage: '--organisation ID --member ID --name NAME',
    run: (context, options) => change(context, options, { name: readName(options) }),
  },
  'member set-break-glass': {
    usage: '--organisation ID --member ID --break-glass true|false',
    run: (context, options) =>
      change(context, options, { break_glass: options.oneOf('break-glass', ['true', 'false']) === 'true' }),
  },
  'member disable': {
    usage: '--organisation ID --member ID',
    run: (context, options) => change(context, options, { status: 'disabled' }),
  },
  'member enable': {
    usage: '--organisation ID --member ID',
    run: (context, options) => change(context, options, { status: 'active' }),
  },
  'member sign-in-link': {
    usage: '--organisation ID --member ID',
    run: async (context, options) => found(await makeSignInLink(context, keyOf(options))),
  },
  'member unlink': {
    usage: '--organisation ID --member ID',
    run: (context, options) =>
      context
        .transact(async (tx) => {
          const key = keyOf(options);
          await unlinkMember(context, tx, { ...key, author: 'host' });
          return { id: key.memberId, linked: false };
        })
        .catch(sayRefusal),
  },
  'member remove': {
    usage: '--organisation ID --member ID',
    run: (context, options) =>
      context
        .transact(async (tx) => {
          const key = keyOf(options);
          await removeMember(context, tx, { ...key, author: 'host' });
          return { id: key.memberId, status: 'removed' };
        })
        .catch(sayRefusal),
  },
  'member list': {
    usage: '--organisation ID',
    none: 'There is no member of this organisation. Make one by script/admin member add.',
    run: (context, options) => findMembers(context, { organisationId: options.uuid('organisation') }),
  },
};

const readName = (options: Options): string => {
  const { success, data } = UpdateMemberBody.safeParse({ name: options.text('name') });
  if (!success) throw new AdminError('--name must have 1 to 200 characters, and none that controls a text');
  return data.name!;
};

const keyOf = (options: Options) => ({
  organisationId: options.uuid('organisation'),
  memberId: options.uuid('member'),
});

const change = (
  context: Context,
  options: Options,
  changes: Parameters<typeof changeMember>[2]['changes'],
): Promise<object> =>
  context
    .transact((tx) => changeMember(context, tx, { ...keyOf(options), author: 'host', changes }))
    .catch(sayRefusal);
