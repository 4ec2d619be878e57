import { Credential, CredentialKey, type Scope } from '@field-inspection/contract';
import { judgeCredential } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Credential as CredentialRow, CredentialKey as KeyRow } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';

/** Shows a credential as the API does: its keys by their hints alone. */
export const viewCredential = (row: CredentialRow & { keys: KeyRow[] }, now: Date): Credential =>
  showRow(Credential, {
    ...row,
    scopes: row.scopes as Scope[],
    member: row.member_id,
    status: judgeCredential(row, now),
    keys: row.keys
      .filter(({ valid_until }) => !valid_until || valid_until > now)
      .sort((one, other) => Number(one.valid_until ?? Infinity) - Number(other.valid_until ?? Infinity))
      .reverse()
      .map((key) => viewKey(key, row.created_at)),
  });

// A key without a date is the first of its credential: keys were not dated then.
const viewKey = (key: KeyRow, firstAt: Date): z.infer<typeof CredentialKey> =>
  showRow(CredentialKey, { ...key, created_at: key.created_at ?? firstAt });
