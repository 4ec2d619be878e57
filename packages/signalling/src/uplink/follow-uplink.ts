import { decidePicture, FIRST_PICTURE, type Picture } from './decide-picture.ts';
import { readUplink } from './read-uplink.ts';

const ROUND_MS = 2_000;

/**
 * Fits the picture to the way, every two seconds, until it is told to stop.
 *
 * @param onPaused told when the picture is paused, and when it goes on
 */
export const followUplink = (
  connection: RTCPeerConnection,
  onPaused: (isPaused: boolean) => void,
): (() => void) => {
  let picture = FIRST_PICTURE;
  const round = async (): Promise<void> => {
    const report = await connection.getStats();
    const next = decidePicture(picture, readUplink([...report.values()]));
    const [before, isNew] = [picture, next.maxBps !== picture.maxBps || next.isPaused !== picture.isPaused];
    picture = next;
    if (isNew) await limitPicture(connection, next);
    if (next.isPaused !== before.isPaused) onPaused(next.isPaused);
  };
  void limitPicture(connection, picture).catch(() => {});
  void favourSound(connection).catch(() => {});
  // A connection that closes meanwhile answers with an error.
  const timer = setInterval(() => void round().catch(() => {}), ROUND_MS);
  return () => clearInterval(timer);
};

const limitPicture = (connection: RTCPeerConnection, { maxBps, isPaused }: Picture): Promise<void> =>
  setEncodings(connection, 'video', { maxBitrate: maxBps, active: !isPaused });

const favourSound = (connection: RTCPeerConnection): Promise<void> =>
  setEncodings(connection, 'audio', { priority: 'high', networkPriority: 'high' });

const setEncodings = async (
  connection: RTCPeerConnection,
  kind: string,
  changes: Partial<RTCRtpEncodingParameters>,
): Promise<void> => {
  for (const { sender, receiver } of connection.getTransceivers()) {
    if (receiver.track.kind !== kind) continue;
    const parameters = sender.getParameters();
    for (const encoding of parameters.encodings) Object.assign(encoding, changes);
    if (parameters.encodings.length > 0) await sender.setParameters(parameters);
  }
};
