import { DATA_CHANNEL, type DataMessage } from '../data/data-message.ts';
import { readFieldMessage, readOperatorMessage } from '../data/read-data-message.ts';
import type { PeerRole } from '../relay/relay-message.ts';

/** The most bytes that wait to be sent; a pointer that comes late points at nothing. */
const MAX_WAITING_BYTES = 262_144;

type Listeners = { onMessage: (message: DataMessage) => void; onChange: () => void };

/** Opens the data channel of a connection: the operator makes it, and the field person takes it. */
export const openChannel = (
  connection: RTCPeerConnection,
  role: PeerRole,
  { onMessage, onChange }: Listeners,
) => {
  let channel: RTCDataChannel | undefined;
  const readMessage = role === 'field' ? readOperatorMessage : readFieldMessage;
  const use = (opened: RTCDataChannel): void => {
    channel = opened;
    channel.onopen = channel.onclose = onChange;
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message) onMessage(message);
    };
  };
  connection.ondatachannel = ({ channel: offered }) => {
    if (role === 'field' && offered.label === DATA_CHANNEL) use(offered);
    else offered.close();
  };
  if (role === 'operator') use(connection.createDataChannel(DATA_CHANNEL));
  return {
    /** Says a message; false where the channel is not open. */
    say: (message: DataMessage): boolean => {
      if (channel?.readyState !== 'open' || channel.bufferedAmount > MAX_WAITING_BYTES) return false;
      channel.send(JSON.stringify(message));
      return true;
    },
    close: () => {
      connection.ondatachannel = null;
      if (channel) channel.onmessage = channel.onopen = channel.onclose = null;
    },
  };
};
