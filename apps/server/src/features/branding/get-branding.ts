import type { Branding } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { viewBranding } from './branding-view.ts';

export const getBranding = async (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
): Promise<Branding> =>
  viewBranding(await database.prisma.branding.findUnique({ where: { organisation_id: organisationId } }));
