/*
 * The search over guides, operations and the SDK's names. The index, and what finds places in it, come when the field
 * is first used.
 */
const MAX_FOUND = 12;
const root = document.documentElement.dataset.root;
const form = document.querySelector('form[role=search]');
const field = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
let loading;
let isLoaded = false;

const load = () => {
  loading ??= Promise.all([loadIndex(), import('./find-places.js')]).then(
    ([index, { findPlaces }]) =>
      (query) =>
        findPlaces(index, query),
  );
  return loading.catch((error) => {
    loading = undefined;
    throw error;
  });
};

const loadIndex = async () => {
  const reply = await fetch(`${root}docs/search.json`);
  if (!reply.ok) throw new Error(`The search index could not be loaded: ${reply.status}`);
  return reply.json();
};

const note = (text) => Object.assign(document.createElement('li'), { className: 'note', textContent: text });

/** What the list says beside the places: that there are none, or more. */
const listNotes = (places, query) => {
  if (places.length > MAX_FOUND) return [note(`${places.length - MAX_FOUND} more: add a word`)];
  return places.length === 0 && query !== '' ? [note('Nothing found: try the beginning of a word')] : [];
};

/** `meant` are the words that were searched for in place of those typed. */
const show = (places, { query = '', meant } = {}) => {
  const notes = listNotes(places, query);
  list.replaceChildren(
    ...(meant ? [note(`Nothing for “${query}”. Found for “${meant}”:`)] : []),
    ...places.slice(0, MAX_FOUND).map(([address, title, place]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + address;
      link.append(title, Object.assign(document.createElement('span'), { textContent: place }));
      item.append(link);
      return item;
    }),
    ...notes,
  );
  list.hidden = list.childElementCount === 0;
};

/** Instead of places: that they are awaited, or why there are none. */
const tell = (text) => {
  list.replaceChildren(note(text));
  list.hidden = false;
};

/** From the field to the places and back, by the arrow keys. */
const move = (step) => {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[(at + step + stops.length) % stops.length].focus();
};

const search = async () => {
  const query = field.value;
  // A server that has just started makes the index first, which takes seconds.
  if (!isLoaded && query.trim() !== '') tell('Searching…');
  try {
    const find = await load();
    isLoaded = true;
    // What was typed since is about to be searched for.
    if (query !== field.value) return;
    const { places, meant } = find(query);
    show(places, { query: query.trim(), meant });
    count.textContent = describeCount(places, { query, meant });
  } catch (error) {
    tell(error.message);
    count.textContent = error.message;
  }
};

const describeCount = ({ length }, { query, meant }) => {
  if (query.trim() === '') return '';
  return meant ? `${length} found for ${meant}` : `${length} found`;
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
