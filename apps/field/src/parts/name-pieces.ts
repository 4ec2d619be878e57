import type { DrawingKind } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import type { FieldSessionState } from '../inspection.ts';

/** Names a drawing, with the shot of its photo where it was asked for. */
export const nameDrawing = (kind: DrawingKind, shot?: string): string =>
  [say(`field.ended.${kind}`), ...(shot ? [shot] : [])].join(' · ');

/** Gives the kind of a drawing by its name on the device: one on a photo has the photo's hash. */
export const kindOf = (name: string): DrawingKind =>
  name === 'whiteboard' || name === 'signature' ? name : 'annotation';

/** Names a picture with the label that the session has for its shot. */
export const nameShot = ({ session }: FieldSessionState, slot: string | undefined): string =>
  slot === undefined
    ? say('field.camera.free')
    : (session.shots.find((shot) => shot.slot === slot)?.label ?? slot);
