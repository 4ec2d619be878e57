import { LOCALES, ROLE_NAMES, UpdateMemberBody } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { addMember, findMembers } from '../features/members/add-member.ts';
import { changeMember } from '../features/members/change-member.ts';
import { unlinkMember } from '../features/members/member-identity.ts';
import { makeSignInLink } from '../features/sign-in/sign-in-link.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { isBoundToProvider } from '../features/sign-in/exports/require-open-way.ts';
import { type Command, found, NO_MEMBER, requireOrganisation, sayRefusal } from './command.ts';
import { AdminError, type Options } from './options.ts';

export const MEMBER_COMMANDS: Record<string, Command> = {
  'member add': {
    meaning: 'Makes an active member, and sends no mail.',
    usage: `--organisation ID --email EMAIL --name NAME --role ${ROLE_NAMES.join('|')} [--locale LOCALE]`,
    run: async (context, options) => {
      const { id, locale } = await requireOrganisation(context, options);
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
    meaning: 'Gives a member another role.',
    usage: `--organisation ID --member ID --role ${ROLE_NAMES.join('|')}`,
    run: (context, options) => change(context, options, { role: options.oneOf('role', ROLE_NAMES) }),
  },
  'member set-name': {
    meaning: 'Gives a member another name.',
    usage: '--organisation ID --member ID --name NAME',
    run: (context, options) => change(context, options, { name: readName(options) }),
  },
  'member set-break-glass': {
    meaning: 'Lets an org_admin sign in past an enforced sign-on, or no longer.',
    usage: '--organisation ID --member ID --break-glass true|false',
    run: (context, options) =>
      change(context, options, { break_glass: options.oneOf('break-glass', ['true', 'false']) === 'true' }),
  },
  'member disable': {
    meaning: 'Keeps a member out, and ends their sessions and keys.',
    usage: '--organisation ID --member ID',
    run: (context, options) => change(context, options, { status: 'disabled' }),
  },
  'member enable': {
    meaning: 'Lets a disabled member in again.',
    usage: '--organisation ID --member ID',
    run: (context, options) => change(context, options, { status: 'active' }),
  },
  'member sign-in-link': {
    meaning: 'Makes a link that signs a member in once, within an hour. Needs BASE_URL outside demo mode.',
    usage: '--organisation ID --member ID',
    makesLink: true,
    run: async (context, options) => {
      const key = await keyOf(context, options);
      await requireLinkWay(context, key);
      return found(await makeSignInLink(context, key), NO_MEMBER);
    },
  },
  'member unlink': {
    meaning: 'Parts a member from their person at the identity provider.',
    usage: '--organisation ID --member ID',
    run: async (context, options) => {
      const key = await keyOf(context, options);
      return context
        .transact(async (tx) => {
          await unlinkMember(context, tx, { ...key, author: 'host' });
          return { id: key.memberId, linked: false };
        })
        .catch(sayRefusal);
    },
  },
  'member remove': {
    meaning: 'Removes a member for good, with their keys.',
    usage: '--organisation ID --member ID',
    run: async (context, options) => {
      const key = await keyOf(context, options);
      return context
        .transact(async (tx) => {
          await removeMember(context, tx, { ...key, author: 'host' });
          return { id: key.memberId, status: 'removed' };
        })
        .catch(sayRefusal);
    },
  },
  'member list': {
    meaning: 'Lists the members of an organisation.',
    usage: '--organisation ID',
    none: 'There is no member of this organisation. Make one by script/admin member add.',
    run: async (context, options) => {
      const { id: organisationId } = await requireOrganisation(context, options);
      return findMembers(context, { organisationId });
    },
  },
};

const readName = (options: Options): string => {
  const { success, data } = UpdateMemberBody.safeParse({ name: options.text('name') });
  if (!success) throw new AdminError('--name must have 1 to 200 characters, and none that controls a text');
  return data.name!;
};

const keyOf = async (context: Context, options: Options) => {
  const memberId = options.uuid('member');
  const { id: organisationId } = await requireOrganisation(context, options);
  return { organisationId, memberId };
};

const ENFORCED =
  'The organisation enforces its sign-on, which refuses this member every link. Give an org_admin ' +
  'script/admin member set-break-glass --break-glass true, or run script/admin sso disable, and then make the link.';

/** A link that the sign-on would refuse is not made. */
const requireLinkWay = async (
  { database }: Context,
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<void> => {
  const where = { organisation_id: organisationId, id: memberId };
  const member = found(await database.prisma.member.findFirst({ where }), NO_MEMBER);
  if (await isBoundToProvider({ db: database.prisma }, member)) throw new AdminError(ENFORCED);
};

const change = async (
  context: Context,
  options: Options,
  changes: Parameters<typeof changeMember>[2]['changes'],
): Promise<object> => {
  const key = await keyOf(context, options);
  return context
    .transact((tx) => changeMember(context, tx, { ...key, author: 'host', changes }))
    .catch(sayRefusal);
};
