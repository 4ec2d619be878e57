import type { RetentionPolicy } from '@field-inspection/contract';
import { DAY_MS, viewRetention } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { findRetention } from './find-retention.ts';

export const getRetention = async (
  context: Pick<Context, 'config' | 'database'>,
  key: { organisationId: string },
): Promise<RetentionPolicy> =>
  viewRetention(
    await findRetention(context.database.prisma, key),
    context.config.messageRetentionMs / DAY_MS,
  );
