import type { FieldMessage, OperatorMessage, StillRefusal } from '@field-inspection/signalling';
import { useEffect, useState } from 'react';

export type Still = {
  id: string;
  state: 'asked' | 'taken' | 'no_answer' | StillRefusal;
  /** The hash of the bytes that come, once the phone has taken it. */
  sha256: string | undefined;
};

/** So long a phone may take to answer: its camera may have to wake up first. */
const ANSWER_MS = 20_000;

/** Asks phones for photos. Only the last one that was asked for is followed. */
export const useShutter = () => {
  const [still, setStill] = useState<Still>();
  const asked = still?.state === 'asked' ? still.id : undefined;
  useEffect(() => {
    if (asked === undefined) return;
    const timer = setTimeout(() => setStill((last) => last && { ...last, state: 'no_answer' }), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return {
    still,
    take: (say: (message: OperatorMessage) => number, slot?: string) => {
      const id = crypto.randomUUID();
      const reached = say({ type: 'still', id, ...(slot && { slot }) });
      setStill({ id, state: reached > 0 ? 'asked' : 'no_answer', sha256: undefined });
    },
    hear: (message: FieldMessage) =>
      setStill((last) => {
        if (last?.id !== message.id) return last;
        return message.type === 'still_taken'
          ? { ...last, state: 'taken', sha256: message.sha256 }
          : { ...last, state: message.reason };
      }),
  };
};
