import '@field-inspection/ui/ui.css';
import '../pages.css';
import './verify.css';
import { signal } from '@preact/signals';
import { showPage } from '../page.ts';
import {
  addRoots,
  alarm,
  head,
  isReady,
  refusedRoots,
  removeRoot,
  roots,
  take,
  texts,
  working,
  write,
} from './judging.ts';
import { askService, KnownHead } from './known-head.tsx';
import { Result } from './verdict.tsx';

const isOver = signal(false);

const VerifyPage = () => (
  <>
    <header>
      <h1 class="heading">{texts.title}</h1>
      <p class="text">{texts.intro}</p>
      <p class="error" role="alert">
        {alarm}
      </p>
    </header>
    {head && <KnownHead />}
    <div id="drop" class={isOver.value ? 'drop over' : 'drop'}>
      <Picker id="file" describedBy="file-hint" onPick={take} />
      <label for="file" class="button">
        {texts.choose}
      </label>
      <p id="file-hint" class="text quiet">
        {texts['choose.hint']}
      </p>
      <p class="ready" role="status">
        {isReady.value && texts.ready}
      </p>
    </div>
    <p id="working" class="working" role="status">
      {working.value && write('working', { name: working.value.name })}
    </p>
    <progress
      id="progress"
      class="progress"
      max={1}
      value={working.value?.share ?? 0}
      aria-labelledby="working"
      hidden={!working.value}
    />
    <Result />
    <Roots />
  </>
);

type Picker = {
  id: string;
  describedBy: string;
  onPick: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
};

const Picker = ({ describedBy, onPick, ...given }: Picker) => (
  <input
    {...given}
    class="picker"
    type="file"
    aria-describedby={describedBy}
    disabled={!isReady.value}
    onChange={({ currentTarget }) => {
      onPick([...currentTarget.files!]);
      // Else the same file, changed meanwhile, could not be chosen again.
      currentTarget.value = '';
    }}
  />
);

const Roots = () => (
  <section aria-labelledby="roots-heading" class="roots">
    <h2 id="roots-heading" class="subheading">
      {texts['roots.heading']}
    </h2>
    <p class="text">{texts['roots.intro']}</p>
    <p class="text quiet">{texts['roots.demo']}</p>
    <ul id="roots" hidden={roots.value.length === 0}>
      {roots.value.map(({ name, fingerprints }) => (
        <li key={name}>
          <div>
            <strong dir="auto">{name}</strong>
            {fingerprints.map((each) => (
              <code key={each} class="hash">
                SHA-256 {each}
              </code>
            ))}
          </div>
          <button
            type="button"
            class="remove"
            aria-label={write('roots.remove', { name })}
            onClick={() => remove(name)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
    <p class="error" role="alert">
      {refusedRoots}
    </p>
    <div class="drop-roots">
      <Picker
        id="roots-file"
        describedBy="roots-heading"
        accept=".pem,.crt,.cer,.der"
        multiple
        onPick={addRoots}
      />
      <label for="roots-file" class="button secondary">
        {texts['roots.add']}
      </label>
    </div>
  </section>
);

const remove = (name: string): void => {
  removeRoot(name);
  document.getElementById('roots-file')!.focus();
};

showPage(<VerifyPage />);
if (head) void askService();

// Else the browser would open a file that is dropped beside the field, in place of the page.
addEventListener('dragover', (event) => {
  event.preventDefault();
  isOver.value = true;
});
addEventListener('dragleave', () => void (isOver.value = false));
addEventListener('drop', (event) => {
  event.preventDefault();
  isOver.value = false;
  if (isReady.value) take([...event.dataTransfer!.files]);
});
