import type { Device } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';

type Pinned = Pick<Participant, 'id' | 'issue' | 'pin'>;

export const pinDevice = (
  { keyring }: Pick<Context, 'keyring'>,
  invite: Pinned,
  device: Device,
): Uint8Array<ArrayBuffer> => Uint8Array.from(keyring.sign('device-pin', pinnedTo(invite, device)));

export const isPinned = ({ keyring }: Pick<Context, 'keyring'>, invite: Pinned, device: Device): boolean =>
  invite.pin !== null && keyring.verify('device-pin', pinnedTo(invite, device), invite.pin);

// A keyed hash: addresses and user agents are few enough to be guessed from a bare one. Bound to the invite, it does
// not tell a device again.
const pinnedTo = ({ id, issue }: Pinned, { address, userAgent }: Device): string =>
  JSON.stringify([id, issue, address, userAgent]);
