import { answerOrder, type Answer, type Order } from './answer-order.ts';

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
