import { render } from 'preact';
import { App } from './app.tsx';
import { begin, tellLeavers } from './journey.ts';
import { keepTrying } from './service/keep-trying.ts';
import '@field-inspection/ui/ui.css';
import './style/field.css';

const app = document.getElementById('app')!;
void begin().finally(() => {
  app.hidden = false;
  keepTrying(() => void tellLeavers());
});
app.replaceChildren();
render(<App />, app);
// Until the first tap works, the line belongs to the application's files, so the logo is fetched later.
const logo = document.querySelector<HTMLImageElement>('img[data-src]');
if (logo) logo.src = logo.dataset.src!;

// Another link may be opened in the same tab.
addEventListener('hashchange', () => location.hash && location.reload());
