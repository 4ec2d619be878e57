import type { ComponentChildren } from 'preact';

/** Lines of 24 by 24, drawn for this page. */
const ICONS = {
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7z',
  live: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  sketch: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  sign: 'M3 20h18M4 15c4-9 7-11 8-9s-4 9-3 9 3-5 4-5 0 4 1 4 2-2 3-2 1 1 3 1',
};

type ToolButton = { icon: keyof typeof ICONS; onTap: () => void; children: ComponentChildren };

export const ToolButton = ({ icon, onTap, children }: ToolButton) => (
  <button type="button" class="button secondary tool" onClick={onTap}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[icon]} />
    </svg>
    <span>{children}</span>
  </button>
);
