import { stat } from 'node:fs/promises';
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { cutToWhole } from './cut-to-whole.ts';

// It would say something of each part that it does not understand, of which a hostile file has millions.
Logging.level = LogLevel.Silent;

/** `recording` is a copy, which may be changed; `playable` is made. */
export type RemuxOrder = { recording: string; playable: string; mime: string };

export type RemuxOutcome = { ok: true } | { ok: false; message: string };

/**
 * Browsers' recorders leave out the length and the index, without which players can't seek. Pictures and sound are
 * copied as they are, and no words, such as a place. A cut-off video is as long as what has come of it.
 */
export const remuxVideo = async ({ recording, playable, mime }: RemuxOrder): Promise<RemuxOutcome> => {
  const { size } = await stat(recording);
  try {
    await cutToWhole(recording, mime);
    await copyVideo({ recording, playable, mime }, GROWTH * size + SPARE_BYTES);
    await requirePackets(openVideo(playable, mime));
    return { ok: true };
  } catch (error) {
    // The disk's failure says nothing of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
};

/** A hostile index leads to the same pictures again and again. */
const GROWTH = 2;
const SPARE_BYTES = 64 * 1024;

const copyVideo = async ({ recording, playable, mime }: RemuxOrder, maxBytes: number): Promise<void> => {
  const isMp4 = mime === 'video/mp4';
  const input = openVideo(recording, mime);
  try {
    const format = isMp4 ? new Mp4OutputFormat({ fastStart: false }) : await chooseWebm(input);
    const target = new FilePathTarget(playable);
    const conversion = await Conversion.init({
      input,
      output: new Output({ format, target }),
      copy: { mode: 'forced', shiftTolerance: Infinity },
      tags: {},
    });
    refuseLost(conversion);
    target.on('write', ({ end }) => {
      if (end > maxBytes) void conversion.cancel();
    });
    await conversion.execute();
  } finally {
    input.dispose();
  }
};

const openVideo = (path: string, mime: string): Input =>
  new Input({
    source: new FilePathSource(path),
    formats: mime === 'video/mp4' ? [MP4, QTFF] : [WEBM, MATROSKA],
  });

/** A recording that was cut off at its beginning has tracks, and nothing in them. */
const requirePackets = async (input: Input): Promise<void> => {
  try {
    for (const track of await input.getTracks())
      if (await new EncodedPacketSink(track).getFirstPacket()) return;
    throw new Error('It has no pictures and no sound.');
  } finally {
    input.dispose();
  }
};

/** WebM has no H.264 and no AAC; some browsers write them into what they name so, as Matroska, and play it. */
const chooseWebm = async (input: Input) => {
  const webm = new WebMOutputFormat();
  const known = webm.getSupportedCodecs();
  for (const track of await input.getTracks()) {
    const codec = await track.getCodec();
    if (codec && !known.includes(codec)) return new MkvOutputFormat();
  }
  return webm;
};

/** A copy without its sound would tell another story than the original. */
const refuseLost = ({ isValid, discardedTracks }: Conversion): void => {
  const lost = discardedTracks.find(({ track }) => track.type !== 'subtitle');
  if (lost) throw new Error(`Its ${lost.track.type} can't be copied: ${lost.reason}.`);
  if (!isValid) throw new Error('It has no pictures and no sound.');
};
