import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The heading of a screen that was opened, or came after something was done: who listens to the page begins there. */
export const Heading = ({ children }: { children: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} class="heading" tabIndex={-1}>
      {children}
    </h1>
  );
};
