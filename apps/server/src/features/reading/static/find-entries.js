/*
 * MiniSearch finds entries whose words begin with the query's. First comes an entry with exactly that title, then
 * entries with all the words in their title, by the numbers of their kinds; the others follow by score. Decisions come
 * last, since they say why, not how. When nothing is found, the nearest known words replace unknown ones.
 */

// Each word is compared with all near words: a long pasted text would hold up the page.
const MAX_LENGTH = 100;
const MAX_WORDS = 8;

/** The first entries, the words `above` and `below` them, and `said` for screen readers. */
export const createSearch = async (MiniSearch, entries, maxFound = 12) => {
  const index = await indexEntries(MiniSearch, entries);
  return (query) => {
    const typed = query.trim().slice(0, MAX_LENGTH);
    const { found, meant } = findEntries(index, entries, listWords(typed).slice(0, MAX_WORDS));
    const { length } = found;
    return {
      above: meant ? [`Nothing for “${typed}”. Found for “${meant}”:`] : [],
      entries: found.slice(0, maxFound),
      below: sayRest(length - maxFound, length, typed),
      said: typed && (meant ? `${length} found for ${meant}` : `${length} found`),
    };
  };
};

const sayRest = (more, length, typed) => {
  if (more > 0) return [`${more} more: add a word`];
  return length === 0 && typed !== '' ? ['Nothing found: try the beginning of a word'] : [];
};

// Questions begin with these words, and they name no entry.
const EMPTY = /^(.|an|do|does|for|how|in|is|my|of|the|to|with)$/;

const splitWords = (text) => text.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
const trimWord = (word) => word.toLowerCase().replace(/^[.-]+|[.-]+$/g, '');
const listWords = (text) =>
  splitWords(text)
    .map(trimWord)
    .filter((word) => word !== '' && !EMPTY.test(word));

// `sessions` finds `client.sessions`, and `session` finds `createSession`.
const splitName = (name) => {
  const parts = name.replace(/([a-z\d])([A-Z])/g, '$1.$2').split(/[_.-]+/);
  return [...new Set([name, ...parts].map(trimWord))].filter((word) => word !== '');
};

// `webhooks` finds `webhook endpoint`, too.
const stem = (word) => (word.length > 4 ? word.replace(/s$/, '') : word);

const indexEntries = async (MiniSearch, entries) => {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text', 'sections'],
    tokenize: splitWords,
    processTerm: splitName,
    searchOptions: {
      processTerm: stem,
      combineWith: 'AND',
      prefix: true,
      boost: { title: 6, sections: 0.2 },
      boostDocument: (id) => BOOSTS[entries[id][4]],
    },
    autoSuggestOptions: { processTerm: trimWord },
  });
  // Added in pieces, so that the page answers in between.
  await index.addAllAsync(entries.map((entry, id) => ({ id, ...describeEntry(entries, entry) })));
  return index;
};

const GUIDE = 0;
const SDK_NAME = 3;
const DECISION = 4;
const BOOSTS = [8, 4, 1, 1, 1];

const describeEntry = (entries, [address, title, page, text, kind]) => {
  if (kind !== GUIDE) return { title, page, text };
  // The address adds a name: the guide `Lists` is at docs/pagination, and many search for pagination.
  const name = address.slice(address.lastIndexOf('/') + 1);
  const sections = entries.filter((each) => each[0].startsWith(`${address}#`));
  return {
    title: `${title} ${name}`,
    page,
    text,
    sections: sections.flatMap((each) => [each[1], each[3]]).join(' '),
  };
};

const findEntries = (index, entries, words) => {
  const found = rankEntries(index, entries, words);
  if (found.length > 0) return { found };
  const meant = words.map((word) => correctWord(index, word));
  const near = rankEntries(index, entries, meant);
  return near.length > 0 ? { found: near, meant: meant.join(' ') } : { found };
};

/** The word stays where a word of the index begins with it, or none is near. */
const correctWord = (index, word) => {
  if (index.search(word).length > 0) return word;
  const near = stepsFor(word).flatMap((fuzzy) => index.autoSuggest(word, { fuzzy }));
  return near[0]?.terms[0] ?? word;
};

// Short words are near to too many others.
const stepsFor = ({ length }) => {
  if (length < 4) return [];
  return length < 7 ? [1] : [1, 2];
};

const rankEntries = (index, entries, words) =>
  index
    .search(words.join(' '))
    .map((result) => {
      const entry = entries[result.id];
      const level = levelOf(entry, words, result);
      return { entry, score: result.score, level, kind: level === TITLED ? entry[4] : 0 };
    })
    .sort((a, b) => b.level - a.level || a.kind - b.kind || b.score - a.score)
    .map(({ entry }) => entry);

const TITLED = 2;

const levelOf = ([, title, , , kind], words, { queryTerms, match }) => {
  const isMany = words.length > 1;
  // `create a session` is an operation, though a longer title of a guide may hold these words.
  if ((isMany || kind === GUIDE) && isSame(listWords(title), words)) return 3;
  if (kind === DECISION) return 0;
  // Several words are a question, which the name of a type holds by chance.
  if (isMany && kind === SDK_NAME) return 1;
  const inTitle = Object.keys(match).filter((word) => match[word].includes('title'));
  return queryTerms.every((term) => inTitle.some((word) => word.startsWith(term))) ? TITLED : 1;
};

const isSame = (title, words) => title.map(stem).join(' ') === words.map(stem).join(' ');
