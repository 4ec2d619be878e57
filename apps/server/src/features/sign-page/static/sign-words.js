const { texts: given, tags, locale: first, root } = document.getElementById('main').dataset;

let locale = first;
let texts = JSON.parse(given);

const tag = () => JSON.parse(tags)[locale];

/** A text with its values; what comes from outside goes into the page as text alone. */
export const write = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const hasText = (key) => key in texts;

/** Puts the words of the locale where the page names them. */
export const fillTexts = () => {
  document.documentElement.lang = tag();
  for (const place of document.querySelectorAll('[data-text]')) {
    place.textContent = write(place.dataset.text);
  }
};

/** Speaks another locale from now on. Without its words the page stays as it is: it can be read all the same. */
export const speak = async (wanted) => {
  if (wanted === locale || !(wanted in JSON.parse(tags))) return;
  try {
    const response = await fetch(`${root}sign/assets/${wanted}.json`, { credentials: 'omit' });
    if (!response.ok) return;
    texts = await response.json();
    locale = wanted;
    fillTexts();
  } catch {
    // The next answer tries again.
  }
};

/** An instant in the page's language, and in the time of the device. */
export const writeTime = (iso) =>
  new Intl.DateTimeFormat(tag(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

export const writeNumber = (number) => new Intl.NumberFormat(tag()).format(number);

const KILOBYTE = 1_000;

export const writeSize = (bytes) => {
  const [amount, unit] =
    bytes < KILOBYTE ** 2 ? [bytes / KILOBYTE, 'kilobyte'] : [bytes / KILOBYTE ** 2, 'megabyte'];
  const format = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 };
  return new Intl.NumberFormat(tag(), format).format(amount);
};
