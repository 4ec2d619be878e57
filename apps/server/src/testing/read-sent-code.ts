import type { Context } from '../context.ts';
import { messageSeal } from '../features/notifications/exports/queue-messages.ts';

export const readSentCode = async (
  { database, keyring }: Pick<Context, 'database' | 'keyring'>,
  signatureId: string,
): Promise<string> => {
  const { organisation_id, id, secret_sealed } = await database.prisma.message.findFirstOrThrow({
    where: { signature_id: signatureId, kind: { in: ['signature_otp', 'report_otp'] }, cancelled_at: null },
    orderBy: { created_at: 'desc' },
  });
  return keyring.open(secret_sealed!, messageSeal(organisation_id, id));
};
