import { LocationStaysError } from '../../../evidence/exports/refuse-location.ts';
import {
  blankFlacBlocks,
  blankHevcSetup,
  blankAv1Setup,
  blankAvcSetup,
  blankDescriptors,
} from './blank-codec-setup.ts';
import { blankBox, brokenMp4, keepFirst, walkBoxes, type Box } from './walk-boxes.ts';

export const blankSampleEntries = (content: Buffer, kind: string): void => {
  if (content.length < 8) throw brokenMp4();
  for (const entry of walkBoxes(content.subarray(8))) {
    if (/^enc/.test(entry.type)) throw new LocationStaysError('it is encrypted');
    BLANKS[kind]!(entry);
  }
};

const blankVisual = ({ content }: Box): void => {
  if (content.length < 78) throw brokenMp4();
  content.fill(0, 0, 6);
  content.fill(0, 8, 24);
  content.fill(0, 36, 40);
  // The name of the compressor.
  content.fill(0, 42, 74);
  blankChildren(content.subarray(78));
};

/** QuickTime has 16 or 36 bytes more in its second and third version. */
const SOUND_BYTES = [28, 44, 64];

const blankSound = ({ content }: Box): void => {
  if (content.length < 28) throw brokenMp4();
  const fixedBytes = SOUND_BYTES[content.readUInt16BE(8)];
  if (fixedBytes === undefined || content.length < fixedBytes) throw brokenMp4();
  content.fill(0, 0, 6);
  content.fill(0, 10, 16);
  blankChildren(content.subarray(fixedBytes));
};

const blankTimeCode = ({ content }: Box): void => {
  keepFirst(content, 26);
  content.fill(0, 0, 6);
  content.fill(0, 8, 12);
};

const BLANKS: Record<string, (entry: Box) => void> = {
  vide: blankVisual,
  soun: blankSound,
  tmcd: blankTimeCode,
};

const blankChildren = (bytes: Buffer): void => {
  for (const box of walkBoxes(bytes)) {
    const blank = CHILDREN[box.type];
    if (blank) blank(box.content);
    else blankBox(box);
  }
};

const first = (bytes: number) => (content: Buffer) => keepFirst(content, bytes);

const CHILDREN: Record<string, (content: Buffer) => void> = {
  avcC: blankAvcSetup,
  hvcC: blankHevcSetup,
  av1C: blankAv1Setup,
  vpcC: (content) => {
    keepFirst(content, 12);
    content.fill(0, 10);
  },
  dvcC: first(5),
  dvvC: first(5),
  esds: blankDescriptors,
  dOps: (content) => {
    if (content.length < 11) throw brokenMp4();
    keepFirst(content, content[10] === 0 ? 11 : 13 + content[1]!);
  },
  dfLa: (content) => blankFlacBlocks(content.subarray(4)),
  dac3: first(3),
  dec3: first(5),
  alac: first(28),
  pcmC: first(6),
  srat: first(8),
  pasp: first(8),
  clap: first(32),
  btrt: first(12),
  fiel: first(2),
  gama: first(4),
  mdcv: first(24),
  clli: first(4),
  colr: (content) => {
    const bytes = COLOUR_BYTES[content.toString('latin1', 0, 4)];
    // A profile of colours carries texts.
    keepFirst(content, Math.min(content.length, bytes ?? 0));
  },
  // QuickTime wraps the setup of the sound in this box.
  wave: (content) => {
    for (const box of walkBoxes(content)) {
      const blank = WAVE_CHILDREN[box.type];
      if (blank) blank(box.content);
      else blankBox(box);
    }
  },
};

const COLOUR_BYTES: Record<string, number> = { nclx: 11, nclc: 10 };

const WAVE_CHILDREN: typeof CHILDREN = {
  frma: first(4),
  mp4a: first(4),
  enda: first(2),
  alac: first(28),
  esds: blankDescriptors,
  // The end of the list.
  '\0\0\0\0': first(0),
};
