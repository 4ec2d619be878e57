import type { NamedDraft } from './keep-draft.ts';
import { kindOf } from '../parts/name-pieces.ts';
import type { DrawingCall } from './send-drawing.ts';

/** The version of a whiteboard that this device stored last. */
export type Saved = { id: string; version: number };

/** Signer's name and the statement, word for word as it was shown. */
export type Signing = { name: string; statement?: string; locale?: string };

/**
 * Plans the call that stores a drawing: on a photo as an annotation of its evidence, a signature with its statement, a
 * sketch as a new whiteboard or the version after the one that this device knows.
 */
export const planCall = (
  { name, draft: { sketch: drawing, key, more } }: NamedDraft,
  evidence: string | undefined,
): DrawingCall => {
  const kind = kindOf(name);
  if (kind === 'annotation') return { method: 'POST', path: 'annotations', body: { evidence, drawing }, key };
  if (kind === 'signature')
    return { method: 'POST', path: 'signature', body: { ...(more as Signing), drawing }, key };
  const saved = more as Saved | undefined;
  return saved
    ? { method: 'PATCH', path: `whiteboards/${saved.id}`, body: { version: saved.version, drawing }, key }
    : { method: 'POST', path: 'whiteboards', body: { drawing }, key };
};
