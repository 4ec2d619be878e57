import type { FieldSessionState } from '../inspection.ts';
import { say } from '../texts/say.ts';

/** Names a picture with the label that the session has for its shot. */
export const nameShot = ({ session }: FieldSessionState, slot: string | undefined): string =>
  slot === undefined
    ? say('field.camera.free')
    : (session.shots.find((shot) => shot.slot === slot)?.label ?? slot);
