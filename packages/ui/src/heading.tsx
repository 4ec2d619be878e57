import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Heading = {
  /** Whether the heading takes the focus; true unless the person goes on somewhere else. */
  isFocused?: boolean;
  children: ComponentChildren;
};

/** The heading of a screen that was opened, or came after something was done: who listens to the page begins there. */
export const Heading = ({ isFocused = true, children }: Heading) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} class="heading" tabIndex={-1}>
      {children}
    </h1>
  );
};
