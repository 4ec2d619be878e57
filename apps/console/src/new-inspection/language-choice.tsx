import { write } from '../words/words.ts';
import { LOCALES, nameLanguage } from './locales.ts';

/** The language of the pages and messages that the person gets. */
export const LanguageChoice = () => (
  <label className="field">
    <span className="label">{write('new.language')}</span>
    <select className="input" name="language" defaultValue="">
      <option value="">{write('new.language_of_organisation')}</option>
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {nameLanguage(locale)}
        </option>
      ))}
    </select>
  </label>
);
