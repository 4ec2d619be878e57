import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Heading = {
  isFocused?: boolean;
  children: ComponentChildren;
};

/**
 * The focus goes to the heading of a new screen, so that a screen reader begins there: before the screen is painted, or
 * it would leave the field in which somebody already types.
 */
export const Heading = ({ isFocused = true, children }: Heading) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFocused) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} class="heading" tabIndex={-1}>
      {children}
    </h1>
  );
};
