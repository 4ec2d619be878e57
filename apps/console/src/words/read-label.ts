/** A label in the reader's language, else in English, else in the first that there is. */
export const readLabel = (label: Readonly<Record<string, string>>, languageTag: string): string => {
  const [language = ''] = languageTag.split('-');
  return label[language] ?? label.en ?? Object.values(label)[0] ?? '';
};
