import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Heading = {
  isFocused?: boolean;
  children: ComponentChildren;
};

/** The focus goes to the heading of a new screen, so that a screen reader begins there, and the screen to its top. */
export const Heading = ({ isFocused = true, children }: Heading) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} class="heading" tabIndex={-1}>
      {children}
    </h1>
  );
};
