/* The field's first use loads the index and find-entries.js. */
const root = document.documentElement.dataset.root;
const form = document.querySelector('form[role=search]');
const field = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
let loading;
let isLoaded = false;

const load = () => {
  loading ??= Promise.all([loadIndex(), import('./find-entries.js'), import('./minisearch.js')]).then(
    ([entries, { createSearch }, { default: MiniSearch }]) => createSearch(MiniSearch, entries),
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

const show = ({ above = [], entries = [], below = [], said = '' }) => {
  list.replaceChildren(
    ...above.map(note),
    ...entries.map(([address, title, page]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + address;
      link.append(title, Object.assign(document.createElement('span'), { textContent: page }));
      item.append(link);
      return item;
    }),
    ...below.map(note),
  );
  list.hidden = list.childElementCount === 0;
  count.textContent = said;
};

const move = (step) => {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[(at + step + stops.length) % stops.length].focus();
};

const search = async () => {
  const query = field.value;
  // A server that has just started makes the index first.
  if (!isLoaded) show({ above: ['Searching…'] });
  try {
    const find = await load();
    isLoaded = true;
    if (query === field.value) show(find(query));
  } catch ({ message }) {
    show({ above: [message], said: message });
  }
};

field.addEventListener('focus', () => void load().catch(() => {}));
field.addEventListener('input', () => void search());
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    show({});
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
  if (event.relatedTarget && !form.contains(event.relatedTarget)) show({});
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return;
  event.preventDefault();
  field.focus();
});

const nav = document.getElementById('menu');
const here = nav.querySelector('[aria-current]');
if (here && nav.scrollHeight > nav.clientHeight) nav.scrollTop = here.offsetTop - nav.clientHeight / 3;
