import { CONSENT_MATTERS, type ConsentValue } from '@field-inspection/contract';
import { weakestConsent } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import { DEMO_AUTHORITY } from '../../../platform/tsa-client/timestamp-authority.ts';
import { describeBrand } from '../../branding/exports/describe-brand.ts';
import { readSignatures, type Signature } from '../../evidence/exports/read-signatures.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { type Arrangement, arrangePieces, listShots } from './arrange-pieces.ts';
import { describeEntry } from './describe-entry.ts';
import { discloseNames, listParticipants } from './list-participants.ts';
import { nameInFull, nameOperators, type Operators } from './name-operators.ts';
import { readPictures, shareBytes } from './read-pictures.ts';
import { type PieceRow, PRINTED_ENTRIES_MAX, readReportRows, type ReportRows } from './read-report-rows.ts';
import type { ReportFinding, ReportInput, ReportOutcome, ReportPicture } from './report-input.ts';

type Order = SessionKey & Pick<ReportInput, 'createdAt' | 'locale' | 'variant'>;

/**
 * Gives a session with a frozen chain as its report shows it, without the seal: its rows from one snapshot, and its
 * pictures from the object store.
 *
 * @throws {Refusal} not_found; evidence_not_ready while the chain still grows
 * @throws {ObjectStoreError} when the object store is down: try again
 */
export const readReportInput = async (
  context: Pick<Context, 'database' | 'objects' | 'config' | 'transact' | 'log'>,
  { createdAt, locale, variant, ...key }: Order,
): Promise<Omit<ReportInput, 'seal'>> => {
  const rows = await readReportRows(context, key);
  const pieces = arrangePieces(rows);
  const operators = await nameOperators(context, rows);
  const signature = (await readSignatures(context, key)).at(-1);
  const pictures = await readPictures(context, listPictured(rows, pieces, signature));
  const isPrintable = rows.chain.head_sequence <= PRINTED_ENTRIES_MAX;
  return {
    createdAt,
    locale,
    timeZone: rows.session.organisation.time_zone,
    variant: { ...variant, auditTrail: isPrintable ? variant.auditTrail : 'left_out' },
    organisation: describeOrganisation(rows),
    ...describeSession(rows, operators),
    consent: describeConsent(rows),
    participants: listParticipants(rows),
    shots: listShots(rows, pieces, locale),
    outcome: describeOutcome(rows),
    ...describePieces(rows, pieces, { pictures, operators }),
    signature: signature ? describeSignature(signature, pictures) : null,
    auditTrail: isPrintable ? listTrail(rows, pieces) : [],
    anchors: listAnchors(rows),
    chain: { head: rows.chain.head_hash, length: rows.chain.head_sequence },
    baseUrl: context.config.baseUrl,
  };
};

const describeOrganisation = ({ session: { organisation } }: ReportRows): ReportInput['organisation'] => {
  const { name, primary } = describeBrand(organisation.name, organisation.branding);
  return { name, logo: describeLogo(organisation.branding_logo), color: primary };
};

const describeLogo = (logo: { png: Uint8Array } | null): ReportPicture | null =>
  logo && { bytes: shareBytes(logo.png), mime: 'image/png' };

const listPictured = (
  { evidence }: ReportRows,
  { photos, whiteboards }: Arrangement,
  signature: Signature | undefined,
): PieceRow[] => [
  ...photos.flatMap(({ row, annotations }) => [row, ...annotations]),
  ...whiteboards,
  ...evidence.filter(({ id }) => id === signature?.row.id),
];

const describeSession = (
  { session }: ReportRows,
  operators: Operators,
): Pick<ReportInput, 'session' | 'operator'> => ({
  session: {
    id: session.id,
    status: session.status as ReportInput['session']['status'],
    reference: session.reference,
    type: session.type,
    siteAddress: session.site_address,
    notes: session.notes,
    scheduledFor: toIso(session.scheduled_for),
    startedAt: toIso(session.started_at),
    endedAt: toIso(session.ended_at),
  },
  operator: nameInFull(session.operator_email, operators),
});

