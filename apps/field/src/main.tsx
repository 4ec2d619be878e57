import { render } from 'preact';
import { App } from './app.tsx';
import { begin, tellLeavers } from './journey.ts';
import { keepShell } from './service/keep-shell.ts';
import { watchUntold } from './service/watch-untold.ts';
import './style/field.css';

const app = document.getElementById('app')!;
void begin().finally(() => {
  app.hidden = false;
  watchUntold(() => void tellLeavers());
});
app.replaceChildren();
render(<App />, app);
keepShell();

// Another link that is opened in the same tab.
addEventListener('hashchange', () => location.hash && location.reload());
