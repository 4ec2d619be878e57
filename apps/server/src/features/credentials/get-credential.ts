import type { Credential } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { viewCredential } from './credential-view.ts';

export const getCredential = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, credentialId }: { organisationId: string; credentialId: string },
): Promise<Credential> => {
  const row = await database.prisma.credential.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    include: { keys: true },
  });
  if (!row) throw noSuch('credential', credentialId);
  return viewCredential(row, clock.now());
};
