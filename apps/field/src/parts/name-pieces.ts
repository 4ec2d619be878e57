import type { DrawingKind } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import type { FieldSessionState } from '../inspection.ts';

export const nameDrawing = (kind: DrawingKind, shot?: string): string =>
  [say(`field.ended.${kind}`), ...(shot ? [shot] : [])].join(' · ');

export const kindOf = (name: string): DrawingKind =>
  name === 'whiteboard' || name === 'signature' ? name : 'annotation';

export const nameShot = ({ session }: FieldSessionState, slot: string | undefined): string =>
  slot === undefined
    ? say('field.camera.free')
    : (session.shots.find((shot) => shot.slot === slot)?.label ?? slot);
