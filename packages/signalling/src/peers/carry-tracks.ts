/** null: the side has no such track. */
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null };

/**
 * Puts a track into the first line of its kind, without another offer; a peer that asks for many lines gets no more
 * than one of each.
 */
export const carryTracks = async (connection: RTCPeerConnection, tracks: Tracks): Promise<void> => {
  for (const kind of ['audio', 'video'] as const) {
    const line = findLine(connection, kind);
    if (line && line.sender.track !== tracks[kind]) await line.sender.replaceTrack(tracks[kind]);
  }
};

/** Lines are opened before there is a track, so that a camera needs no offer of its own. */
export const openLines = (connection: RTCPeerConnection): void => {
  for (const kind of ['audio', 'video'] as const) {
    const line = findLine(connection, kind);
    if (line) line.direction = 'sendrecv';
  }
};

const findLine = (connection: RTCPeerConnection, kind: string): RTCRtpTransceiver | undefined =>
  connection
    .getTransceivers()
    .find(({ receiver, currentDirection }) => receiver.track.kind === kind && currentDirection !== 'stopped');
