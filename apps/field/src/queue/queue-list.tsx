import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useStill } from './use-still.ts';

/** Lists the pieces on the device, one below the other; `ids` names them in their order. */
export const QueueList = ({ ids, children }: { ids: readonly string[]; children: ComponentChildren }) => {
  const list = useRef<HTMLOListElement>(null);
  useStill(list, ids.join());
  return <ol ref={list}>{children}</ol>;
};
