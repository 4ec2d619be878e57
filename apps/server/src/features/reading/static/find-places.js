/*
 * Which places of the search index a query means. Each word of the query must begin a word of a place. A place that
 * has them all in its title comes before one that has them in its text; among those, guides come first, then
 * headings, operations and the SDK's names, as the index counts their kinds. Decisions say why, not how: they come last.
 * A word that begins none is taken for the nearest one that is there.
 */

const MAX_FOUND = 12;

/** The first places of a query, with what is said `above` and `below` them, and to who does not see them. */
export const listFound = (index, query) => {
  const typed = query.trim();
  const { places, meant } = findPlaces(index, query);
  const { length } = places;
  return {
    above: meant ? [`Nothing for “${typed}”. Found for “${meant}”:`] : [],
    places: places.slice(0, MAX_FOUND),
    below: sayRest(length, typed),
    said: typed && (meant ? `${length} found for ${meant}` : `${length} found`),
  };
};

/** That there are more places, or none. */
const sayRest = (length, typed) => {
  if (length > MAX_FOUND) return [`${length - MAX_FOUND} more: add a word`];
  return length === 0 && typed !== '' ? ['Nothing found: try the beginning of a word'] : [];
};

/** The places in their order, with the words that were `meant` where others were typed. */
export const findPlaces = (index, query) => {
  const typed = splitWords(query);
  const places = rankPlaces(index, typed);
  if (places.length > 0 || typed.length === 0) return { places };
  const words = typed.map((word) => correctWord(index, word));
  const near = rankPlaces(index, words);
  return near.length > 0 ? { places: near, meant: words.join(' ') } : { places: [] };
};

const splitWords = (text) => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];

const rankPlaces = (index, words) => {
  if (words.length === 0) return [];
  return index
    .map((place) => ({ place, kind: place[4], ...ratePlace(place, words) }))
    .filter(({ scores }) => scores.every((score) => score > 0))
    .map((rated) => ({ ...rated, score: rated.scores.reduce((sum, score) => sum + score, 0) }))
    .sort((a, b) => b.level - a.level || a.kind - b.kind || b.score - a.score)
    .map(({ place }) => place);
};

const ratePlace = (place, words) => {
  const scores = words.map((word) => scoreWord(word, place));
  // `create a session` is an operation, though a guide may have these words in a longer title.
  const isTitle = splitWords(place[1]).join(' ') === words.join(' ');
  if (isTitle && words.length > 1) return { scores, level: 3 };
  if (place[4] === DECISION) return { scores, level: 0 };
  const least = Math.min(...scores);
  if (least >= BEGINS_TITLE) return { scores: isTitle ? [...scores, 1] : scores, level: 2 };
  return { scores, level: least >= IN_TITLE ? 1 : 0 };
};

// The last kind of the index.
const DECISION = 4;
const BEGINS_TITLE = 5;
const IN_TITLE = 3;

const scoreWord = (word, [address, title, place, text, kind]) => {
  const names = splitWords(namesOf({ address, title, kind }));
  // `webhooks` finds `webhook endpoint`, too.
  const stem = word.length > 4 ? word.replace(/s$/, '') : word;
  const starts = (words) => words.some((each) => each.startsWith(stem));
  if (names.includes(word)) return 8;
  if (starts(names)) return BEGINS_TITLE;
  // `client.sessions` is found by `sessions`, `createSession` by `session`.
  if (title.toLowerCase().includes(stem)) return IN_TITLE;
  if (starts(splitWords(place))) return 2;
  return starts(splitWords(text)) ? 1 : 0;
};

// What many call pagination, the guide at docs/pagination calls lists.
const namesOf = ({ address, title, kind }) =>
  kind === 0 ? `${title} ${address.slice(address.lastIndexOf('/') + 1).replaceAll('-', ' ')}` : title;

/** The word itself where it begins one of the index, otherwise the nearest one; itself again where none is near. */
const correctWord = (index, typed) => {
  const known = [...countWords(index)];
  if (known.some(([word]) => word.startsWith(typed))) return typed;
  const limit = limitFor(typed);
  const near = known
    .map(([word, times]) => ({ word, times, steps: countSteps(typed, word, limit) }))
    .filter(({ steps }) => steps <= limit)
    .sort((a, b) => a.steps - b.steps || restOf(typed, a) - restOf(typed, b) || b.times - a.times);
  return near[0]?.word ?? typed;
};

// Short words are near to too many others.
const limitFor = ({ length }) => {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
};

const restOf = (typed, { word }) => Math.abs(word.length - typed.length);

const counts = new WeakMap();

/** How many places each word of the index is in. */
const countWords = (index) => {
  const known = counts.get(index);
  if (known) return known;
  const count = new Map();
  for (const [address, title, , text, kind] of index)
    for (const each of splitWords(`${namesOf({ address, title, kind })} ${text}`)) {
      const word = each.replace(/\.+$/, '');
      count.set(word, (count.get(word) ?? 0) + 1);
    }
  counts.set(index, count);
  return count;
};

/** How many letters are wrong, missing, too many or swapped until `typed` is the beginning of `word`. */
const countSteps = (typed, word, limit) => {
  const letters = word.slice(0, typed.length + limit);
  let before = [];
  let row = Array.from({ length: letters.length + 1 }, (_, at) => at);
  for (let line = 1; line <= typed.length; line++) {
    const next = [line];
    for (let at = 1; at <= letters.length; at++) {
      const isSame = typed[line - 1] === letters[at - 1];
      const isSwapped = typed[line - 1] === letters[at - 2] && typed[line - 2] === letters[at - 1];
      next[at] = Math.min(row[at] + 1, next[at - 1] + 1, row[at - 1] + (isSame ? 0 : 1));
      if (isSwapped) next[at] = Math.min(next[at], before[at - 2] + 1);
    }
    if (Math.min(...next) > limit) return Infinity;
    before = row;
    row = next;
  }
  return Math.min(...row);
};
