import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type {
  ReportAnnotation,
  ReportAuditEntry,
  ReportFinding,
  ReportInput,
  ReportPhoto,
  ReportPicture,
} from '../../input/report-input.ts';

export const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** Four different corners, as phones take photos: a wall, a crack, and a number to tell it by. */
export const samplePhoto = async (width: number, height: number, hue = 0): Promise<ReportPicture> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},30%,82%)"/><stop offset="1" stop-color="hsl(${hue + 40},28%,48%)"/></linearGradient>
    <rect width="100" height="100" fill="url(#g)"/>
    ${Array.from({ length: 9 }, (_, i) => `<path d="M0 ${i * 11 + 6}H100" stroke="#0002" stroke-width=".5"/>`).join('')}
    <path d="M12 8 L30 30 L27 41 L49 55 L52 70 L78 94" fill="none" stroke="#2a2320" stroke-width=".8"/>
    <rect x="2" y="2" width="9" height="9" fill="#fffc"/></svg>`;
  return { bytes: await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer(), mime: 'image/jpeg' };
};

/** Strokes on nothing, as an annotation is drawn. */
export const sampleStrokes = async (width: number, height: number): Promise<ReportPicture> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 75" preserveAspectRatio="none">
    <ellipse cx="50" cy="43" rx="22" ry="14" fill="none" stroke="#d92d20" stroke-width=".9"/>
    <path d="M88 12 L70 32 m0 -7 v7 h7" fill="none" stroke="#d92d20" stroke-width=".9"/></svg>`;
  return { bytes: await sharp(Buffer.from(svg)).png().toBuffer(), mime: 'image/png' };
};

const MOMENT = Date.parse('2026-11-20T10:32:05.123Z');
const at = (seconds: number): string => new Date(MOMENT + seconds * 1000).toISOString();

export const sampleAnnotation = async (
  placement: ReportAnnotation['placement'],
): Promise<ReportAnnotation> => ({
  picture: placement === 'over' ? await sampleStrokes(800, 600) : await samplePhoto(800, 600, 300),
  capturedAt: at(400),
  receivedAt: at(402),
  sha256: hashOf(`annotation ${placement}`),
  placement,
});

export const sampleFinding = (
  text = 'Three ridge tiles are broken, and the mortar under them is loose. Water can run in along the batten.',
): ReportFinding => ({ text, author: 'Ines Keller', setAt: at(2200) });

const SHAPES = [
  [1600, 1200],
  [1200, 1600],
  [1200, 1600],
  [1920, 1080],
  [1200, 1600],
  [1500, 1500],
] as const;
const SLOTS = ['North façade, ground floor', '', 'Ridge', 'Chimney, east side', 'Meter cupboard'];

/** Mixed orientation, each another picture; scale 1 is the size of a display derivative. */
export const samplePhotos = (count: number, scale = 0.5): Promise<ReportPhoto[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index): Promise<ReportPhoto> => {
      const [width, height] = SHAPES[index % SHAPES.length]!;
      const picture = await samplePhoto(Math.round(width * scale), Math.round(height * scale), index * 37);
      return {
        picture,
        capturedAt: at(index * 41),
        receivedAt: at(index * 41 + 3),
        sha256: hashOf(picture.bytes),
        slot: SLOTS[index % SLOTS.length]!,
        location:
          index % 4 === 3 ? null : { lat: 45.4642 + index / 1e5, lon: 9.19 + index / 1e5, accuracy: 4.6 },
        annotations: [],
        finding: null,
      };
    }),
  );

/** Something of everything; `changes` replaces parts of it. */
export const sampleReport = async (changes: Partial<ReportInput> = {}): Promise<ReportInput> => {
  const photos = changes.photos ?? (await samplePhotos(6));
  if (!changes.photos) {
    photos[0]!.annotations.push(await sampleAnnotation('over'));
    photos[2]!.finding = sampleFinding();
  }
  return { ...samplePieces(await sampleStrokes(1280, 720)), ...sampleFacts(), photos, ...changes };
};

