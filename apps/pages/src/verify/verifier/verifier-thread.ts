import { answerOrder, type Answer, type Order } from './answer-order.ts';

/* Body of the browser's verifier thread, so that the page stays alive. build-verifier.ts makes one file of it. */

type Thread = {
  addEventListener(type: 'message', listen: (event: { data: Order }) => void): void;
  postMessage(message: Answer | { kind: 'ready' }): void;
};

const thread = globalThis as unknown as Thread;

thread.addEventListener(
  'message',
  ({ data }) => void answerOrder(data, (answer) => thread.postMessage(answer)),
);
thread.postMessage({ kind: 'ready' });
