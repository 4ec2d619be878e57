import type { Branding } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { viewBranding } from './branding-view.ts';

export const getBranding = async (
  context: Pick<Context, 'database' | 'config'>,
  { organisationId }: { organisationId: string },
): Promise<Branding> =>
  viewBranding(
    context,
    await context.database.prisma.branding.findUnique({
      where: { organisation_id: organisationId },
      include: { organisation: { select: { domain: true } } },
    }),
  );
