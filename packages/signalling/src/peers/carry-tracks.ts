/** The tracks that a side sends; null where it has no such thing. */
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null };

/**
 * Puts tracks into the lines that are there, without another round of offers: into the first of each kind, so that a
 * peer that asks for many gets no more than one.
 */
export const carryTracks = async (connection: RTCPeerConnection, tracks: Tracks): Promise<void> => {
  for (const kind of ['audio', 'video'] as const) {
    const line = findLine(connection, kind);
    if (line && line.sender.track !== tracks[kind]) await line.sender.replaceTrack(tracks[kind]);
  }
};

/** Ready to send before there is anything to send: a camera then needs no offer of its own. */
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
