import type { FieldSessionState } from '../inspection.ts';
import { say } from '../texts/say.ts';

/** What a picture is of, in the words that the session has for its shot. */
export const nameShot = ({ session }: FieldSessionState, slot: string | undefined): string =>
  slot === undefined
    ? say('field.camera.free')
    : (session.shots.find((shot) => shot.slot === slot)?.label ?? slot);