const sampleFacts = () => ({
  createdAt: at(3000),
  locale: 'en' as const,
  timeZone: 'Europe/Rome',
  variant: { auditTrail: 'printed', photos: 'full' } as const,
  organisation: { name: 'Example Surveyors Ltd', logo: null, color: null },
  session: {
    id: '0195f3a2-7c11-7d3e-9a55-2f6c1f0b7e10',
    status: 'closed' as const,
    reference: 'CLM-2026-004711',
    type: 'Storm damage, roof',
    siteAddress: 'Via Torino 12, 20123 Milano',
    notes: 'Leak under the ridge, north side.\nThe owner reports water in the attic since 14 November.',
    scheduledFor: at(-125),
    startedAt: at(0),
    endedAt: at(1980),
  },
  operator: 'ines.keller@example.com',
  participants: [{ name: 'Ada Lovelace', role: 'field' as const, joinedAt: at(0), leftAt: at(1970) }],
  consent: { camera: 'granted', microphone: 'granted', gps: 'granted', recording: 'denied' } as const,
  shots: [
    {
      slot: 'roof_north',
      label: 'The roof from the north',
      required: true,
      evidence: [
        { kind: 'photo' as const, number: 1 },
        { kind: 'photo' as const, number: 3 },
        { kind: 'recording' as const, number: 1 },
      ],
    },
    { slot: 'meter', label: 'The meter, with its number', required: true, evidence: [] },
    { slot: 'attic', label: 'The attic', required: false, evidence: [] },
  ],
  outcome: {
    outcome: 'inconclusive' as const,
    note: 'The meter was behind a locked door.',
    setAt: at(2400),
  },
  auditTrail: sampleTrail(),
  anchors: [
    {
      authority: 'https://tsa.example.eu/tsp',
      status: 'anchored' as const,
      genTime: at(2041),
      demo: false,
    },
    { authority: 'https://timestamp.example.com', status: 'pending' as const, genTime: null, demo: false },
  ],
  chain: { head: hashOf('head'), length: 21 },
  baseUrl: 'https://inspect.example.com',
  seal: { level: 'B-T' as const, authority: 'https://tsa.example.eu/tsp', demo: false },
});

const samplePieces = (picture: ReportPicture) => ({
  whiteboards: [
    {
      picture,
      capturedAt: at(800),
      receivedAt: at(801),
      sha256: hashOf('whiteboard'),
      title: 'Crack at the chimney',
      version: 3,
    },
  ],
  recordings: [
    {
      mime: 'video/webm',
      byteSize: 48_731_204,
      sha256: hashOf('recording'),
      durationMs: 754_000,
      receivedAt: at(1990),
    },
    {
      mime: 'video/mp4',
      byteSize: 1_204,
      sha256: hashOf('second'),
      durationMs: null,
      receivedAt: at(1992),
    },
  ],
  signature: {
    picture,
    statement: 'I have seen the photos and drawings and confirm that they show the damage as I reported it.',
    name: 'Ada Lovelace',
    signedAt: at(1900),
    sha256: hashOf('signature'),
  },
});

export const sampleTrail = (name = 'Ada Lovelace'): ReportAuditEntry[] =>
  (
    [
      { kind: 'session.created' },
      { kind: 'participant.invited', name },
      { kind: 'session.updated', changes: ['notes', 'scheduled_for', 'locale'] },
      { kind: 'participant.reissued', name },
      { kind: 'otp.refused', name, attempt: 1 },
      { kind: 'participant.joined', name },
      { kind: 'consent.changed', name, camera: 'granted', gps: 'granted' },
      { kind: 'evidence.captured', piece: 'photo', number: '1' },
      { kind: 'evidence.captured', piece: 'annotation', number: '1.1' },
      { kind: 'evidence.captured', piece: 'whiteboard', number: '1' },
      { kind: 'recording.started' },
      { kind: 'recording.stopped' },
      { kind: 'evidence.captured', piece: 'recording', number: '1' },
      { kind: 'evidence.captured', piece: 'file', number: '' },
      { kind: 'evidence.captured', piece: 'signature', number: '' },
      { kind: 'participant.locked', name },
      { kind: 'otp.requested', name },
      { kind: 'participant.revoked', name },
      { kind: 'participant.done', name },
      { kind: 'participant.left', name },
      { kind: 'session.expired' },
      { kind: 'other', name: 'evidence.withdrawn' },
      { kind: 'evidence.finding', number: '3' },
      { kind: 'evidence.finding_taken_back', number: '5' },
      { kind: 'session.ended' },
    ] as const
  ).map(
    (event, index) => ({ sequence: index + 1, occurredAt: at(index * 90), ...event }) as ReportAuditEntry,
  );
