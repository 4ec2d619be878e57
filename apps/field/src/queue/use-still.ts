import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const STILL_MS = 500;

/** A tap that comes just after something has moved was meant for what was there before: it does nothing. */
export const useStill = (element: RefObject<HTMLElement | null>, shown: string): void =>
  useLayoutEffect(() => {
    const moved = element.current;
    if (!moved) return;
    moved.inert = true;
    const timer = setTimeout(() => (moved.inert = false), STILL_MS);
    return () => clearTimeout(timer);
  }, [shown]);
