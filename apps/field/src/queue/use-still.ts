import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const STILL_MS = 500;

/** Ignores a tap just after something has moved: it was meant for the thing before. */
export const useStill = (element: RefObject<HTMLElement | null>, shown: string): void =>
  useLayoutEffect(() => {
    const moved = element.current;
    if (!moved) return;
    moved.inert = true;
    const timer = setTimeout(() => (moved.inert = false), STILL_MS);
    return () => clearTimeout(timer);
  }, [shown]);
