import type { TextareaHTMLAttributes } from 'react';

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { label: string };

/** Several lines of text with their label. */
export const Lines = ({ label, ...area }: Props) => (
  <label className="field">
    <span className="label">{label}</span>
    <textarea className="input" dir="auto" rows={3} {...area} />
  </label>
);
