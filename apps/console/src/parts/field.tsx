import type { InputHTMLAttributes } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { label: string };

/** A line of text with its label. */
export const Field = ({ label, ...input }: Props) => (
  <label className="field">
    <span className="label">{label}</span>
    <input className="input" dir="auto" {...input} />
  </label>
);
