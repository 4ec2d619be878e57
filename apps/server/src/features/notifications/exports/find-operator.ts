import type { Tx } from '../../../platform/database/transact.ts';

type Operated = { organisation_id: string; operator_email: string };

/** `memberId` is null for an operator who is no active member, such as a machine's. */
type Operator = { locale: string; memberId: string | null };

/** Finds the operator of a session: a member has a language of their own, another one that of the organisation. */
export const findOperator = async (
  tx: Tx,
  { organisation_id, operator_email }: Operated,
): Promise<Operator> => {
  const [found] = await tx.db.$queryRaw<Operator[]>`
    select coalesce(m.locale, o.locale) as locale, m.id as "memberId"
    from organisations o
    left join members m
      on m.organisation_id = o.id and lower(m.email) = lower(${operator_email}) and m.status = 'active'
    where o.id = ${organisation_id}::uuid
    limit 1
  `;
  return found!;
};
