import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Cover = { kind: 'capture' | 'capture-question'; children: ComponentChildren };

/** Nothing behind a screen that covers the page is reached by keys or by a screen reader. */
export const Cover = ({ kind, children }: Cover) => {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const behind = listBehind(cover.current!).filter(({ inert }) => !inert);
    for (const element of behind) element.inert = true;
    return () => {
      for (const element of behind) element.inert = false;
    };
  }, []);
  return (
    <div ref={cover} class={kind}>
      {children}
    </div>
  );
};

const listBehind = (cover: HTMLElement): HTMLElement[] => {
  const frame = cover.parentElement!;
  const beside = [...frame.children].filter((each): each is HTMLElement => each !== cover);
  return frame === document.body ? beside : [...beside, ...listBehind(frame)];
};
