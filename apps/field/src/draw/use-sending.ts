import { useState } from 'preact/hooks';
import type { Trouble } from './judge-reply.ts';
import { sendDrawing, type DrawingCall, type Sent } from './send-drawing.ts';

export type SendingState = 'idle' | 'sending' | 'sent' | Trouble;

/** Sends a drawing, one at a time. */
export const useSending = (inspection: { fieldToken: string }) => {
  const [state, setState] = useState<SendingState>('idle');
  return {
    state,
    setState,
    send: async <Body>(call: DrawingCall): Promise<Sent<Body>> => {
      setState('sending');
      const sent = await sendDrawing<Body>(inspection, call);
      setState(sent.isSent ? 'sent' : sent.trouble);
      return sent;
    },
  };
};
