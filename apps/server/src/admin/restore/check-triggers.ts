import type { Context } from '../../context.ts';
import type { Tally } from './tally.ts';

/** Tables whose rows never change. A restore of the data alone may leave their triggers switched off. */
const GUARDED = [
  'audit_entries',
  'addenda_entries',
  'org_entries',
  'audit_chains',
  'addenda_chains',
  'org_chains',
  'audit_disclosures',
  'addenda_disclosures',
  'org_disclosures',
  'evidence',
  'frozen_heads',
  'anchors',
  'addenda_anchors',
  'org_anchors',
  'whiteboard_anchors',
];

/** Whether what keeps the chains as they were written is there and switched on. */
export const checkTriggers = async (
  { database }: Pick<Context, 'database'>,
  tally: Tally,
): Promise<string> => {
  const { rows } = await database.pool.query<{ name: string; enabled: number; disabled: number }>(
    `select name, count(*) filter (where tgenabled in ('O', 'A'))::int as enabled,
       count(*) filter (where tgenabled not in ('O', 'A'))::int as disabled
     from unnest($1::text[]) as name
     left join pg_trigger on tgrelid = to_regclass('public.' || name) and not tgisinternal
     group by name order by name`,
    [GUARDED],
  );
  for (const { name, enabled, disabled } of rows) {
    if (enabled > 0 && disabled === 0) continue;
    const fault = disabled > 0 ? 'are switched off' : 'are missing';
    const remedy =
      disabled > 0
        ? `As the owner: alter table ${name} enable trigger user.`
        : 'Restore the whole dump, with its schema.';
    tally.wrong(`The triggers of ${name}, which keep it as it was written, ${fault}. ${remedy}`);
  }
  return 'The triggers that keep the chains are switched on.';
};
