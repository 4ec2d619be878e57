import type { RetentionPolicy } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { findRetention } from './find-retention.ts';
import { viewRetention } from './retention-view.ts';

export const getRetention = async (
  { database }: Pick<Context, 'database'>,
  key: { organisationId: string },
): Promise<RetentionPolicy> => viewRetention(await findRetention(database.prisma, key));
