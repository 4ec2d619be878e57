import {
  contract,
  Organisation,
  ROLE_NAMES,
  ROLES,
  WHOLE,
  type CallbackSecret,
  type RoleName,
  type UpdateOrganisationBody,
} from '@field-inspection/contract';
import { storeContact } from '@field-inspection/rules';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Organisation as OrganisationRow, Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { showRow } from '../../platform/database/show-row.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { readContact } from '../notifications/exports/read-contact.ts';
import { mintSigningSecret } from '../webhooks/exports/mint-signing-secret.ts';

export const orgRoutes = (context: Context) =>
  implement(contract.org, {
    get: ({ caller }) => getOrg(context.database.prisma, caller),
    update: (tx, { caller, body: changes }) => updateOrg(context, tx, { caller, changes }),
    getRoles: () => Promise.resolve({ data: ROLE_NAMES.map(nameScopes), ...WHOLE }),
    rotateCallbackSecret: (tx, { caller }) => rotateCallbackSecret(context, tx, caller),
  });

const nameScopes = (name: RoleName) => ({ name, scopes: [...ROLES[name]] });

const getOrg = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  { organisationId }: { organisationId: string },
): Promise<z.output<typeof Organisation>> =>
  viewOrganisation(await db.organisation.findUniqueOrThrow({ where: { id: organisationId } }));

const viewOrganisation = (row: OrganisationRow) =>
  showRow(Organisation, { ...row, contact: readContact(row) });

/** Empty changes get no entry in the chain. */
const updateOrg = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, changes }: { caller: Caller; changes: z.output<typeof UpdateOrganisationBody> },
): Promise<z.output<typeof Organisation>> => {
  const { organisationId } = caller;
  const held = await getOrg(tx.db, { organisationId });
  const { contact: given, ...words } = changes;
  const contact = given && storeContact(given);
  const wanted = Object.entries(words).filter(
    ([name, value]) => value !== undefined && value !== held[name as keyof typeof words],
  );
  const isOther = contact !== undefined && !isDeepStrictEqual(contact, held.contact);
  if (wanted.length > 0 || isOther) {
    const data = { ...Object.fromEntries(wanted), ...(isOther ? { contact: contact ?? {} } : {}) };
    await tx.db.organisation.update({ where: { id: organisationId }, data });
    appendOrgEntry(context, tx, {
      organisationId,
      kind: 'organisation.changed',
      payload: { ...nameActor(caller), ...(Object.fromEntries(wanted) as Record<string, string | number>) },
      ...(isOther ? { personal: { contact: contact ?? {} } } : {}),
    });
  }
  return getOrg(tx.db, { organisationId });
};

/**
 * Only this reply has the secret. The secret before signs beside it until the overlap ends; there is room for one, so a
 * second rotation ends the oldest at once.
 */
const rotateCallbackSecret = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  caller: Caller,
): Promise<z.infer<typeof CallbackSecret>> => {
  const { organisationId } = caller;
  const { secret, sealed } = mintSigningSecret(context, { organisationId });
  const overlapEnd = new Date(tx.now.getTime() + context.config.secretOverlapMs);
  // Raw, since one column takes another's value: two rotations at once take turns.
  const rows = await tx.db.$queryRaw<{ previous_expires_at: Date | null }[]>`
    update organisations
    set callback_secret_sealed = ${sealed},
      previous_callback_secret_sealed = callback_secret_sealed,
      previous_callback_secret_expires_at =
        case when callback_secret_sealed is not null then ${overlapEnd}::timestamptz end
    where id = ${organisationId}::uuid
    returning previous_callback_secret_expires_at as previous_expires_at
  `;
  const previous_expires_at = rows[0]?.previous_expires_at?.toISOString() ?? null;
  const payload = { ...nameActor(caller), previous_expires_at };
  appendOrgEntry(context, tx, { organisationId, kind: 'organisation.callback_secret_rotated', payload });
  return { signing_secret: secret, previous_expires_at };
};
