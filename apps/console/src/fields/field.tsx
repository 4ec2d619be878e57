import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { write } from '../words/words.ts';
import { useComplaint } from './use-complaint.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { label: string };

/** A line of text with its label. */
export const Field = ({ label, ...input }: Props) => {
  const { complaint, checks } = useComplaint();
  return (
    <Labelled label={label} isRequired={input.required} complaint={complaint}>
      <input className="input" dir="auto" {...input} {...checks} />
    </Labelled>
  );
};

type LinesProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { label: string };

/** Several lines of text with their label. */
export const Lines = ({ label, ...area }: LinesProps) => {
  const { complaint, checks } = useComplaint();
  return (
    <Labelled label={label} isRequired={area.required} complaint={complaint}>
      <textarea className="input" dir="auto" rows={3} {...area} {...checks} />
    </Labelled>
  );
};

type LabelledProps = {
  label: string;
  isRequired: boolean | undefined;
  complaint: { id: string; words: string };
  children: ReactNode;
};

const Labelled = ({ label, isRequired, complaint, children }: LabelledProps) => (
  <div className="field">
    <label>
      <span className="label">
        {label}
        {isRequired && <span className="quiet"> ({write('field.required')})</span>}
      </span>
      {children}
    </label>
    <p className="complaint" id={complaint.id} role="alert">
      {complaint.words}
    </p>
  </div>
);
