import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { write } from '../words/words.ts';

/** The page that was opened first has the browser's own focus. */
let isFirst = true;

type Props = { heading: string; actions?: ReactNode; children: ReactNode };

/** A screen names the tab, and its heading takes the focus when somebody comes to it from another one. */
export const Screen = ({ heading, actions, children }: Props) => {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${heading} · ${write('title')}`;
  }, [heading]);
  useLayoutEffect(() => {
    if (!isFirst) ref.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <div className="screen-top">
        <h1 className="heading" dir="auto" ref={ref} tabIndex={-1}>
          {heading}
        </h1>
        {actions}
      </div>
      {children}
    </>
  );
};
