import { useId } from 'react';

type Props<Word extends string> = {
  label: string;
  words: readonly Word[];
  value: Word | null;
  write: (word: Word) => string;
  onChange: (word: Word) => void;
};

/** A choice of a few words, all in sight. */
export const Radios = <Word extends string>({ label, words, value, write, onChange }: Props<Word>) => {
  const name = useId();
  return (
    <fieldset className="group">
      <legend className="label">{label}</legend>
      {words.map((word) => (
        <label className="radio" key={word}>
          <input type="radio" name={name} checked={word === value} onChange={() => onChange(word)} />
          {write(word)}
        </label>
      ))}
    </fieldset>
  );
};
