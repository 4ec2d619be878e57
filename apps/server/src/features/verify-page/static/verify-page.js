import { openVerifier } from './verify-thread.js';

const byId = (id) => document.getElementById(id);
const { texts: textsJson, head, root } = byId('main').dataset;
const texts = JSON.parse(textsJson);
const language = { texts, tag: document.documentElement.lang };
const HASH = /^[0-9a-f]{64}$/;
const CALL_TIMEOUT_MS = 20_000;
const CERTIFICATE_FILE = /\.(pem|crt|cer|der)$/i;

/** What was verified last: added roots judge it anew. */
let lastFile;
/** Each file of root certificates that was taken: its name, its bytes, the fingerprints of what is in it. */
let roots = [];

// ---- Words and elements. Text from outside goes into the page as text alone.

const write = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const writeTime = (iso) => {
  const format = new Intl.DateTimeFormat(language.tag, {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(iso))} UTC`;
};

const element = (tag, properties = {}, children = []) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const list = (items) => element('ul', {}, items);
const line = (text) => element('li', { textContent: text });

// ---- The verifier: a thread of its own, loaded with the page, so that it is there when the network is not.

const becomeReady = () => {
  for (const id of ['file', 'roots-file']) byId(id).disabled = false;
  byId('ready').textContent = texts.ready;
};

const order = openVerifier(() => new Worker(`${root}verify/assets/verifier.js`), {
  ready: becomeReady,
  failed: () => showAlone('failed.load'),
});

// ---- Verifying a file.

let shownId = 0;

const verify = (file) => {
  lastFile = file;
  byId('result').hidden = true;
  byId('working').textContent = write('working', { name: file.name });
  byId('progress').value = 0;
  byId('progress').hidden = false;
  const message = {
    kind: 'verify',
    file,
    roots: roots.map(({ bytes }) => bytes),
    expectedHead: head || null,
    language,
    now: Date.now(),
  };
  // An answer to what was chosen before comes too late.
  shownId = order(message, (answer) => {
    if (answer.id !== shownId) return;
    if (answer.kind === 'progress') byId('progress').value = answer.share;
    else if (answer.kind === 'ended') showEnded(file);
    else showFinding(file, answer);
  });
};

// Whoever adds roots now does not wait for the same file again.
const showEnded = (file) => {
  lastFile = undefined;
  const words = { heading: texts['failed.heading'], lead: texts['failed.late'] };
  const finding = { tone: 'bad', ...words, fault: null, proven: [], unproven: [], facts: [], groups: [] };
  showFinding(file, { finding, details: '' });
};

const showFinding = (file, { finding, details }) => {
  byId('working').textContent = '';
  byId('progress').hidden = true;
  const heading = element('h2', { id: 'result-heading', tabIndex: -1, textContent: finding.heading });
  const result = byId('result');
  result.className = `result ${finding.tone}`;
  result.replaceChildren(
    element('div', { className: 'verdict' }, [
      element('p', { className: 'quiet file', textContent: file.name }),
      heading,
      element('p', { textContent: finding.lead }),
      ...renderFault(finding.fault),
    ]),
    ...renderList('proven', finding.proven),
    ...renderList('unproven', finding.unproven),
    ...renderFacts(finding.facts),
    ...finding.groups.map(renderGroup),
    ...renderDetails(details),
  );
  result.hidden = false;
  heading.focus();
};

const renderFault = (fault) => {
  if (!fault) return [];
  return [
    element('dl', { className: 'fault' }, [
      element('dt', { textContent: texts['place.label'] }),
      element('dd', {}, [element('strong', { textContent: fault.place })]),
      element('dd', {}, [`${fault.reason} `, element('code', { textContent: fault.code })]),
    ]),
  ];
};

const renderList = (name, items) => {
  if (items.length === 0) return [];
  const heading = element('h3', { textContent: texts[`${name}.heading`] });
  return [element('div', { className: name }, [heading, list(items.map(line))])];
};

const renderFacts = (facts) => {
  if (facts.length === 0) return [];
  const rows = facts.map(({ label, value }) => {
    const className = HASH.test(value) ? 'hash' : '';
    return element('div', {}, [
      element('dt', { textContent: label }),
      element('dd', { className, textContent: value }),
    ]);
  });
  return [element('dl', { className: 'facts' }, rows)];
};

const renderGroup = ({ heading, items }) =>
  element('div', { className: 'group' }, [
    element('h3', { textContent: heading }),
    list(items.map((item) => renderItem(item))),
  ]);

const renderItem = ({ name, isBad, details }) =>
  element('li', { className: isBad ? 'bad' : '' }, [
    element('strong', { textContent: name }),
    ...details.map((detail) => element('span', { textContent: detail })),
  ]);

const renderDetails = (details) => {
  if (!details) return [];
  return [
    element('details', {}, [
      element('summary', { textContent: texts['label.details'] }),
      element('pre', { textContent: details, lang: 'en', tabIndex: 0 }),
    ]),
  ];
};

const showAlone = (key) => {
  byId('working').textContent = '';
  byId('progress').hidden = true;
  byId('malformed').textContent = texts[key];
};

// ---- Whom the person trusts.

const addRoots = (files) => {
  byId('roots-refused').textContent = '';
  for (const file of files) {
    order({ kind: 'roots', file }, ({ bytes, fingerprints = [] }) => {
      if (fingerprints.length === 0) {
        byId('roots-refused').textContent = write('roots.refused', { name: file.name });
        return;
      }
      roots = [...roots.filter(({ name }) => name !== file.name), { name: file.name, bytes, fingerprints }];
      showRoots();
    });
  }
};

const removeRoots = (name) => {
  roots = roots.filter((each) => each.name !== name);
  showRoots();
  byId('roots-file').focus();
};

const showRoots = () => {
  byId('roots').hidden = roots.length === 0;
  byId('roots').replaceChildren(
    ...roots.map(({ name, fingerprints }) => {
      const remove = element('button', { type: 'button', textContent: '×' });
      remove.setAttribute('aria-label', write('roots.remove', { name }));
      remove.addEventListener('click', () => removeRoots(name));
      const shown = fingerprints.map((each) => element('code', { textContent: `SHA-256 ${each}` }));
      return element('li', {}, [
        element('div', {}, [element('strong', { textContent: name }), ...shown]),
        remove,
      ]);
    }),
  );
  if (lastFile) verify(lastFile);
};

// ---- Choosing and dropping.

const take = (files) => {
  const certificates = files.filter(({ name }) => CERTIFICATE_FILE.test(name));
  const [file] = files.filter(({ name }) => !CERTIFICATE_FILE.test(name));
  if (certificates.length > 0) addRoots(certificates);
  if (file) verify(file);
};

const listen = (id, work) => {
  byId(id).addEventListener('change', ({ target }) => {
    work([...target.files]);
    // Else the same file, changed in the meantime, could not be chosen again.
    target.value = '';
  });
};
listen('file', take);
listen('roots-file', addRoots);

// A file that is dropped beside the field would else be opened by the browser, and the page be gone.
addEventListener('dragover', (event) => {
  event.preventDefault();
  byId('drop').classList.add('over');
});
addEventListener('dragleave', () => byId('drop').classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  byId('drop').classList.remove('over');
  if (!byId('file').disabled) take([...event.dataTransfer.files]);
});

// ---- What the service knows of the head in the address: the one thing that this page ever asks for.

const askService = async () => {
  byId('service').hidden = false;
  try {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const response = await fetch(`${root}v1/verify/${head}`, { signal, credentials: 'omit' });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    showService(await response.json());
  } catch {
    byId('service-words').textContent = texts['head.failed'];
  }
};

const showService = ({ known, frozen_at, length, anchors }) => {
  byId('service-words').textContent = known
    ? write('head.known', { time: writeTime(frozen_at) })
    : texts['head.unknown'];
  if (!known) return;
  byId('service-caution').hidden = false;
  byId('service-entries').hidden = false;
  byId('service-entries').querySelector('dd').textContent = new Intl.NumberFormat(language.tag).format(
    length,
  );
  const items = anchors.map(({ authority, demo, status, gen_time }) => ({
    name: authority,
    isBad: false,
    details: [
      ...(demo ? [texts['state.demo']] : []),
      texts[`state.${status}`],
      ...(gen_time === null ? [] : [writeTime(gen_time)]),
    ],
  }));
  if (items.length > 0) {
    byId('service-anchors').replaceChildren(renderGroup({ heading: texts['label.timestamps'], items }));
  }
};

if (head) void askService();
