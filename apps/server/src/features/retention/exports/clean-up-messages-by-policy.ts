import { judgeMessages } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import { cleanUpMessagesOf } from '../../notifications/exports/clean-up-messages.ts';

const ORGANISATIONS_A_STEP = 500;
const START = '00000000-0000-0000-0000-000000000000';

export const cleanUpMessagesByPolicy = async (
  context: Pick<Context, 'clock' | 'database'>,
): Promise<void> => {
  let after: string | undefined = START;
  while (after !== undefined) after = await cleanUpSome(context, after);
};

const cleanUpSome = async (
  context: Pick<Context, 'clock' | 'database'>,
  after: string,
): Promise<string | undefined> => {
  const policies = await context.database.prisma.retentionPolicy.findMany({
    where: { message_days: { not: null }, organisation_id: { gt: after } },
    orderBy: { organisation_id: 'asc' },
    take: ORGANISATIONS_A_STEP,
  });
  const now = context.clock.now();
  const rules = policies.flatMap((row) => {
    const before = judgeMessages({ row, now });
    return before ? [{ id: row.organisation_id, before }] : [];
  });
  if (rules.length > 0) await cleanUpMessagesOf(context, rules);
  return policies.length < ORGANISATIONS_A_STEP ? undefined : policies.at(-1)!.organisation_id;
};
