import type { Readable } from 'node:stream';
import { contract, type EVIDENCE_VARIANTS } from '@field-inspection/contract';
import { isRecording, requireReady } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { replyWithFile, type StoredFile } from '../../http/streams/reply-file.ts';
import { listEvidence } from './list-evidence.ts';
import { setFinding } from './set-finding.ts';
import { Refusal, noSuch } from '../../refusals.ts';
import { requireScope } from '../../http/require-scope.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { openDrawingExport } from './exports/drawings/store-drawing-export.ts';
import type { EvidenceRow } from './exports/evidence-view.ts';
import type { DrawingVariant } from './exports/drawings/export-drawing.ts';
import { DRAWING_MIME, extensionOf, nameObject } from './exports/name-object.ts';

export const evidenceRoutes = (context: Context) =>
  implement(contract.evidence, {
    list: ({ caller: { organisationId, scopes }, query: { session_id: sessionId, kind, ...query } }) => {
      const withRecordings = scopes.includes('recordings:read');
      return listEvidence(context, { organisationId, sessionId, kind, withRecordings, query });
    },
    setFinding: (tx, given) =>
      setFinding(context, tx, {
        ...sessionKeyOf(given),
        evidenceId: given.params.evidence_id,
        author: given.caller.operatorEmail,
        body: given.body,
      }),
    download: {
      reply: async (given) => {
        const { variant = 'original', redirect } = given.query;
        const file = await openEvidenceFile(context, {
          ...sessionKeyOf(given),
          evidenceId: given.params.evidence_id,
          variant,
          caller: given.caller,
          asLink: redirect === 'true',
        });
        if ('location' in file) {
          given.res.set({ Location: file.location });
          return { status: 302, body: undefined };
        }
        if ('key' in file) return replyWithFile(context, given, file);
        setFileHeaders(given.res, file);
        return okBytes(context, given, file.body);
      },
    },
  });

type EvidenceFile =
  | StoredFile
  | { location: string }
  // The picture of a drawing that is not stored yet.
  | { mime: string; filename: string; body: Readable; byteSize: number | null };

type FileKey = SessionKey & { evidenceId: string };
type Wish = { variant: Variant; asLink: boolean; caller: Parameters<typeof requireScope>[0] };
type Variant = (typeof EVIDENCE_VARIANTS)[number];

/** Short: a client follows a redirect at once. */
const LINK_SECONDS = 60;

const openEvidenceFile = async (
  context: Pick<Context, 'database' | 'objects'>,
  { variant, asLink, caller, ...key }: FileKey & Wish,
): Promise<EvidenceFile> => {
  const row = await findReady(context, key);
  if (isRecording(row)) requireScope(caller, 'recordings:read');
  if (variant === 'original') {
    return openObject(context, {
      key: nameObject(row),
      mime: row.mime,
      name: row.id,
      byteSize: Number(row.byte_size),
      sha256: row.sha256!,
      asLink,
    });
  }
  if (row.mime === DRAWING_MIME) return openDrawing(context, row, variant === 'svg' ? variant : 'display');
  const derivative = await context.database.prisma.evidenceDerivative.findUnique({
    where: {
      organisation_id_evidence_id_variant: {
        organisation_id: row.organisation_id,
        evidence_id: row.id,
        variant,
      },
    },
  });
  if (!derivative) throw new Refusal('not_found', `There is no ${variant} of a ${row.kind}.`);
  return openObject(context, {
    key: nameObject({ ...row, sha256: derivative.sha256 }),
    mime: derivative.mime,
    name: `${row.id}-${variant}`,
    byteSize: Number(derivative.byte_size),
    sha256: derivative.sha256,
    asLink,
  });
};

const findReady = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId, evidenceId }: FileKey,
): Promise<EvidenceRow> => {
  const row = await database.prisma.evidence.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: evidenceId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('evidence', evidenceId);
  if (row.erased_at) throw wasErased();
  requireReady(row);
  return row;
};

// A file is erased with its session, or before that by the policy for recordings.
const wasErased = () =>
  new Refusal('session.redacted', 'The file was erased. Its hash stays, and the addenda say why it went.');

// A drawing has no link: its file is not stored before a job has made it.
const openDrawing = async (
  context: Pick<Context, 'database' | 'objects'>,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<EvidenceFile> => {
  const file = await openDrawingExport(context, row, variant);
  return { ...file, filename: `${row.id}.${extensionOf(file.mime)}` };
};

const openObject = async (
  { objects }: Pick<Context, 'objects'>,
  { name, asLink, ...file }: Omit<StoredFile, 'filename'> & { name: string; asLink: boolean },
): Promise<EvidenceFile> => {
  const filename = `${name}.${extensionOf(file.mime)}`;
  const location =
    asLink &&
    (await objects.signReadUrl(file.key, {
      expiresInSeconds: LINK_SECONDS,
      filename,
      contentType: file.mime,
    }));
  return location ? { location } : { ...file, filename };
};