// The session's row holds two matters of the consent, each participant's the other two.
const describeConsent = ({ session, participants }: ReportRows): ReportInput['consent'] => {
  const asked = participants.filter(
    (each) => each.joined_at || CONSENT_MATTERS.some((matter) => each[`consent_${matter}`] !== 'pending'),
  );
  const weakestOf = (matter: 'microphone' | 'recording') =>
    weakestConsent(asked.map((each) => each[`consent_${matter}`] as ConsentValue));
  return {
    camera: session.consent_camera as ConsentValue,
    microphone: weakestOf('microphone'),
    gps: session.consent_gps as ConsentValue,
    recording: weakestOf('recording'),
  };
};

const describeOutcome = ({
  session: { outcome, outcome_note, outcome_set_at },
}: ReportRows): ReportOutcome | null =>
  outcome && outcome_set_at
    ? {
        outcome: outcome as ReportOutcome['outcome'],
        note: outcome_note,
        setAt: outcome_set_at.toISOString(),
      }
    : null;

const toIso = (time: Date | null): string | null => time?.toISOString() ?? null;

const describePieces = (
  { whiteboards }: ReportRows,
  pieces: Arrangement,
  { pictures, operators }: { pictures: ReadonlyMap<string, ReportPicture>; operators: Operators },
): Pick<ReportInput, 'photos' | 'whiteboards' | 'recordings'> => {
  const titles = new Map(whiteboards.map(({ id, title }) => [id, title]));
  const capture = (row: PieceRow) => ({ ...describeCapture(row), picture: pictures.get(row.id) ?? null });
  return {
    photos: pieces.photos.map(({ row, annotations }) => ({
      ...capture(row),
      slot: row.slot,
      location: readLocation(row),
      annotations: annotations.map((each) => ({ ...capture(each), placement: 'beside' })),
      finding: describeFinding(row, operators),
    })),
    whiteboards: pieces.whiteboards.map((row) => ({
      ...capture(row),
      title: titles.get(row.whiteboard_id!) ?? '',
      version: row.version!,
    })),
    // The server measures no duration; players do.
    recordings: pieces.recordings.map((row) => ({
      mime: row.mime,
      byteSize: Number(row.byte_size),
      sha256: row.sha256!,
      durationMs: null,
      receivedAt: toIso(row.received_at ?? row.created_at)!,
    })),
  };
};

const describeFinding = (
  { finding, finding_author, finding_set_at }: PieceRow,
  operators: Operators,
): ReportFinding | null =>
  finding_set_at && {
    text: finding,
    author: nameInFull(finding_author, operators),
    setAt: finding_set_at.toISOString(),
  };

const describeCapture = (row: PieceRow) => ({
  capturedAt: toIso(row.captured_at),
  receivedAt: toIso(row.received_at ?? row.created_at)!,
  sha256: row.sha256!,
});

const readLocation = ({
  lat_e7,
  lon_e7,
  accuracy_cm,
}: PieceRow): ReportInput['photos'][number]['location'] =>
  lat_e7 === null || lon_e7 === null
    ? null
    : { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7, accuracy: accuracy_cm === null ? null : accuracy_cm / 100 };

// The service's time, since nobody checked the device's clock.
const describeSignature = (
  { row, name, statement }: Signature,
  pictures: ReadonlyMap<string, ReportPicture>,
): ReportInput['signature'] => ({
  picture: pictures.get(row.id) ?? null,
  statement: statement?.text ?? '',
  name: name ?? '',
  signedAt: toIso(row.received_at ?? row.created_at)!,
  sha256: row.sha256!,
});

const listTrail = (rows: ReportRows, { numbers }: Arrangement): ReportInput['auditTrail'] => {
  const names = discloseNames(rows);
  return rows.entries.map((entry) => describeEntry(entry, { names, numbers }));
};

const listAnchors = ({ chain: { anchors } }: ReportRows): ReportInput['anchors'] =>
  anchors.map(({ authority, status, gen_time }) => ({
    authority,
    status: status as ReportInput['anchors'][number]['status'],
    genTime: status === 'anchored' ? toIso(gen_time) : null,
    demo: authority === DEMO_AUTHORITY,
  }));
