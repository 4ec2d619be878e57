import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { linkSeal } from '../../features/notifications/exports/join-link.ts';
import { messageSeal } from '../../features/notifications/exports/queue-messages.ts';
import { progressSeal } from '../../features/signatures/signing/progress.ts';
import {
  clientSecretSeal,
  progressSeal as signOnSeal,
  testSeal,
} from '../../features/sso/exports/sso-seals.ts';
import { secretContextOf } from '../../features/webhooks/exports/mint-signing-secret.ts';
import { replySeal } from '../../http/kept-reply.ts';
import { type Page, readPages } from '../../platform/database/read-pages.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export type SealedRow = Record<string, unknown>;

export type SealedColumn = {
  table: string;
  column: string;
  key: readonly { name: string; type: 'uuid' | 'bytea' }[];
  reads?: readonly string[];
  contextOf: (row: SealedRow) => string;
};

const OWN_ID = [{ name: 'id', type: 'uuid' }] as const;
const ORGANISATION_ID = [{ name: 'organisation_id', type: 'uuid' }] as const;
const TENANT_ID = [
  { name: 'organisation_id', type: 'uuid' },
  { name: 'id', type: 'uuid' },
] as const;

const idsOf = (row: SealedRow) => ({
  organisation_id: String(row['organisation_id']),
  id: String(row['id']),
});

const callbackContext = (row: SealedRow) => secretContextOf({ organisationId: String(row['id']) });
const endpointContext = (row: SealedRow) => {
  const { organisation_id: organisationId, id: endpointId } = idsOf(row);
  return secretContextOf({ organisationId, endpointId });
};

/** Every column of the schema that ends in `_sealed`; its test finds one that is missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'organisations', column: 'callback_secret_sealed', key: OWN_ID, contextOf: callbackContext },
  {
    table: 'organisations',
    column: 'previous_callback_secret_sealed',
    key: OWN_ID,
    contextOf: callbackContext,
  },
  { table: 'webhook_endpoints', column: 'secret_sealed', key: TENANT_ID, contextOf: endpointContext },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret_sealed',
    key: TENANT_ID,
    contextOf: endpointContext,
  },
  {
    table: 'participants',
    column: 'token_sealed',
    key: TENANT_ID,
    reads: ['issue'],
    contextOf: (row) => linkSeal({ ...idsOf(row), issue: Number(row['issue']) }),
  },
  {
    table: 'messages',
    column: 'secret_sealed',
    key: TENANT_ID,
    contextOf: (row) => messageSeal(idsOf(row).organisation_id, idsOf(row).id),
  },
  {
    table: 'signatures',
    column: 'progress_sealed',
    key: TENANT_ID,
    contextOf: (row) => progressSeal(idsOf(row)),
  },
  {
    table: 'sso_connections',
    column: 'client_secret_sealed',
    key: ORGANISATION_ID,
    contextOf: (row) => clientSecretSeal(String(row['organisation_id'])),
  },
  {
    table: 'sso_connections',
    column: 'test_sealed',
    key: ORGANISATION_ID,
    contextOf: (row) => testSeal(String(row['organisation_id'])),
  },
  {
    table: 'sign_in_attempts',
    column: 'progress_sealed',
    key: OWN_ID,
    reads: ['secret_hash'],
    contextOf: (row) => signOnSeal(row['secret_hash'] as Buffer),
  },
  {
    table: 'idempotency_keys',
    column: 'body_sealed',
    key: [
      { name: 'organisation_id', type: 'uuid' },
      { name: 'key_hash', type: 'bytea' },
    ],
    contextOf: (row) =>
      replySeal({
        organisationId: String(row['organisation_id']),
        keyHash: row['key_hash'] as Buffer<ArrayBuffer>,
      }),
  },
];

export type Sealed = { row: SealedRow; value: string; kid: string };

export async function* readSealed(
  { database }: Pick<Context, 'database'>,
  column: SealedColumn,
): AsyncGenerator<Sealed[]> {
  const page: Page = {
    table: column.table,
    key: column.key,
    columns: [...(column.reads ?? []), column.column],
  };
  for await (const rows of readPages({ database }, page)) {
    yield rows.flatMap((row) => {
      const value = row[column.column];
      // Callbacks have none of their own: it is empty.
      if (typeof value !== 'string' || value === '') return [];
      return [{ row, value, kid: value.split('.')[1] ?? '' }];
    });
  }
}

export type KnownKey = { kid: string; proof: Uint8Array };

export const listKeyFaults = (keyring: Keyring, known: readonly KnownKey[]): string[] =>
  known.flatMap(({ kid, proof }) => {
    const own = keyring.prove(kid);
    if (!own) {
      return `MASTER_KEYS: lacks the key ${kid}, under which values of the database are sealed. Add it at the end of the list; script/admin master-key reseal moves them to the first key.`;
    }
    if (own.length === proof.length && timingSafeEqual(own, proof)) return [];
    return `MASTER_KEYS: the key ${kid} is not the one that the database knows by this id. Give the one that it was sealed with; a new key needs an id of its own.`;
  });
