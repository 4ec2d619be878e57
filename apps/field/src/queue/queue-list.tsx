import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const QueueList = ({ ids, children }: { ids: readonly string[]; children: ComponentChildren }) => {
  const list = useRef<HTMLOListElement>(null);
  useStill(list, ids.join());
  return <ol ref={list}>{children}</ol>;
};

const STILL_MS = 500;

/** A tap just after something has moved was meant for what stood there before. */
export const useStill = (element: RefObject<HTMLElement | null>, shown: string): void =>
  useLayoutEffect(() => {
    const moved = element.current;
    if (!moved) return;
    moved.inert = true;
    const timer = setTimeout(() => (moved.inert = false), STILL_MS);
    return () => clearTimeout(timer);
  }, [shown]);
