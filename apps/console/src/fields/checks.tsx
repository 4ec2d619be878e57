type Props = {
  label: string;
  name: string;
  words: readonly string[];
  chosen: readonly string[];
};

/** A choice of several words of the API, within a form. Each stands as programs write it. */
export const Checks = ({ label, name, words, chosen }: Props) => (
  <fieldset className="group">
    <legend className="label">{label}</legend>
    <div className="checks">
      {words.map((word) => (
        <label className="radio" key={word}>
          <input type="checkbox" name={name} value={word} defaultChecked={chosen.includes(word)} />
          <code>{word}</code>
        </label>
      ))}
    </div>
  </fieldset>
);
