import type { RetentionPolicy } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { findRetention } from './find-retention.ts';
import { viewRetention } from './retention-view.ts';

export const getRetention = async (
  context: Pick<Context, 'config' | 'database'>,
  key: { organisationId: string },
): Promise<RetentionPolicy> => viewRetention(context, await findRetention(context.database.prisma, key));
