import { Organisation } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Prisma } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';

export const getOrg = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  { organisationId }: { organisationId: string },
): Promise<z.output<typeof Organisation>> =>
  showRow(Organisation, await db.organisation.findUniqueOrThrow({ where: { id: organisationId } }));
