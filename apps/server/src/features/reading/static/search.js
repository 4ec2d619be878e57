/*
 * The search over guides, operations and the SDK's names. The index comes when the field is first used. Each word of
 * the query must begin a word of a place; places whose title has it come first.
 */
const MAX_FOUND = 12;
const root = document.documentElement.dataset.root;
const form = document.querySelector('form[role=search]');
const field = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
let loading;

const load = () => {
  loading ??= fetch(`${root}docs/search.json`).then((reply) => {
    if (!reply.ok) throw new Error(`The search index could not be loaded: ${reply.status}`);
    return reply.json();
  });
  return loading.catch((error) => {
    loading = undefined;
    throw error;
  });
};

const splitWords = (text) => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];

const scoreWord = (word, [, title, place, words]) => {
  const starts = (text) => splitWords(text).some((each) => each.startsWith(word));
  if (splitWords(title).includes(word)) return 8;
  if (starts(title)) return 5;
  // `client.sessions` is found by `sessions`, `createSession` by `session`.
  if (title.toLowerCase().includes(word)) return 3;
  if (starts(place)) return 2;
  return starts(words) ? 1 : 0;
};

const find = (index, query) => {
  const words = splitWords(query);
  if (words.length === 0) return [];
  return index
    .map((entry) => ({ entry, scores: words.map((word) => scoreWord(word, entry)) }))
    .filter(({ scores }) => scores.every((score) => score > 0))
    .map(({ entry, scores }) => ({ entry, score: scores.reduce((sum, score) => sum + score, 0) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
};

const note = (text) => Object.assign(document.createElement('li'), { className: 'note', textContent: text });

/** What the list says beside the places: that there are none, or more. */
const listNotes = (found, query) => {
  if (found.length > MAX_FOUND) return [note(`${found.length - MAX_FOUND} more: add a word`)];
  return found.length === 0 && query !== '' ? [note('Nothing found: try the beginning of a word')] : [];
};

const show = (found, query = '') => {
  const notes = listNotes(found, query);
  list.replaceChildren(
    ...found.slice(0, MAX_FOUND).map(([address, title, place]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + address;
      link.append(title, Object.assign(document.createElement('span'), { textContent: place }));
      item.append(link);
      return item;
    }),
    ...notes,
  );
  list.hidden = found.length + notes.length === 0;
};

/** From the field to the places and back, by the arrow keys. */
const move = (step) => {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[(at + step + stops.length) % stops.length].focus();
};

const search = async () => {
  const query = field.value;
  try {
    const index = await load();
    // What was typed since is about to be searched for.
    if (query !== field.value) return;
    const found = find(index, query);
    show(found, query.trim());
    count.textContent = query.trim() === '' ? '' : `${found.length} found`;
  } catch (error) {
    count.textContent = error.message;
  }
};

field.addEventListener('focus', () => void load().catch(() => {}));
field.addEventListener('input', () => void search());
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    show([]);
    field.focus();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  move(event.key === 'ArrowDown' ? 1 : -1);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
form.addEventListener('focusout', (event) => {
  if (event.relatedTarget && !form.contains(event.relatedTarget)) show([]);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return;
  event.preventDefault();
  field.focus();
});

// The navigation begins where the reader is.
const nav = document.getElementById('menu');
const here = nav.querySelector('[aria-current]');
if (here && nav.scrollHeight > nav.clientHeight) nav.scrollTop = here.offsetTop - nav.clientHeight / 3;
