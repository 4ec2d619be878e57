import { endUpload } from './end-upload.ts';

/** Ends the uploads of a session whose time is over, before its chain freezes. */
export const endUploads = async (
  context: Parameters<typeof endUpload>[0],
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
): Promise<void> => {
  const open = await context.database.prisma.evidence.findMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
    select: { id: true, kind: true },
  });
  for (const { id, kind } of open) {
    await endUpload(context, { organisationId, evidenceId: id, kind }, { isOver: true });
  }
};
