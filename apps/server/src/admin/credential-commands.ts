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
import { found, sayRefusal, type Command } from './command.ts';
import { AdminError, type Options } from './options.ts';

export const CREDENTIAL_COMMANDS: Record<string, Command> = {
  'credential create': {
    usage:
      '--organisation ID --scope SCOPE|ROLE … --operator-email EMAIL|--member ID [--name NAME] [--rate-limit PER_MINUTE] [--expires-at TIME] [--network CIDR …]',
    run: async (context, options) => {
      const organisationId = options.uuid('organisation');
      found(await context.database.prisma.organisation.findUnique({ where: { id: organisationId } }));
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
    usage: '--organisation ID',
    none: 'There is no credential of this organisation. Make one by script/admin credential create.',
    run: (context, options) => listCredentials(context, { organisationId: options.uuid('organisation') }),
  },
  'credential rotate': {
    usage: '--credential ID [--overlap-hours HOURS]',
    run: async (context, options) =>
      found(
        await renewKey(context, {
          credentialId: options.uuid('credential'),
          overlapHours: options.hours('overlap-hours', MAX_OVERLAP_HOURS, 24),
        }),
      ),
  },
  'credential update': {
    usage: '--credential ID [--name NAME] [--expires-at TIME|never] [--network CIDR …|any]',
    run: async (context, options) => {
      const credentialId = options.uuid('credential');
      const terms = readTerms(context, options);
      return found(await changeTerms(context, { credentialId, terms }).catch(refuseBusy).catch(sayRefusal));
    },
  },
  'credential set-rate-limit': {
    usage: '--credential ID --rate-limit PER_MINUTE',
    run: async (context, options) => {
      const change = { credentialId: options.uuid('credential'), rateLimit: options.count('rate-limit') };
      return found(await setRateLimit(context, change));
    },
  },
  'credential revoke': {
    usage: '--credential ID',
    run: async (context, options) =>
      found(await revokeCredential(context, { credentialId: options.uuid('credential') }).catch(refuseBusy)),
  },
  // The key comes by standard input, since other programs see a command line.
  'key revoke': {
    usage: '<FILE',
    run: async (context) => {
      const ended = await revokeLeakedKey(context, await readLine(process.stdin))
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
  if (!options.has('member')) return { operatorEmail: options.email('operator-email'), memberId: null };
  const id = options.uuid('member');
  const { email } = found(
    await context.database.prisma.member.findFirst({
      where: { organisation_id: organisationId, id, status: 'active' },
    }),
  );
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

/** More than a key has. */
const MAX_LINE = 1024;

const readLine = async (input: AsyncIterable<Buffer>): Promise<string> => {
  let text = '';
  for await (const chunk of input) {
    text += chunk.toString();
    if (text.length > MAX_LINE || text.includes('\n')) break;
  }
  return text.trim();
};

const refuseBusy = (cause: unknown): never => {
  if (!(cause instanceof Error && /lock timeout|statement timeout|read timeout/.test(cause.message)))
    throw cause;
  const message = 'Writes of this key have been under way for too long. Nothing was revoked: try again.';
  throw new AdminError(message, { cause });
};
