import { buffer, json } from 'node:stream/consumers';
import type { Drawing } from '@field-inspection/contract';
import type { Context } from '../../../../context.ts';
import { createRoundRobin } from '../../../../platform/concurrency/create-round-robin.ts';
import {
  renderDrawingJpeg,
  renderDrawingPng,
  renderDrawingSvg,
} from '../../../drawings/exports/render-drawing.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import { nameObject } from '../name-object.ts';

type ExportContext = Pick<Context, 'objects' | 'database'>;

/** Two turns, since the JPEG of one drawing is made while the thread renders another. */
const inTurn = createRoundRobin(2);

const whoseOf = ({ organisation_id, session_id }: EvidenceRow) => ({
  organisationId: organisation_id,
  sessionId: session_id,
});

export const DRAWING_VARIANTS = ['svg', 'display'] as const;
export type DrawingVariant = (typeof DRAWING_VARIANTS)[number];

type DrawingFile = { bytes: Uint8Array; mime: 'image/svg+xml' | 'image/png' | 'image/jpeg' };

export const exportDrawing = async (
  context: ExportContext,
  row: EvidenceRow,
  variant: DrawingVariant,
): Promise<DrawingFile> => {
  const svg = await exportSvg(context, row);
  if (variant === 'svg') return { bytes: Buffer.from(svg), mime: 'image/svg+xml' };
  return inTurn(whoseOf(row), async () =>
    row.annotates === null
      ? { bytes: await renderDrawingPng(svg), mime: 'image/png' }
      : { bytes: await renderDrawingJpeg(svg), mime: 'image/jpeg' },
  );
};

const exportSvg = async (context: ExportContext, row: EvidenceRow): Promise<string> => {
  const drawing = (await json(await context.objects.get(nameObject(row)))) as Drawing;
  const background = row.annotates ? await readBackground(context, row, row.annotates) : undefined;
  const settings = {
    lines: [`Session ${row.session_id}`, `${NAMES[row.kind] ?? row.kind} ${row.id}`],
    capturedAt: row.captured_at ?? row.received_at ?? row.created_at,
    ...(background ? { background } : {}),
  };
  return inTurn(whoseOf(row), () => renderDrawingSvg(drawing, settings));
};

const NAMES: Record<string, string> = {
  annotation: 'Annotation',
  whiteboard: 'Whiteboard',
  signature: 'Signature',
};

// The display version, since the original may hold the photo's location.
const readBackground = async (
  { objects, database }: ExportContext,
  { organisation_id }: EvidenceRow,
  photoId: string,
): Promise<Uint8Array> => {
  const display = await database.prisma.evidenceDerivative.findUniqueOrThrow({
    where: {
      organisation_id_evidence_id_variant: { organisation_id, evidence_id: photoId, variant: 'display' },
    },
  });
  return buffer(await objects.get(nameObject({ organisation_id, id: photoId, sha256: display.sha256 })));
};
