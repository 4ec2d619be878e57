import type { Whiteboard } from '@field-inspection/contract';
import type { Inspection, Owner } from '../inspection.ts';
import { kindOf } from '../parts/name-pieces.ts';
import type { Queue } from '../queue/queue.ts';
import { forgetDraft, isUnsent, keepDraft, type NamedDraft, readDraft } from './keep-draft.ts';
import type { DrawingState } from './judge-drawing.ts';
import { planCall, sendDrawing } from './send-drawing.ts';

export type Bringing = {
  inspection: Owner & Pick<Inspection, 'fieldToken' | 'refresh'>;
  queue: Pick<Queue, 'addDrawing' | 'endDrawing'>;
  /** @param retryAfterMs when a busy service wants to be asked again */
  onState: (name: string, state: DrawingState, retryAfterMs?: number) => void;
  isBeside?: boolean;
};

export type Below = { evidence: string; slot: string | undefined };

/** A draft that another version has overtaken is stored as a whiteboard of its own, so that no drawing is lost. */
export const bringDrawing = async (
  bringing: Bringing,
  named: NamedDraft,
  below: Below | undefined,
): Promise<void> => {
  const { inspection, queue, onState } = bringing;
  const { name, draft } = named;
  onState(name, 'sending');
  const sent = await sendDrawing(inspection, planCall(named, below?.evidence));
  if (sent.isSent) {
    const kind = kindOf(name);
    const whiteboard = kind === 'whiteboard' ? (sent.body as Whiteboard) : undefined;
    const { receipt } = sent;
    if (receipt)
      await queue.addDrawing({
        kind,
        receipt,
        slot: below?.slot,
        ...(whiteboard && { whiteboard: whiteboard.id }),
      });
    const isLeft = noteStored(bringing, named, whiteboard);
    const ending = bringing.isBeside ? 'conflict' : 'sent';
    return onState(name, isLeft ? 'waiting' : ending);
  }
  if (sent.trouble === 'conflict') {
    // The overtaken draft becomes a whiteboard of its own, so that no drawing is lost.
    const own = { ...draft, more: undefined, key: crypto.randomUUID() };
    keepDraft(inspection, name, own);
    return bringDrawing({ ...bringing, isBeside: true }, { name, draft: own }, below);
  }
  onState(name, sent.trouble, sent.retryAfterMs);
  // The service tells whether the session or only the link is over.
  if (sent.trouble === 'access' || sent.trouble === 'ended') void inspection.refresh();
};

const noteStored = (
  { inspection, queue }: Bringing,
  { name, draft: { key } }: NamedDraft,
  whiteboard: Whiteboard | undefined,
): boolean => {
  const now = readDraft(inspection, name);
  const isSame = now?.key === key;
  if (now && whiteboard) {
    const { id, version } = whiteboard;
    keepDraft(inspection, name, { ...now, more: { id, version }, isStored: isSame });
  } else if (isSame) {
    forgetDraft(inspection, name);
    void queue.endDrawing(name);
  }
  return !isSame && isUnsent(now);
};
