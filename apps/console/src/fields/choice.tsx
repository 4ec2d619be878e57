type Props = {
  label: string;
  name: string;
  value: string | undefined;
  words: readonly string[];
  write: (word: string) => string;
  /** The words of an empty choice; without them there is none. */
  none?: string;
};

/** A choice of one word of a list, within a form. */
export const Choice = ({ label, name, value, words, write, none }: Props) => (
  <label className="field">
    <span className="label">{label}</span>
    <select className="input" name={name} defaultValue={value ?? ''}>
      {none !== undefined && <option value="">{none}</option>}
      {words.map((word) => (
        <option key={word} value={word}>
          {write(word)}
        </option>
      ))}
    </select>
  </label>
);
