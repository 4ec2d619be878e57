import {
  ROLE_NAMES,
  type RoleName,
  ROLES,
  type Scope,
  SCOPES,
  UpdateCredentialBody,
} from '@field-inspection/contract';
import type { Context } from '../context.ts';
import {
  addCredential,
  changeTerms,
  listCredentials,
  MAX_OVERLAP_HOURS,
  renewKey,
  revokeCredential,
  setRateLimit,
} from '../features/credentials/operate-credentials.ts';
import { revokeLeakedKey } from '../features/credentials/revoke-leaked-key.ts';
import { findMemberAt } from '../features/credentials/find-member-at.ts';
import { isWellFormedApiKey } from '../platform/secrets/api-key.ts';
import { found, NO_CREDENTIAL, NO_MEMBER, requireOrganisation, sayRefusal, type Command } from './command.ts';
import { AdminError, type Options } from './options.ts';
import { readInput } from './read-input.ts';

export const CREDENTIAL_COMMANDS: Record<string, Command> = {
  'credential create': {
    meaning: 'Makes an API key for a machine, or for a member, and shows it this once.',
    usage:
      '--organisation ID --scope SCOPE|ROLE … --operator-email EMAIL|--member ID [--name NAME] [--rate-limit PER_MINUTE] [--expires-at TIME] [--network CIDR …]',
    run: async (context, options) => {
      const { id: organisationId } = await requireOrganisation(context, options);
      return addCredential(context, {
        organisationId,
        name: options.text('name', ''),
        scopes: listScopes(options),
        ...(await readActor(context, options, organisationId)),
        rateLimit: options.count('rate-limit', 60),
        expiresAt: options.futureTime('expires-at', context.clock.now()),
        allowedNetworks: options.networks(),
      });
    },
  },
  'credential list': {
    meaning: "Lists an organisation's keys, not the secrets themselves.",
    usage: '--organisation ID',
    none: 'There is no credential of this organisation. Make one by script/admin credential create.',
    run: async (context, options) => {
      const { id: organisationId } = await requireOrganisation(context, options);
      return listCredentials(context, { organisationId });
    },
  },
  'credential rotate': {
    meaning: 'Gives a credential another key, and lets the old one work for some hours.',
    usage: '--credential ID [--overlap-hours HOURS]',
    run: async (context, options) =>
      found(
        await renewKey(context, {
          credentialId: options.uuid('credential'),
          overlapHours: options.hours('overlap-hours', MAX_OVERLAP_HOURS, 24),
        }),
        NO_CREDENTIAL,
      ),
  },
  'credential update': {
    meaning: 'Changes the name, the end or the networks of a credential.',
    usage: '--credential ID [--name NAME] [--expires-at TIME|never] [--network CIDR …|any]',
    run: async (context, options) => {
      const credentialId = options.uuid('credential');
      const terms = readTerms(context, options);
      const changed = changeTerms(context, { credentialId, terms }).catch(refuseBusy).catch(sayRefusal);
      return found(await changed, NO_CREDENTIAL);
    },
  },
  'credential set-rate-limit': {
    meaning: 'Sets how many requests a minute a credential has.',
    usage: '--credential ID --rate-limit PER_MINUTE',
    run: async (context, options) => {
      const change = { credentialId: options.uuid('credential'), rateLimit: options.count('rate-limit') };
      return found(await setRateLimit(context, change), NO_CREDENTIAL);
    },
  },
  'credential revoke': {
    meaning: 'Ends a credential and all its keys, at once.',
    usage: '--credential ID',
    run: async (context, options) => {
      const revoked = revokeCredential(context, { credentialId: options.uuid('credential') });
      return found(await revoked.catch(refuseBusy), NO_CREDENTIAL);
    },
  },
  // The key comes by standard input, since other programs see a command line.
  'key revoke': {
    meaning: 'Ends the credential of a key that leaked; the key comes by standard input.',
    usage: '<FILE',
    run: async (context) => {
      const ended = await revokeLeakedKey(context, await readKey(process.stdin))
        .catch(refuseBusy)
        .catch(sayRefusal);
      if (ended) return ended;
      throw new AdminError('This key is valid no more, or never was. Nothing was revoked.');
    },
  },
};

const listScopes = (options: Options): Scope[] => {
  const chosen = options.someOf('scope', [...SCOPES, ...ROLE_NAMES]);
  return [...new Set(chosen.flatMap((word): readonly Scope[] => (isRole(word) ? ROLES[word] : [word])))];
};

const isRole = (word: Scope | RoleName): word is RoleName => word in ROLES;

const readActor = async (context: Context, options: Options, organisationId: string) => {
  if (options.has('member') && options.has('operator-email'))
    throw new AdminError('Give --operator-email or --member, not both: a member has an address');
  if (options.has('member')) return readMember(context, organisationId, options.uuid('member'));
  if (!options.has('operator-email'))
    throw new AdminError(
      '--operator-email EMAIL is missing, or --member ID for a key that acts for a member',
    );
  const operatorEmail = options.email('operator-email');
  const member = await findMemberAt(context.database.prisma, organisationId, operatorEmail);
  if (!member) return { operatorEmail, memberId: null };
  const words = `--operator-email ${operatorEmail} is the address of a member. Give --member ${member.id} in its place`;
  throw new AdminError(`${words}: such a key ends with the member.`);
};

const readMember = async ({ database }: Context, organisationId: string, id: string) => {
  const where = { organisation_id: organisationId, id, status: 'active' };
  const { email } = found(await database.prisma.member.findFirst({ where }), NO_MEMBER);
  return { operatorEmail: email, memberId: id };
};

const readTerms = ({ clock }: Context, options: Options) => {
  const isEndless = options.has('expires-at') && options.text('expires-at') === 'never';
  const expiresAt = isEndless ? null : options.futureTime('expires-at', clock.now());
  const networks = options.networkChange();
  const terms = {
    ...(options.has('name') ? { name: options.text('name') } : {}),
    ...(options.has('expires-at') ? { expires_at: expiresAt?.toISOString() ?? null } : {}),
    ...(networks ? { allowed_networks: networks } : {}),
  };
  const { success, data } = UpdateCredentialBody.safeParse(terms);
  if (!success)
    throw new AdminError('--name must have 1 to 200 characters, and there are at most 50 networks');
  if (Object.keys(data).length === 0) throw new AdminError('--name, --expires-at or --network is missing');
  return data;
};

const readKey = async (input: AsyncIterable<Buffer>): Promise<string> => {
  const isWhole = (text: string) => text.includes('\n');
  const key = (await readInput(input, { most: MAX_LINE, isWhole })).trim();
  if (key === '')
    throw new AdminError('No key came. Give it by standard input: script/admin key revoke <leaked-key');
  if (isWellFormedApiKey(key)) return key;
  throw new AdminError('This is no API key: its checksum is wrong. Give the whole key, and nothing else.');
};

/** More than a key has. */
const MAX_LINE = 1024;

const refuseBusy = (cause: unknown): never => {
  if (!(cause instanceof Error && /lock timeout|statement timeout|read timeout/.test(cause.message)))
    throw cause;
  const message = 'Writes of this key have been under way for too long. Nothing was revoked: try again.';
  throw new AdminError(message, { cause });
};
